/* Show under the form of a season what it would make of the games, while one chooses. The table that was opened stays
   open. Without this script a button asks for it. */
(() => {
  "use strict";

  const PAUSE = 300;
  let timer = 0;
  let asked = 0;

  atEachPage(start);

  function start() {
    const form = document.querySelector("form[data-try]");
    if (!form) return;
    form.querySelector("[data-without-scripts]").hidden = true;
    form.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => tryIt(form), PAUSE);
    });
    tryIt(form);
  }

  async function tryIt(form) {
    const mine = ++asked;
    const body = new URLSearchParams(new FormData(form));
    // What is refused is said there as well.
    const text = await fetch(form.dataset.try, { method: "POST", body }).then((response) => response.text()).catch(() => "");
    if (mine !== asked || !form.isConnected) return;
    const place = form.querySelector("[data-tried]");
    const found = parsed(text).querySelector("[data-tried]");
    // Without an answer nothing is known of what is chosen now.
    const wasOpen = place.querySelector("details")?.open;
    place.replaceChildren(...(found?.childNodes ?? []));
    const table = place.querySelector("details");
    if (table) table.open = Boolean(wasOpen);
  }
})();
