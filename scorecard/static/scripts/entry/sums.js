/* A sum may be typed where a number belongs, such as 450-200 or 3x150+50. */
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
})();
