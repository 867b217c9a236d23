/* Whether this is the first table that this phone has a hand in. Asked before anything is drawn, so
   that nothing jumps; until then nothing but <html> is there. */
(() => {
  "use strict";

  const MEMORY = "first-table"; // Which game it is, until that is known well enough.
  const KNOWN = "known";

  look();
  document.addEventListener("main:replaced", look);
  document.addEventListener("click", (event) => {
    if (!event.target.closest("[data-got-it]")) return;
    try {
      localStorage.setItem(MEMORY, KNOWN);
    } catch {
      // Then there was nothing to see either.
    }
    look();
    const main = document.getElementById("main");
    main.tabIndex = -1;
    main.focus({ preventScroll: true });
  });

  function look() {
    const here = location.pathname.match(/^\/games\/([^/]+)$/)?.[1];
    let first = KNOWN; // What nothing is remembered of would be shown again and again.
    try {
      if (here && !localStorage.getItem(MEMORY)) localStorage.setItem(MEMORY, here);
      first = localStorage.getItem(MEMORY);
    } catch {
      // No memory here.
    }
    document.documentElement.classList.toggle("is-first-table", Boolean(here) && first === here);
  }
})();
