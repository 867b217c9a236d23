/* Unfold the chart under the table: by itself once there is something to see and while the score sheet
   is short enough to see it below, or by a tap. It is fetched then, and again whenever the score
   sheet has changed while it is open. */
(() => {
  "use strict";

  const MEMORY = "chances";
  const OPEN_FROM = 3; // Rounds.
  const OPEN_TO = 20;
  let shown = "";

  document.addEventListener("toggle", (event) => event.target.matches("[data-going]") && look(), true);
  document.addEventListener("click", ({ target }) => {
    const fold = target.closest("[data-going] > summary")?.parentElement;
    if (fold) fold.dataset.tapped = "yes";
  });
  document.addEventListener("piece:shown", unfold);
  document.addEventListener("main:replaced", () => { shown = ""; unfold(); });
  document.addEventListener("change", (event) => {
    if (event.target.matches("[data-chances]")) remember(MEMORY, event.target.checked ? "on" : "off");
  });
  choose();
  unfold();

  function unfold() {
    const fold = document.querySelector("[data-going]:not([data-tapped])");
    const { rounds: played = 0, ended } = document.getElementById("sheet")?.dataset ?? {};
    const title = document.querySelector("[data-going] > summary");
    if (title) title.textContent = title.dataset[ended ? "after" : "before"];
    if (fold && played >= OPEN_FROM && played <= OPEN_TO) fold.open = true;
    look();
  }

  async function look() {
    const fold = document.querySelector("[data-going][open]");
    // Totals that still run to their place would tell of before.
    const rounds = document.querySelector("#sheet .rounds")?.textContent;
    if (!fold || rounds === shown) return;
    shown = rounds;
    try {
      const page = await fetchPage(fold.dataset.going);
      // One that was asked for later tells more.
      if (rounds !== shown) return;
      await window.loadFilesOf(page);
      if (rounds === shown) fold.lastElementChild.replaceChildren(page.getElementById("going"));
      choose();
    } catch {
      shown = ""; // What was seen last stays, or the link.
    }
  }

  /* Who does not want to know the chances has said so once. */
  function choose() {
    const box = document.querySelector("[data-chances]");
    if (box) box.checked = remembered(MEMORY) !== "off";
  }
})();
