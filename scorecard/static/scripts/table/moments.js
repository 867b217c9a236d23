/* What a round has brought is a moment on every phone: a banner for four seconds, rows that slide to
   their new places, numbers that run; and whoever wins reads it. Whoever wants less motion gets the
   words alone. */
(() => {
  "use strict";

  const STAYS = 4000; // Milliseconds.
  const SLIDES = 500;
  const RUNS = 400;
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");

  let seen = null;
  let turn = 0; // Numbers that still run when the next piece comes stop there.
  let timer = 0;

  document.addEventListener("main:replaced", look);
  document.addEventListener("piece:shown", (event) => event.detail.id === "sheet" && look());
  look();

  function look() {
    const before = seen;
    seen = read();
    turn += 1;
    if (!seen) return;
    tellWinner();
    if (before?.game !== seen.game) return;
    if (seen.hasEnded && !before.hasEnded) celebrate();
    if (seen.played <= before.played) return;
    announce();
    if (STILL.matches) return;
    slide(before);
    run(before);
  }

  function read() {
    const sheet = document.querySelector(".at-table #sheet");
    if (!sheet) return null;
    const rows = [...sheet.querySelectorAll(".player")];
    return {
      game: location.pathname,
      played: Number(sheet.dataset.played),
      hasEnded: Boolean(sheet.dataset.ended),
      tops: new Map(rows.map((row) => [row.id, row.offsetTop])),
      totals: new Map(rows.filter((row) => row.dataset.total).map((row) => [row.id, Number(row.dataset.total)])),
    };
  }

  function announce() {
    const place = document.querySelector("[data-round-news]");
    const { news } = document.getElementById("sheet").dataset;
    if (!place || !news) return;
    place.textContent = news;
    place.hidden = false;
    clearTimeout(timer);
    timer = setTimeout(() => { place.hidden = true; }, STAYS);
  }

  function slide({ tops }) {
    for (const [id, top] of seen.tops) {
      const far = tops.get(id) - top;
      if (far) document.getElementById(id).animate([{ transform: `translateY(${far}px)` }, { transform: "none" }], { duration: SLIDES, easing: "ease-out" });
    }
  }

  function run({ totals }) {
    const mine = turn;
    for (const [id, total] of seen.totals) {
      const from = totals.get(id);
      const place = document.getElementById(id).querySelector(".total");
      if (from === undefined || from === total) continue;
      const text = place.textContent;
      const begun = performance.now();
      const step = (now) => {
        if (mine !== turn) return;
        const done = Math.min(1, Math.max(0, (now - begun) / RUNS));
        place.textContent = done < 1 ? sayNumber(Math.round(from + (total - from) * done)) : text;
        if (done < 1) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    }
  }

  function tellWinner() {
    const title = document.querySelector("[data-won]");
    const mine = document.body.dataset.me.split(" ");
    if (title?.dataset.won.split(" ").some((seat) => mine.includes(seat))) title.lastChild.textContent = say("You win!");
  }

  function celebrate() {
    const confetti = document.querySelector(".just-ended");
    if (confetti && !STILL.matches) confetti.hidden = false;
  }
})();
