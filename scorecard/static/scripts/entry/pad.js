/* Our own keypad for numbers: on phones it takes the place of the system's, which would cover the
   button that saves. A field that is gone to is selected whole, so that the first digit replaces
   what stood there; Enter and Next go to the next field, and save at the last one. */
(() => {
  "use strict";

  const FIELDS = "form[data-draft] input[inputmode]";
  const MINUS = "\u2212";
  const KEYS = ["1", "2", "3", "back", "4", "5", "6", "±", "7", "8", "9", "next", "00", "0", "50"];
  const NAMES = { back: say("Delete"), "±": say("Plus or minus") };
  const FACES = { back: "⌫" };
  const ROOM = 640; // Pixels of height from which on the pad is there before a field is tapped.
  const isTouched = matchMedia("(pointer: coarse)").matches;

  const pad = document.createElement("div");
  pad.className = "pad";
  pad.setAttribute("role", "group");
  pad.setAttribute("aria-label", say("Keypad"));
  const keys = new Map(KEYS.map((key) => [key, made(key)]));
  // The field keeps the focus, and its selection.
  pad.addEventListener("pointerdown", (event) => event.preventDefault());
  let field = null;

  document.addEventListener("main:replaced", start);
  document.addEventListener("filled", takeSigns, true);
  document.addEventListener("focusin", (event) => {
    if (event.target.matches(FIELDS)) enter(event.target);
    else if (event.target.matches("input:not([type=checkbox], [type=radio]), textarea, select")) close();
  });
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches(FIELDS)) {
      event.preventDefault();
      next();
    } else if (event.key === "Escape") {
      close();
    }
  });
  document.addEventListener("input", (event) => event.target === field && offer());
  start();

  function start() {
    pad.remove();
    field = null;
    if (!document.querySelector(FIELDS)) return;
    takeSigns();
    if (!isTouched) return;
    for (const input of document.querySelectorAll(FIELDS)) input.inputMode = "none";
    const first = all().find((input) => input.offsetParent && !input.closest(".tiles"));
    const isRefused = document.querySelector("form[data-refused]");
    if (first && innerHeight >= ROOM && !isRefused) first.focus({ preventScroll: true });
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

  function made(key) {
    const button = document.createElement("button");
    button.type = "button";
    button.className = `key key-${key === "±" ? "sign" : key}`;
    button.textContent = FACES[key] || key;
    if (NAMES[key]) button.setAttribute("aria-label", NAMES[key]);
    button.addEventListener("click", () => press(key));
    pad.append(button);
    return button;
  }

  function enter(input) {
    field = input;
    input.select();
    if (!isTouched) return;
    const bar = input.form.querySelector(".bottom-bar");
    if (!pad.isConnected) bar.prepend(pad);
    offer();
    // What is typed into stays in sight above the pad.
    input.form.closest("main").style.paddingBottom = `${bar.offsetHeight + 16}px`;
    document.documentElement.style.scrollPaddingBottom = `${bar.offsetHeight + 16}px`;
    input.scrollIntoView({ block: "nearest" });
  }

  function close() {
    if (!pad.isConnected) return;
    pad.remove();
    document.querySelector("main").style.paddingBottom = "";
    document.documentElement.style.scrollPaddingBottom = "";
  }

  /* The keys that suit the field, and where Next leads. */
  function offer() {
    const offered = (field.dataset.keys || "").split(" ");
    for (const key of ["±", "00", "50"]) keys.get(key).hidden = !offered.includes(key);
    const following = after(field);
    const name = following?.closest("[data-entry]")?.querySelector("bdi")?.textContent;
    const button = keys.get("next");
    button.replaceChildren(following ? say("Next") : say("Done"));
    if (name && name !== field.closest("[data-entry]")?.querySelector("bdi")?.textContent) {
      const whose = document.createElement("bdi");
      whose.textContent = name;
      button.append(whose);
    }
  }

  function press(key) {
    if (!field?.isConnected) return;
    if (key === "next") {
      next();
      return;
    }
    field.focus({ preventScroll: true });
    const { selectionStart: start, selectionEnd: end, value } = field;
    if (key === "back") field.setRangeText("", start === end ? Math.max(0, start - 1) : start, end, "end");
    else if (key === "±") field.value = /^[-\u2212\u2013]/.test(value) ? value.slice(1) : MINUS + value;
    else if (value.length - (end - start) + key.length <= field.maxLength) field.setRangeText(key, start, end, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  function next() {
    const following = after(field || document.activeElement);
    if (!following) {
      const form = (field || document.activeElement).form;
      form.requestSubmit(form.querySelector(".bottom-bar button.main"));
      return;
    }
    following.closest("[data-group]")?.dispatchEvent(new Event("wanted"));
    following.focus();
  }

  function all() {
    return [...document.querySelectorAll(FIELDS)].filter((input) => !input.closest("[data-style][hidden], [data-in][hidden]"));
  }

  function after(input) {
    const inputs = all();
    return inputs[inputs.indexOf(input) + 1];
  }
})();
