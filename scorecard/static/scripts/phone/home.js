/* What begins and ends in the groups of this phone appears on the home page by itself. Their stream says
   that something has moved since the page was made; what of it concerns this phone, the server knows. */
(() => {
  "use strict";

  const PAUSE = 3000; // Milliseconds until it is tried again where no page came.

  document.addEventListener("piece:shown", refresh);

  async function refresh() {
    if (location.pathname !== `${root}/`) return;
    try {
      const page = await fetchPage(`${root}/`);
      if (page) Idiomorph.morph(document.getElementById("main"), page.getElementById("main").outerHTML, { morphStyle: "outerHTML" });
    } catch {
      setTimeout(refresh, PAUSE);
    }
  }
})();
