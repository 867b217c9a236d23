/* What makes a round quick to enter: steps instead of a keypad, and the rules' own word on what is
   typed so far. All over plain inputs, from the game's data; nothing in here knows a game. */
(() => {
  "use strict";

  const PAUSE = 350;
  const LONG_PAUSE = 2500; // Nobody is in the middle of a number for longer.
  let timer = 0;
  let asked = 0;

  atEachPage(start);

  function start() {
    const form = document.querySelector("form[data-preview]");
    if (!form) return;
    for (const hidden of form.querySelectorAll("[data-step]")) hidden.hidden = false;
    form.addEventListener("click", step);
    openAsSaid(form);
    const changed = () => {
      showChosenWay(form);
      showAsked(form);
      excuse(form);
      group(form);
    };
    changed();
    form.addEventListener("input", changed);
    const look = (event) => preview(form, event?.target);
    for (const kind of form.dataset.summed ? ["focusout", "change", "filled"] : ["input"]) form.addEventListener(kind, look);
    // What a save was refused for stays until something is changed.
    if (!("refused" in form.dataset)) look();
  }

  /* What was answered at the table, also where this page was kept before */
  function openAsSaid(form) {
    for (const [name, value] of new URLSearchParams(location.search)) {
      const answer = form.querySelector(`.said [name="${CSS.escape(name)}"][value="${CSS.escape(value)}"]`);
      if (!answer || answer.checked) continue;
      const ways = waysOf(answer.closest("[data-in]"));
      const hows = [...form.querySelectorAll("[name=how]")].filter((how) => ways.includes(how.value));
      if (hows.length && !hows.some((how) => how.checked)) hows[0].checked = true;
      answer.checked = true;
    }
  }

  /* Only the fields of the chosen way to record a round, in its order */
  function showChosenWay(form) {
    const chosen = form.querySelector("[name=how]:checked")?.value;
    if (!chosen || form.dataset.way === chosen) return;
    form.dataset.way = chosen;
    const placeOf = (part) => new Map(part.dataset.in.trim().split(" ").map((place) => place.split(":"))).get(chosen);
    for (const part of form.querySelectorAll("[data-in]")) part.hidden = !waysOf(part).includes(chosen);
    const said = form.querySelector(".said");
    const shown = [...said.children].filter((part) => !part.hidden);
    said.append(...shown.sort((one, other) => placeOf(one) - placeOf(other)));
  }

  function waysOf(part) {
    return part.dataset.in.trim().split(" ").map((place) => place.split(":")[0]);
  }

  /* What depends on another answer is asked only then, and not sent otherwise. */
  function showAsked(form) {
    const parts = [...form.querySelectorAll("[data-asked-if]")];
    const fitting = parts.filter((part) => {
      const answers = form.querySelectorAll(`[name="${CSS.escape(part.dataset.askedIf)}"]`);
      const answer = [...answers].find((input) => input.checked || input.matches("[inputmode]"))?.value ?? "";
      return part.dataset.askedFor.split(" ").includes(String(readSum(answer) ?? answer));
    });
    for (const part of parts) {
      const { ofSeveral } = part.dataset;
      const isAsked = fitting.includes(part) && (!ofSeveral || fitting.some((one) => one !== part && one.dataset.ofSeveral === ofSeveral));
      part.classList.toggle("not-asked", !isAsked);
      for (const input of part.querySelectorAll("input")) input.disabled = !isAsked;
    }
  }

  /* The row, or own page, of a player about whom the round's fields say all there is. */
  function excuse(form) {
    for (const part of form.querySelectorAll("[data-excuses]:not([hidden])")) {
      const name = part.querySelector("input:checked")?.value;
      for (const row of form.parentElement.querySelectorAll("form[data-name], [data-entry]")) {
        const isExcused = row.dataset.name === name;
        const note = row.querySelector(".excused");
        note.hidden = !isExcused;
        note.textContent = part.dataset.excuses;
        for (const style of row.querySelectorAll("[data-style]")) style.classList.toggle("not-asked", isExcused);
        for (const input of row.querySelectorAll("[data-style] input")) input.disabled = isExcused;
      }
    }
  }

  /* A number in a row is read like those of the table: its thousands are told apart until it is typed. */
  function group(form) {
    for (const input of form.querySelectorAll(".one-number .sum")) {
      const number = /^\u2212?\d{4,}$/.test(input.value) ? readSum(input.value) : null;
      const shown = input.parentElement.querySelector(".grouped") || input.parentElement.appendChild(made("span", "grouped"));
      shown.ariaHidden = "true";
      shown.textContent = number === null ? "" : sayNumber(number);
    }
  }

  function step(event) {
    const button = event.target.closest("[data-step]");
    if (!button) return;
    const box = document.getElementById(button.dataset.for);
    typeInto(box, Math.max(0, (readSum(box.value) || 0) + Number(button.dataset.step)));
  }

  /* What the rules make of it so far; asked of the server, because the rules live there */
  function preview(form, changed) {
    const place = form.querySelector("[data-shown]");
    if (!place) return;
    clearTimeout(timer);
    const mine = ++asked;
    // As it is now: soon the next number is half typed.
    const body = new URLSearchParams(new FormData(form));
    timer = setTimeout(async () => {
      // Without an answer, and for a round that has not begun, nothing is known of what is typed now.
      const answer = await answerTo(form.dataset.preview, { method: "POST", body });
      const isOld = () => mine !== asked || !form.isConnected;
      if (isOld()) return;
      // Half a number is refused that will be right, and two cards of three.
      const isWhole = answer?.includes("live-error") && untilLeft(changed);
      if (isWhole) {
        show(form, place, "");
        await isWhole;
        if (isOld()) return;
      }
      show(form, place, answer ?? "");
      form.dispatchEvent(new CustomEvent("previewed", { detail: { isAnswered: answer !== null } }));
    }, changed?.matches("textarea") ? 0 : PAUSE);
  }

  /* What ends a number that is being typed, or cards that are being picked; nothing where neither is. */
  function untilLeft(box) {
    const field = box?.closest("[data-needed]");
    const picker = field?.querySelector(".card-picker[open]");
    const isPicked = picker && box.value.split(" ").length < Number(field.dataset.most);
    if (isPicked) return new Promise((resolve) => {
      picker.addEventListener("toggle", resolve, { once: true });
      field.addEventListener("focusout", (event) => field.contains(event.relatedTarget) || resolve());
    });
    return box?.matches("[inputmode]:focus") && new Promise((resolve) => {
      setTimeout(resolve, LONG_PAUSE);
      box.addEventListener("blur", resolve, { once: true });
    });
  }

  function show(form, place, said) {
    place.innerHTML = said;
    putBesideRows(form, place);
    putAbove(form, place);
    markRefused(form, place);
  }

  function isShown(element) {
    return element.offsetParent && !element.closest("details:not([open])");
  }

  /* Each result at the end of its row; what has no row stays in the bar. */
  function putBesideRows(form, place) {
    const outputs = [...form.querySelectorAll("[data-result]")];
    for (const output of outputs) output.replaceChildren();
    for (const part of place.querySelectorAll("[data-of]")) {
      const output = outputs.find((one) => one.dataset.result === part.dataset.of && isShown(one.parentElement));
      if (!output) continue;
      const row = output.parentElement;
      const box = [...row.querySelectorAll(".one-number .sum")].find(isShown);
      const stands = box ? box.value || box.placeholder : row.querySelector(".excused:not([hidden])")?.textContent.split(" ").pop();
      // What counts as it stands need not stand there twice.
      for (const said of part.querySelectorAll("[data-number]")) {
        if (stands && String(readSum(stands) ?? stands) === said.dataset.number) said.remove();
      }
      output.replaceChildren(...part.querySelectorAll("[data-number]"));
      part.remove();
    }
    for (const list of place.querySelectorAll("ul:empty")) list.remove();
  }

  /* What decides the round, where something that is typed is different from usual. */
  function putAbove(form, place) {
    const coming = place.querySelector("[data-coming]");
    if (coming) form.querySelector(".fact")?.replaceChildren(...coming.childNodes);
  }

  /* The fields that a refusal is about, until one of them is changed. */
  function markRefused(form, place) {
    for (const marked of form.querySelectorAll("[aria-describedby=live-error]")) {
      marked.removeAttribute("aria-describedby");
      marked.removeAttribute("aria-invalid");
    }
    const problem = place.querySelector("#live-error");
    for (const name of problem?.dataset.fields.split(" ").filter(Boolean) ?? []) {
      const named = [...form.querySelectorAll(`[name="${CSS.escape(name)}"]:not([aria-describedby])`)];
      const own = named.filter((input) => input.closest("[data-of-name]")?.dataset.ofName === problem.dataset.player);
      for (const input of own.length ? own : named) {
        input.setAttribute("aria-invalid", "true");
        input.setAttribute("aria-describedby", "live-error");
      }
    }
  }
})();
