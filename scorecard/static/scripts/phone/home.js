/* What begins and ends in the group appears on the home page by itself. The group's stream says that
   something has moved; what of it concerns this phone, the server knows. */
(() => {
  "use strict";

  const versionIn = (root) => root.querySelector("#standings")?.dataset.version;
  let shown = versionIn(document);

  document.addEventListener("main:replaced", () => { shown = versionIn(document); });
  document.addEventListener("piece:shown", async () => {
    const now = versionIn(document);
    if (location.pathname !== "/" || now === shown) return;
    shown = now;
    const response = await fetch("/").catch(() => null);
    if (!response?.ok) return;
    const page = new DOMParser().parseFromString(await response.text(), "text/html");
    Idiomorph.morph(document.getElementById("main"), page.getElementById("main").outerHTML, { morphStyle: "outerHTML" });
  });
})();
