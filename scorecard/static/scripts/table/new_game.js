/* The list of players: add, remove, move, drag to seat; and the target that goes with them. */
(() => {
  "use strict";

  let asked = 0; // How many suggestions were asked for.

  document.addEventListener("main:replaced", start);
  start();

  function start() {
    const form = document.querySelector("form[data-suggestions]");
    if (!form) return;
    const list = form.querySelector("[data-seats]");
    restore(form, list);
    offerRoster(form, list);
    offerHouseRules(form);
    form.addEventListener("input", () => remember(list));
    form.addEventListener("sent", () => sessionStorage.removeItem(draftOf(list)));
    for (const row of list.children) equip(row);
    renumber(list);
    const more = form.querySelector("[data-add]");
    if (more) more.type = "button";
    more?.addEventListener("click", (event) => {
      event.preventDefault();
      addRow(list).querySelector("input").focus();
      renumber(list);
    });
    list.addEventListener("click", (event) => move(list, event.target.closest("button")));
    list.addEventListener("pointerdown", (event) => drag(list, event));
    list.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !event.target.matches("input")) return;
      event.preventDefault();
      const next = event.target.closest("li").nextElementSibling || addRow(list);
      next.querySelector("input").focus();
      renumber(list);
    });
    form.addEventListener("change", () => suggest(form, list));
    suggest(form, list);
  }

  /* Tap who plays, in the order they sit: a name goes into the next free row, or out of its own. */
  function offerRoster(form, list) {
    const chips = form.querySelector("[data-roster]");
    if (!chips) return;
    chips.hidden = false;
    const same = (input, name) => input.value.trim().toLowerCase() === name.toLowerCase();
    const inputs = () => [...list.querySelectorAll("input")];
    const show = () => {
      for (const chip of chips.querySelectorAll("[data-name]")) {
        chip.setAttribute("aria-pressed", inputs().some((input) => same(input, chip.dataset.name)));
      }
      chips.querySelector("[data-nobody]").hidden = inputs().every((input) => !input.value.trim());
    };
    chips.addEventListener("click", (event) => {
      const chip = event.target.closest("button");
      if (!chip) return;
      const name = chip.dataset.name;
      const taken = inputs().filter((input) => !name || same(input, name));
      if (taken.length) {
        for (const input of taken) input.value = "";
        closeUp(list);
      } else {
        const free = inputs().find((input) => !input.value.trim());
        (free || addRow(list).querySelector("input")).value = name;
        renumber(list);
      }
      remember(list);
      form.dispatchEvent(new Event("change"));
    });
    for (const kind of ["input", "change"]) form.addEventListener(kind, show);
    show();
  }

  /* House rules that are chosen fill in the settings; what was changed by hand stays. */
  function offerHouseRules(form) {
    const sets = form.querySelector("[data-rule-sets]");
    if (!sets) return;
    const shown = sets.querySelector("[data-shown]");
    sets.addEventListener("change", (event) => {
      const chosen = event.target;
      if (chosen.name !== "house_rules") return;
      const before = [...form.elements.house_rules].find((radio) => radio.dataset.version === shown.value);
      const old = before ? JSON.parse(before.dataset.fields) : {};
      const fresh = JSON.parse(chosen.dataset.fields);
      for (const [name, value] of Object.entries(fresh)) {
        const field = form.elements[name];
        if (!field) continue;
        const isSwitch = field.type === "checkbox";
        const now = isSwitch ? field.checked : field.value;
        if (name in old && now !== old[name]) continue;
        if (isSwitch) field.checked = value;
        else field.value = value;
      }
      shown.value = chosen.dataset.version;
      for (const boxes of form.querySelectorAll("[data-agree]")) boxes.hidden = boxes.dataset.agree !== chosen.value;
    });
  }

  /* Leave no gap between the names. */
  function closeUp(list) {
    const inputs = [...list.querySelectorAll("input")];
    const names = inputs.map((input) => input.value).filter((name) => name.trim());
    inputs.forEach((input, index) => { input.value = names[index] || ""; });
  }

  /* Names typed here survive a reload, until the game is started; each group has its own. */
  function draftOf(list) {
    return `names/${list.closest("form").elements.group?.value || ""}`;
  }

  function remember(list) {
    const names = [...list.querySelectorAll("input")].map((input) => input.value);
    try {
      sessionStorage.setItem(draftOf(list), JSON.stringify(names));
    } catch {
      // Not remembered, then.
    }
  }

  function restore(form, list) {
    const names = JSON.parse(sessionStorage.getItem(draftOf(list)) || "[]");
    if (form.querySelector(".problem, .warning, [aria-invalid]")) return;
    names.forEach((name, index) => {
      const row = list.children[index] || (form.querySelector("[data-add]") && addRow(list));
      if (row) row.querySelector("input").value = name;
    });
  }

  function equip(row) {
    for (const tool of row.querySelectorAll("[hidden]")) tool.hidden = false;
  }

  function addRow(list) {
    const row = list.lastElementChild.cloneNode(true);
    row.querySelector("input").value = "";
    list.append(row);
    return row;
  }

  function move(list, button) {
    if (!button) return;
    const row = button.closest("li");
    if ("remove" in button.dataset) {
      if (list.children.length > 2) row.remove();
      else row.querySelector("input").value = "";
      list.closest("form").dispatchEvent(new Event("change"));
    } else if (button.dataset.move === "up") {
      row.previousElementSibling?.before(row);
      button.focus();
    } else {
      row.nextElementSibling?.after(row);
      button.focus();
    }
    renumber(list);
  }

  function drag(list, event) {
    const handle = event.target.closest("[data-handle]");
    if (!handle) return;
    event.preventDefault();
    const row = handle.closest("li");
    row.classList.add("is-dragged");
    handle.setPointerCapture(event.pointerId);
    const follow = (moved) => {
      const above = row.previousElementSibling;
      const below = row.nextElementSibling;
      // The neighbours move, not the row: whatever moves in the page loses the finger.
      if (above && moved.clientY < above.getBoundingClientRect().bottom - above.offsetHeight / 2) row.after(above);
      else if (below && moved.clientY > below.getBoundingClientRect().top + below.offsetHeight / 2) row.before(below);
    };
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("lostpointercapture", () => {
      handle.removeEventListener("pointermove", follow);
      row.classList.remove("is-dragged");
      renumber(list);
    }, { once: true });
  }

  function renumber(list) {
    [...list.children].forEach((row, index) => {
      const number = index + 1;
      row.querySelector("input").setAttribute("aria-label", say("Player %(number)s", { number }));
      row.querySelector("[data-move=up]").setAttribute("aria-label", say("Move player %(number)s up", { number }));
      row.querySelector("[data-move=down]").setAttribute("aria-label", say("Move player %(number)s down", { number }));
      row.querySelector("[data-remove]").setAttribute("aria-label", say("Remove player %(number)s", { number }));
    });
  }

  /* Defaults that depend on the players and on other options are the server's to say; an answer
     that was overtaken by a later question is not shown. */
  async function suggest(form, list) {
    const question = ++asked;
    const names = [...list.querySelectorAll("input")].filter((input) => input.value.trim());
    const query = new URLSearchParams({ players: Math.max(2, names.length) });
    for (const choice of form.querySelectorAll("input[type=radio]:checked")) query.set(choice.name, choice.value);
    const response = await fetch(`${form.dataset.suggestions}?${query}`).catch(() => null);
    if (!response?.ok) return;
    const suggestions = await response.json();
    if (question !== asked) return;
    for (const [option, { value, reason }] of Object.entries(suggestions)) {
      const place = form.querySelector(`[data-suggestion="${option}"]`);
      if (!place) continue;
      place.textContent = reason;
      form.elements[option].placeholder = value;
    }
  }
})();
