/* The outbox: what could not be sent stays on this phone, in order, until the server answers again. Each
   write has a key from here, so that it is done once however often it is sent. What the server does not
   take is kept until somebody here has decided.

   A waiting write is a plain object:
   key, url, body    what is sent; the body without key and token
   after             keys of this phone's writes that the page it was made on may not show
   game, label       the game's id, and what it is called for people
   round, sums       of a count: its round, called `roundName`, and per seat its points if a plain sum
   page, madeAt      where it was typed, and when
   state             "waiting"; "early" for a round that has not begun; "shut" while the phone is not
                     in the game or the game takes nothing; or it waits for a person: "collides",
                     "asks", "refused", "failed"; "discarded" can be taken back for a while
   sentence          what the server said of it; with "collides" also by, mine, theirs, and the
                     fields that make the choice: `choice` for mine, `keep` for theirs and the rest */
window.outbox = (() => {
  "use strict";

  const NAME = `scorecard-outbox${root}`;
  const TIMEOUT = 15000;
  const FIRST_PAUSE = 2000;
  const LONGEST_PAUSE = 60000;
  const SILENCE = 5000;
  const LEASE = 20000; // Longer than a request may take.
  const TAKE_BACK_WITHIN = 10 * 60000;
  const MOST_SENT = 60;
  const LONGEST_WAIT = 15 * 60000; // However long a server asks to be left alone.
  const IS_DUE = ["waiting", "early", "shut"];
  const SHUT_CODES = ["game_ended", "game_deleted", "group_deleted"];

  const store = openStore();
  const channel = "BroadcastChannel" in window ? new BroadcastChannel(NAME) : null;
  let token = null;
  let pause = 0;
  let notBefore = 0;
  let timer = 0;
  let running = null;
  let isAsked = false;
  // Requests that forms have begun and that take long, by the write's key: their answers are awaited here.
  const underWay = new Map();

  channel?.addEventListener("message", announce);
  addEventListener("online", retry);
  addEventListener("pageshow", (event) => event.persisted && retry());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && retry());
  document.addEventListener("server:answers", retry);
  document.addEventListener("piece:shown", async () => (await items()).some((item) => item.state === "early") && retry());
  forgetDiscarded().then(retry);

  return { items, add, change, discard, takeBack, keepTheirs, choose, confirm, again, deliver: retry, heldIn, lastIn, waitingFor, remember, answerOf, freshToken, newKey, announce };

  /* Where it is kept: a database of its own, else what the browser has. One list, changed in one
     transaction, so that two tabs cannot lose each other's writes. */

  async function openStore() {
    const simple = openSimpleStore();
    try {
      const place = idbKeyval.createStore(NAME, "writes");
      const database = {
        read: (name) => idbKeyval.get(name, place),
        update: (name, changed) => idbKeyval.update(name, changed, place),
      };
      const opened = database.read("writes");
      // Some browsers neither open one nor say so.
      const silence = new Promise((_, reject) => { setTimeout(reject, SILENCE, new Error("silent")); });
      await Promise.race([opened, silence]);
      await moveIn(simple, database);
      return database;
    } catch {
      return simple;
    }
  }

  /* What had to be kept elsewhere while the database could not be opened */
  async function moveIn(simple, database) {
    const left = await simple.read("writes");
    if (!left?.length) return;
    await database.update("writes", (list) => [...(list || []), ...left]);
    await simple.update("writes", () => []);
  }

  /* Where even this is refused, whoever typed something is told so. */
  function openSimpleStore() {
    const read = (name) => rememberedJson(`${NAME}/${name}`) || undefined;
    const update = async (name, changed) => localStorage.setItem(`${NAME}/${name}`, JSON.stringify(changed(read(name))));
    return { read: async (name) => read(name), update };
  }

  async function items() {
    return await (await store).read("writes") || [];
  }

  async function update(changed) {
    await (await store).update("writes", (list) => changed(list || []));
    channel?.postMessage("changed");
    await announce();
  }

  async function announce() {
    const all = (await items()).map((item) => ({ ...item, isSending: underWay.has(item.key) }));
    const discarded = all.filter((item) => item.state === "discarded");
    const detail = { items: all.filter((item) => !discarded.includes(item)), discarded };
    document.dispatchEvent(new CustomEvent("outbox:changed", { detail }));
  }

  function newKey() {
    const bytes = crypto.getRandomValues(new Uint8Array(12));
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
  }

  /* Keep a write, with its request where that is under way. One that is typed anew takes the place of the
     one before; a button tapped twice is one write. */
  async function add(write, request) {
    if (request) underWay.set(write.key, request);
    const sent = (await (await store).read("sent") || []).filter((one) => one.game === write.game);
    await update((list) => {
      const old = write.isTyped ? list.findIndex((item) => item.state !== "discarded" && pathOf(item) === pathOf(write)) : -1;
      const isThere = list.some((item) => item.state !== "discarded" && item.url === write.url && item.body === write.body);
      if (isThere && old < 0) return list;
      const at = old < 0 ? list.length : old;
      const before = list.slice(0, at + 1).filter((item) => item.game === write.game);
      const after = [...new Set([...sent.map((one) => one.key), ...before.flatMap((item) => [...item.after, item.key])])];
      const item = { ...write, after, state: "waiting", sentence: "" };
      return [...list.slice(0, at), item, ...list.slice(old < 0 ? at : at + 1)];
    });
  }

  function pathOf(item) {
    return item.url.split("?")[0];
  }

  function change(key, patch) {
    return update((list) => list.map((item) => item.key === key ? { ...item, ...patch } : item));
  }

  /* What changes is another write, which the server must not take for the first. */
  async function sendAs(item, body) {
    const key = newKey();
    await change(item.key, { key, after: [...item.after, item.key], body: body.toString(), state: "waiting", sentence: "" });
    await update((list) => list.map((other) => ({ ...other, body: other.body.replace(`of=${item.key}`, `of=${key}`) })));
    retry();
  }

  async function discard(item) {
    // With it goes what was to take it back.
    const goes = (one) => one.key === item.key || one.body.includes(`of=${item.key}`);
    await update((list) => list.map((one) => goes(one) ? { ...one, state: "discarded", was: one.state, discardedAt: Date.now() } : one));
    retry();
  }

  async function takeBack(item) {
    await change(item.key, { state: item.was || "waiting" });
    retry();
  }

  async function again(item) {
    await change(item.key, { state: "waiting", sentence: "" });
    retry();
  }

  function confirm(item) {
    const body = new URLSearchParams(item.body);
    body.set("confirmed", "yes");
    return sendAs(item, body);
  }

  function choose(item, { name, value } = item.choice) {
    const body = new URLSearchParams(item.body);
    // Each count of others that was shown is decided for itself.
    if (name === "over") body.set(name, value);
    else body.append(name, value);
    return sendAs(item, body);
  }

  /* What collides is left to the others; the rest is sent, where there is any. */
  function keepTheirs(item) {
    return item.keep ? choose(item, item.keep) : discard(item);
  }

  async function forgetDiscarded() {
    const isOver = (item) => item.state === "discarded" && Math.abs(Date.now() - item.discardedAt) > TAKE_BACK_WITHIN;
    if ((await items()).some(isOver)) await update((list) => list.filter((item) => !isOver(item)));
  }

  /* Whether something of a game waits, so that what comes next must wait behind it. */
  async function heldIn(game) {
    return (await items()).some((item) => item.game === game && item.state !== "discarded");
  }

  /* What waits in a game and was done last, of what undo takes back. */
  async function lastIn(game) {
    const isUndone = (item) => item.state !== "discarded" && !isStep(item) && !isAnecdote(item);
    return (await items()).findLast((item) => item.game === game && isUndone(item));
  }

  function isStep(item) {
    return /\/(undo|redo)$/.test(pathOf(item));
  }

  function isAnecdote(item) {
    return /\/anecdote$/.test(pathOf(item));
  }

  async function waitingFor(page) {
    return (await items()).find((item) => item.isTyped && item.state !== "discarded" && item.page === page);
  }

  /* Sending: in order, one at a time, by one tab */

  /* Try now, after a sign that the server may answer. */
  function retry() {
    pause = 0;
    return deliver();
  }

  function deliver() {
    isAsked = true;
    running ||= deliverWhileAsked().finally(() => { running = null; });
    return running;
  }

  async function deliverWhileAsked() {
    while (isAsked) {
      isAsked = false;
      if ((await items()).some(isDue)) await exclusively(deliverAll);
      if ((await items()).some(isDue)) schedule();
    }
  }

  function schedule() {
    pause = Math.min((pause || FIRST_PAUSE / 2) * 2, LONGEST_PAUSE);
    // Phones that lost the same network do not all come back at the same moment.
    const jitter = 0.75 + Math.random() / 2;
    clearTimeout(timer);
    timer = setTimeout(deliver, Math.max(pause * jitter, notBefore - Date.now()));
  }

  async function deliverAll(stillMine) {
    const tried = new Set();
    while (notBefore <= Date.now() && await stillMine()) {
      const item = nextOf(await items(), tried);
      if (!item) return;
      tried.add(item.key);
      const answer = await post(item);
      if (!answer) return;
      await settle(item, answer);
    }
  }

  function isDue(item) {
    return IS_DUE.includes(item.state);
  }

  /* The next write to send. What comes after one that cannot be sent, in the same game, waits;
     but what is counted for a round before that has yet to end. */
  function nextOf(list, tried) {
    const held = new Map();
    for (const item of list) {
      if (item.state === "discarded") continue;
      const holder = held.get(item.game);
      const isBefore = holder?.state === "early" && item.round && item.round < holder.round;
      if (holder && !isBefore) continue;
      if (isDue(item) && !tried.has(item.key)) return item;
      if (!holder) held.set(item.game, item);
    }
    return null;
  }

  /* Hand over the answer to a write, or null where there was none that counts. */
  async function post(item, isSecondTry = false) {
    try {
      const response = await (underWay.get(item.key) || request(item));
      const answer = await answerOf(response);
      if (answer.code === "old_page" && !isSecondTry) {
        token = null;
        return post(item, true);
      }
      if (response.status === 503 || response.status === 429) {
        const wait = 1000 * (Number(response.headers.get("Retry-After")) || 0);
        notBefore = Date.now() + Math.min(wait, LONGEST_WAIT);
        return null;
      }
      // Whoever says neither what comes next nor why not is not this server.
      if (!answer.next && (response.ok || (response.status >= 500 && !answer.code))) return null;
      return { status: response.status, ...answer };
    } catch {
      return null;
    } finally {
      if (underWay.delete(item.key)) await announce();
    }
  }

  async function request(item) {
    token ||= await freshToken();
    const body = new URLSearchParams(item.body);
    body.set("key", item.key);
    return fetch(item.url, {
      method: "POST", body, signal: AbortSignal.timeout(TIMEOUT),
      headers: { "Accept": "application/json", "X-CSRFToken": token, "Scorecard-Made-At": item.madeAt, "Scorecard-After": item.after.slice(-MOST_SENT).join(" ") },
    });
  }

  /* What the server says to a form: what comes `next`, else the `code` and `detail` of a refusal, and the
     `page` that shows it. Nothing where it is not our server that answers. */
  async function answerOf(response) {
    return response.headers.get("Content-Type")?.includes("json") ? response.json() : {};
  }

  async function freshToken() {
    const response = await fetch(`${root}/token`, { signal: AbortSignal.timeout(TIMEOUT) });
    return (await response.json()).token;
  }

  async function settle(item, answer) {
    if (answer.next) await done(item);
    else await change(item.key, verdict(item, answer));
  }

  async function done(item) {
    pause = 0;
    await remember(item);
    await update((list) => list.filter((one) => one.key !== item.key));
    document.dispatchEvent(new CustomEvent("outbox:delivered", { detail: { item } }));
  }

  /* This phone knows what it has written, also where a page it kept is older than that. */
  async function remember({ key, game }) {
    await (await store).update("sent", (list) => [...(list || []), { key, game }].slice(-MOST_SENT));
  }

  /* What becomes of a write that was refused. Undo is never sent again over what somebody else did: it
     would take back something else. */
  function verdict(item, { status, code, detail, warnings = [], by, mine, theirs, choice, keep }) {
    const sentence = [detail || say("The server did not take this."), ...warnings].join(" ");
    if (code === "not_begun") return { state: "early", sentence };
    if (["unconfirmed", "agreement_required"].includes(code)) return { state: "asks", sentence };
    if (code === "stale") return { state: "collides", sentence, by, mine, theirs, keep, choice: isStep(item) ? null : choice };
    if (SHUT_CODES.includes(code)) return { state: "shut", sentence, isOut: false };
    if (code === "sent_out" || [401, 404, 410].includes(status)) return { state: "shut", sentence, isOut: true };
    return { state: [403, 409, 422].includes(status) ? "refused" : "failed", sentence };
  }

  /* One tab at a time. Browsers have locks only for pages that came over HTTPS or from the phone
     itself; elsewhere a lease in the store does, which a tab keeps from page to page. */
  async function exclusively(action) {
    if (navigator.locks) {
      await navigator.locks.request(NAME, { ifAvailable: true }, (lock) => lock && action(async () => true));
    } else if (await lease()) {
      await action(lease);
      await (await store).update("lease", (held) => held?.tab === tab() ? null : held);
    }
  }

  async function lease() {
    const now = Date.now();
    await (await store).update("lease", (held) => {
      // A clock that was set back must not keep the lease for ever.
      const isHeld = held && held.tab !== tab() && held.until > now && held.until <= now + LEASE;
      return isHeld ? held : { tab: tab(), until: now + LEASE };
    });
    return (await (await store).read("lease"))?.tab === tab();
  }

  function tab() {
    try {
      if (!sessionStorage.getItem(NAME)) sessionStorage.setItem(NAME, newKey());
      return sessionStorage.getItem(NAME);
    } catch {
      return "the only one";
    }
  }
})();
