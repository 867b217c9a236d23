/* Keep the table as it is on every other phone, say whether it is, and keep the screen awake. */
(() => {
  "use strict";

  const SILENCE = 25000; // The server gives a sign of life every 10 seconds.
  const RETRY = 1000;

  const url = document.body.dataset.events;
  const state = document.getElementById("live");
  let source = null;
  let lastHeard = 0;
  let isOut = false;

  function connect() {
    if (isOut) return;
    source?.close();
    source = new EventSource(url);
    source.onopen = heard;
    source.addEventListener("beat", heard);
    source.addEventListener("sheet", (event) => {
      heard();
      show(event.data);
    });
    source.addEventListener("gone", () => {
      isOut = true;
      source.close();
      location.reload();
    });
    source.onerror = () => {
      say(false);
      if (source.readyState === EventSource.CLOSED) setTimeout(connect, RETRY);
    };
  }

  function heard() {
    lastHeard = Date.now();
    say(true);
  }

  function say(isLive) {
    state.dataset.state = isLive ? "on" : "off";
    state.firstElementChild.textContent = isLive ? "Live" : "Not live";
  }

  function show(html) {
    const sheet = document.getElementById("sheet");
    if (!sheet || sheet.outerHTML === html) return;
    Idiomorph.morph(sheet, html, { morphStyle: "outerHTML", ignoreActiveValue: true });
  }

  function wake() {
    if (document.visibilityState !== "visible") return;
    if (source?.readyState !== EventSource.OPEN || Date.now() - lastHeard > RETRY) connect();
    stayAwake();
  }

  /* Only on HTTPS and localhost do browsers have this. */
  async function stayAwake() {
    try {
      await navigator.wakeLock?.request("screen");
    } catch {
      // The battery is low, or the page is in the background: the screen may sleep.
    }
  }

  document.addEventListener("visibilitychange", wake);
  addEventListener("pageshow", (event) => event.persisted && wake());
  addEventListener("pagehide", () => source?.close());
  addEventListener("online", connect);
  addEventListener("offline", () => say(false));
  setInterval(() => {
    if (Date.now() - lastHeard > SILENCE) {
      say(false);
      connect();
    }
  }, 5000);
  connect();
  stayAwake();
})();
