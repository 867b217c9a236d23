/* Pass a link on: by the phone's own ways of sharing, which pages have only over HTTPS, or by copying it. */
(() => {
  "use strict";

  document.addEventListener("panel:filled", equip);
  atEachPage(equip);

  function equip() {
    for (const button of document.querySelectorAll("[data-share]")) {
      button.hidden = !navigator.share;
      button.onclick = () => navigator.share({ title: button.dataset.share, url: button.value }).catch(() => {});
    }
    for (const button of document.querySelectorAll("[data-copy]")) {
      button.hidden = false;
      button.onclick = () => copy(button);
    }
  }

  /* Where a page may not copy by itself, over plain HTTP, it copies what is selected; or that stands
     there to be copied by hand. */
  async function copy(button) {
    try {
      await navigator.clipboard.writeText(button.value);
    } catch {
      const shown = Object.assign(made("input", "link"), { value: button.value, readOnly: true });
      button.after(shown);
      shown.select();
      if (!document.execCommand("copy")) return;
      shown.remove();
      button.focus();
    }
    button.textContent = say("Copied");
  }
})();
