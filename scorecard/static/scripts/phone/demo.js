/* Let the demo play by itself: fetch its next step every few seconds, until somebody stops it. */
(() => {
  "use strict";

  const EVERY = 4000; // Milliseconds.
  let isPlaying = false;
  let timer = 0;
  let turn = 0; // Of several steps asked for at once, the last is shown.

  // Before the script that opens links in place.
  document.addEventListener("click", (event) => {
    const control = event.target.closest("#demo :is([data-play], [data-step])");
    if (!control) return;
    event.preventDefault();
    if (control.matches("[data-play]")) return play(!isPlaying);
    play(control.dataset.step === "again");
    go(control.href, true);
  }, true);
  document.addEventListener("visibilitychange", wait);
  atEachPage(begin);

  /* What moves by itself is not for everybody: who wants it still has to ask for it. */
  function begin() {
    play(!matchMedia("(prefers-reduced-motion: reduce)").matches);
  }

  function play(isWanted) {
    isPlaying = isWanted;
    wait();
  }

  function wait() {
    clearTimeout(timer);
    const button = document.querySelector("#demo [data-play]");
    if (!button) return;
    const next = document.querySelector("#demo [data-step=next]");
    button.hidden = !next;
    for (const label of button.children) label.hidden = (label.dataset.while === "playing") !== isPlaying;
    if (next && isPlaying && !document.hidden) timer = setTimeout(() => go(next.href), EVERY);
  }

  async function go(href, isTapped = false) {
    const mine = turn += 1;
    try {
      const page = await fetchPage(href);
      const shown = document.getElementById("demo");
      if (mine !== turn || !shown) return;
      Idiomorph.morph(shown, page.getElementById("demo"), {
        morphStyle: "outerHTML",
        callbacks: { beforeNodeMorphed: (old) => !old.matches?.("[data-play]") },
      });
      wait();
    } catch {
      if (mine !== turn) return;
      play(false);
      if (isTapped) goTo(href);
    }
  }
})();
