/* What stands in a row as it was last time is marked as a proposal until somebody has been there. */
(() => {
  "use strict";

  atEachPage(start);

  function start() {
    const form = document.querySelector("form:has([data-proposed])");
    if (!form) return;
    for (const kind of ["input", "filled", "previewed"]) form.addEventListener(kind, () => settle(form));
    form.addEventListener("focusout", (event) => accept(event.target.closest("[data-proposed]")));
    settle(form);
  }

  /* What was typed instead, now or before the page was left, is no proposal. */
  function settle(form) {
    for (const row of form.querySelectorAll("[data-proposed]")) {
      if ([...row.querySelectorAll(".sum")].some((box) => box.value !== box.defaultValue)) accept(row);
    }
  }

  function accept(row) {
    if (!row) return;
    delete row.dataset.proposed;
    row.removeAttribute("aria-describedby");
  }
})();
