/* What was just done here can be taken back for six seconds, and longer while somebody is at it; then
   the history has it. What waits to be sent came last. */
(() => {
  "use strict";

  const STAYS = 6000; // Milliseconds.
  const bars = new ResizeObserver(lift);

  let timer = 0;

  document.addEventListener("outbox:changed", offerWaiting);
  document.addEventListener("piece:shown", ({ detail }) => {
    if (detail.id === "sheet") outdate();
  });
  document.addEventListener("delivered:shown", ({ detail }) => replaceBy(detail.page.querySelector("[data-toast]")));
  atEachPage(start);

  function start() {
    clearTimeout(timer);
    for (const bar of document.querySelectorAll(".bottom-bar")) bars.observe(bar);
    if (!place()) return;
    timer = setTimeout(leave, STAYS);
    offerWaiting();
  }

  /* They stand above the bar, however many answers that has, and however many lines its button. */
  function lift() {
    const bar = document.querySelector(".bottom-bar");
    for (const toast of bar ? document.querySelectorAll(".toast") : []) toast.style.bottom = `${bar.offsetHeight + 8}px`;
  }

  function place() {
    return document.querySelector("[data-toast]");
  }

  function leave() {
    if (place()?.matches(":hover, :focus-within")) start();
    else if (place()) place().hidden = true;
  }

  /* What somebody else has done since is not what was just done here. */
  function outdate() {
    const button = place()?.querySelector("button");
    const { version } = document.getElementById("sheet").dataset;
    if (button && Number(button.value) < Number(version) && !button.matches(":focus")) place().hidden = true;
  }

  /* What was sent late has its way back once it is there. */
  function replaceBy(fetched) {
    if (!fetched || !place()) return;
    const held = heldIn(place());
    place().replaceWith(fetched);
    keepFocus(held);
    start();
  }

  async function offerWaiting() {
    if (!place()) return;
    const last = await outbox.lastIn(gameAt(location.pathname));
    const toast = place();
    const button = toast?.querySelector("[formaction$='/undo']");
    if (!last || !button || Date.now() - Date.parse(last.madeAt) > STAYS) return;
    toast.querySelector("span").textContent = last.label;
    button.setAttribute("aria-label", say("Undo “%(label)s”", { label: last.label }));
    if (!toast.hidden) return;
    toast.hidden = false;
    start();
  }
})();
