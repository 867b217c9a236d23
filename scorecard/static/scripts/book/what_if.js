/* Show beside a proposal how the group's games would have ended. Without this script a link leads there. */
(() => {
  "use strict";

  atEachPage(start);

  async function start() {
    const place = document.querySelector("[data-what-if]");
    if (!place) return;
    let found;
    do {
      const html = await answerTo(place.dataset.whatIf, { headers: { Accept: "text/html" } });
      found = parsed(html ?? "").querySelector("[data-what-if]");
      if (!found) return;
      place.replaceChildren(...found.childNodes);
      // Of very many games each answer tells how far they are counted.
    } while (found.hasAttribute("data-unfinished") && place.isConnected);
  }
})();
