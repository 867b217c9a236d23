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
    try {
      localStorage.setItem(MEMORY, isOn ? "4" : "2");
    } catch {
      // Then they are so on this page alone.
    }
  });

  try {
    root.classList.toggle(FOUR, localStorage.getItem(MEMORY) === "4");
  } catch {
    // Nothing is remembered: two colours.
  }
})();
