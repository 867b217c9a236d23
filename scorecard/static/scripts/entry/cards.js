/* Cards to tap instead of writing them, built over plain inputs, from the game's data. */
(() => {
  "use strict";

  const MOST_IN_A_HAND = 13;
  const COURT = ["J", "Q", "K", "JOKER"];
  const SUITS = { c: "♣", d: "♦", h: "♥", s: "♠" };

  atEachPage(start);

  function start() {
    const form = document.querySelector("form[data-preview]");
    if (!form) return;
    const pickers = [...form.querySelectorAll("[data-cards]")].map((field) => picker(form, field));
    const choice = suitsChoice();
    const draw = () => {
      askNamed(form);
      pickers.forEach((drawn) => drawn());
      choice.hidden = ![...form.querySelectorAll("[data-cards]:has([data-suit])")].some((field) => field.offsetParent);
    };
    if (pickers.length) openNext(form);
    form.querySelector(".bottom-bar").before(choice);
    for (const change of ["input", "used"]) form.addEventListener(change, draw);
    form.addEventListener("formdata", ({ formData }) => leaveOut(form, formData));
    draw();
  }

  /* The rows of those alone who are named beside them, or are left by the log, beside cards that were typed
     before; until all are named, there is something left to say. */
  function askNamed(form) {
    const log = form.querySelector("[data-left]");
    const left = log && !log.closest("[hidden]") ? JSON.parse(log.dataset.left) : [];
    for (const field of form.querySelectorAll("[data-only]")) {
      const asked = field.dataset.only.split(" ").flatMap((name) => [
        ...form.querySelectorAll(`[data-in]:not([hidden]) fieldset:has([name="${CSS.escape(name)}"])`),
      ]);
      const names = asked.map((one) => one.querySelector(":checked")?.value);
      for (const row of field.querySelectorAll(".by-name")) {
        const isLeft = !left.length || left.includes(row.dataset.ofName) || row.querySelector("input").value;
        row.hidden = asked.length ? !names.includes(row.dataset.ofName) : !isLeft;
      }
      field.hidden = !field.querySelector(".by-name:not([hidden])");
      field.classList.toggle("is-open", names.includes(undefined));
    }
  }

  /* What was picked for somebody who is named no longer stays on the phone, and is sent as blank. */
  function leaveOut(form, typed) {
    for (const box of form.querySelectorAll("[data-only] input[name]")) typed.delete(box.name);
    for (const box of form.querySelectorAll("[data-only] input[name]")) {
      typed.append(box.name, box.closest(".by-name").hidden ? "" : box.value);
    }
  }

  /* The choice between two colours for the suits and four, which suits.js remembers. */
  function suitsChoice() {
    const button = madeButton("plain-button suits-choice", say("Four-colour deck"));
    button.setAttribute("aria-pressed", String(document.documentElement.classList.contains("four-suits")));
    return button;
  }

  /* Cards */
  function cardsIn(text) {
    return text.split(/[\s,;]+/).filter(Boolean).map((card) => card.replace(/^t(?=[cdhs]$)/i, "10").toLowerCase());
  }

  /* A card as it is drawn: its rank, its suit, whom it shows, and whether it is wild. */
  function face(card, courts, wild) {
    const suit = card.slice(-1).toLowerCase();
    const isSuited = card.length > 1 && suit in SUITS;
    const rank = (isSuited ? card.slice(0, -1) : card).toUpperCase();
    const drawn = made("span", "playing-card");
    drawn.dataset.rank = rank;
    if (wild.includes(rank)) drawn.dataset.wild = "";
    drawn.append(made("span", "card-rank", rank));
    if (isSuited) {
      Object.assign(drawn.dataset, { suit, pip: SUITS[suit] });
      drawn.append(made("span", "suit-sign", SUITS[suit]));
    }
    if (COURT.includes(rank)) {
      drawn.dataset.court = "";
      drawn.insertAdjacentHTML("beforeend", `<svg class="court" aria-hidden="true"><use href="${courts}#${rank}"/></svg>`);
    }
    return drawn;
  }

  /* The first row that still lacks cards, where rows are to be filled one after another; not of who called */
  function openNext(form) {
    const rows = [...form.querySelectorAll("[data-needed]")];
    const shown = rows.filter((row) => row.offsetParent);
    // Where another way is shown, the first is open once this one is.
    const open = (shown.length ? shown : rows).find((row) => cardsIn(row.querySelector("input").value).length < Number(row.dataset.most));
    if (open) open.querySelector(".card-picker").open = true;
    return open;
  }

  function picker(form, field) {
    const box = field.querySelector("input");
    const most = Number(field.dataset.most) || Infinity;
    const { courts } = field.dataset;
    const wild = (field.dataset.wild || "").toUpperCase().split(" ");
    const deck = field.dataset.deck.split(" ");
    const isSuited = deck.every((card) => /^(10|[2-9ajqk])[cdhs]$/i.test(card));
    const chosen = made("div", "chosen-cards");
    const place = made("div", isSuited ? "deck" : "deck of-ranks");
    const grid = made("details", "card-picker", made("summary", ""), place);
    const label = field.querySelector("label").textContent.trim().replace(/\s+/g, " ");
    let row = place;
    for (const card of deck) {
      if (isSuited && row.dataset?.suit !== card.slice(-1)) {
        row = made("div", "suit");
        row.dataset.suit = card.slice(-1);
        place.append(row);
      }
      const button = madeButton("", face(card, courts, wild));
      button.dataset.card = card.toLowerCase();
      button.setAttribute("aria-label", say("%(field)s: %(card)s", { field: label, card: button.textContent }));
      if (button.querySelector("[data-wild]")) button.setAttribute("aria-description", say("wild"));
      row.append(button);
    }
    box.classList.add("sr-only");
    box.tabIndex = -1;
    box.after(chosen, grid);
    const cards = () => cardsIn(box.value);
    place.addEventListener("click", (event) => {
      const button = event.target.closest("[data-card]");
      if (!button || button.getAttribute("aria-disabled") === "true") return;
      const now = cards();
      const card = button.dataset.card;
      const at = now.indexOf(card);
      if (isSuited && at >= 0) now.splice(at, 1);
      else if (now.length < most) now.push(card);
      typeInto(box, now.join(" "));
      if (now.length === most) {
        grid.open = false;
        const next = openNext(form);
        next?.querySelector("summary").focus({ preventScroll: true });
        next?.scrollIntoView();
      }
    });
    return () => {
      const now = cards();
      chosen.replaceChildren(...now.map((card, index) => {
        const take = () => typeInto(box, now.filter((_card, at) => at !== index).join(" "));
        const button = madeButton("small-card", face(card, courts, wild), take);
        button.setAttribute("aria-label", say("%(field)s: take %(card)s back", { field: label, card: button.textContent }));
        return button;
      }));
      grid.firstChild.textContent = howMany(now.length, most);
      if (!isSuited) return;
      const used = new Set(cardsIn(form.dataset.used || ""));
      for (const other of form.querySelectorAll("[data-cards] input")) {
        if (other !== box) for (const card of cardsIn(other.value)) used.add(card);
      }
      for (const button of place.querySelectorAll("button")) {
        const isMine = now.includes(button.dataset.card);
        button.setAttribute("aria-pressed", String(isMine));
        button.setAttribute("aria-disabled", String(!isMine && used.has(button.dataset.card)));
      }
    };
  }

  function howMany(count, most) {
    if (most <= MOST_IN_A_HAND) return sayN("%(count)s of %(num)s card", "%(count)s of %(num)s cards", most, { count });
    return count ? sayN("%(num)s card", "%(num)s cards", count) : say("Choose cards");
  }
})();
