/* Chance that favours nobody: a number below `count`, each as likely as the others. */
(() => {
  "use strict";

  const RANGE = 2 ** 32;

  window.chance = (count) => {
    const fair = RANGE - (RANGE % count); // What lies above would favour the first ones.
    let [drawn] = crypto.getRandomValues(new Uint32Array(1));
    while (drawn >= fair) [drawn] = crypto.getRandomValues(new Uint32Array(1));
    return drawn % count;
  };
})();
