/* Sentences in the language of who looks. They are written in English where they are needed; the
   page brings the others with it ("window.words"), by what they are in English. */
(() => {
  "use strict";

  const words = window.words ?? {};
  const language = document.documentElement.lang;
  // French says "0 point", the others "0 points".
  const isOne = (num) => (language === "fr" ? Math.abs(num) < 2 : num === 1);

  /* A sentence; "%(name)s" is where the value of that name goes. */
  window.say = (english, values = {}) => filled(words[english] ?? english, values);

  /* The sentence for one, or for another number, which "%(num)s" stands for. */
  window.sayN = (one, many, num, values = {}) => {
    const forms = words[one] ?? [one, many];
    return filled(typeof forms === "string" ? forms : forms[isOne(num) ? 0 : 1], { num, ...values });
  };

  function filled(text, values) {
    return text.replace(/%\((\w+)\)s|%%/g, (found, name) => (found === "%%" ? "%" : shown(values[name])));
  }

  function shown(value) {
    return typeof value === "number" ? sayNumber(value) : value;
  }

  /* A number with separators between thousands and a proper minus sign. */
  window.sayNumber = (number) => {
    const digits = Math.abs(number).toLocaleString(language === "xx" ? "en" : language, { useGrouping: "always" });
    return number < 0 ? `−${digits}` : digits;
  };
})();
