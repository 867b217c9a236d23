/* The screen of a new game: names as chips in the order people sit, and what goes with them.
   Every button here also works by sending the form; this does the same at once, on the phone. */
(() => {
  "use strict";

  const DRAG_FROM = 8; // So far a finger moves before a tap becomes a drag.
  const COLOURS = 12;
  let asked = 0; // How many suggestions were asked for.

  atEachPage(start);

  function start() {
    const form = document.querySelector("form[data-new-game]");
    if (!form) return;
    const plan = planOf(form);
    showAddress(form);
    restore(plan);
    offerHouseRules(form);
    offerGames(form);
    form.addEventListener("sent", () => sessionStorage.removeItem(plan.draft));
    form.addEventListener("click", (event) => press(plan, event));
    form.addEventListener("keydown", (event) => enter(plan, event));
    form.addEventListener("input", (event) => {
      if (event.target.matches(".seat input")) refresh(plan);
      else if (event.target === plan.adder) remember(plan);
    });
    form.addEventListener("change", (event) => {
      if (event.target.name === "first") plan.first = rowAt(plan, event.target.value);
      else if (event.target.name === "me") [plan.me, plan.isSaid] = [rowAt(plan, event.target.value), true];
      else if (event.target.matches(".seat input") && !event.target.value.trim()) event.target.closest("li").remove();
      refresh(plan);
      suggest(plan);
    });
    plan.list.addEventListener("pointerdown", (event) => drag(plan, event));
    refresh(plan);
    // Not by the browser before this script listens: names typed meanwhile would go with the form and be lost.
    if ("begin" in plan.adder.dataset) plan.adder.focus();
  }

  function planOf(form) {
    const list = form.querySelector("[data-seats]");
    const plan = {
      form, list,
      whose: form.elements.me,
      beginners: form.querySelector("[data-first] .chips"),
      roster: form.querySelector("[data-roster]"),
      adder: form.querySelector("#new-name"),
      // Each group has its own draft: names survive a reload, until the game is started.
      draft: `names/${form.elements.group?.value || ""}`,
      isSaid: form.elements.me.value !== "", // Whether somebody has said who holds this phone.
    };
    plan.first = rowAt(plan, form.querySelector("[name=first]:checked")?.value);
    plan.me = rowAt(plan, plan.whose.value);
    return plan;
  }

  function rowAt(plan, place) {
    return plan.list.children[place - 1] || null;
  }

  function nameIn(row) {
    return row.querySelector("input").value.trim();
  }

  /* The page of another game was put in place; a reload is to show that one. */
  function showAddress(form) {
    const path = form.getAttribute("action");
    const group = form.elements.group?.value;
    if (location.pathname !== path && location.pathname !== `${root}/games/new`) {
      history.replaceState(history.state, "", path + (group ? `?group=${group}` : ""));
    }
  }

  function press(plan, event) {
    const button = event.target.closest("button[name]");
    if (!button || !plan.form.contains(button)) return;
    const row = button.closest("li.seat") || rowAt(plan, button.value);
    const doings = {
      add: () => { add(plan, button.value || plan.adder.value, !button.value); },
      remove: () => { remove(plan, row); },
      earlier: () => { if (!plan.wasDragged) moveForward(plan, row, button); plan.wasDragged = false; },
      shuffle: () => { shuffle(plan); },
      draw: () => { plan.first = plan.list.children[chance(plan.list.children.length)]; },
      game: () => {},
      clear: () => { for (const one of [...plan.list.children]) remove(plan, one); plan.adder.focus(); },
    };
    const isOtherGame = button.name === "game" && button.getAttribute("aria-pressed") !== "true";
    if (!doings[button.name] || isOtherGame) return;
    event.preventDefault();
    doings[button.name]();
    refresh(plan);
    suggest(plan);
  }

  /* Enter adds the name that was typed, and elsewhere in the form starts nothing by surprise. */
  function enter(plan, event) {
    if (event.key !== "Enter" || !event.target.matches("input:not([type=checkbox], [type=radio])")) return;
    event.preventDefault();
    if (event.target === plan.adder && plan.adder.value.trim()) {
      add(plan, plan.adder.value, true);
      refresh(plan);
      suggest(plan);
    } else if (event.target.closest(".seat")) plan.adder.focus();
    else event.target.blur();
  }

  function add(plan, typed, isTyped) {
    const name = typed.trim();
    const has = [...plan.list.children].some((row) => nameIn(row).toLowerCase() === name.toLowerCase());
    if (name && (isTyped || !has)) {
      const row = plan.form.querySelector("[data-seat]").content.firstElementChild.cloneNode(true);
      row.querySelector("input").value = name;
      plan.list.append(row);
      forgetCount(plan);
    }
    if (!isTyped) return;
    plan.adder.value = "";
    plan.adder.focus();
    plan.adder.scrollIntoView({ block: "nearest" }); // A line of names may have pushed it below the bar.
  }

  /* There are more or fewer now than were refused. */
  function forgetCount(plan) {
    plan.adder.removeAttribute("aria-invalid");
    plan.form.querySelector("#new-name-error")?.remove();
  }

  /* Whoever is taken out is offered again, in case that was a slip. */
  function remove(plan, row) {
    const name = nameIn(row);
    if (name && !offerOf(plan, name)) {
      const chip = made("button", "pill", made("bdi", "", name));
      plan.roster.append(Object.assign(chip, { name: "add", value: name, formNoValidate: true }));
    }
    const next = row.nextElementSibling || row.previousElementSibling;
    row.remove();
    forgetCount(plan);
    if (next) next.querySelector(".seat-remove").focus({ preventScroll: true });
  }

  function offerOf(plan, name) {
    return [...plan.roster.children].find((chip) => chip.value.toLowerCase() === name.toLowerCase());
  }

  /* A player of the group has a colour; anybody else that of the seat. */
  function hueOf(plan, row, index) {
    const badge = offerOf(plan, nameIn(row))?.querySelector(".badge");
    return badge?.className.match(/hue-\d+/)[0] || `hue-${(index % COLOURS) + 1}`;
  }

  function moveForward(plan, row, button) {
    if (row.previousElementSibling) row.previousElementSibling.before(row);
    else plan.list.append(row);
    button.focus({ preventScroll: true });
  }

  function shuffle(plan) {
    const rows = [...plan.list.children];
    for (let last = rows.length - 1; last > 0; last -= 1) {
      const other = chance(last + 1);
      [rows[last], rows[other]] = [rows[other], rows[last]];
    }
    plan.list.append(...rows);
  }

  /* Drag a chip by its number; the others make room. */
  function drag(plan, event) {
    const handle = event.target.closest(".seat-number");
    if (!handle) return;
    const row = handle.closest("li");
    const begun = { x: event.clientX, y: event.clientY };
    plan.wasDragged = false;
    const follow = (moved) => {
      if (Math.hypot(moved.clientX - begun.x, moved.clientY - begun.y) < DRAG_FROM && !plan.wasDragged) return;
      plan.wasDragged = true;
      row.classList.add("is-dragged");
      const over = document.elementsFromPoint(moved.clientX, moved.clientY)
        .map((found) => found.closest("li.seat")).find((found) => found && found !== row);
      if (!over) return;
      // The neighbours move, not the row: whatever moves in the page loses the finger.
      const rows = [...plan.list.children];
      const [from, to] = [rows.indexOf(row), rows.indexOf(over)];
      if (from < to) for (const one of rows.slice(from + 1, to + 1)) row.before(one);
      else for (const one of rows.slice(to, from).reverse()) row.after(one);
    };
    handle.setPointerCapture(event.pointerId);
    handle.addEventListener("pointermove", follow);
    handle.addEventListener("lostpointercapture", () => {
      handle.removeEventListener("pointermove", follow);
      row.classList.remove("is-dragged");
      refresh(plan);
    }, { once: true });
  }

  /* Bring numbers, colours, offers and the two choices of a name in line with the chips. */
  function refresh(plan) {
    const rows = [...plan.list.children];
    const hues = rows.map((row, index) => hueOf(plan, row, index));
    rows.forEach((row, index) => {
      const number = index + 1;
      const name = nameIn(row);
      const forward = say("Move %(name)s forward", { name });
      const field = row.querySelector("input");
      row.className = row.className.replace(/hue-\d+/, hues[index]);
      row.querySelector(".seat-number span").textContent = number;
      field.size = Math.min(Math.max(field.value.length, 3), 24);
      field.setAttribute("aria-label", say("Player %(number)s", { number }));
      row.querySelector(".seat-number").setAttribute("aria-label", `${number}: ${forward}`);
      row.querySelector(".seat-remove").setAttribute("aria-label", say("Remove %(name)s", { name }));
    });
    const names = rows.map(nameIn);
    const seated = names.map((name) => name.toLowerCase());
    for (const chip of plan.roster.children) chip.hidden = seated.includes(chip.value.toLowerCase());
    if (!rows.includes(plan.first)) plan.first = rows[0] || null;
    if (plan.me && !rows.includes(plan.me)) plan.isSaid = false;
    // Players of the group who stay out this time leave the phone to keep score.
    const mine = JSON.parse(plan.whose.dataset.mine).map((name) => name.toLowerCase());
    const other = mine.length && plan.form.elements.group ? null : rows[0] || null;
    if (!plan.isSaid) plan.me = rows.find((_, index) => mine.includes(seated[index])) || other;
    if (plan.beginners) offerBeginners(plan.beginners, names, hues, rows.indexOf(plan.first) + 1);
    moveHeadStarts(plan.form, names);
    for (const one of plan.form.querySelectorAll("[data-place]")) one.textContent = names[one.dataset.place - 1] || "";
    for (const one of plan.form.querySelectorAll("[data-places]")) one.hidden = names.length < one.dataset.places;
    offerNames(plan.whose, names.map((name) => say("I’m %(name)s", { name })), rows.indexOf(plan.me) + 1);
    plan.form.querySelector("[data-tools]").hidden = rows.length < 2;
    plan.form.querySelector("[data-me]").hidden = !rows.length;
    remember(plan);
  }

  /* Points to begin with go with the name that they are for, and stay where it is only spelt anew. */
  function moveHeadStarts(form, names) {
    const heads = [...form.querySelectorAll("label:has([name^=head_start]) [data-place]")];
    const fields = heads.map((head) => head.closest("label").control);
    const given = new Map(heads.map((head, index) => [head.textContent, fields[index].value]));
    heads.forEach(({ textContent }, index) => {
      fields[index].value = given.get(names[index]) ?? (names.includes(textContent) ? "" : fields[index].value);
    });
  }

  function remember(plan) {
    const names = [...plan.list.children].map(nameIn);
    try {
      sessionStorage.setItem(plan.draft, JSON.stringify({ names, typed: plan.adder.value }));
    } catch {
      // Not remembered, then.
    }
  }

  /* A chip for each name: who it is of may be chosen by keys, so that chips are changed, not replaced. */
  function offerBeginners(box, names, hues, place) {
    box.parentElement.hidden = names.length < 2;
    const chips = [...box.querySelectorAll(".chip")];
    const blank = box.querySelector("template");
    while (chips.length > names.length) chips.pop().remove();
    while (chips.length < names.length) {
      chips.push(blank.content.firstElementChild.cloneNode(true));
      blank.before(chips.at(-1));
    }
    chips.forEach((chip, index) => {
      const radio = chip.querySelector("input");
      chip.className = chip.className.replace(/hue-\d+/, hues[index]);
      chip.querySelector("bdi").textContent = names[index];
      radio.value = index + 1;
      radio.checked = index + 1 === place;
    });
  }

  /* Show these choices, with the one at this place chosen; what stands last for nobody stays. */
  function offerNames(select, texts, place) {
    const nobody = [...select.options].find((option) => option.value === "0");
    const options = texts.length ? texts.map((text, index) => new Option(text, index + 1)) : [new Option("", "")];
    select.replaceChildren(...options, ...(nobody ? [nobody] : []));
    select.value = texts.length ? String(place || (nobody ? 0 : 1)) : "";
  }

  function restore(plan) {
    const { names = [], typed = "" } = JSON.parse(sessionStorage.getItem(plan.draft) || "{}");
    plan.adder.value ||= typed;
    if (!names.length || plan.form.querySelector(".problem, .warning, [aria-invalid]")) return;
    const shown = [...plan.list.children].map(nameIn);
    if (names.join("\n") === shown.join("\n")) return;
    plan.list.replaceChildren();
    for (const name of names) add(plan, name, false);
    suggest(plan);
  }

  /* All games, narrowed down by what is typed. */
  function offerGames(form) {
    const filter = form.querySelector("[data-filter]");
    const own = form.querySelector(".shelf a");
    const plainly = (text) => text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
    filter.hidden = false;
    filter.addEventListener("input", (event) => {
      event.stopPropagation();
      const wanted = plainly(filter.value.trim());
      const offers = [...form.querySelectorAll("[data-offer]")];
      for (const offer of offers) offer.hidden = !plainly(offer.textContent).includes(wanted);
      form.querySelector("[data-nothing]").hidden = offers.some((offer) => !offer.hidden);
      const make = new URL(own.href);
      make.searchParams.set("name", filter.value.trim());
      own.href = make;
    });
    filter.closest("details").addEventListener("toggle", (event) => { if (event.target.open) filter.focus(); });
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
      form.querySelector("[data-rules]").textContent = chosen.labels[0].querySelector("bdi")?.textContent ?? "";
      for (const boxes of form.querySelectorAll("[data-agree]")) boxes.hidden = boxes.dataset.agree !== chosen.value;
    });
  }

  /* What goes with so many players and these settings is the server's to say; an answer that was
     overtaken by a later question is not shown. */
  async function suggest(plan) {
    const { form } = plan;
    const question = ++asked;
    const query = new URLSearchParams({ players: Math.max(2, plan.list.children.length) });
    for (const field of form.querySelector("[data-settings]").querySelectorAll("input:not([type=hidden]), select, textarea")) {
      if (field.name && field.value && (!/checkbox|radio/.test(field.type) || field.checked)) query.set(field.name, field.value);
    }
    const answer = await answerTo(`${form.dataset.suggestions}?${query}`);
    if (!answer || question !== asked) return;
    const { values, switched, warnings, in_short: inShort } = JSON.parse(answer);
    for (const [option, { value, reason }] of Object.entries(values)) {
      const place = form.querySelector(`[data-suggestion="${option}"]`);
      if (!place) continue;
      place.textContent = reason;
      form.elements[option].placeholder = value;
    }
    for (const [option, { value }] of Object.entries(switched)) form.elements[option].value = value;
    // Of a scorecard of one's own the server is not told here.
    if (!form.elements.scorecard) form.querySelector("[data-in-short]").textContent = inShort;
    showCautions(form, Object.values(switched).map(({ reason }) => reason), warnings);
  }

  function showCautions(form, reasons, warnings) {
    const box = form.querySelector("[data-cautions]");
    const kept = [...box.querySelectorAll("[data-switched]")].map((one) => one.textContent);
    const wasSwitched = reasons.length ? reasons : kept.filter(() => warnings.length);
    const lines = [...wasSwitched.map((text) => ({ message: text })), ...warnings].map(({ code, message }) => {
      const line = made("p", "note", message);
      if (!code) line.dataset.switched = "";
      if (code) line.append(Object.assign(made("input", ""), { type: "hidden", name: "read", value: code }));
      return line;
    });
    box.replaceChildren(...lines);
  }
})();
