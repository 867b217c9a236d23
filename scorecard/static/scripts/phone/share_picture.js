/* Hand a picture to the phone's share sheet, where the browser lets files through (over HTTPS); else
   it is saved by its link. */
(() => {
  "use strict";

  for (const button of document.querySelectorAll("[data-share-picture]")) offer(button);

  /* Fetched before it is tapped: a share sheet opens only right after a tap. */
  async function offer(button) {
    const address = button.dataset.sharePicture;
    const named = (blob) => new File([blob], `scorecard-${address.split("/").pop()}`, { type: "image/png" });
    if (!navigator.canShare?.({ files: [named(new Blob())] })) return;
    try {
      const response = await fetch(address);
      if (!response.ok) return;
      const files = [named(await response.blob())];
      button.hidden = false;
      button.addEventListener("click", () => navigator.share({ files, title: button.dataset.title }).catch(() => {}));
    } catch {
      // No network: what the browser has kept of the picture can still be saved.
    }
  }
})();
