/* Show of each field of a scorecard only what its kind has. */
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
  }
})();
