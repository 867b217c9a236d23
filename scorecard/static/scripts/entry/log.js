/* A log that grows by taps: above Save stands what whoever is to act may do, and at what price; each
   line that was told has a cross that takes it out. Built over a textarea, which is what is sent, and
   from what the rules say of it: without a network anybody may do anything. */
(() => {
  "use strict";

  atEachPage(start);

  function start() {
    const form = document.querySelector("form[data-preview]");
    for (const field of form?.querySelectorAll("[data-log]") ?? []) log(form, field);
  }

  function log(form, field) {
    const text = field.querySelector("textarea");
    const names = JSON.parse(field.dataset.names);
    const verbs = JSON.parse(field.dataset.verbs);
    const told = made("ol", "log-lines");
    const people = made("div", "log-people");
    const moves = made("div", "log-moves");
    const bar = made("div", "log-bar", people, moves);
    const others = made("div", "log-others"); // Beside Save, which takes no line of its own then.
    let turns = [];
    let name = ""; // Whose moves are shown.
    let isChosen = false; // By whoever tells, not by the rules; until the next line is told.
    let asked = null; // The move whose amount is being typed.
    text.hidden = true;
    field.querySelector(".hint").hidden = true;
    text.after(told);
    form.querySelector(".bottom-bar .main").before(bar, others);
    form.addEventListener("previewed", ({ detail }) => see(detail.isAnswered));
    form.addEventListener("input", show);
    form.addEventListener("toggle", show, true);
    drawLines();
    show();

    function lines() {
      return text.value.split("\n").map((line) => line.trim()).filter(Boolean);
    }

    function show() {
      bar.hidden = !field.offsetParent || Boolean(field.closest("details:not([open])"));
      others.hidden = bar.hidden;
    }

    /* A name is known by the longest one that the line begins with. */
    function read(line) {
      const fitting = names.filter((known) => (line + " ").startsWith(known + " "));
      const who = fitting.sort((one, other) => other.length - one.length)[0] || "";
      const [verb = "", ...rest] = line.slice(who.length).trim().split(/\s+/);
      return { who, words: [verbs.find((known) => String(known.value) === verb)?.label || verb, ...rest].join(" ") };
    }

    function drawLines() {
      told.replaceChildren(...lines().map((line, index) => {
        const { who, words } = read(line);
        const cross = madeButton("log-cross", "×", () => change(lines().filter((_line, at) => at !== index)));
        cross.setAttribute("aria-label", say("Take out: %(line)s", { line: `${who} ${words}` }));
        return made("li", "", made("bdi", "", who), ` ${words}`, cross);
      }));
    }

    function change(now) {
      text.value = now.join("\n");
      drawLines();
      for (const move of moves.querySelectorAll("button")) move.disabled = true;
      asked = null;
      isChosen = false;
      takeBack();
      text.dispatchEvent(new Event("input", { bubbles: true }));
    }

    function add(verb, amount) {
      const parts = [name, verb, ...(amount === null || amount === "" ? [] : [amount])];
      change([...lines(), parts.join(" ")]);
      told.lastElementChild.scrollIntoView({ block: "nearest" });
    }

    /* What the rules say of it; without them it is whoever sits next, of all. */
    function see(isAnswered) {
      show();
      const said = form.querySelector("[data-turns]");
      const was = name;
      const hadFocus = moves.contains(document.activeElement) || document.activeElement === document.body;
      if (isAnswered) {
        const { actor, turns: known, told: rest, left } = JSON.parse(said?.dataset.turns || '{"turns": []}');
        field.dataset.left = JSON.stringify(left ?? []);
        turns = known;
        follow(actor);
        fill(rest || {});
      } else {
        delete field.dataset.left;
        const last = lines().length ? names.indexOf(read(lines().at(-1)).who) : -1;
        turns = names.map((each) => ({ name: each, hint: "", moves: verbs.map(freely) }));
        follow(lines().length ? names[(last + 1) % names.length] : "");
      }
      form.dispatchEvent(new Event("used"));
      drawPeople(isChosen || !name || !isAnswered);
      // An amount that is being typed stays where the same is asked for.
      const isSame = (move) => JSON.stringify(move) === JSON.stringify(asked);
      if (name === was && turnOf(name)?.moves.some(isSame)) return prompt(turnOf(name).hint);
      drawMoves();
      if (hadFocus && lines().length) moves.querySelector("button")?.focus({ preventScroll: true });
    }

    function follow(next) {
      isChosen &&= Boolean(turnOf(name));
      if (!isChosen) name = next;
    }

    function freely({ value, label, amount }) {
      return { verb: value, label, amount: null, least: amount ? 0 : null, most: null };
    }

    /* Everybody who may act, where that is not known, or somebody else has. */
    function drawPeople(isOpen) {
      people.hidden = !isOpen || turns.length < 2;
      people.replaceChildren(...turns.map((turn) => {
        const chip = madeButton("log-name", "", () => {
          name = turn.name;
          isChosen = true;
          drawPeople(true);
          drawMoves();
          moves.querySelector("button")?.focus({ preventScroll: true });
        });
        chip.append(made("bdi", "", turn.name));
        chip.setAttribute("aria-pressed", String(turn.name === name));
        return chip;
      }));
    }

    function turnOf(who) {
      return turns.find((one) => one.name === who);
    }

    function drawMoves() {
      const turn = turnOf(name);
      asked = null;
      prompt(turn?.hint);
      moves.replaceChildren(...(turn?.moves ?? []).map((move) => {
        const isPriced = move.least !== null;
        return madeButton("second", isPriced ? `${move.label} …` : move.label, () => {
          if (isPriced) ask(move);
          else add(move.verb, move.amount);
        });
      }));
      document.dispatchEvent(new Event("pad:done"));
      others.replaceChildren();
      if (turn && turns.length > 1 && people.hidden) {
        others.append(madeButton("plain-button", say("Somebody else"), () => {
          isChosen = true;
          drawPeople(true);
          drawMoves();
          people.querySelector("button").focus({ preventScroll: true });
        }));
      }
    }

    function prompt(words) {
      if (!words) return;
      const shown = form.querySelector("[data-shown]");
      if (!shown.querySelector("[data-hint]")) {
        const hint = made("b", "");
        hint.dataset.hint = "";
        shown.append(made("p", "", hint));
      }
      shown.querySelector("[data-hint]").textContent = words;
    }

    /* How much, between what is least and most. */
    function ask(move) {
      const box = made("input", "log-amount");
      asked = move;
      const done = () => {
        const typed = box.value.trim();
        add(move.verb, typed ? readSum(typed) ?? typed : move.least || "");
      };
      box.inputMode = "numeric";
      box.maxLength = 12;
      box.autocomplete = "off";
      box.placeholder = move.most === null ? `${move.least}+` : `${move.least}–${move.most}`;
      box.setAttribute("aria-label", say("How much"));
      box.addEventListener("input", (event) => event.stopPropagation());
      box.addEventListener("entered", (event) => {
        event.preventDefault();
        done();
      });
      moves.replaceChildren(box, madeButton("second", move.label, done));
      others.replaceChildren(madeButton("plain-button", say("Cancel"), drawMoves));
      box.focus({ preventScroll: true });
    }

    /* What the log says about the rest of the round, as long as nobody has said it otherwise. */
    function fill(rest) {
      for (const [place, value] of Object.entries(rest)) {
        const choices = [...form.querySelectorAll(`input[type=radio][name="${CSS.escape(place)}"]`)];
        const fitting = choices.find((choice) => choice.value === String(value));
        if (!fitting || choices.some((choice) => choice.checked)) continue;
        fitting.checked = true;
        fitting.dataset.byLog = "";
        fitting.dispatchEvent(new Event("input", { bubbles: true }));
      }
    }

    function takeBack() {
      for (const choice of form.querySelectorAll("[data-by-log]")) {
        choice.checked = false;
        delete choice.dataset.byLog;
      }
    }
  }
})();
