/* How long the game has been played, by the minute. After an hour without an entry nobody plays. And
   the turn timer, where one runs on this phone. */
(() => {
  "use strict";

  const HOUR = 3600;

  document.addEventListener("piece:shown", show);
  addEventListener("resize", show);
  setInterval(show, 60000);
  atEachPage(show);
  showTimer();

  function show() {
    const clock = document.querySelector(".clock[data-played]");
    if (!clock) return;
    const { played, until } = clock.dataset;
    const since = (Date.now() - new Date(until)) / 1000;
    const seconds = Number(played) + (since > 0 && since <= HOUR ? since : 0);
    const minutes = Math.floor(seconds / 60);
    const parts = { hours: Math.floor(minutes / 60), minutes: minutes % 60 };
    clock.textContent = parts.hours ? say("· %(hours)s h %(minutes)s min", parts) : say("· %(minutes)s min", parts);
    const line = clock.parentElement;
    clock.hidden = true;
    const height = line.offsetHeight;
    clock.hidden = minutes < 1;
    // It takes no line of its own.
    clock.hidden ||= line.offsetHeight > height;
  }

  function showTimer() {
    if (remembered("timer")) keptPages.loadScripts(`${location.pathname}/extras`);
  }
})();
