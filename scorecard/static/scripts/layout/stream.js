/* One event stream per page: say whether it is live, notice when it is not, begin again, and keep
   the screen awake meanwhile. */
(() => {
  "use strict";

  const SILENCE = 25000; // The server gives a sign of life every 10 seconds.
  const RETRY = 700;
  const LONGEST_PAUSE = 10000; // Between two tries at a server that answers, but with no stream.

  let source = null;
  let lastHeard = 0;
  let wanted = null;
  let pause = RETRY;
  let wasThere = false;
  let isReplaced = false; // By other pages of this phone, until somebody looks at this one again.

  /* Listen to an address, instead of whatever was listened to before. The state that the page shows,
     called `since`, is not sent again. */
  window.listenTo = (url, handlers, since = "") => {
    wanted = url ? { url, handlers, since } : null;
    source?.close();
    source = null;
    if (wanted) connect();
  };

  window.isListeningTo = (url) => wanted?.url === url;

  function connect() {
    if (!wanted) return;
    isReplaced = false;
    source?.close();
    const listening = wanted;
    const address = new URL(listening.url, location.href);
    if (listening.since) address.searchParams.set("since", listening.since);
    const mine = source = new EventSource(address);
    mine.onopen = heard;
    mine.addEventListener("beat", heard);
    for (const [name, handle] of Object.entries(listening.handlers)) {
      mine.addEventListener(name, (event) => {
        heard();
        listening.since = "";
        handle(event.data);
      });
    }
    mine.addEventListener("gone", () => {
      wanted = null;
      mine.close();
      location.reload();
    });
    mine.addEventListener("replaced", () => {
      isReplaced = true;
      mine.close();
      tell(false, true);
    });
    mine.onerror = () => {
      // A stream that is refused is an answer, too.
      const isRefused = mine.readyState === EventSource.CLOSED;
      tell(false, isRefused);
      if (!isRefused) return;
      // Not all phones at once.
      setTimeout(() => mine === source && connect(), pause * (1 + Math.random()));
      pause = Math.min(2 * pause, LONGEST_PAUSE);
    };
    stayAwake();
  }

  function heard() {
    lastHeard = Date.now();
    pause = RETRY;
    tell(true);
  }

  /* Say whether the page is live, and where the server answers again, whatever it says. */
  function tell(isLive, isThere = isLive) {
    if (isThere && !wasThere) document.dispatchEvent(new CustomEvent("server:answers"));
    wasThere = isThere;
    document.dispatchEvent(new CustomEvent("live:changed", { detail: { isLive } }));
    const state = document.getElementById("live");
    if (!state) return;
    state.hidden = false;
    state.dataset.state = isLive ? "on" : "off";
    state.firstElementChild.textContent = isLive ? say("Live") : say("Not live");
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
  // Not by themselves: so many pages at once would go on ending each other.
  for (const sign of ["focus", "pointerdown"]) addEventListener(sign, () => isReplaced && connect());
  addEventListener("online", () => isReplaced || connect());
  addEventListener("offline", () => tell(false));
  setInterval(() => {
    if (!wanted || isReplaced || Date.now() - lastHeard <= SILENCE) return;
    tell(false);
    connect();
  }, 5000);
})();
