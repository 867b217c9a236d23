/* Keep the table, or a group's standings, as they are on every other phone; and say what waits on
   this one. */
(() => {
  "use strict";

  // What waited here stands at the table at once, whether or not the stream is back, with its way back.
  document.addEventListener("outbox:delivered", async ({ detail }) => {
    const table = tableOf(detail.item.game);
    const page = location.pathname === table && await fetchPage(table).catch(() => null);
    const sheet = page && page.getElementById("sheet");
    const shown = document.getElementById("sheet");
    if (!sheet || !shown || Number(sheet.dataset.version) < Number(shown.dataset.version)) return;
    show("sheet", sheet.outerHTML);
    document.dispatchEvent(new CustomEvent("delivered:shown", { detail: { page } }));
  });
  document.addEventListener("outbox:changed", nameNext);
  // What lies under an open menu is not reached through it.
  document.addEventListener("toggle", ({ target }) => {
    if (!target.matches("header details.menu")) return;
    for (const under of document.querySelectorAll(".standing > :not(.table-head), #sheet > :not(.standing)")) under.inert = target.open;
  }, true);
  atEachPage(start);

  function start() {
    const url = document.body.dataset.events;
    if (url && !isListeningTo(url)) {
      listenTo(url, {
        sheet: (html) => show("sheet", html),
        standings: (html) => { show("standings", html); forgetDecided(); },
        role: () => location.reload(),
      }, document.body.dataset.since);
    }
    settle();
  }

  /* What of a piece depends on this phone. */
  function settle() {
    tellNext();
    nameNext();
    showDrafts();
    keepVersion();
  }

  function show(id, html) {
    const piece = document.getElementById(id);
    if (!piece) return;
    if (piece.outerHTML !== html) {
      // What somebody has opened to read stays open.
      const held = heldIn(piece);
      const beforeAttributeUpdated = (name, node) => !(name === "open" && node.matches("details"));
      Idiomorph.morph(piece, html, { morphStyle: "outerHTML", callbacks: { beforeAttributeUpdated } });
      keepFocus(held);
      settle();
    }
    document.dispatchEvent(new CustomEvent("piece:shown", { detail: { id, html } }));
  }

  /* Nobody is asked any more for a vote on what was decided meanwhile. */
  function forgetDecided() {
    for (const { dataset } of document.querySelectorAll("#standings [data-decided]")) {
      document.querySelector(`[data-asked="${CSS.escape(dataset.decided)}"]`)?.remove();
    }
  }

  /* Whoever has counted, for everybody that this phone counts for, can only change it. */
  function tellNext() {
    const link = document.querySelector(".bottom-bar [data-counted]");
    if (!link || !document.body.dataset.me) return;
    const counts = document.body.dataset.counts.split(" ");
    // A partner's count is one's own, and is waited for from one of the two.
    const isIn = counts.some((seat) => document.querySelector(`.player.seat-${seat}[data-counted]`));
    if (isIn && !counts.some((seat) => document.querySelector(`#seat-${seat}[data-missing]`))) link.textContent = link.dataset.counted;
  }

  /* Where all of the round waits to be sent, the button says which one it opens. */
  async function nameNext() {
    const link = document.querySelector(".bottom-bar [href$='/count']");
    if (!link) return;
    const shown = Number(link.closest("#sheet").dataset.round);
    const last = await outbox.lastIn(gameAt(link.pathname));
    const next = last?.roundName && await keptPages.find(link.pathname);
    const round = roundAt(next?.address ?? "");
    if (round > shown) {
      link.dataset.named ||= link.textContent;
      link.textContent = last.roundName.replace(/\d+/, round).replace(/^./, (first) => first.toUpperCase());
    } else if (link.dataset.named) link.textContent = link.dataset.named;
  }

  /* Which version of the game somebody has seen here, for what is done later on a page kept earlier */
  function keepVersion() {
    const sheet = document.getElementById("sheet");
    if (sheet) remember("seen/" + gameAt(location.pathname), sheet.dataset.version);
  }

  /* A count that was begun here and never saved would be missed by nobody else. */
  function showDrafts() {
    const place = document.querySelector("[data-drafts]");
    if (!place) return;
    const [game, number] = place.dataset.drafts.split("/");
    const begun = number && Object.keys(localStorage).find((name) => name.startsWith(`draft/${game}/${number}/`));
    place.hidden = !begun;
    if (!begun) return;
    const seat = begun.split("/").pop();
    const link = made("a", "", say("Finish it"));
    link.href = `${tableOf(game)}/rounds/${number}/` + (/^\d+$/.test(seat) ? `seats/${seat}` : "all");
    place.replaceChildren(say("A count on this phone isn’t saved."), " ", link);
  }
})();
