/* Look something up while it is being typed. Without this script the form asks for the page. */
(() => {
  "use strict";

  const PAUSE = 180; // Milliseconds without a key, before the server is asked.

  document.addEventListener("panel:filled", start);
  atEachPage(start);

  function start() {
    const form = document.querySelector("form[data-lookup]");
    const place = document.querySelector("[data-found]");
    if (!form || !place) return;
    let timer = 0;
    let asking = null;

    form.elements.q.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(ask, PAUSE);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      clearTimeout(timer);
      ask().then(() => place.scrollIntoView({ block: "nearest" }));
    });

    async function ask() {
      asking?.abort();
      const mine = asking = new AbortController();
      const query = new URLSearchParams({ q: form.elements.q.value });
      try {
        const response = await fetch(`${form.dataset.lookup}?${query}`, { signal: mine.signal });
        if (!response.ok) throw new Error("refused");
        place.innerHTML = await response.text();
        filter(form, "");
        if (!form.closest("dialog")) history.replaceState(history.state, "", `?${query}`);
      } catch {
        if (!mine.signal.aborted) place.textContent = filter(form, form.elements.q.value.trim());
      }
    }
  }

  /* Without network: leave of the rules what has every word as it is typed, and say how much.
     Those of a form are round it: they may lie over a table. */
  function filter(form, question) {
    const book = form.closest("[data-book]");
    const words = question.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const section of book.querySelectorAll("[data-section]")) {
      const text = section.textContent.toLowerCase();
      section.hidden = !words.every((word) => text.includes(word));
      if (!section.hidden) found += 1;
    }
    book.classList.toggle("is-searching", words.length > 0);
    return !words.length ? "" : found ? sayN("%(num)s found", "%(num)s found", found) : say("Nothing about “%(question)s”.", { question });
  }
})();
