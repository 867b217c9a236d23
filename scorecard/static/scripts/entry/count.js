/* The count screen: tap cards, see the sum grow, see what the table still misses. What a card is
   worth comes with its field; nothing here knows the rules. */
(() => {
  "use strict";

  const FIVE = 5;
  const HELD = 450; // Milliseconds.
  let wasHeld = false;

  /* Put a value into a field, as if somebody had typed it. */
  window.typeInto = (field, value) => {
    field.value = value;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };

  atEachPage(start);

  function start() {
    const form = document.querySelector("form[data-draft]");
    if (!form) return;
    for (const hidden of form.querySelectorAll("[data-add]")) hidden.hidden = false;
    const isRestored = restoreDraft(form);
    if (isRestored) form.dataset.restored = "";
    form.addEventListener("click", tap);
    form.addEventListener("pointerdown", hold);
    form.addEventListener("input", (event) => {
      tick(form, event.target);
      update(form);
      settle(form, event.target);
      // What is filled in for somebody is kept where it came from.
      if (event.target !== form) keepDraft(form);
    });
    form.addEventListener("sent", () => forget(form));
    form.querySelector("[data-forget]")?.addEventListener("click", () => forget(form));
    update(form);
    restoreWaiting(form, isRestored);
    // The page for everybody hears of nobody: nobody else has joined, or each is asked when saving.
    if ("listenTo" in window) listenTo(form.dataset.events, { sheet: (data) => see(form, JSON.parse(data)) });
  }

  function tap(event) {
    const button = event.target.closest("[data-add]");
    if (button && !wasHeld) add(button, 1);
    wasHeld = false;
  }

  /* A stepper that is held takes five at a time. */
  function hold(event) {
    const button = event.target.closest(".stepper");
    wasHeld = false;
    if (!button) return;
    const timer = setInterval(() => {
      wasHeld = true;
      add(button, FIVE);
    }, HELD);
    for (const end of ["pointerup", "pointercancel", "pointerleave"]) {
      button.addEventListener(end, () => clearInterval(timer), { once: true });
    }
  }

  function add(button, times) {
    const input = button.closest(".tile").querySelector("input");
    typeInto(input, Math.max(0, number(input) + Number(button.dataset.add) * times) || "");
  }

  function number(input) {
    if (input.type === "checkbox") return input.checked ? 1 : 0;
    const sign = input.form.querySelector(`[data-sign="${CSS.escape(input.name)}"]`);
    return (sign?.checked ? -1 : 1) * (readSum(input.value) || 0);
  }

  function sum(inputs, isFlipped) {
    let total = 0;
    for (const input of inputs) total += number(input) * Number(isFlipped ? input.dataset.flipped : input.dataset.worth);
    return total;
  }

  function update(form) {
    if (!form.dataset.summed) return;
    const sums = [];
    for (const entry of entries(form)) {
      const isFlipped = Boolean(entry.querySelector("[data-flip]:checked"));
      const style = entry.querySelector("[data-style]:not([hidden])") || entry;
      const switches = entry.querySelector("[data-switches]");
      const isWhole = style.querySelector("[data-sign]");
      // A whole score has them in it: what was said stays, and beside each other they say who has what.
      if (switches && [...switches.querySelectorAll("[data-worth]")].some(number)) switches.dataset.said = "";
      if (switches && entry === form) switches.hidden = Boolean(isWhole) && !("said" in switches.dataset);
      const own = style === entry ? [...entry.querySelectorAll("[data-worth]")] : [
        ...style.querySelectorAll("[data-worth]"),
        ...(isWhole || !switches ? [] : switches.querySelectorAll("[data-worth]")),
      ];
      const isBlank = own.every((input) => input.type === "checkbox" ? !input.checked : input.value === "");
      // A whole score that the rules will doubt.
      const doubt = entry.querySelector("[data-doubt]");
      if (doubt) doubt.hidden = !(isWhole && isFlipped && sum(own) > 0);
      const running = entry.querySelector("[data-running]") || form.querySelector("[data-running]");
      running.textContent = isBlank ? "" : "= " + sayNumber(sum(own, isFlipped));
      const name = entry.querySelector("bdi")?.textContent;
      if (!isBlank) sums.push({ seat: Number(entry.dataset.seat), name, points: sum(own, isFlipped) });
      for (const pile of style.querySelectorAll("[data-group]")) {
        const value = sayNumber(sum(pile.querySelectorAll("[data-worth]"), isFlipped));
        for (const output of pile.ownTabs || []) output.textContent = value;
        const output = pile.querySelector(".pile-sum");
        if (output && pile.querySelector("[data-count]")) output.textContent = value;
      }
    }
    form.dataset.sums = JSON.stringify(sums);
    for (const tile of form.querySelectorAll(".tile")) updateTile(form, tile);
  }

  function updateTile(form, tile) {
    const count = number(tile.querySelector("input"));
    tile.classList.toggle("has-cards", count > 0);
    const times = tile.querySelector(".times");
    if (times) times.textContent = count ? "×" + count : "";
    if (tile.dataset.expected === undefined) return;
    let mine = 0;
    for (const same of tile.closest("[data-style]").querySelectorAll(`.tile[data-card="${tile.dataset.card}"] input`)) mine += number(same);
    const left = Number(tile.dataset.expected) - Number(tile.dataset.others) - mine;
    tile.classList.toggle("is-over", left < 0);
    tile.querySelector(".left").textContent = leftOver(left);
  }

  function leftOver(left) {
    if (left === 0) return say("none left");
    return left < 0 ? sayN("%(num)s too many", "%(num)s too many", -left) : sayN("%(num)s left", "%(num)s left", left);
  }

  function entries(form) {
    const several = form.querySelectorAll("[data-entry]");
    return several.length || !form.querySelector("[data-styles]") ? several : [form];
  }

  function tick(form, input) {
    if (!input.matches("[data-switch]")) return;
    const entry = input.closest("[data-entry]") || form;
    if (input.dataset.ticks) {
      const other = entry.querySelector(`[data-switch="${input.dataset.ticks}"]`);
      if (other && input.checked && !other.checked) {
        other.checked = true;
        input.dataset.hasTicked = "";
        tick(form, other);
      } else if (other && !input.checked && "hasTicked" in input.dataset) {
        other.checked = false;
        delete input.dataset.hasTicked;
      }
    }
    if (!input.checked) return;
    if (input.matches("[data-single]")) {
      for (const other of form.querySelectorAll("[data-single]:checked")) if (other !== input) other.checked = false;
    }
  }

  /* What was said about a field goes once it is filled, and with it what the bar says of all of them. */
  function settle(form, input) {
    const refused = input.closest("[aria-describedby$='-error']");
    if (!refused || input.value === "") return;
    const id = refused.getAttribute("aria-describedby");
    document.getElementById(id)?.remove();
    for (const other of form.querySelectorAll(`[aria-describedby="${CSS.escape(id)}"]`)) {
      other.removeAttribute("aria-describedby");
      other.removeAttribute("aria-invalid");
      other.closest(".is-refused")?.classList.remove("is-refused");
    }
    remark(form, "");
  }

  /* What was typed survives a reload, a locked phone and a closed tab. */

  function draftName(form) {
    return "draft/" + form.dataset.draft;
  }

  function keepDraft(form) {
    const fields = [...new FormData(form)].filter(([name]) => !["csrf_token", "key", "version"].includes(name));
    remember(draftName(form), JSON.stringify({ against: form.dataset.drafted, fields }));
  }

  function forget(form) {
    localStorage.removeItem(draftName(form));
  }

  function restoreDraft(form) {
    if ("refused" in form.dataset) return false;
    const draft = rememberedJson(draftName(form));
    if (!Array.isArray(draft?.fields)) return false;
    if (draft.against === form.dataset.drafted) {
      fill(form, draft.fields);
      return true;
    }
    // Somebody saved something here since: theirs is shown, and mine is at hand.
    const button = madeButton("plain-button", say("Show what I had typed"), () => {
      remark(form, "");
      refill(form, draft.fields);
    });
    remark(form, say("Somebody saved this while you were typing."));
    form.querySelector("[data-note]").append(" ", button);
    return false;
  }

  /* What waits to be sent is changed here, against what stood there then: what others have saved since
     is not to be overwritten unseen. */
  async function restoreWaiting(form, isRestored) {
    if ("refused" in form.dataset) return;
    const item = await outbox.waitingFor(here());
    if (!item || !form.isConnected) return;
    const typed = new URLSearchParams(item.body);
    form.elements.version.value = typed.get("version");
    if (isRestored) return;
    refill(form, [...typed]);
    remark(form, item.sentence || say("Not sent yet. Saving again replaces it."));
  }

  function refill(form, fields) {
    fill(form, fields);
    form.dispatchEvent(new Event("filled"));
    form.dispatchEvent(new Event("input"));
  }

  /* Several fields may have one name: boxes take the value they stand for, others in order. */
  function fill(form, fields) {
    const typed = new Map();
    for (const [name, value] of fields) typed.set(name, [...(typed.get(name) || []), value]);
    for (const input of form.elements) {
      if (!input.matches("[type=checkbox], [type=radio]")) continue;
      const values = typed.get(input.name) || [];
      input.checked = values.includes(input.value);
      if (input.checked) values.splice(values.indexOf(input.value), 1);
    }
    for (const input of form.elements) {
      if (!input.name || input.matches("[type=checkbox], [type=radio], [type=hidden], button")) continue;
      const values = typed.get(input.name);
      if (values?.length) input.value = values.shift();
    }
  }

  /* What the other phones count meanwhile */

  function see(form, sheet) {
    if (!form.isConnected) return;
    const open = sheet.open_round;
    const seat = Number(form.dataset.seat);
    const version = form.elements.version;
    if (!open || open.number !== Number(form.dataset.round)) {
      remark(form, say("This %(round)s was scored or changed in the meantime.", { round: form.dataset.roundWord }));
      return;
    }
    for (const card of open.check?.cards || []) {
      const others = card.by.reduce((total, part) => total + (part.seat === seat ? 0 : part.count), 0);
      for (const tile of form.querySelectorAll(`.tile[data-card="${card.card}"]`)) tile.dataset.others = others;
    }
    // Cards that lie before other players cannot lie here.
    const others = open.entries.filter((entry) => entry.seat !== seat).map((entry) => entry.entry);
    form.dataset.used = (JSON.stringify(others).match(/"(10|[2-9ajqkt])[cdhs]"/gi) || []).join(" ").replaceAll('"', "").toLowerCase();
    form.dispatchEvent(new Event("used"));
    const mine = open.entries.find((entry) => entry.seat === seat);
    if (mine && mine.version > Number(version.value)) {
      if (!form.querySelector("[data-stale]")) remark(form, say("%(name)s has entered this count meanwhile.", { name: mine.by }));
    } else {
      holdSingle(form, sheet, open, seat);
      // What is shown here is what was seen: a save is made against it.
      version.value = sheet.version;
    }
    update(form);
  }

  function holdSingle(form, sheet, open, seat) {
    const single = form.querySelector("[data-single]");
    const place = form.querySelector("[data-holder]");
    if (!single || !place || !open.single) return;
    const holder = open.single.seat !== seat && sheet.seats.find((other) => other.seat === open.single.seat);
    const text = holder ? say("%(name)s has it now", { name: holder.name }) : "";
    if (place.textContent.trim() === text) return;
    if (holder && single.checked) {
      single.checked = false;
      place.textContent = say("%(name)s took it: switched off here", { name: holder.name });
    } else {
      place.textContent = text;
    }
  }

  function remark(form, text) {
    form.querySelector("[data-note]").textContent = text;
  }
})();
