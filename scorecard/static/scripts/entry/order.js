/* Who is best, second and so on: names are tapped from best to worst, the last one follows by
   itself. Built over a select for each name, which is what is sent. Whoever another field names is
   left out, as of other fields. */
(() => {
  "use strict";

  atEachPage(start);

  function start() {
    for (const field of document.querySelectorAll("[data-order]:not(.is-tapped)")) tapped(field);
    for (const field of document.querySelectorAll("[data-without]")) {
      field.form.addEventListener("input", () => leaveOut(field));
      leaveOut(field);
    }
  }

  function leaveOut(field) {
    const named = field.form.querySelectorAll(`[name="${CSS.escape(field.dataset.without)}"]:checked`);
    const out = [...named].map((input) => input.value);
    for (const part of field.querySelectorAll("[data-of-name]")) {
      part.hidden = out.includes(part.dataset.ofName);
      if (part.hidden) for (const ticked of part.querySelectorAll(":checked")) ticked.checked = false;
    }
    field.dispatchEvent(new Event("left-out"));
  }

  function tapped(field) {
    const selects = [...field.querySelectorAll("select")];
    let isLevel = false;
    const level = madeButton("plain-button", say("Next one ties"), () => {
      isLevel = !isLevel;
      draw();
    });
    const buttons = selects.map((select) => {
      const row = select.closest(".by-name");
      const hue = [...row.classList].filter((name) => name.startsWith("hue-")).join(" ");
      const button = madeButton(`ordered ${hue}`, "", () => choose(select));
      button.dataset.ofName = row.querySelector("bdi").textContent;
      row.hidden = true;
      return button;
    });
    field.append(made("div", "chips", ...buttons, level));
    field.classList.add("is-tapped");
    field.querySelector(".hint").hidden = true;
    field.addEventListener("left-out", draw);
    field.form.addEventListener("input", draw);
    draw();

    function asked() {
      return selects.filter((_select, index) => !buttons[index].hidden);
    }

    function placeOf(select) {
      return Number(select.value) || 0;
    }

    function last() {
      return Math.max(0, ...selects.map(placeOf));
    }

    function choose(select) {
      const place = placeOf(select);
      if (place) take(select, place);
      else {
        select.value = last() + (isLevel && last() ? 0 : 1);
        const open = asked().filter((other) => !placeOf(other));
        if (open.length === 1) open[0].value = last() + 1;
      }
      isLevel = false;
      select.dispatchEvent(new Event("input", { bubbles: true }));
    }

    /* Those behind move up, unless somebody is left at the same place. */
    function take(select, place) {
      select.value = "";
      if (selects.some((other) => placeOf(other) === place)) return;
      for (const other of selects) if (placeOf(other) > place) other.value = placeOf(other) - 1;
    }

    function draw() {
      for (const select of selects) if (placeOf(select) && !asked().includes(select)) take(select, placeOf(select));
      if (asked().length === 1) asked()[0].value = 1;
      selects.forEach((select, index) => {
        const place = placeOf(select);
        const name = made("bdi", "", buttons[index].dataset.ofName);
        buttons[index].replaceChildren(...(place ? [`${place} `, name] : [name]));
        buttons[index].setAttribute("aria-pressed", String(Boolean(place)));
      });
      level.setAttribute("aria-pressed", String(isLevel));
      const isOpen = !asked().every(placeOf);
      level.hidden = !last() || !isOpen;
      field.classList.toggle("is-open", isOpen);
    }
  }
})();
