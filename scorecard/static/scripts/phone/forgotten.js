/* Empty what this phone has kept for itself: things typed and not sent, and pages to read offline. */
(() => {
  "use strict";

  const KNOWN = ["scorecard-outbox", "scorecard-pages"];

  empty();

  async function empty() {
    try {
      localStorage.clear();
      sessionStorage.clear();
      const found = (await indexedDB.databases?.()) || KNOWN.map((name) => ({ name }));
      for (const { name } of found) indexedDB.deleteDatabase(name);
      for (const name of (await window.caches?.keys()) || []) await caches.delete(name);
    } catch {
      // A private window refuses to keep anything, so there is nothing to empty.
    }
    document.documentElement.dataset.emptied = "";
  }
})();
