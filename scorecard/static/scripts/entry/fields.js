/* What makes a round quick to enter: steps instead of a keypad, and the rules' own word on what is
   typed so far. Everything is built over plain inputs, from the game's data; nothing in here knows
   a game. */
(() => {
  "use strict";

  const PAUSE = 350;
  let timer = 0;
  let asked = 0;

  document.addEventListener("main:replaced", start);
  start();

  function start() {
    const form = document.querySelector("form[data-preview]");
    if (!form) return;
    for (const hidden of form.querySelectorAll("[data-step]")) hidden.hidden = false;
    form.addEventListener("click", step);
    const changed = () => {
      showChosenWay(form);
      if (!form.dataset.summed) preview(form);
    };
    form.addEventListener("input", changed);
    // Between two digits it is another number: against the deck it is looked at once it is left.
    if ("checked" in form.dataset) {
      form.addEventListener("focusout", () => preview(form));
      preview(form);
    }
    changed();
  }

  function input(element, value) {
    element.value = value;
    element.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* Only the fields of the chosen way to record a round, in its order */
  function showChosenWay(form) {
    const chosen = form.querySelector("[name=how]:checked")?.value;
    if (!chosen) return;
    for (const part of form.querySelectorAll("[data-in]")) {
      const places = new Map(part.dataset.in.trim().split(" ").map((place) => place.split(":")));
      part.hidden = !places.has(chosen);
      part.style.order = places.get(chosen) || "0";
    }
  }

  function step(event) {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const box = document.getElementById(button.dataset.for);
    input(box, Math.max(0, (readSum(box.value) || 0) + Number(button.dataset.step)));
  }

  /* What the rules make of it so far; asked of the server, because the rules live there */
  function preview(form) {
    const place = form.querySelector("[data-shown]");
    if (!place) return;
    clearTimeout(timer);
    const mine = ++asked;
    timer = setTimeout(async () => {
      const response = await fetch(form.dataset.preview, {
        method: "POST", body: new URLSearchParams(new FormData(form)),
      }).catch(() => null);
      // Without an answer, and for a round that has not begun, nothing is known of what is typed now.
      const said = response?.ok ? await response.text() : "";
      if (mine !== asked || !form.isConnected) return;
      place.innerHTML = said;
      form.dispatchEvent(new Event("previewed"));
    }, PAUSE);
  }
})();
