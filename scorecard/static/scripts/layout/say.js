/* Sentences in the language of who looks. They are written in English where they are needed; the
   page brings the others with it ("window.words"), by what they are in English. */
(() => {
  "use strict";

  const words = window.words ?? {};
  const language = document.documentElement.lang;
  // The tests' languages write numbers and days as real ones do.
  const written = { xx: "en", xl: "fr" }[language] ?? language;
  // The hour as it is told where this phone is from, if that is a place of this language.
  const local = navigator.languages.find((one) => one.split("-")[0] === written) ?? written;
  // French says "0 point", the others "0 points".
  const isOne = (num) => (language === "fr" ? Math.abs(num) < 2 : num === 1);

  /* A sentence; "%(name)s" is where the value of that name goes. */
  window.say = (english, values = {}) => filled(words[english] ?? english, values);

  /* The sentence for one, or for another number, which "%(num)s" stands for. */
  window.sayN = (one, many, num, values = {}) => {
    const forms = words[one] ?? [one, many];
    return filled(typeof forms === "string" ? forms : forms[isOne(num) ? 0 : 1], { num, ...values });
  };

  // In lines from right to left, what is put into a sentence runs as it is written by itself.
  const isLeftward = document.documentElement.dir === "rtl";
  const figure = (digits) => (isLeftward ? `\u2066${digits}\u2069` : digits);

  function filled(text, values) {
    return text.replace(/%\((\w+)\)s|%%/g, (found, name) => (found === "%%" ? "%" : shown(values[name])));
  }

  function shown(value) {
    if (typeof value === "number") return sayNumber(value);
    return isLeftward ? `\u2068${value}\u2069` : value;
  }

  /* A number with separators between thousands and a proper minus sign. */
  window.sayNumber = (number) => {
    const digits = Math.abs(number).toLocaleString(written, { useGrouping: "always" });
    return figure(number < 0 ? `−${digits}` : digits);
  };

  /* What a round brought, with its sign */
  window.sayGain = (points) => (points > 0 ? figure(`+${sayNumber(points)}`) : sayNumber(points));

  /* A moment's hour where this phone is; with its day where that is not today. */
  window.sayClock = (moment) => {
    const when = new Date(moment);
    if (when.toDateString() === new Date().toDateString()) return hour(when);
    return say("%(day)s, %(hour)s", { day: day(when), hour: hour(when) });
  };

  function hour(when) {
    return when.toLocaleTimeString(local, { timeStyle: "short" });
  }

  /* The day as on all pages, "21 Nov" or "1er janv.", without its year where that is this one. */
  function day(when) {
    const isThisYear = when.getFullYear() === new Date().getFullYear();
    const told = when.toLocaleDateString(written === "en" ? "en-US" : written, isThisYear ? { day: "numeric", month: "short" } : { dateStyle: "medium" });
    return told.replace(/^(\D+) (\d+),?/, "$2 $1").replace(/^1 /, written === "fr" ? "1er " : "$&");
  }

  /* The language of a voice that reads aloud. */
  window.spokenLanguage = written;
})();
