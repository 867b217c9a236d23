/* Our own keypad for numbers: on phones the system's would cover the button that saves. A field that is
   gone to is selected whole; Enter and Next go to the next one, and save at the last. */
(() => {
  "use strict";

  const FIELDS = "form[data-draft] input[inputmode]";
  const MINUS = "\u2212";
  const KEYS = ["1", "2", "3", "back", "4", "5", "6", "±", "7", "8", "9", "next", "00", "0", "50", "named"];
  const NAMES = { back: say("Delete"), "±": say("Plus or minus") };
  const FACES = { back: "⌫" };
  const ROOM = 640; // Pixels of height from which on the pad is there before a field is tapped.
  const isTouched = matchMedia("(pointer: coarse)").matches;

  const pad = made("div", "pad");
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", say("Keypad"));
  const keys = new Map(KEYS.map((key) => [key, keyOf(key)]));
  // The field keeps the focus, and its selection.
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  let field = null;
  let isNew = false; // Whether nothing was done in the field since it was gone to.

  document.addEventListener("filled", takeSigns, true);
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(FIELDS)) enter(event.target);
    else if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("form[data-draft] input")) {
      event.preventDefault();
      next(event.target);
    } else if (event.key === "Escape") {
      close();
    }
  });
  // Another way has other fields; who chooses it with a keyboard goes on choosing.
  document.addEventListener("change", (event) => {
    if (isTouched && event.target.matches("[data-styles] input, [data-hows] input")) goToFirst();
  });
  // A number that is asked for in between is done with.
  document.addEventListener("pad:done", () => {
    if (!field?.isConnected) close();
  });
  // What is typed may bring another question, or take this one away.
  document.addEventListener("input", (event) => {
    if (isTouched && (field ? !field.offsetParent : event.target.type === "radio")) goToFirst();
    else if (pad.isConnected && field?.isConnected) offer();
  });
  // Cards that are picked take its room; a tap on the number brings it back.
  document.addEventListener("toggle", ({ target }) => {
    if (!isTouched || !target.matches(".card-picker[open]") || !target.offsetParent) return;
    field?.blur();
    close();
  }, true);
  // What is typed next is of the pile that is seen.
  document.addEventListener("pile:chosen", goToFirst);
  document.addEventListener("click", ({ target }) => {
    // The finger that went to it would leave the cursor somewhere in the number.
    if (target === field && isNew) field.select();
    isNew = false;
    // What it unfolds is seen above the keys.
    const fold = target.closest("[data-draft] summary")?.parentElement;
    if (fold) setTimeout(() => fold.scrollIntoView({ block: "nearest" }));
  });
  document.addEventListener("input", (event) => {
    if (!event.target.matches(FIELDS)) return;
    oneMinus(event.target);
    isNew = false;
  }, true);
  atEachPage(start);

  function start() {
    pad.remove();
    field = null;
    if (!document.querySelector(FIELDS)) return;
    takeSigns();
    const bar = document.querySelector("form[data-draft] .bottom-bar");
    new ResizeObserver(() => makeRoom(bar)).observe(bar);
    if (isTouched) for (const input of document.querySelectorAll(FIELDS)) input.inputMode = "none";
    if (!document.querySelector("form[data-refused]")) goToFirst();
  }

  /* To the first field that is blank, where there is room for the pad, unless cards are to be picked. */
  function goToFirst() {
    if (isTouched && innerHeight < ROOM) return close();
    const shown = all().filter((input) => input.offsetParent && !input.closest(".tiles"));
    const asked = shown.filter((input) => !input.closest("[data-said]"));
    const first = asked.find((input) => input.closest("[data-entry]") && !input.value) || asked[0];
    const isPicking = [...document.querySelectorAll(".card-picker[open]")].some((picker) => picker.offsetParent);
    if (first && !isPicking) return first.focus({ preventScroll: true });
    field = null;
    close();
  }

  /* A box for the sign is for phones without scripts: here the number has its own. */
  function takeSigns() {
    for (const sign of document.querySelectorAll("[data-sign]")) {
      const input = document.getElementById(sign.dataset.sign);
      if (sign.checked) input.value = MINUS + input.value;
      sign.checked = false;
      sign.closest("label").hidden = true;
    }
  }

  /* A minus is one sign, whichever key it was typed with, and stands once before a number. */
  function oneMinus(input) {
    const { selectionStart: at, value } = input;
    const spelt = value.replace(/[-\u2013]/g, MINUS).replace(/^\u2212{2,}/, MINUS);
    if (spelt === value) return;
    input.value = spelt;
    input.setSelectionRange(at + spelt.length - value.length, at + spelt.length - value.length);
  }

  function keyOf(key) {
    const button = madeButton(`key key-${key === "±" ? "sign" : key}`, FACES[key] || key, () => press(key));
    if (NAMES[key]) button.setAttribute("aria-label", NAMES[key]);
    pad.append(button);
    return button;
  }

  function enter(input) {
    field = input;
    isNew = true;
    input.select();
    if (!isTouched) return;
    const bar = input.form.querySelector(".bottom-bar");
    // Last, so that the keys stay where they are whatever comes above them.
    if (!pad.isConnected) bar.append(pad);
    offer();
    makeRoom(bar);
  }

  /* What is typed into stays in sight above the bar, where that does not stand below everything. */
  function makeRoom(bar) {
    if (!bar.isConnected) return;
    const isOver = getComputedStyle(bar).position === "fixed";
    const room = isOver ? `${bar.offsetHeight + 16}px` : "";
    document.querySelector("main").style.paddingBottom = room;
    document.documentElement.style.scrollPaddingBottom = room;
    if (field && field === document.activeElement) field.scrollIntoView({ block: "nearest" });
  }

  function close() {
    pad.remove();
  }

  /* The keys that suit the field, and where Next leads. */
  function offer() {
    const offered = (field.dataset.keys || "").split(" ");
    for (const key of ["±", "00", "50"]) keys.get(key).hidden = !offered.includes(key);
    const following = field.matches(".bottom-bar *") ? null : after(field);
    const name = following && ownerOf(following);
    const named = keys.get("named");
    named.hidden = !field.dataset.named;
    named.textContent = field.dataset.namedAs || "";
    const button = keys.get("next");
    const saves = !following && !field.matches(".bottom-bar *") && saver(field.form);
    button.replaceChildren(following ? say("Next") : saves ? say("Save") : say("Done"));
    // At the last of them the key saves, which one button is enough for.
    field.form.querySelector(".bottom-bar").classList.toggle("is-last", Boolean(saves));
    if (name && name !== ownerOf(field)) button.append(made("bdi", "", name));
  }

  function ownerOf(input) {
    return input.closest("[data-entry], .by-name")?.querySelector("bdi")?.textContent;
  }

  /* The button that saves; none where there are several, or an order is still open. */
  function saver(form) {
    if (form.querySelector("[data-in]:not([hidden]) .is-open")) return null;
    const shown = [...form.querySelectorAll(".bottom-bar button.main")].filter((button) => !button.hidden);
    return shown.length === 1 ? shown[0] : null;
  }

  function press(key) {
    if (!field?.isConnected) return;
    if (key === "next") {
      next(field);
      return;
    }
    if (document.activeElement !== field) field.focus({ preventScroll: true });
    const { selectionStart: start, selectionEnd: end, value } = field;
    delete field.dataset.carried;
    if (key === "back") field.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
    else if (key === "named") field.value = field.dataset.named;
    else if (key === "±") turn(value, start === 0 && end === value.length);
    else if (value.length - (end - start) + key.length <= field.maxLength) field.setRangeText(key, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    // What has a name is a whole answer.
    if (key === "named" && after(field)) next(field);
  }

  /* The other sign; what was selected stays so, but for the sign. */
  function turn(value, isSelected) {
    const digits = value.replace(/^[-\u2212\u2013]/, "");
    field.value = digits === value ? MINUS + value : digits;
    if (isSelected) field.setSelectionRange(field.value.length - digits.length, field.value.length);
  }

  function next(from) {
    // A number that stands by itself goes where it is typed for.
    if (!from.dispatchEvent(new CustomEvent("entered", { bubbles: true, cancelable: true }))) return;
    const following = after(from);
    if (!following) {
      const save = saver(from.form);
      if (save) from.form.requestSubmit(save);
      else close();
      return;
    }
    following.closest("[data-group]")?.dispatchEvent(new Event("wanted"));
    following.focus();
  }

  function all() {
    return [...document.querySelectorAll(FIELDS)].filter((input) => !input.closest(".bottom-bar, :is([data-style], [data-in], .by-name)[hidden], .not-asked, details:not([open])"));
  }

  /* The next field; what was said before the play is gone to by a tap. */
  function after(input) {
    return all().find((other) => !other.closest("[data-said]") && input.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING);
  }
})();
