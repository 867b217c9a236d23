/* A swipe moves between the table and the count: it does what a tap on the link there does, so that
   drafts and pages without network are as with that. Nothing follows the finger. */
(() => {
  "use strict";

  const EDGE = 24; // What begins there is the phone's own: it goes back. The style sheet says that all the rest is ours.
  const FAR = 70;
  const STEEP = 0.5; // Up or down for each step sideways.
  const LONG = 700; // Milliseconds; who takes longer reads, drags or thinks.
  // Where a finger moves something else.
  const OWN = "input, textarea, select, dialog, [contenteditable], [draggable=true], [data-handle]";

  let begun = null;

  addEventListener("touchstart", begin, { passive: true });
  addEventListener("touchmove", follow, { passive: true });
  addEventListener("touchend", end, { passive: true });
  addEventListener("touchcancel", () => { begun = null; }, { passive: true });

  function begin(event) {
    const [touch] = event.touches;
    const isEdge = touch.clientX < EDGE || touch.clientX > innerWidth - EDGE;
    const isOurs = event.touches.length === 1 && !isEdge && !isZoomed() && !moves(event.target);
    begun = isOurs ? { x: touch.clientX, y: touch.clientY, scroll: scrollY, at: event.timeStamp } : null;
  }

  function follow(event) {
    if (begun && (event.touches.length > 1 || scrollY !== begun.scroll)) begun = null;
  }

  function end(event) {
    if (!begun || event.touches.length) return;
    const [touch] = event.changedTouches;
    const across = touch.clientX - begun.x;
    const down = touch.clientY - begun.y;
    const isQuick = event.timeStamp - begun.at < LONG;
    begun = null;
    if (!isQuick || isZoomed() || Math.abs(across) < FAR || Math.abs(down) > Math.abs(across) * STEEP) return;
    if (String(getSelection())) return;
    // Forward is where the next page would come from.
    const isForward = (across < 0) === (getComputedStyle(document.body).direction === "ltr");
    const link = document.querySelector(`[data-swipe=${isForward ? "on" : "back"}]`);
    // Who only watches has none.
    if (link?.getClientRects().length) link.click();
  }

  function isZoomed() {
    return (window.visualViewport?.scale || 1) > 1.01;
  }

  /* Whether a finger on it moves something there: a field, or what scrolls sideways. */
  function moves(target) {
    if (target.closest(OWN)) return true;
    for (let piece = target; piece && piece !== document.body; piece = piece.parentElement) {
      const isWide = piece.scrollWidth > piece.clientWidth + 1;
      if (isWide && ["auto", "scroll"].includes(getComputedStyle(piece).overflowX)) return true;
    }
    return false;
  }
})();
