/* Show of each field of a scorecard only what its kind has, and of its end what it depends on. */
(() => {
  "use strict";

  document.addEventListener("main:replaced", start);
  start();

  function start() {
    const form = document.querySelector("form[data-definition]");
    if (!form) return;
    form.addEventListener("change", () => show(form));
    show(form);
  }

  function show(form) {
    for (const field of form.querySelectorAll("[data-field]")) {
      const kind = field.querySelector("[data-kind]").value;
      for (const part of field.querySelectorAll("[data-for-kind]")) {
        part.hidden = !kind || !part.dataset.forKind.split(" ").includes(kind);
      }
    }
    const end = form.querySelector("[name=ends_when]:checked")?.value;
    for (const part of form.querySelectorAll("[data-for-end]")) {
      part.hidden = !part.dataset.forEnd.split(" ").includes(end);
    }
  }
})();
