/* Unfold the chart under the table: it is fetched when somebody wants to see it, and again with
   every round that is played while it is open. */
(() => {
  "use strict";

  let shown = "";

  document.addEventListener("toggle", (event) => event.target.matches("[data-going]") && look(), true);
  document.addEventListener("piece:shown", look);
  document.addEventListener("main:replaced", () => { shown = ""; });

  async function look() {
    const fold = document.querySelector("[data-going][open]");
    const version = document.getElementById("sheet")?.dataset.version;
    if (!fold || version === shown) return;
    try {
      const response = await fetch(fold.dataset.going);
      if (!response.ok) return;
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      fold.lastElementChild.replaceChildren(page.getElementById("going"));
      shown = version;
    } catch {
      // No network: what was seen last stays, or the link.
    }
  }
})();
