/* What waits on this phone, for people to see: a tray on every page, with what each write is and
   what there is to decide, which opens by itself where somebody is needed; and at the table, beside
   each player, what waits for them. */
(() => {
  "use strict";

  const ASKS = ["collides", "asks", "refused", "failed"];
  const WHERE_BACK_IN = say("Scan the code again. What you typed is safe and goes out then.");
  let items = [];
  let discarded = [];
  let drawn = {};
  const fresh = new Map(); // Where something was discarded, by its key.

  document.addEventListener("outbox:changed", (event) => {
    const waited = new Set(items.map((item) => item.key));
    ({ items, discarded } = event.detail);
    for (const { key } of discarded) if (waited.has(key)) fresh.set(key, location.pathname);
    render();
  });
  outbox.announce();
  document.addEventListener("main:replaced", render);
  document.addEventListener("piece:shown", markSeats);

  function render() {
    const main = document.querySelector("main");
    let tray = document.getElementById("outbox");
    if (!items.length && !undoable().length) tray?.remove();
    else {
      tray ||= newTray(main);
      const asking = items.filter((item) => ASKS.includes(item.state)).length;
      // Whatever needs somebody shall not be missed; but who is changing it is there already, and
      // whoever types keeps the field above the keypad.
      const elsewhere = items.filter((item) => ASKS.includes(item.state) && item.page !== here()).length;
      if (elsewhere > Number(tray.dataset.elsewhere || 0) && !document.querySelector("form[data-draft]")) tray.open = true;
      tray.dataset.elsewhere = elsewhere;
      tray.dataset.asking = asking;
      tray.querySelector("summary span").textContent = title(asking);
      const isFocused = tray.contains(document.activeElement);
      drawLines(tray.querySelector("ul"));
      if (isFocused && !tray.contains(document.activeElement)) tray.querySelector("summary").focus();
    }
    markSeats();
  }

  function title(asking) {
    if (!items.length) return say("Discarded");
    const onItsWay = items.find((item) => item.isSending);
    if (onItsWay && !asking) return say("%(label)s: %(what)s", { label: onItsWay.label, what: sending(onItsWay) });
    const waiting = items.filter((item) => item.state === "waiting" && !isBehind(item));
    const held = items.length - asking - waiting.length;
    const parts = [
      asking && sayN("%(num)s needs you", "%(num)s need you", asking),
      waiting.length && (waiting.every((item) => item.isTyped)
        ? sayN("%(num)s count will be sent when you’re online", "%(num)s counts will be sent when you’re online", waiting.length)
        : sayN("%(num)s change will be sent when you’re online", "%(num)s changes will be sent when you’re online", waiting.length)),
      held && sayN("%(num)s not sent yet", "%(num)s not sent yet", held),
    ];
    return parts.filter(Boolean).join(" · ");
  }

  /* A write that is on its way, by its points where there is one number */
  function sending({ sums }) {
    return sums.length === 1 ? say("%(points)s, sending…", { points: sayGain(sums[0].points) }) : say("sending…");
  }

  function undoable() {
    return discarded.filter(({ key }) => fresh.get(key) === location.pathname);
  }

  /* A tap on what is drawn anew meanwhile would be lost: what shows all there is already stays. */
  function drawLines(list) {
    const what = JSON.stringify([here(), items, undoable()]);
    if (drawn.list === list && drawn.what === what && !list.querySelector(":disabled")) return;
    drawn = { list, what };
    list.replaceChildren(...[...items, ...undoable()].map(line));
  }

  function newTray(main) {
    const title = made("span", "");
    const tray = made("details", "tray", made("summary", "", title), made("ul", ""));
    title.setAttribute("role", "status");
    tray.id = "outbox";
    main.prepend(tray);
    return tray;
  }

  function line(item) {
    const sum = made("span", "waiting-sum", item.state === "discarded" ? "" : adds(item));
    const head = made("p", "waiting-head", made("b", "", item.label), " ", sum);
    const box = made("li", "waiting-write", head, made("p", "quiet", said(item)));
    box.dataset.state = item.state;
    if (isOffered(item)) box.append(sideBySide(item));
    box.append(made("p", "actions", ...choices(item)));
    return box;
  }

  /* What a count adds up to, where that is a plain sum */
  function adds(item) {
    if (!item.isTyped) return "";
    if (!item.sums.length) return say("waiting to be scored");
    if (item.sums.length === 1) return "= " + sayNumber(item.sums[0].points);
    return item.sums.map((sum) => `${sum.name} ${sayNumber(sum.points)}`).join(" · ");
  }

  function said(item) {
    if (item.state === "discarded") return say("Discarded");
    return [say("Made %(time)s.", { time: sayClock(item.madeAt) }), ...waitsFor(item)].join(" ");
  }

  /* The sentences on what has to happen before a write is through. */
  function waitsFor(item) {
    if (item.state === "waiting") return isBehind(item) ? [say("After the one above")] : [];
    if (item.state === "early") return [item.sentence, say("It goes out in order.")];
    if (item.state === "shut") return [item.sentence, item.isOut ? WHERE_BACK_IN : say("It goes out when the game goes on.")];
    if (isOffered(item)) return [collided(item)];
    return [item.sentence];
  }

  /* Whether a write waits for one before it in its game. */
  function isBehind(item) {
    return items.slice(0, items.indexOf(item)).some((other) => other.game === item.game && other.state !== "waiting");
  }

  function collided({ by, keep, choice, sentence }) {
    // Whatever is kept, the rest is done, or only theirs can be kept: the server says what.
    if (keep || !choice) return sentence;
    if (by) return say("%(name)s has entered it, too. Which one counts?", { name: by });
    return say("Another phone has entered it, too. Which one counts?");
  }

  function isOffered(item) {
    return item.state === "collides" && Boolean(item.theirs);
  }

  function sideBySide(item) {
    const both = made("dl", "versus");
    const there = item.by ? say("%(name)s entered", { name: item.by }) : say("There now");
    for (const [whose, what] of [[say("You typed"), item.mine], [there, item.theirs]]) {
      // "3 × 10" is one thing.
      both.append(made("div", "", made("dt", "", whose), made("dd", "", what.replaceAll(" × ", "\u00a0×\u00a0"))));
    }
    return both;
  }

  function choices(item) {
    if (item.state === "discarded") return [button(say("Take it back"), () => outbox.takeBack(item), "plain-button")];
    const decisions = {
      collides: () => isOffered(item)
        ? [button(say("Keep theirs"), () => outbox.keepTheirs(item)), item.choice && button(say("Save mine instead"), () => outbox.choose(item))]
        : [item.choice && button(say("Do it anyway"), () => outbox.choose(item))],
      asks: () => [button(say("Save anyway"), () => outbox.confirm(item))],
      refused: () => item.isTyped ? [] : [button(say("Try again"), () => outbox.again(item))],
      failed: () => [button(say("Try again"), () => outbox.again(item))],
    };
    const isOut = item.state === "shut" && item.isOut;
    return [
      ...(decisions[item.state]?.() || []),
      isOut && link(say("Join a game"), `${root}/join`),
      item.isTyped && !isOut && item.page !== here() && link(say("Change it"), item.page),
      !location.pathname.startsWith(tableOf(item.game)) && link(say("To the table"), tableOf(item.game)),
      !isOffered(item) && !item.isSending && button(say("Discard"), () => outbox.discard(item), "plain-button"),
    ].filter(Boolean);
  }

  function button(label, action, className = "second") {
    const once = madeButton(className, label, () => {
      once.disabled = true;
      action();
    });
    return once;
  }

  function link(label, url) {
    return Object.assign(made("a", "plain-button", label), { href: url });
  }

  /* Beside each player what waits for them; the total stays what the server has made of the rest. */
  function markSeats() {
    for (const mark of document.querySelectorAll(".is-waiting")) mark.remove();
    const [game, open] = document.querySelector("[data-drafts]")?.dataset.drafts.split("/") || [];
    for (const item of items) {
      if (item.game !== game) continue;
      const round = item.round === Number(open) ? "" : item.roundName;
      for (const [seat, what] of marksOf(item, round)) {
        document.querySelector(`.player.seat-${seat} .state`)?.append(made("span", "tag is-waiting", what));
      }
    }
    nameUndo(game);
  }

  /* Undo takes back what waits, if anything does, and says so. */
  async function nameUndo(game) {
    const last = game && await outbox.lastIn(game);
    for (const button of document.querySelectorAll(".steps button[formaction$='/undo']")) {
      button.dataset.named ||= button.lastChild.textContent;
      button.lastChild.textContent = last ? " " + say("Undo “%(label)s”", { label: last.label }) : button.dataset.named;
    }
  }

  /* What waits for which seat: points where they are a plain sum, no number where only the server
     can score it; and in which round, where that is none of those being counted. */
  function marksOf(item, round) {
    const [, seat] = item.url.match(/\/seats\/(\d+)(\?|$)/) || [];
    if (item.isTyped && seat && !item.sums.length) {
      if (item.isSending) return [[seat, say("sending…")]];
      return [[seat, round ? say("waiting to be scored in %(round)s", { round }) : say("waiting to be scored")]];
    }
    if (item.isSending) return item.sums.map(({ seat: whose, points }) => [whose, say("%(points)s, sending…", { points: sayGain(points) })]);
    return item.sums.map(({ seat: whose, points }) => [
      whose,
      round ? say("%(points)s waiting in %(round)s", { points, round }) : say("%(points)s waiting", { points }),
    ]);
  }
})();
