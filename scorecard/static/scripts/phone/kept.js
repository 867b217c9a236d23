/* Keep pages on this phone for the time without network: those it has seen, and those it needs next at
   its table, as the server says. In IndexedDB, as a plain-HTTP address in a home network has no worker. */
(() => {
  "use strict";

  const MOST_KEPT = 150;
  const LONGEST_KEPT = 30 * 24 * 3600 * 1000;
  const PAUSE = 1500; // Milliseconds; the table comes first.
  const SPREAD = 2500; // Not every phone at a table asks at the same moment.
  const MOST_AHEAD = 30;
  const MOST_ASKED = 50;
  const WAY_KEPT = 400 * 24 * 3600; // Seconds.
  const LONGEST_UNASKED = 3600 * 1000;
  const ASKED = "asked"; // Under it is when the server was asked what is lost.
  const HOME = `${root}/`;
  const OFFLINE = `${root}/offline`;
  const store = idbKeyval.createStore(`scorecard-pages${root}`, "pages");
  const release = `${document.querySelector("script[src*='/pages.js']").src} ${document.documentElement.lang}`;

  /* A kept page: {html, at, title, owners, tag, number}; owners are the games and groups one must
     be in to see it, number the round of a blank screen that serves any round. Where the phone
     refuses to keep anything, everything is simply not found. */
  const attempt = (action, otherwise) => Promise.resolve().then(action).catch(() => otherwise);
  const get = (key) => attempt(() => idbKeyval.get(key, store));
  const put = (key, page) => attempt(() => idbKeyval.set(key, page, store));
  const entries = () => attempt(() => idbKeyval.entries(store), []);
  const remove = (keys) => attempt(() => idbKeyval.delMany(keys, store));

  window.keptPages = { find, list, drop, isLost, keepSeen, keepNext, dropLost, loadScripts };

  function page(html, more) {
    const whole = parsed(html);
    for (const part of whole.querySelectorAll("[data-lets-in]")) part.remove();
    const kept = whole.querySelector("meta[name=keep]");
    const title = kept?.dataset.name || whole.title;
    const owners = kept?.content.split(" ") || [];
    return { html: `<!doctype html>${whole.documentElement.outerHTML}`, title, owners, at: Date.now(), ...more };
  }

  /* Keep the page that is open, as it came, if the server lets it be kept. */
  async function keepSeen(html) {
    const seen = page(html);
    if (seen.owners.length) await put(here(), seen);
  }

  /* What has moved on the open page has moved on the kept one. */
  let moving = Promise.resolve();
  document.addEventListener("piece:shown", (event) => {
    const { id, html } = event.detail;
    const key = here();
    moving = moving.then(async () => {
      const kept = await get(key);
      if (!kept) return;
      const whole = parsed(kept.html);
      const piece = whole.getElementById(id);
      if (!piece) return;
      piece.outerHTML = html;
      await put(key, { ...kept, html: `<!doctype html>${whole.documentElement.outerHTML}`, at: Date.now() });
    });
  });

  /* Fetch what this phone needs next at its table: once per round, when the rules change, and a keeper's
     whenever anything does; at once where it is new, as it may lose the network in its first seconds. */
  let timer = 0;
  let fetched = null;
  async function keepNext() {
    const sheet = document.querySelector(".at-table #sheet");
    const table = sheet && location.pathname;
    // Whoever keeps the score counts for everybody as long as nobody else has joined.
    const seen = document.body.dataset.role === "keeper" ? sheet?.dataset.version : "";
    const state = sheet ? [table, sheet.dataset.round, sheet.dataset.book, seen].join(" ") : "";
    if (state === fetched) return;
    fetched = state;
    clearTimeout(timer);
    const isNew = table && !(await get(`${table}/keep`));
    if (state !== fetched) return;
    timer = setTimeout(async () => {
      try {
        if (table) await fetchNext(table);
        await fetchNew({ url: OFFLINE, key: OFFLINE, tag: release }, []);
        await fetchNamed();
        await tidy();
      } catch {
        fetched = null; // No network now: again with the next change.
      }
    }, isNew ? 0 : PAUSE + Math.random() * SPREAD);
  }

  async function fetchNext(table) {
    const answer = await fetch(`${table}/keep`);
    if (!answer.ok) return;
    const next = await answer.json();
    await dropOthers(table, next);
    for (const wanted of next.pages) await fetchNew(wanted, [table]);
    for (const { key } of next.pages) await loadScripts(key);
    await window.loadPanel();
    // Only now: whoever reads it finds the pages it names.
    await put(`${table}/keep`, { next, owners: [table], at: Date.now() });
  }

  /* Fetch the pages that links of the open page ask to keep: each says of which edition it is. */
  async function fetchNamed() {
    for (const link of document.querySelectorAll("a[data-keep]")) {
      await fetchNew({ url: link.pathname, key: link.pathname, tag: `${release} ${link.dataset.keep}` }, []);
    }
  }

  /* Fetch a page unless it is kept as it is now. */
  async function fetchNew({ url, key, tag, number }, owners) {
    if ((await get(key))?.tag === tag) return;
    const response = await fetch(url, { headers: { Accept: "text/html" } });
    // Whoever was sent elsewhere would keep another page than the one that was meant.
    if (!response.ok || response.redirected) return;
    const kept = page(await response.text(), { tag, number });
    await put(key, kept.owners.length ? kept : { ...kept, owners });
  }

  /* A page's scripts are there once it is needed, whatever the browser has let go of. */
  async function loadScripts(key) {
    const kept = await get(key);
    if (kept) await window.loadFilesOf(parsed(kept.html));
  }

  /* A screen to count that this phone is not given any more is gone. */
  async function dropOthers(table, next) {
    const keys = new Set(next.pages.map((one) => one.key));
    const counting = new RegExp(`^${table}/rounds/[^/]+/(seats/\\d+|all)(\\?.*)?$`);
    const gone = (await entries()).map(([key]) => key).filter((key) => counting.test(key) && !keys.has(key));
    await remove(gone);
  }

  async function tidy() {
    const all = (await entries()).sort(([, one], [, other]) => other.at - one.at);
    await remove(all.filter(([, kept], place) => place >= MOST_KEPT || Date.now() - kept.at > LONGEST_KEPT).map(([key]) => key));
  }

  /* Forget everything of games or groups this phone is not in any more. The home page leads to them. */
  async function drop(...owners) {
    await moving;
    const isOf = (kept) => kept.owners?.some((owner) => owners.includes(owner));
    await remove((await entries()).filter(([key, kept]) => key === HOME || isOf(kept)).map(([key]) => key));
    attempt(() => fetchNew({ url: HOME, key: HOME, tag: release }, []));
  }

  /* Ask which owners this phone has lost: with the home page, and now and then with others. */
  let asking = 0;
  function dropLost() {
    clearTimeout(asking);
    asking = setTimeout(() => attempt(async () => {
      const asked = (await get(ASKED))?.at ?? 0;
      if (location.pathname !== HOME && Math.abs(Date.now() - asked) < LONGEST_UNASKED) return;
      const owners = new Set((await entries()).flatMap(([, kept]) => kept.owners ?? []));
      const all = [...owners].filter((owner) => /^\/(games|groups)\//.test(owner.slice(root.length)));
      for (let from = 0; from < all.length; from += MOST_ASKED) await askAbout(all.slice(from, from + MOST_ASKED));
      await put(ASKED, { at: Date.now() });
    }), PAUSE + Math.random() * SPREAD);
  }

  async function askAbout(owners) {
    const answer = await fetch(`${root}/lost?${new URLSearchParams(owners.map((owner) => ["of", owner]))}`);
    const { lost } = await answer.json();
    if (lost.length) await drop(...lost);
  }

  /* Whether a page says that this phone is not in its game or group; then what was kept of it goes. */
  async function isLost(parsed) {
    const owner = parsed.body.dataset.lost;
    if (owner) await drop(owner);
    return Boolean(owner);
  }

  /* Return what is kept for an address: {address, html, at, number, round, isAhead}, or nothing. */
  async function find(address) {
    await moving;
    const [path, query] = address.split("?");
    const counting = path.match(/^(.*\/games\/[^/]+)\/(count|count-all)$/);
    if (counting) return findNext(counting[1], counting[2] === "count-all" ? "all" : wayAsked(query));
    const exact = (await get(address)) || (await get(path));
    if (exact?.html) return { ...exact, address };
    const round = roundAt(path);
    const ofAny = (url) => url.replace(/\/rounds\/\d+\//, "/rounds/*/");
    const blank = round && ((await get(ofAny(address))) || (await get(ofAny(path))));
    if (!blank) return undefined;
    const next = await nextOf(path.split("/rounds/")[0]);
    return { ...blank, address, round, isAhead: round > next?.round };
  }

  /* What comes next, in the round that the table shows. */
  async function nextOf(table) {
    const next = (await get(`${table}/keep`))?.next;
    const kept = next?.round && await get(table);
    const round = kept && Number(parsed(kept.html).getElementById("sheet")?.dataset.round);
    return round && round !== next.round ? { ...next, round, open: next.seats } : next;
  }

  /* What was asked for, and is remembered as the server does; else what is remembered. */
  function wayAsked(query) {
    const asked = new URLSearchParams(query).get("by");
    if (asked === "one") document.cookie = `counting=one; path=${HOME}; max-age=${WAY_KEPT}; samesite=lax`;
    if (asked === "all") document.cookie = `counting=; path=${HOME}; max-age=0; samesite=lax`;
    return asked || document.cookie.match(/(?:^|; )counting=(\w+)/)?.[1];
  }

  /* Where this phone counts next: as the server would say, but for what waits to be sent. */
  async function findNext(table, way) {
    const next = await nextOf(table);
    if (!next?.round) return undefined;
    const isWhole = way ? way === "all" : next.is_whole;
    const items = (await outbox.items()).filter((item) => item.state !== "discarded");
    const waiting = new Set(items.map((item) => item.url.split("?")[0]));
    for (let round = next.round; round <= next.round + MOST_AHEAD; round += 1) {
      const whole = `${table}/rounds/${round}/all`;
      if (waiting.has(whole)) continue;
      const open = round === next.round ? next.open : next.seats;
      const left = open.map((seat) => `${table}/rounds/${round}/seats/${seat}`).filter((path) => !waiting.has(path));
      if (!isWhole && next.seats.length && !left.length) continue;
      if (isWhole && open.length && !left.length) continue;
      return find(isWhole || !next.seats.length ? whole : left[0]);
    }
    return undefined;
  }

  /* Return what can be opened from here: [{address, title, at}], latest first. */
  async function list() {
    const shown = (await entries()).filter(([key, kept]) => kept.html && !/\/rounds\/|\/end$|\/handbook\/./.test(key) && key !== OFFLINE);
    return shown.map(([address, { title, at }]) => ({ address, title, at })).sort((one, other) => other.at - one.at);
  }
})();
