/* The turn timer, wherever this phone shows it: kept here alone, as the moment at which it ends. So
   neither a locked phone nor another page makes it late. */
(() => {
  "use strict";

  const NAME = "timer";
  const EVERY = 200; // Milliseconds between two looks at the clock.
  const STALE = 60000; // So long after its end nobody waits for the signal, or looks at the table for it.

  let unkept = null; // Where this phone keeps nothing, as long as the page is open.

  window.turnTimer = { read, keep, left, show };

  document.addEventListener("visibilitychange", show);
  setInterval(tick, EVERY);
  atEachPage(show);

  /* What is kept: {page, length, left, endsAt, turn, isTold}; endsAt is null while it stands still. */
  function read() {
    return rememberedJson(NAME) || unkept;
  }

  function keep(timer) {
    unkept = timer;
    remember(NAME, JSON.stringify(timer));
    show();
  }

  function left(timer) {
    return timer.endsAt ? timer.endsAt - Date.now() : timer.left;
  }

  function tick() {
    if (read()?.endsAt) show();
  }

  function show() {
    const timer = read();
    const place = placeOf(timer);
    if (!place) return;
    const rest = left(timer);
    const state = !timer.endsAt ? "still" : rest > 0 ? "running" : "over";
    if (place.matches("a")) place.hidden = state === "still" || rest < -STALE;
    place.dataset.timed = state;
    const text = written(Math.max(0, rest));
    const time = place.querySelector("[data-time-left]");
    if (time.textContent !== text) time.textContent = text;
    if (state === "over" && !timer.isTold) tell(timer, rest);
  }

  function tell(timer, rest) {
    keep({ ...timer, isTold: true });
    if (rest > -STALE) signal();
    document.dispatchEvent(new CustomEvent("timer:over"));
  }

  /* Where the timer is seen on this page: among the tools it belongs to, or at their table, which
     leads there. */
  function placeOf(timer) {
    if (timer?.page === location.pathname) return document.querySelector("section[data-timed]");
    if (timer?.page !== `${location.pathname}/extras`) return null;
    const shown = document.querySelector(".timer-chip");
    if (shown || !timer.endsAt) return shown;
    const time = made("span", "");
    const link = made("a", "timer-chip", made("span", "sr-only", say("Timer")), " ", time);
    link.href = `${timer.page}?tool=timer`;
    time.dataset.timeLeft = "";
    time.dir = "ltr";
    document.querySelector("main").prepend(link);
    return link;
  }

  function written(milliseconds) {
    const seconds = Math.ceil(milliseconds / 1000);
    return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
  }
})();
