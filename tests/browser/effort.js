/* Count what a person does: taps, keys, screens they have to look at, and pixels they scroll. It runs
   before every page of a phone, and keeps the count for as long as its tab is open. */
(() => {
  "use strict";

  if (window !== top || location.origin === "null") return;
  const KEPT = "effort";
  const NOTHING = { taps: 0, keys: 0, scrolled: 0, seen: [] };
  const positions = new Map();

  window.effort = {
    /* Count from here on; what is on the screen now was looked at before. */
    begin: () => keep({ ...NOTHING, seen: [location.pathname] }),
    end: () => {
      const { seen, ...counted } = read();
      return { ...counted, screens: seen.length - 1 };
    },
  };

  function read() {
    return JSON.parse(sessionStorage.getItem(KEPT));
  }

  function keep(counted) {
    sessionStorage.setItem(KEPT, JSON.stringify(counted));
  }

  function add(what, more = 1) {
    const counted = read();
    if (counted) keep({ ...counted, [what]: counted[what] + more });
  }

  /* A page or a sheet; who comes back to one knows it already. */
  function see(what) {
    const counted = read();
    if (counted && !counted.seen.includes(what)) keep({ ...counted, seen: [...counted.seen, what] });
  }

  // A key of our own keypad is a key, but for the one that goes on.
  addEventListener("pointerdown", (event) => {
    if (event.isTrusted) add(event.target.closest(".key:not(.key-next)") ? "keys" : "taps");
  }, true);
  addEventListener("keydown", (event) => event.isTrusted && add("keys"), true);
  addEventListener("scroll", ({ target }) => {
    const place = target === document ? document.scrollingElement : target;
    const before = positions.get(place) ?? 0;
    positions.set(place, place.scrollTop);
    add("scrolled", Math.round(Math.abs(place.scrollTop - before)));
  }, true);

  const { pushState } = history;
  history.pushState = function push(...all) {
    pushState.apply(this, all);
    see(location.pathname);
  };
  const { showModal } = HTMLDialogElement.prototype;
  HTMLDialogElement.prototype.showModal = function show() {
    showModal.call(this);
    see(`sheet ${this.id || this.className}`);
  };
  addEventListener("DOMContentLoaded", () => see(location.pathname));
})();
