/* A sum typed where a number belongs, such as 450-200 or 3x150+50, is added up while it is typed;
   and a phone's number pad, which lacks the signs for it, gets them below the field. */
(() => {
  "use strict";

  const WHOLE = "(?:\\d+|[1-9]\\d{0,2}(?:[.,’' \\u00a0\\u2009\\u202f]\\d{3})+)";
  const TIMES = "[xX×*·]";
  const PART = `${WHOLE}(?:\\s*${TIMES}\\s*${WHOLE})?`;
  const SUM = new RegExp(`^[+-]?\\s*${PART}(?:\\s*[+-]\\s*${PART})*$`);
  const UNFINISHED = /[\s+xX×*·-]+$/;
  const LONGEST = 40; // Characters; the server reads no longer ones either.

  /* What a text comes to, so far as it is typed; null where it is neither a number nor a sum. */
  window.readSum = (text) => {
    const trimmed = text.trim().replace(/[\u2212\u2013]/g, "-").replace(UNFINISHED, "");
    if (trimmed.length > LONGEST || !SUM.test(trimmed)) return null;
    let total = 0;
    for (const [, sign, part] of trimmed.matchAll(/([+-]?)([^+-]+)/g)) {
      const product = part.split(new RegExp(TIMES)).reduce((worth, number) => worth * Number(number.replace(/\D/g, "")), 1);
      total += sign === "-" ? -product : product;
    }
    return total;
  };

  const bar = document.createElement("span");
  bar.className = "sum-keys";
  for (const [sign, name] of [["+", say("Sum: plus")], ["\u2212", say("Sum: minus")], ["×", say("Sum: times")]]) {
    const key = document.createElement("button");
    key.type = "button";
    key.className = "tool";
    key.textContent = sign;
    key.ariaLabel = name;
    key.onclick = () => write(sign);
    bar.append(key);
  }
  const result = document.createElement("output");
  bar.append(result);
  // The field keeps the focus, and the phone its keypad.
  bar.addEventListener("pointerdown", (event) => event.preventDefault());
  let field = null;

  document.addEventListener("focusin", (event) => {
    if (!event.target.matches("form[data-draft] input.sum") || event.target === field) return;
    field = event.target;
    (field.closest(".sums-row") || field.closest(".side-by-side") || field).after(bar);
    show();
  });
  document.addEventListener("input", (event) => event.target === field && show());

  function write(sign) {
    field.setRangeText(sign, field.selectionStart, field.selectionEnd, "end");
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.focus();
  }

  function show() {
    const isSum = /\d\s*[+xX×*·\u2212\u2013-]/.test(field.value);
    const total = isSum ? readSum(field.value) : null;
    result.textContent = total === null ? "" : "= " + sayNumber(total);
  }
})();
