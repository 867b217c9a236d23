/* The ways to count, one at a time, the one saved last first. What was typed goes along where it can:
   cards into their worths, worths into sums, sums into a total. */
(() => {
  "use strict";

  atEachPage(start);

  function start() {
    const form = document.querySelector("form[data-draft]");
    if (!form) return;
    choosePiles(form);
    recall(form, form.querySelector("[data-hows]"), "how/");
    recall(form, form.querySelector("[data-styles]"), "style/");
    chooseStyle(form);
    for (const none of form.querySelectorAll("[data-none]")) sayNone(form, none);
    form.addEventListener("input", (event) => {
      if (event.isTrusted) delete event.target.dataset.carried;
    });
    form.dispatchEvent(new Event("input"));
  }

  function chooseStyle(form) {
    const choices = [...form.querySelectorAll("[data-styles] input")];
    if (!choices.length) return;
    const rows = form.querySelectorAll("[data-entry]");
    const counts = rows.length ? [...rows] : [form]; // One for each player.
    let shown = null;
    const show = () => {
      const chosen = choices.find((choice) => choice.checked).value;
      for (const count of counts) {
        for (const choice of choices) part(count, choice.value).hidden = choice.value !== chosen;
        if (shown && shown !== chosen) carry(count, part(count, shown), part(count, chosen));
      }
      shown = chosen;
    };
    const part = (count, key) => count.querySelector(`[data-style="${CSS.escape(key)}"]`);
    show();
    for (const choice of choices) {
      choice.addEventListener("change", () => {
        show();
        const menu = choice.closest("details");
        if (menu) menu.open = false;
        choice.dispatchEvent(new Event("input", { bubbles: true }));
      });
    }
    // What is filled in from elsewhere chooses a way as well.
    form.addEventListener("filled", () => {
      shown = null;
      show();
    });
  }

  /* Begin with the way that was saved last in this game of cards, where the page does not say which.
     Who only looks into another way has not chosen it. */
  function recall(form, group, kind) {
    if (!group) return;
    const memory = kind + form.dataset.rules;
    const choices = [...group.querySelectorAll("input")];
    const usual = choices.find((choice) => choice.value === remembered(memory));
    const isSaid = "chosen" in group.dataset || "restored" in form.dataset || "refused" in form.dataset;
    if (usual && form.dataset.drafted === "0" && !isSaid) usual.checked = true;
    form.addEventListener("sent", () => {
      const chosen = choices.find((choice) => choice.checked);
      if (chosen) remember(memory, chosen.value);
    });
  }

  /* What goes along: nothing where a part of it would be lost, or where something was typed there. */

  function carry(count, from, to) {
    if (!count.closest("form").dataset.summed) return;
    const source = numbers(from).filter(isSaid);
    const target = numbers(to);
    if (!source.length || target.some((input) => isSaid(input) && !("carried" in input.dataset))) return;
    const values = new Map(target.map((input) => [input, parts(input, source)]));
    if (!source.every((input) => [...values.values()].some((taken) => taken?.includes(input)))) return;
    for (const [input, taken] of values) {
      put(input, taken?.length ? String(worth(count, input, taken)) : "");
      input.dataset.carried = "";
    }
  }

  function numbers(style) {
    return style ? [...style.querySelectorAll("[data-worth]")] : [];
  }

  function isSaid(input) {
    return input.type === "checkbox" ? input.checked : input.value.trim() !== "";
  }

  function amount(input) {
    return input.type === "checkbox" ? Number(input.checked) : readSum(input.value) || 0;
  }

  /* The numbers that one number of another way stands for; a total stands for all of them. */
  function parts(input, source) {
    const { ranks, place } = input.dataset;
    if (!place) return source;
    const own = source.filter((other) => other.dataset.place === place);
    if (!ranks) return own;
    const known = ranks.split(" ");
    return own.filter((other) => other.dataset.ranks?.split(" ").every((card) => known.includes(card)));
  }

  function worth(count, input, taken) {
    if (input.dataset.ranks) return taken.reduce((sum, other) => sum + amount(other), 0);
    const isFlipped = !input.dataset.place && Boolean(count.querySelector("[data-flip]:checked"));
    const switches = input.dataset.place ? [] : numbers(count.querySelector("[data-switches]"));
    const points = [...taken, ...switches].reduce((sum, other) => (
      sum + amount(other) * Number(isFlipped ? other.dataset.flipped : other.dataset.worth)
    ), 0);
    return input.dataset.place ? Math.abs(points) : points;
  }

  function put(input, text) {
    if (input.type === "checkbox") input.checked = Number(text) > 0;
    else input.value = text.replace("-", "\u2212");
  }

  /* Two piles do not fit a phone one above the other: show one at a time. */
  function choosePiles(form) {
    for (const style of form.querySelectorAll("[data-style]")) {
      const piles = [...style.querySelectorAll("[data-group]")];
      if (piles.length < 2 || !piles.every((pile) => pile.querySelector("[data-tab]"))) continue;
      const bar = made("div", "segments");
      bar.setAttribute("role", "group");
      bar.setAttribute("aria-label", say("Which pile"));
      const buttons = piles.map((pile) => {
        const tab = pile.querySelector("[data-tab]");
        const output = made("span", "pile-sum");
        const button = madeButton("", made("span", "", tab.firstChild.textContent.trim()), () => {
          pick(pile);
          button.dispatchEvent(new CustomEvent("pile:chosen", { bubbles: true }));
        });
        button.append(" ", output);
        pile.ownTabs = [output];
        tab.classList.add("sr-only");
        pile.addEventListener("wanted", () => pick(pile));
        bar.append(button);
        return button;
      });
      const pick = (chosen) => piles.forEach((pile, index) => {
        pile.hidden = pile !== chosen;
        buttons[index].setAttribute("aria-pressed", String(pile === chosen));
      });
      piles[0].before(bar);
      pick(piles.find((pile) => pile.querySelector("[aria-invalid]")) || piles[0]);
    }
  }

  /* A button that says that there is nothing: it types the zeros, which blank fields are not. It stands
     below every pile; beside another one it goes once it would take back what was typed. */
  function sayNone(form, button) {
    const pile = button.closest("[data-group]");
    const inputs = numbers(pile);
    const boxes = inputs.filter((input) => input.type === "checkbox");
    const isNone = () => inputs.some(isSaid) && inputs.every((input) => amount(input) === 0);
    const draw = () => {
      button.setAttribute("aria-pressed", String(isNone()));
      button.hidden = pile.hidden && inputs.some((input) => amount(input) > 0);
      const chips = pile.parentElement.querySelector(":scope > :not([hidden]) > .chips");
      if (chips !== button.parentElement) chips?.append(button);
    };
    button.addEventListener("click", () => {
      const text = isNone() ? "" : "0";
      for (const box of boxes) box.checked = false;
      for (const input of inputs) if (input.type !== "checkbox") input.value = text;
      inputs[0].dispatchEvent(new Event("input", { bubbles: true }));
    });
    for (const kind of ["input", "focusin", "click"]) form.addEventListener(kind, draw);
    draw();
    form.addEventListener("submit", (event) => {
      const style = pile.parentElement;
      if (style.hidden || event.submitter?.hasAttribute("formaction") || inputs.some(isSaid) || !numbers(style).some(isSaid)) return;
      event.preventDefault();
      refuse(pile, inputs[0], button.dataset.none);
    });
  }

  /* What the server would say of a pile of which nothing was said; it may be out of reach. */
  function refuse(pile, first, text) {
    const id = `${pile.dataset.group}-error`;
    pile.dispatchEvent(new Event("wanted"));
    document.getElementById(id)?.remove();
    const error = made("p", "field-error", text);
    error.id = id;
    pile.querySelector("legend").after(error);
    first.setAttribute("aria-invalid", "true");
    first.setAttribute("aria-describedby", id);
    first.closest(".tile").classList.add("is-refused");
    first.focus();
    error.scrollIntoView({ block: "center" });
  }
})();
