/* Show of each field of a scorecard only what its kind has, and of its end what it depends on; and
   what the field scores as it is typed, which the rules on the server say. */
(() => {
  "use strict";

  const PAUSE = 250;
  let timer = 0;

  atEachPage(start);

  function start() {
    const form = document.querySelector("form[data-definition]");
    if (!form) return;
    form.addEventListener("change", () => show(form));
    form.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => work(form), PAUSE);
    });
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

  async function work(form) {
    const body = new URLSearchParams(new FormData(form));
    const answer = await answerTo(form.dataset.definition, { method: "POST", body });
    if (!answer || !form.isConnected) return;
    const examples = JSON.parse(answer);
    for (const place of form.querySelectorAll("[data-worked]")) {
      place.textContent = examples[place.dataset.worked] || "";
    }
  }
})();
