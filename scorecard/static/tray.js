/* What waits on this phone, for people to see: a tray on every page, with what each write is and
   what there is to decide, which opens by itself where somebody is needed; and at the table, beside
   each player, what waits for them. Totals stay the server's: what waits is never added to them. */
(() => {
  "use strict";

  const MINUS = "\u2212";
  const ASKS = ["collides", "asks", "refused", "failed"];
  const WHEN_SENT = "Sent in this order as soon as there is a connection.";
  const WHERE_BACK_IN = "Scan the code again, or ask the keeper to let this phone in. What you typed is kept, and sent once this phone is in again.";
  let items = [];
  let discarded = [];

  document.addEventListener("outbox:changed", (event) => {
    ({ items, discarded } = event.detail);
    render();
  });
  outbox.announce();
  document.addEventListener("main:replaced", render);
  document.addEventListener("piece:shown", markSeats);

  function render() {
    const main = document.querySelector("main");
    let tray = document.getElementById("outbox");
    if (!items.length && !discarded.length) tray?.remove();
    else {
      tray ||= newTray(main);
      const asking = items.filter((item) => ASKS.includes(item.state)).length;
      const waiting = items.length - asking;
      // Whatever needs somebody shall not be missed; but who is changing it is there already.
      const elsewhere = items.filter((item) => ASKS.includes(item.state) && item.page !== here()).length;
      if (elsewhere > Number(tray.dataset.elsewhere || 0)) tray.open = true;
      tray.dataset.elsewhere = elsewhere;
      tray.dataset.asking = asking;
      const parts = [asking && `${asking} ${asking === 1 ? "needs" : "need"} you`, waiting && `${waiting} waiting to be sent`];
      const title = parts.filter(Boolean).join(" · ") || "Nothing waits";
      tray.querySelector("summary span").textContent = items.length === 1 ? `${title}: ${items[0].label}` : title;
      tray.querySelector(".tray-note").hidden = !items.some((item) => item.state === "waiting");
      const isFocused = tray.contains(document.activeElement);
      tray.querySelector("ul").replaceChildren(...[...items, ...discarded].map(line));
      if (isFocused && !tray.contains(document.activeElement)) tray.querySelector("summary").focus();
    }
    markSeats();
  }

  function newTray(main) {
    const tray = document.createElement("details");
    tray.id = "outbox";
    tray.className = "tray";
    const summary = document.createElement("summary");
    const title = document.createElement("span");
    title.setAttribute("role", "status");
    summary.append(title);
    tray.append(summary, text("p", "quiet tray-note", WHEN_SENT), document.createElement("ul"));
    main.prepend(tray);
    return tray;
  }

  function line(item) {
    const box = document.createElement("li");
    box.className = "waiting-write";
    box.dataset.state = item.state;
    const head = text("p", "waiting-head", "");
    head.append(text("b", "", item.label), " ", text("span", "waiting-sum", item.state === "discarded" ? "" : adds(item)));
    box.append(head, text("p", "quiet", said(item)));
    if (isOffered(item) && item.choice) box.append(sideBySide(item));
    const actions = text("p", "actions", "");
    actions.append(...choices(item));
    box.append(actions);
    return box;
  }

  /* What a count adds up to, where that is a plain sum */
  function adds(item) {
    if (!item.isTyped) return "";
    if (!item.sums.length) return "waiting to be scored";
    if (item.sums.length === 1) return "= " + points(item.sums[0].points);
    return item.sums.map((sum) => `${sum.name} ${points(sum.points)}`).join(" · ");
  }

  function points(number) {
    return (number < 0 ? MINUS : "") + Math.abs(number).toLocaleString("en");
  }

  function said(item) {
    if (item.state === "discarded") return "Not sent: you have discarded it.";
    const made = `Made ${clock(item.madeAt)}.`;
    const isBehind = item.state === "waiting" && items.slice(0, items.indexOf(item)).some((other) => other.game === item.game && ASKS.includes(other.state));
    if (isBehind) return `${made} It waits for what stands above it.`;
    if (item.state === "waiting") return made;
    if (item.state === "early") return `${made} ${item.sentence} This is sent when its turn comes.`;
    if (item.state === "shut") return `${made} ${item.sentence} ${item.isOut ? WHERE_BACK_IN : "It is kept, and sent when the game goes on."}`;
    if (isOffered(item)) return `${made} ${item.by || "Another phone"} has entered it, too. Which one counts?`;
    return `${made} ${item.sentence}`;
  }

  /* Whether there are two to choose from, side by side. */
  function isOffered(item) {
    return item.state === "collides" && Boolean(item.theirs);
  }

  function here() {
    return location.pathname + location.search;
  }

  function clock(moment) {
    const when = new Date(moment);
    const hour = when.toLocaleTimeString([], { timeStyle: "short" });
    return when.toDateString() === new Date().toDateString() ? hour : `${when.toLocaleDateString()}, ${hour}`;
  }

  function sideBySide(item) {
    const both = document.createElement("dl");
    both.className = "versus";
    for (const [whose, what] of [["Yours", item.mine], [item.by ? `There now, by ${item.by}` : "There now", item.theirs]]) {
      const side = document.createElement("div");
      // "3 × 10" is one thing.
      side.append(text("dt", "", whose), text("dd", "", what.replaceAll(" × ", "\u00a0×\u00a0")));
      both.append(side);
    }
    return both;
  }

  function choices(item) {
    if (item.state === "discarded") return [button("Take it back", () => outbox.takeBack(item), "plain-button")];
    const decisions = {
      collides: () => isOffered(item)
        ? [button("Keep theirs", () => outbox.keepTheirs(item)), item.choice && button("Save mine instead", () => outbox.saveMine(item))]
        : [item.choice && button("Do it anyway", () => outbox.saveMine(item))],
      asks: () => [button("Save anyway", () => outbox.confirm(item))],
      refused: () => item.isTyped ? [] : [button("Try again", () => outbox.again(item))],
      failed: () => [button("Try again", () => outbox.again(item))],
    };
    const isOut = item.state === "shut" && item.isOut;
    return [
      ...(decisions[item.state]?.() || []),
      isOut && link("Join a game", "/join"),
      item.isTyped && !isOut && item.page !== here() && link("Change it", item.page),
      !location.pathname.startsWith(`/games/${item.game}`) && link("To the table", `/games/${item.game}`),
      !isOffered(item) && button("Discard", () => outbox.discard(item), "plain-button"),
    ].filter(Boolean);
  }

  function button(label, action, className = "second") {
    const made = text("button", className, label);
    made.type = "button";
    made.addEventListener("click", () => {
      made.disabled = true;
      action();
    });
    return made;
  }

  function link(label, url) {
    const made = text("a", "plain-button", label);
    made.href = url;
    return made;
  }

  function text(name, className, content) {
    const made = document.createElement(name);
    if (className) made.className = className;
    made.textContent = content;
    return made;
  }

  /* Beside each player what waits for them; the total stays what the server has made of the rest. */
  function markSeats() {
    for (const mark of document.querySelectorAll(".is-waiting")) mark.remove();
    const [game, open] = document.querySelector("[data-drafts]")?.dataset.drafts.split("/") || [];
    for (const item of items) {
      if (item.game !== game) continue;
      // Its label ends with its round, in the word of the game: "hand 3".
      const ahead = item.round === Number(open) ? "" : ` in ${item.label.split(", ").pop()}`;
      for (const [seat, what] of marksOf(item)) {
        document.querySelector(`.player.seat-${seat} .state`)?.append(text("span", "tag is-waiting", what + ahead));
      }
    }
    nameUndo(game);
  }

  /* Undo takes back what waits, if anything does, and says so. */
  async function nameUndo(game) {
    const last = game && await outbox.lastIn(game);
    for (const button of document.querySelectorAll("button[formaction$='/undo']")) {
      button.dataset.named ||= button.lastChild.textContent;
      button.lastChild.textContent = last ? ` Undo: ${last.label}` : button.dataset.named;
    }
  }

  /* What waits for which seat: points where they are a plain sum, no number where only the server can score it. */
  function marksOf(item) {
    const [, seat] = item.url.match(/\/seats\/(\d+)(\?|$)/) || [];
    if (item.isTyped && seat && !item.sums.length) return [[seat, "waiting to be scored"]];
    return item.sums.map((sum) => [sum.seat, `${points(sum.points)} waiting`]);
  }
})();
