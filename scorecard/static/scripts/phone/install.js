/* Offer to put the app on the home screen: only some browsers do, and only where it can be kept. */
(() => {
  "use strict";

  let offer = null;

  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    offer = event;
    show();
  });
  addEventListener("appinstalled", () => {
    offer = null;
    show();
  });
  document.addEventListener("main:replaced", show);

  function show() {
    for (const button of document.querySelectorAll("[data-install]")) {
      button.hidden = !offer;
      button.onclick = () => offer?.prompt();
    }
  }
})();
