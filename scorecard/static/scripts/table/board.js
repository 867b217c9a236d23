/* The board: whatever moves at the table moves here, by itself and for hours.

   One timer and no growing page: the piece that the stream brings replaces what stands there, rows
   glide to their new places, and the picture wanders a little so that no screen keeps it. */
(() => {
  "use strict";

  const GLIDE = 900;
  const GROW = 1200;
  const DRIFT_EVERY = 60000;
  const PLACES = 8; // As many as board.css knows.
  const NEXT_AFTER = 20000; // Time to look at how the last game ended.
  const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
  const place = document.querySelector(".at-board");
  const tool = document.querySelector("[data-full-screen]");
  let drift = 0;
  let leaving = 0;

  listenTo(place.dataset.board, { sheet: show, role: () => location.reload() }, place.dataset.since);
  setInterval(wander, DRIFT_EVERY);
  offerFullScreen();
  arrive();

  function show(html) {
    const board = document.getElementById("sheet");
    if (board.outerHTML === html) return;
    const before = look();
    Idiomorph.morph(board, html, { morphStyle: "outerHTML" });
    if (!isCalm.matches) move(before);
    arrive();
  }

  /* Where every row stands, what it says, and how many rounds the chart shows. */
  function look() {
    return {
      rows: new Map(rows().map((row) => [row.id, { box: row.getBoundingClientRect(), total: total(row) }])),
      steps: steps(),
    };
  }

  function move(before) {
    for (const row of rows()) {
      const was = before.rows.get(row.id);
      if (!was) continue;
      const box = row.getBoundingClientRect();
      const [x, y] = [was.box.left - box.left, was.box.top - box.top];
      if (x || y) row.animate([{ transform: `translate(${x}px, ${y}px)` }, { transform: "none" }], { duration: GLIDE, easing: "ease-in-out" });
      if (was.total !== total(row)) {
        row.querySelector(".board-total").animate([{ transform: "scale(1.25)" }, { transform: "none" }], { duration: GLIDE, easing: "ease-out" });
      }
    }
    if (steps() <= before.steps) return;
    const hidden = 100 * (steps() - before.steps) / steps();
    for (const lines of document.querySelectorAll(".chart-lines")) {
      lines.animate([{ clipPath: `inset(-20px ${hidden}% -20px -20px)` }, { clipPath: "inset(-20px)" }], { duration: GROW, easing: "ease-out" });
    }
  }

  /* What follows from what is shown: an invitation that holds, and the next game once there is one. */
  function arrive() {
    const { invitation, next } = document.getElementById("sheet").dataset;
    const shown = document.querySelector(".board-join").dataset.invitation;
    // A game that has ended invites nobody; nothing is to break into how it ends.
    if (invitation && invitation !== shown && sessionStorage.getItem("invitation") !== invitation) {
      sessionStorage.setItem("invitation", invitation); // Once, whatever comes back.
      return location.reload();
    }
    clearTimeout(leaving);
    if (next) leaving = setTimeout(() => location.assign(next), NEXT_AFTER);
  }

  function wander() {
    drift = (drift + 1) % PLACES;
    place.dataset.drift = drift;
  }

  function offerFullScreen() {
    const root = document.documentElement;
    if (!root.requestFullscreen) return;
    tool.hidden = false;
    tool.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : root.requestFullscreen()));
    document.addEventListener("fullscreenchange", () => { tool.textContent = document.fullscreenElement ? say("Leave full screen") : say("Full screen"); });
  }

  function rows() {
    return [...document.querySelectorAll(".board-side")];
  }

  function total(row) {
    return row.querySelector(".board-total").textContent;
  }

  function steps() {
    return Number(document.querySelector(".chart-svg")?.dataset.steps ?? 0);
  }
})();
