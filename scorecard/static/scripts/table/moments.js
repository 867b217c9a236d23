/* What a round has brought is a moment on every phone: a banner, rows that slide, numbers that run;
   and whoever wins reads it. Whoever wants less motion gets the words alone. */
(() => {
  "use strict";

  const STAYS = 4000; // Milliseconds.
  const SLIDES = 500;
  const RUNS = 400;
  const STILL = matchMedia("(prefers-reduced-motion: reduce)");

  let turn = 0; // Numbers that still run when the next piece comes stop there.
  let timer = 0;
  let news = { text: "", until: 0 };

  document.addEventListener("piece:shown", (event) => event.detail.id === "sheet" && look());
  atEachPage(look);

  function look() {
    const now = read();
    turn += 1;
    if (!now) return;
    const before = replaceSeen(now);
    tellWinner();
    // What was undone is no news any more.
    if (before && now.played < before.played) news.until = 0;
    showNews();
    if (!before) return;
    if (now.hasEnded && !before.hasEnded) celebrate();
    if (now.corrected && now.corrected !== before.corrected) announce(now.corrected);
    if (now.played <= before.played) return;
    announce(document.getElementById("sheet").dataset.news);
    if (STILL.matches) return;
    slide(before, now);
    run(before, now);
  }

  /* Return what this tab saw of the table last, for whoever counts comes back from another page. */
  function replaceSeen(now) {
    const key = `seen at ${location.pathname}`;
    try {
      const before = JSON.parse(sessionStorage.getItem(key));
      sessionStorage.setItem(key, JSON.stringify(now));
      return before;
    } catch {
      return null; // Then only what moves while the table is open is a moment.
    }
  }

  function read() {
    const sheet = document.querySelector(".at-table #sheet");
    if (!sheet) return null;
    const rows = [...sheet.querySelectorAll(".player")];
    return {
      played: Number(sheet.dataset.rounds),
      corrected: sheet.dataset.corrected,
      hasEnded: Boolean(sheet.dataset.ended),
      tops: Object.fromEntries(rows.map((row) => [row.id, row.offsetTop])),
      totals: Object.fromEntries(rows.filter((row) => row.dataset.total).map((row) => [row.id, Number(row.dataset.total)])),
    };
  }

  function announce(text) {
    news = { text, until: Date.now() + STAYS };
    showNews();
  }

  /* The page of a table may come anew while its news are still shown. */
  function showNews() {
    const place = document.querySelector("[data-round-news]");
    const left = news.until - Date.now();
    if (!place) return;
    clearTimeout(timer);
    place.hidden = true;
    if (left <= 0 || !news.text) return;
    // Where it can be taken back, both are one.
    const undo = document.querySelector(".toast:not([hidden]) span");
    (undo || place).textContent = news.text;
    place.hidden = Boolean(undo);
    timer = setTimeout(() => { place.hidden = true; }, left);
  }

  function slide({ tops }, now) {
    for (const [id, top] of Object.entries(now.tops)) {
      const far = tops[id] - top;
      if (far) document.getElementById(id).animate([{ transform: `translateY(${far}px)` }, { transform: "none" }], { duration: SLIDES, easing: "ease-out" });
    }
  }

  function run({ totals }, now) {
    const mine = turn;
    for (const [id, total] of Object.entries(now.totals)) {
      const from = totals[id];
      const place = document.getElementById(id).querySelector(".total");
      if (from === undefined || from === total) continue;
      const text = place.textContent;
      const begun = performance.now();
      const step = (at) => {
        if (mine !== turn) return;
        const done = Math.min(1, Math.max(0, (at - begun) / RUNS));
        place.textContent = done < 1 ? sayNumber(Math.round(from + (total - from) * done)) : text;
        if (done < 1) requestAnimationFrame(step);
      };
      requestAnimationFrame(step);
    }
  }

  function tellWinner() {
    const title = document.querySelector("[data-won]");
    const mine = document.body.dataset.me.split(" ");
    if (title?.dataset.won.split(" ").some((seat) => mine.includes(seat))) title.replaceChildren(title.querySelector(".icon"), " ", say("You win!"));
  }

  function celebrate() {
    const confetti = document.querySelector(".just-ended");
    if (confetti && !STILL.matches) confetti.hidden = false;
  }
})();
