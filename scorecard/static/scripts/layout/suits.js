/* Four colours for the suits, on a phone that has asked for them. */
(() => {
  "use strict";

  const MEMORY = "suits";
  const FOUR = "four-suits";
  const root = document.documentElement;

  document.addEventListener("click", ({ target }) => {
    const button = target.closest(".suits-choice");
    if (!button) return;
    const isOn = root.classList.toggle(FOUR);
    button.setAttribute("aria-pressed", String(isOn));
    remember(MEMORY, isOn ? "4" : "2");
  });

  root.classList.toggle(FOUR, remembered(MEMORY) === "4");
})();
