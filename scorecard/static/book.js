/* The book of this game without network: fetched once the table is open, kept on the phone, and
   opened over the table where the page itself cannot be reached. */
(() => {
  "use strict";

  const PATIENCE = 2500; // Milliseconds until the kept book is opened instead.
  const PAUSE = 1500; // The table comes first.
  const MOST_KEPT = 6;
  const place = `book/${location.pathname.split("/")[2]}`;

  let kept = null;
  try {
    kept = JSON.parse(localStorage.getItem(place));
  } catch {
    // Nothing is kept here.
  }
  setTimeout(keep, PAUSE);
  new MutationObserver(keep).observe(document.querySelector("main"), {
    subtree: true, childList: true, attributes: true, attributeFilter: ["data-book"],
  });
  addEventListener("online", keep);

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-rules]");
    if (!link || !kept || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    open(link);
  });

  /* Fetch the book where the table's is another one than the one that is kept. */
  let isFetching = false;
  async function keep() {
    const version = document.getElementById("sheet")?.dataset.book;
    if (!version || isFetching || kept?.version === version) return;
    isFetching = true;
    try {
      const response = await fetch(`${location.pathname}/rules`, { headers: { Accept: "text/html" } });
      const page = new DOMParser().parseFromString(await response.text(), "text/html");
      const book = page.querySelector("[data-book]");
      if (response.ok && book) remember(version, book);
    } catch {
      // Without network there is only what was kept before.
    } finally {
      isFetching = false;
    }
  }

  function remember(version, book) {
    for (const part of book.querySelectorAll(".no-print, script")) part.remove();
    kept = { version, at: Date.now(), html: book.innerHTML };
    try {
      localStorage.setItem(place, JSON.stringify(kept));
      const others = Object.keys(localStorage).filter((name) => name.startsWith("book/"));
      const age = (name) => JSON.parse(localStorage.getItem(name)).at || 0;
      others.sort((one, other) => age(other) - age(one));
      for (const name of others.slice(MOST_KEPT)) localStorage.removeItem(name);
    } catch {
      // Kept as long as this page is open, then.
    }
  }

  async function open(link) {
    try {
      const response = await fetch(link.href, { method: "HEAD", signal: AbortSignal.timeout(PATIENCE) });
      if (!response.ok && response.status >= 500) throw new Error("busy");
      location.assign(link.href);
    } catch {
      show();
    }
  }

  function show() {
    document.querySelector("dialog.book")?.remove();
    for (const menu of document.querySelectorAll("details.menu[open]")) menu.open = false;
    const dialog = document.createElement("dialog");
    dialog.className = "book";
    dialog.setAttribute("aria-label", "Rules of this game");
    dialog.innerHTML = `
      <form method="dialog" class="book-head">
        <p class="note"><span>No connection: these are the rules as this phone kept them.</span></p>
        <div class="side-by-side">
          <input type="search" aria-label="Look something up" placeholder="A word or two" autocomplete="off">
          <button class="second">Close</button>
        </div>
        <p class="quiet" role="status"></p>
      </form>
      <article class="reading of-game"></article>`;
    dialog.querySelector("article").innerHTML = kept.html;
    const search = dialog.querySelector("input");
    search.addEventListener("input", () => filter(dialog, search.value));
    search.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
    dialog.addEventListener("close", () => dialog.remove());
    document.body.append(dialog);
    dialog.showModal();
    dialog.scrollTop = 0;
  }

  /* Show the sections that hold every word of the question. */
  function filter(dialog, question) {
    const words = question.toLowerCase().split(/\s+/).filter(Boolean);
    let found = 0;
    for (const section of dialog.querySelectorAll("[data-section]")) {
      const text = section.textContent.toLowerCase();
      section.hidden = !words.every((word) => text.includes(word));
      if (!section.hidden) found += 1;
    }
    dialog.classList.toggle("is-searching", words.length > 0);
    const say = !words.length ? "" : found ? `${found} found` : `Nothing about “${question.trim()}”.`;
    dialog.querySelector("[role=status]").textContent = say;
  }
})();
