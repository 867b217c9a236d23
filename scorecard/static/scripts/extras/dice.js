/* Dice: rolled at once, or after a short tumble; the three rolls before stay below. */
(() => {
  "use strict";

  const TUMBLES = 7;
  const EVERY = 70; // Milliseconds.
  const KEPT = 3;

  let roll = 0; // Of several rolls in a row, the last is shown.

  atEachPage(start);

  function start() {
    const form = document.querySelector("[data-panel=dice]");
    if (!form) return;
    for (const name of ["dice", "faces"]) recall(form, name);
    form.addEventListener("change", () => {
      for (const name of ["dice", "faces"]) remember("extras/" + name, form.elements[name].value);
      roll += 1;
      lay(form);
    });
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      cast(form);
    });
    form.querySelector("[data-dice]").addEventListener("click", () => cast(form));
    if (!form.querySelector("[data-sum]").textContent.trim()) lay(form);
  }

  /* Dice that nobody has rolled yet. */
  function lay(form) {
    const { count, faces } = chosen(form);
    show(form, Array(count).fill(faces));
    form.querySelector("[data-dice]").classList.add("is-idle");
    tell(form, []);
  }

  function chosen(form) {
    return { count: Number(form.elements.dice.value), faces: Number(form.elements.faces.value) };
  }

  async function cast(form) {
    const mine = roll += 1;
    const { count, faces } = chosen(form);
    const thrown = () => Array.from({ length: count }, () => chance(faces) + 1);
    const values = thrown();
    tell(form, []);
    form.querySelector("[data-dice]").classList.remove("is-idle");
    const isCalm = matchMedia("(prefers-reduced-motion: reduce)").matches;
    for (let tumble = 0; tumble < TUMBLES && !isCalm; tumble += 1) {
      show(form, thrown());
      await new Promise((resolve) => setTimeout(resolve, EVERY));
      if (mine !== roll) return;
    }
    show(form, values);
    tell(form, values);
    // What was rolled stays where a page kept on the phone gives way to a fresh one.
    form.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function show(form, values) {
    const tray = form.querySelector("[data-dice]");
    const { faces } = chosen(form);
    while (tray.children.length > values.length) tray.lastElementChild.remove();
    while (tray.children.length < values.length) {
      tray.append(form.querySelector("[data-die]").content.firstElementChild.cloneNode(true));
    }
    values.forEach((value, index) => {
      const die = tray.children[index];
      Object.assign(die.dataset, { faces, value });
      die.querySelector("b").textContent = value;
    });
  }

  /* Say the sum and what it is made of, and move the one before among the earlier rolls. */
  function tell(form, values) {
    const [sum, parts] = ["sum", "parts"].map((name) => form.querySelector(`[data-${name}]`));
    const before = [parts.textContent.trim(), sum.textContent.trim()].filter(Boolean).join(" = ");
    sum.textContent = values.length ? values.reduce((one, other) => one + other) : "";
    parts.textContent = values.length > 1 ? values.join(" + ") : "";
    if (!before) return;
    const list = form.querySelector("[data-rolls]");
    list.prepend(made("li", "", before));
    while (list.children.length > KEPT) list.lastElementChild.remove();
  }

  function recall(form, name) {
    const radio = [...form.elements[name]].find((one) => one.value === remembered("extras/" + name));
    if (radio && !form.querySelector("[data-sum]").textContent.trim()) radio.checked = true;
  }
})();
