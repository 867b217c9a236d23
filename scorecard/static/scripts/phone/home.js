/* What begins and ends in the groups of this phone appears on the home page by itself. Their stream says
   that something has moved; what of it concerns this phone, the server knows. */
(() => {
  "use strict";

  const versionIn = (root) => root.querySelector("#standings")?.dataset.version;
  let shown = versionIn(document);
  let isFirst = true;

  document.addEventListener("main:replaced", () => { shown = versionIn(document); isFirst = true; });
  document.addEventListener("piece:shown", async () => {
    // The first piece tells what this page knows already, unless something has moved meanwhile.
    const isKnown = isFirst && versionIn(document) === shown;
    isFirst = false;
    if (location.pathname !== `${root}/` || isKnown) return;
    const page = await fetchPage(`${root}/`).catch(() => null);
    if (page) Idiomorph.morph(document.getElementById("main"), page.getElementById("main").outerHTML, { morphStyle: "outerHTML" });
  });
})();
