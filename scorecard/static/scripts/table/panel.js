/* Open a page over the table, in a panel: where a link with "data-panel" leads. The table below stays,
   and goes on moving. Where such a page is not to be had, the link opens it like any other. */
(() => {
  "use strict";

  const PATIENCE = 4000; // Milliseconds, until what is kept on the phone is shown instead.
  const FAR = 70; // Pixels of a swipe that closes it.
  const INVITATION = /\/share$/;

  const cross = made("button", "", "×");
  const head = made("div", "panel-head", cross);
  const body = made("div", "panel-body");
  const panel = made("dialog", "panel", head, body);
  if (!panel.showModal) return;
  cross.type = "button";
  cross.setAttribute("aria-label", say("Close"));
  panel.tabIndex = -1;
  document.body.append(panel);

  let turn = 0; // Of several pages asked for at once, the last is shown.
  let opener = null;
  let table = location.pathname; // Below it.
  let isSent = false; // A form in it was: if the table is the answer, it is done.
  let begun = null;
  let moves = 0; // Of the table, since this page came.

  window.openPanel = (url) => open(url);
  document.addEventListener("click", follow, true);
  document.addEventListener("keydown", ({ key }) => key === "Escape" && !isModal() && close());
  document.addEventListener("main:replaced", () => (isSent || location.pathname !== table) && close());
  document.addEventListener("piece:shown", ({ detail }) => {
    if (detail.id !== "sheet") return;
    moves += 1;
    standOnBar();
    refreshInvitation();
  });
  // With every sign of life: the first may come while this phone still believes to be offline.
  document.addEventListener("live:changed", ({ detail }) => detail.isLive && renew());
  document.addEventListener("sent", ({ detail, target }) => {
    isSent = panel.contains(target);
    if (isSent && detail === "later") close();
  });
  addEventListener("popstate", ({ state }) => {
    if (state?.panel) open(state.panel);
    else if (isModal()) close();
  });
  head.addEventListener("click", close);
  panel.addEventListener("click", ({ target }) => target === panel && close());
  panel.addEventListener("close", closed);
  panel.addEventListener("answered", ({ detail }) => fill(detail.page, detail.address, detail.problem));
  panel.addEventListener("touchstart", begin, { passive: true });
  panel.addEventListener("touchmove", drag, { passive: true });
  panel.addEventListener("touchend", release);
  start();

  /* Whoever has just begun a game is shown how the others come in, until they are, or need not be.
     Going back opens what was open there; who loads the table anew wants to see the table. */
  function start() {
    const { invitation } = document.body.dataset;
    if (isReloaded()) {
      history.replaceState({ ...history.state, panel: undefined }, "");
      if (invitation) remember("invited" + invitation, "yes");
    } else if (history.state?.panel) open(history.state.panel);
    else if (invitation && !remembered("invited" + invitation)) open(invitation, true);
  }

  function isReloaded() {
    const [visit] = performance.getEntriesByType("navigation");
    return visit?.type === "reload" && new URL(visit.name).pathname === location.pathname;
  }

  function follow(event) {
    const link = event.target.closest("a[href]");
    if (!link || event.button || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    const isInside = panel.contains(link);
    const name = isInside && link.getAttribute("href").match(/^#(.+)/)?.[1];
    const isTable = isInside && link.pathname === location.pathname;
    if (!isTable && !link.hasAttribute("data-panel")) return;
    event.preventDefault();
    if (name) goDownTo(name);
    else if (isTable) close();
    else open(link.href);
  }

  function goDownTo(name) {
    const place = body.querySelector(`[id="${CSS.escape(name)}"]`);
    if (!place) return;
    place.tabIndex = -1;
    place.focus({ preventScroll: true });
    place.scrollIntoView();
  }

  /* By itself it opens beside the table, which can be used meanwhile; else over it. */
  async function open(url, isByItself = false) {
    const { pathname, search, hash } = new URL(url, location.href);
    const mine = turn += 1;
    const asked = moves;
    table = location.pathname;
    isSent = false;
    if (!isByItself) show();
    const page = await pageAt(pathname + search);
    if (mine !== turn) return;
    if (!page && isByItself) return;
    if (!page) {
      close();
      window.goTo(url);
      return;
    }
    await window.loadFilesOf(page);
    if (mine !== turn) return;
    if (isByItself) showBeside();
    else if (history.state?.panel) history.replaceState({ ...history.state, panel: url }, "");
    else history.pushState({ address: history.state?.address || location.pathname, panel: url }, "");
    await fill(page, pathname + search);
    if (asked !== moves) refreshInvitation();
    if (hash) goDownTo(hash.slice(1));
  }

  /* Return the page at an address: from the server, else as it is kept here; nothing where it is neither. */
  async function pageAt(address) {
    try {
      if (navigator.onLine === false) throw new Error("offline");
      const response = await fetch(address, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(PATIENCE) });
      if (response.status >= 502 && response.status <= 504) throw new Error("busy");
      return response.ok && !response.redirected ? parsed(await response.text()) : null;
    } catch {
      const kept = await keptPages.find(address);
      if (!kept) return null;
      const page = parsed(kept.html);
      page.querySelector("main h1").after(made("p", "note as-of", sayAsOf(kept.at)));
      return page;
    }
  }

  async function fill(page, address, problem) {
    await window.loadFilesOf(page);
    for (const form of page.querySelectorAll("main form:not([action])")) form.setAttribute("action", address);
    body.replaceChildren(...page.querySelector("main").childNodes);
    body.scrollTop = 0;
    isSent = false;
    panel.dataset.address = address;
    panel.setAttribute("aria-label", page.title);
    panel.removeAttribute("aria-busy");
    document.dispatchEvent(new CustomEvent("panel:filled"));
    if (problem) problem.tabIndex = -1;
    if (problem || (isModal() && !panel.contains(document.activeElement))) (problem || panel).focus();
  }

  function show() {
    if (isModal()) return;
    close();
    const menu = document.querySelector("details.menu[open]");
    opener = menu ? menu.firstElementChild : document.activeElement;
    if (menu) menu.open = false;
    body.replaceChildren();
    panel.setAttribute("aria-busy", "true");
    panel.showModal();
    panel.focus();
  }

  /* Nobody has asked for it: the focus stays where it is. */
  function showBeside() {
    opener = null;
    const held = document.activeElement;
    standOnBar();
    panel.show();
    if (held === document.body) document.activeElement.blur();
    else held.focus({ preventScroll: true });
  }

  function standOnBar() {
    const bar = document.querySelector("#sheet .bottom-bar");
    if (!isModal() && getComputedStyle(bar).position === "fixed") panel.style.setProperty("--bar", `${bar.offsetHeight}px`);
  }

  function close() {
    if (panel.open) panel.close();
  }

  function closed() {
    turn += 1;
    const { address } = panel.dataset;
    if (INVITATION.test(address)) remember("invited" + address, "yes");
    body.replaceChildren();
    delete panel.dataset.address;
    if (history.state?.panel) history.back();
    if (opener?.isConnected) opener.focus({ preventScroll: true });
    else keepFocus(opener);
  }

  function isModal() {
    return panel.matches(":modal");
  }

  /* Who has come in is told as it happens; once nobody is waited for any more, it goes by itself. */
  async function refreshInvitation() {
    const { address } = panel.dataset;
    if (!INVITATION.test(address)) return;
    const asked = moves;
    const page = await pageAt(address);
    const main = page?.querySelector("main");
    if (!main || asked !== moves || address !== panel.dataset.address) return;
    if (body.querySelector("[data-gathering]") && !main.querySelector("[data-gathering]")) {
      close();
      return;
    }
    const beforeAttributeUpdated = (name, node) => !(name === "open" && node.matches("details"));
    Idiomorph.morph(body, main.innerHTML, { morphStyle: "innerHTML", callbacks: { beforeAttributeUpdated } });
    document.dispatchEvent(new CustomEvent("panel:filled"));
  }

  /* What was kept on the phone gives way to the server's, once that answers. */
  async function renew() {
    const { address } = panel.dataset;
    if (!address || !body.querySelector(".as-of")) return;
    const page = await pageAt(address);
    if (page && !page.querySelector(".as-of") && address === panel.dataset.address) fill(page, address);
  }

  /* It follows a finger downwards, from where it is not scrolled. */
  function begin({ touches, target }) {
    const isFree = touches.length === 1 && body.scrollTop <= 0 && !target.closest("input, textarea, select, .scroll");
    begun = isFree ? touches[0].clientY : null;
  }

  function drag({ touches }) {
    if (begun === null) return;
    const down = touches[0].clientY - begun;
    panel.style.translate = down > 0 && body.scrollTop <= 0 ? `0 ${down}px` : "";
  }

  function release({ changedTouches }) {
    const isFar = begun !== null && panel.style.translate && changedTouches[0].clientY - begun > FAR;
    begun = null;
    panel.style.translate = "";
    if (isFar) close();
  }
})();
