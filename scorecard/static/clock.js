/* How long the game has been played, by the minute. After an hour without an entry nobody plays. */
(() => {
  "use strict";

  const HOUR = 3600;

  document.addEventListener("piece:shown", show);
  document.addEventListener("main:replaced", show);
  setInterval(show, 60000);
  show();

  function show() {
    const clock = document.querySelector("[data-played]");
    if (!clock) return;
    const { played, until, long, short } = clock.dataset;
    const since = (Date.now() - new Date(until)) / 1000;
    const seconds = Number(played) + (since > 0 && since <= HOUR ? since : 0);
    const minutes = Math.floor(seconds / 60);
    const words = minutes < 60 ? short : long;
    clock.textContent = words.replace("{h}", Math.floor(minutes / 60)).replace("{m}", minutes % 60);
    clock.hidden = minutes < 1;
  }
})();
