/* Open pages: from the server, and while that is away as this phone has kept them. A kept page says how
   old it is, and gives way to the real one once the server answers. */
(() => {
  "use strict";

  const PATIENCE = 2500; // Milliseconds until a kept page is opened instead.
  const LONGEST_PATIENCE = 15000;
  const FIRST_PAUSE = 2000;
  const LONGEST_PAUSE = 20000;

  // The page as it came, before any script has changed it.
  const pristine = document.documentElement.outerHTML;
  const loaded = new Map([...document.scripts].map((script) => [fileOf(script), Promise.resolve()]));
  const words = document.documentElement.lang;
  let shown = null; // The kept page that is open: its moment, and whether anything was typed into it.
  let current = location.pathname;

  Object.assign(window, { goTo, loadFilesOf, loadPanel, sayAsOf, showPage: show });

  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[href]");
    if (!link || event.defaultPrevented || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    if (link.hasAttribute("data-panel") && document.body.dataset.panelFiles) {
      event.preventDefault();
      openOver(link.href);
      return;
    }
    if (link.target || link.hasAttribute("download") || link.origin !== location.origin || isServed()) return;
    if (link.hash && link.pathname + link.search === here()) return;
    event.preventDefault();
    goTo(link.href);
  });

  // After the script that leaves out of a search what is empty.
  addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || form.method !== "get" || form.hasAttribute("data-download") || isServed()) return;
    event.preventDefault();
    const url = new URL(form.getAttribute("action") || location.href, location.href);
    url.search = new URLSearchParams(new FormData(form));
    goTo(url.href);
  });

  // Between two pages in this document; to another place in one the browser goes by itself.
  addEventListener("popstate", (event) => {
    const address = event.state?.address || location.pathname;
    if (address !== current) open(location.href, "none");
  });
  // A browser that goes back shows a page as it was, in the language of then.
  addEventListener("pageshow", (event) => {
    const [, chosen = words] = document.cookie.match(/(?:^|; )language=(\w+)/) ?? [];
    if (event.persisted && chosen !== words) location.reload();
  });
  document.addEventListener("input", () => { if (shown) shown.isTouched = true; }, true);
  document.addEventListener("live:changed", (event) => event.detail.isLive && revive());
  addEventListener("online", () => revive());
  document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && revive());

  document.addEventListener("piece:shown", () => keptPages.keepNext());

  if (document.body.dataset.invitation || history.state?.panel) loadPanel();
  register();
  if (!document.body.hasAttribute("data-offline")) arrive(pristine);
  else if (location.pathname === `${root}/offline`) listKept();
  // The worker had no answer to what was asked for. Where to count next depends on the outbox.
  else addEventListener("DOMContentLoaded", () => showKept(here(), "none"));

  async function arrive(html) {
    if (await keptPages.isLost(document)) return;
    const [visit] = performance.getEntriesByType("navigation");
    // Who goes back sees it as it was, nobody knows when.
    if (html !== pristine || visit?.type !== "back_forward") await keptPages.keepSeen(html);
    keptPages.keepNext();
    keptPages.dropLost();
  }

  async function register() {
    try {
      await navigator.serviceWorker?.register(`${root}/worker.js`, { updateViaCache: "none" });
    } catch {
      // A half-trusted address has none: then this is all there is.
    }
  }

  /* Whether the worker answers for every page of this one. */
  function isServed() {
    return Boolean(navigator.serviceWorker?.controller);
  }

  /* What opens pages over the table is loaded once it is needed. */
  function loadPanel() {
    return loadFilesOf(parsed(document.body.dataset.panelFiles || ""));
  }

  async function openOver(url) {
    await loadPanel();
    (window.openPanel || goTo)(url);
  }

  /* Open a page of the app; where the server is away, or too slow to be waited for, as it was kept. */
  async function goTo(url, isSlow = false) {
    const { pathname, search } = new URL(url, location.href);
    const kept = isSlow && await keptPages.find(pathname + search);
    if (!kept) return open(url, "push");
    turn += 1;
    await show({ ...kept, isSlow }, "push");
  }

  let turn = 0; // Of several pages asked for at once, the last is opened.
  async function open(url, how) {
    const target = new URL(url, location.href);
    const isHere = how === "none";
    const mine = turn += 1;
    const isServedHere = target.origin !== location.origin || isServed() || (await answers());
    if (mine !== turn) return;
    if (isServedHere) {
      if (isHere) location.reload();
      else location.assign(target);
      return;
    }
    await showKept(target.pathname + target.search, how);
  }

  async function answers() {
    if (navigator.onLine === false) return false;
    try {
      const response = await fetch(`${root}/manifest.webmanifest`, { method: "HEAD", cache: "no-store", signal: AbortSignal.timeout(PATIENCE) });
      return response.status < 502;
    } catch {
      return false;
    }
  }

  async function showKept(address, how) {
    const mine = turn;
    const found = await keptPages.find(address);
    const list = found || await keptPages.find(`${root}/offline`);
    if (mine !== turn) return;
    // A form is sent to where the page says it is.
    if (found) return show(found, how === "none" && found.address !== address ? "replace" : how);
    if (list) await show({ ...list, address, at: 0 }, how);
    else if (!document.body.hasAttribute("data-offline")) return tell(say("You’re offline, and this page isn’t saved on your phone."));
    else shown = { at: 0, pause: FIRST_PAUSE };
    document.querySelector("[data-not-kept]").hidden = false;
    await listKept();
    reviveAfter(FIRST_PAUSE);
  }

  /* Put a page in the place of the one that is open. */
  async function show({ html, address, at, number, round, isAhead, isSlow }, how) {
    const page = parsed(html);
    if (round) renumber(page, number, round);
    if (round && !isAhead) page.querySelector("[data-ahead]")?.remove();
    const mine = turn;
    // Before anything is replaced: a script that is new finds nothing to begin with twice.
    await loadFilesOf(page);
    if (mine !== turn) return;
    await movingAlong(() => mine === turn && replace(page, address, how));
    if (mine !== turn) return;
    shown = at === null ? null : { at, isSlow, isTouched: false, pause: FIRST_PAUSE };
    sayAge();
    document.dispatchEvent(new CustomEvent("main:replaced"));
    if (shown) reviveAfter(shown.pause);
  }

  /* What is on both pages moves to its new place, where the browser can and nobody minds. */
  async function movingAlong(change) {
    if (!document.startViewTransition || matchMedia("(prefers-reduced-motion: reduce)").matches) return change();
    const moving = document.startViewTransition(change);
    for (const end of [moving.ready, moving.finished]) end.catch(() => {}); // Then it is there without moving.
    await moving.updateCallbackDone;
  }

  function replace(page, address, how) {
    window.listenTo?.(null);
    document.title = page.title;
    document.documentElement.lang = page.documentElement.lang;
    document.documentElement.dir = page.documentElement.dir;
    for (const { name } of [...document.body.attributes]) document.body.removeAttribute(name);
    for (const { name, value } of page.body.attributes) document.body.setAttribute(name, value);
    document.querySelector("body > header")?.remove();
    const header = page.querySelector("body > header");
    if (header) document.querySelector("main").before(header);
    document.querySelector("main").replaceWith(page.querySelector("main"));
    if (how === "push") history.pushState({ address }, "", address);
    if (how === "replace") history.replaceState({ address }, "", address);
    current = history.state?.address || location.pathname;
    scrollTo(0, 0);
  }

  /* A blank screen to count one round serves another. */
  function renumber(page, from, to) {
    const [before, after] = [`/rounds/${from}/`, `/rounds/${to}/`];
    for (const element of page.querySelectorAll("[data-number]")) element.textContent = to;
    for (const form of page.querySelectorAll("form[data-draft]")) {
      form.dataset.draft = form.dataset.draft.replace(`/${from}/`, `/${to}/`);
      if (form.dataset.round) form.dataset.round = to;
    }
    for (const element of page.querySelectorAll("main *")) {
      for (const attribute of element.attributes) {
        if (attribute.value.includes(before)) attribute.value = attribute.value.replace(before, after);
      }
    }
    page.title = page.title.replace(/\d+(?=\D*$)/, to);
  }

  /* What a page is drawn and moved with, before it is needed. */
  async function loadFilesOf(page) {
    for (const style of page.querySelectorAll("link[rel=stylesheet]")) {
      const href = style.getAttribute("href");
      if (!document.querySelector(`link[href="${href}"]`)) document.head.append(style.cloneNode());
    }
    for (const script of page.querySelectorAll("script[src]")) {
      const file = fileOf(script);
      if (!loaded.has(file)) loaded.set(file, load(script.getAttribute("src")));
      await loaded.get(file);
    }
  }

  function load(src) {
    return new Promise((resolve) => {
      const script = made("script", "");
      script.src = src;
      script.onload = resolve;
      script.onerror = () => {
        loaded.delete(fileOf(script)); // Next time it may be there.
        resolve();
      };
      document.head.append(script);
    });
  }

  /* Say how old the kept page is that is open. */
  function sayAge() {
    // Of a slow server the age is said once it has given no page either.
    if (!shown?.at || shown.isSlow) return;
    tell(shown.isAnswered ? say("Last updated %(time)s. The server answers again.", { time: sayClock(shown.at) })
      : sayAsOf(shown.at));
  }

  function sayAsOf(at) {
    return say("Offline. Last updated %(time)s", { time: sayClock(at) });
  }

  function tell(text) {
    let place = document.querySelector("main > .as-of");
    if (!place) {
      place = made("p", "note as-of");
      place.setAttribute("role", "status");
      document.querySelector("main").prepend(place);
    }
    if (place.textContent !== text) place.textContent = text;
  }

  async function listKept() {
    const place = document.querySelector("[data-kept]");
    if (!place) return;
    const pages = await keptPages.list();
    place.replaceChildren(...pages.map(({ address, title, at }) => {
      const note = made("span", "card-note", say("Last updated %(time)s", { time: sayClock(at) }));
      const link = made("a", "card", made("b", "", title), note);
      link.href = address;
      return made("li", "", link);
    }));
    document.querySelector("[data-none]").hidden = pages.length > 0;
  }

  /* Let the real page take the kept one's place, unless something was typed into that. */
  let reviving = 0;
  function reviveAfter(pause) {
    clearTimeout(reviving);
    reviving = setTimeout(revive, pause);
  }

  async function revive() {
    const mine = shown;
    if (!mine || mine.isReviving) return;
    mine.isReviving = true;
    try {
      const response = await fetch(location.href, { headers: { Accept: "text/html" }, cache: "no-store", signal: AbortSignal.timeout(LONGEST_PATIENCE) });
      if (response.status >= 502 && response.status <= 504) throw new Error("busy");
      const html = await response.text();
      if (shown !== mine) return;
      mine.isAnswered = true;
      if (mine.isTouched) return sayAge();
      // What scripts say comes with a document, so that another language begins a new one.
      if (!response.ok || parsed(html).documentElement.lang !== words) return location.reload();
      await show({ html, address: response.url, at: null }, response.redirected ? "replace" : "none");
      await arrive(html);
    } catch {
      if (shown !== mine) return;
      mine.isSlow = false;
      sayAge();
      mine.pause = Math.min(mine.pause * 2, LONGEST_PAUSE);
      reviveAfter(mine.pause * (0.5 + Math.random()));
    } finally {
      mine.isReviving = false;
    }
  }

  function fileOf(script) {
    return new URL(script.getAttribute("src"), location.href).pathname;
  }
})();
