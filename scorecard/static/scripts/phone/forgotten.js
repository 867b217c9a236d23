/* Empty what this phone has kept for itself: things typed and not sent, and pages to read offline.
   Under a path of a host only ours, for what else is there keeps its own. */
(() => {
  "use strict";

  const KNOWN = [`scorecard-outbox${root}`, `scorecard-pages${root}`];
  const WORKERS = `scorecard${root}-`;
  const OURS = /^(chances|suits|timer|invitation)$|^(draft|extras|invited|names|seen|seen at|signal|how|style|scorecard-outbox)[/ ]/;

  empty();

  async function empty() {
    try {
      for (const storage of [localStorage, sessionStorage]) {
        for (const name of Object.keys(storage)) if (!root || OURS.test(name)) storage.removeItem(name);
      }
      const found = (!root && (await indexedDB.databases?.())) || KNOWN.map((name) => ({ name }));
      for (const { name } of found) indexedDB.deleteDatabase(name);
      for (const name of (await window.caches?.keys()) || []) {
        if (!root || name.startsWith(WORKERS)) await caches.delete(name);
      }
    } catch {
      // A private window refuses to keep anything, so there is nothing to empty.
    }
    document.documentElement.dataset.emptied = "";
  }
})();
