/* Send forms without leaving the page, so that nothing typed is lost. What a game can take later
   goes into the outbox where it cannot be sent now (`data-send="later"`); other forms stay and try
   again. Without this script they post plainly. */
(() => {
  "use strict";

  // For all that replace a piece of the page.
  Object.assign(globalThis, { answerTo, fetchPage, heldIn, keepFocus });

  // Of each form: its write's key, whether it is being sent, when to try again.
  const states = new WeakMap();
  const TIMEOUT = 15000;
  const PATIENCE = 500; // Until what can be sent later is left to the outbox.
  const GLANCE = 1500; // As long as one waits to see whether the outbox gets it out at once.
  const LONGEST_PAUSE = 15000;

  document.documentElement.classList.add("js");
  // Some phones show what is pressed only where a page listens for fingers.
  document.addEventListener("touchstart", () => {}, { passive: true });

  document.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented) return;
    if (form.matches("form[data-send]")) {
      event.preventDefault();
      send(form, event.submitter);
    } else if (form.method === "post" && navigator.onLine === false) {
      event.preventDefault();
      stateOf(form).again = () => form.requestSubmit(event.submitter);
      note(form, event.submitter);
    }
  });

  // What was left empty in a search need not stand in its address.
  document.addEventListener("formdata", ({ target, formData }) => {
    if (!target.matches("form.search")) return;
    for (const [name, value] of [...formData]) if (!value) formData.delete(name);
  });

  document.addEventListener("focusin", (event) => {
    if (event.target.matches("[data-select]")) event.target.select();
  });

  document.addEventListener("click", (event) => {
    for (const menu of document.querySelectorAll("details.menu[open]")) {
      if (!menu.contains(event.target)) menu.open = false;
    }
  });

  document.addEventListener("keydown", (event) => {
    const menu = event.key === "Escape" && document.querySelector("details.menu[open]");
    if (!menu) return;
    menu.open = false;
    menu.querySelector("summary").focus();
  });

  document.addEventListener("panel:filled", equip);
  atEachPage(equip);

  function equip() {
    for (const time of document.querySelectorAll("time[datetime]")) time.textContent = sayClock(time.dateTime);
    for (const field of document.querySelectorAll("[data-time-zone]")) {
      field.value ||= Intl.DateTimeFormat().resolvedOptions().timeZone;
    }
    for (const button of document.querySelectorAll("[data-print]")) {
      button.hidden = false;
      button.onclick = () => print();
    }
  }

  function stateOf(form) {
    if (!states.has(form)) states.set(form, { pause: 0 });
    return states.get(form);
  }

  async function send(form, submitter) {
    const state = stateOf(form);
    const action = submitter?.getAttribute("formaction");
    if (state.isSending) {
      // Another button or choice has its turn next; after a refusal this one has, too.
      state.next = action === state.action ? null : action;
      state.anew = action === state.action && submitter;
      return;
    }
    state.action = action;
    const url = action ? submitter.formAction : form.getAttribute("action") || location.href;
    const fields = typedIn(form);
    state.typed = String(fields);
    if (submitter?.name) fields.append(submitter.name, submitter.value);
    fields.set("key", keyFor(state, url, fields));
    state.isSending = true;
    clearTimeout(state.timer);
    let isRefused = false;
    const game = form.dataset.send === "later" && gameAt(new URL(url, location.href).pathname);
    try {
      if (game && (!navigator.onLine || await outbox.heldIn(game))) throw new Error("not now");
      const request = post(url, fields);
      if (game && await isSlow(request) && await keepForLater(form, submitter, url, fields, game, request)) return;
      const response = await request;
      const answer = await outbox.answerOf(response);
      const isBusy = response.status >= 502 && response.status <= 504;
      if (isBusy || (game && (response.status === 429 || answer.code === "not_begun"))) throw new Error("busy");
      Object.assign(stateOf(form), { pause: 0, again: null });
      if (game && answer.next) await outbox.remember({ key: fields.get("key"), game }).catch(() => {});
      isRefused = !answer.next;
      if (answer.next) await goOn(form, answer.next);
      else refuse(form, submitter, url, answer);
    } catch (error) {
      if (game && await keepForLater(form, submitter, url, fields, game)) return;
      const pause = Math.min((state.pause || 1000) * 2, LONGEST_PAUSE);
      const again = () => form.isConnected && send(form, submitter);
      note(form, submitter);
      for (const other of submitter?.ariaPressed ? form.querySelectorAll("[aria-pressed]") : []) other.ariaPressed = other === submitter;
      Object.assign(stateOf(form), { pause, again, timer: setTimeout(again, pause) });
    } finally {
      const { next, anew } = stateOf(form);
      Object.assign(stateOf(form), { isSending: false, next: null, anew: null });
      if (anew && (anew.ariaPressed ? anew !== submitter : isRefused && isNewer(form))) send(form, anew);
      if (next) document.querySelector(`[formaction="${CSS.escape(next)}"]`)?.click();
    }
  }

  /* Whether a request takes longer than people wait without a sign. */
  function isSlow(request) {
    const patience = new Promise((resolve) => { setTimeout(resolve, PATIENCE, true); });
    return Promise.race([request.then(() => false, () => false), patience]);
  }

  async function post(url, fields) {
    const send = () => fetch(url, {
      method: "POST", body: fields, headers: { Accept: "application/json, text/html;q=0.9" }, signal: AbortSignal.timeout(TIMEOUT),
    });
    const response = await send();
    if (response.headers.get("Scorecard-Code") !== "old_page") return response;
    fields.set("csrf_token", await outbox.freshToken());
    return send();
  }

  /* The page at an address, null where this phone is given none. */
  async function fetchPage(url) {
    const response = await fetch(url, { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(TIMEOUT) });
    if (response.status >= 500) throw new Error("not now");
    return response.ok ? parsed(await response.text()) : null;
  }

  /* What is answered to a question on the side, null where it is not: nobody waits. */
  function answerTo(url, options) {
    return fetch(url, options).then((response) => response.ok ? response.text() : null).catch(() => null);
  }

  /* Leave a write to the outbox, with the request where it is under way, and go on as after saving;
     false where this browser keeps nothing, so that it stays in the form. */
  async function keepForLater(form, submitter, url, fields, game, request) {
    const { pathname, search } = new URL(url, location.href);
    const isTyped = "draft" in form.dataset;
    const key = fields.get("key");
    const body = new URLSearchParams(fields);
    body.delete("key");
    body.delete("csrf_token");
    // What the table has shown since the page of this button was fetched is known here.
    if (!isTyped && body.has("version")) body.set("version", Math.max(body.get("version"), remembered("seen/" + game)));
    let wasHeld = false;
    try {
      wasHeld = await outbox.heldIn(game);
      // Where something waits, that is what comes undone.
      const last = pathname.endsWith("/undo") && await outbox.lastIn(game);
      if (last) body.set("of", last.key);
      await outbox.add({
        key, game, isTyped, url: pathname + search, body: body.toString(), page: here(),
        round: roundAt(pathname), roundName: roundNameOf(form, pathname), sums: JSON.parse(form.dataset.sums || "[]"),
        label: labelOf(form, submitter, pathname),
        madeAt: new Date().toISOString(),
      }, request);
    } catch {
      return false;
    }
    states.delete(form);
    form.dispatchEvent(new CustomEvent("sent", { bubbles: true, detail: "later" }));
    const glance = new Promise((resolve) => { setTimeout(resolve, GLANCE); });
    // What waits behind others may go out with them now; what has just failed is for later.
    const sent = outbox.deliver();
    if (wasHeld && navigator.onLine) await Promise.race([sent, glance]);
    const target = tableOf(game) + (submitter?.name === "next" ? "/count?by=next" : "");
    if (location.pathname !== target) goTo(target, Boolean(request));
    return true;
  }

  /* What a write is called: by its form and round, or by its button. */
  function labelOf(form, submitter, pathname) {
    const { label: whole, first = whole, later = "" } = form.dataset;
    const typed = typedIn(form);
    const label = later.split(" ").some((name) => typed.getAll(name).some(Boolean)) ? whole : first;
    const round = roundNameOf(form, pathname);
    if (label) return round ? say("%(label)s, %(round)s", { label, round }) : label;
    return (submitter.getAttribute("aria-label") ?? submitter.textContent).trim().replace(/\s+/g, " ");
  }

  /* A round in the word of its game: "hand 3". */
  function roundNameOf(form, pathname) {
    const { roundWord } = form.dataset;
    return roundWord ? say("%(round)s %(number)s", { round: roundWord, number: roundAt(pathname) }) : "";
  }

  /* A write sent again keeps its key, so that it is done once. */
  function keyFor(state, url, fields) {
    const plain = new URLSearchParams(fields);
    plain.delete("key");
    const wanted = url + "?" + plain;
    if (state.wanted !== wanted) {
      state.key = outbox.newKey();
      state.wanted = wanted;
    }
    return state.key;
  }

  /* It is done: show the page that comes next, in place where it is this one. */
  async function goOn(form, next) {
    form.dispatchEvent(new CustomEvent("sent", { bubbles: true }));
    // Whoever leaves takes nothing along.
    if (form.dataset.leaves) await keptPages.drop(form.dataset.leaves);
    const { pathname, href } = new URL(next, location.href);
    const isHere = pathname === location.pathname;
    const page = (isHere || panelOf(form, pathname)) && await fetchPage(href);
    if (page) show(form, page, isHere ? "" : pathname);
    else location.assign(href);
  }

  function typedIn(form) {
    return new URLSearchParams(new FormData(form));
  }

  function isNewer(form) {
    return form.isConnected && String(typedIn(form)) !== stateOf(form).typed;
  }

  /* It is not done: show the page that says so, the table as a whole, else say it here. */
  function refuse(form, submitter, url, { status, detail, page }) {
    const { pathname } = new URL(url, location.href);
    const answer = page && !(status === 422 && isNewer(form)) && parsed(page);
    if (!answer) note(form, submitter, detail || say("That did not work. What you typed is still here."));
    else if (document.querySelector("#sheet") || !answer.querySelector("#sheet")) show(form, answer, pathname, true);
    else showPage({ html: page, address: tableOf(gameAt(pathname)), at: null }, "replace");
  }

  /* The panel over the table in which a form stands, where its answer is shown there. */
  function panelOf(form, address) {
    const panel = form.closest("dialog");
    return panel && address.startsWith(panel.dataset.address.split("?")[0]) ? panel : null;
  }

  function show(form, page, address, isRefused) {
    const main = page.querySelector("main");
    const problem = isRefused && main.querySelector(".problem, .warning");
    const panel = panelOf(form, address);
    if (panel) return panel.dispatchEvent(new CustomEvent("answered", { detail: { page, problem, address } }));
    const old = document.querySelector("main");
    const held = heldIn(old);
    keepNewer(main);
    // What was typed into other forms of the page goes along.
    for (const field of old.querySelectorAll("input, textarea")) {
      if (field.form?.action !== form.action && field.value !== field.defaultValue) page.getElementById(field.id)?.replaceWith(field);
    }
    old.replaceWith(main);
    document.dispatchEvent(new CustomEvent("main:replaced"));
    const refused = main.querySelector("[aria-invalid]");
    if (problem) problem.tabIndex = -1;
    (problem || refused || main.querySelector("[data-next]"))?.focus();
    (problem || (refused && main.querySelector(".field-error")))?.scrollIntoView({ block: "center" });
    keepFocus(held);
  }

  /* What has the focus in a piece of the page that is about to be replaced. */
  function heldIn(piece) {
    return piece?.contains(document.activeElement) ? document.activeElement : null;
  }

  /* Give the focus to what stands where it was, else to the content. */
  function keepFocus(held) {
    if (!held || held.isConnected || document.activeElement !== document.body) return;
    const main = document.querySelector("main");
    const named = ["id", "formaction", "href"].filter((name) => held.getAttribute(name));
    const same = named.map((name) => main.querySelector(`[${name}="${CSS.escape(held.getAttribute(name))}"]`)).find((found) => found?.getClientRects().length);
    if (!same) main.tabIndex = -1;
    (same || main).focus({ preventScroll: true });
  }

  /* What the stream brought while this page was under way is newer than it. */
  function keepNewer(main) {
    for (const fetched of main.querySelectorAll("[id][data-version]")) {
      const shown = document.getElementById(fetched.id);
      if (shown && Number(shown.dataset.version) > Number(fetched.dataset.version)) fetched.replaceWith(shown);
    }
  }

  /* Say something of a form by the button that was tapped. */
  function note(form, submitter, text = say("Offline. Leave this page open: it goes out once you’re online.")) {
    let place = form.querySelector("[data-note]") || document.querySelector("main > [data-note]");
    if (!place) {
      place = made("p", "send-note");
      place.dataset.note = "";
      place.setAttribute("role", "status");
      const bar = submitter?.closest(".bottom-bar");
      if (bar) bar.prepend(place);
      else if (form.contains(submitter)) form.append(place);
      else document.querySelector("main").prepend(place);
    }
    place.textContent = text;
    place.scrollIntoView({ block: "nearest" });
  }

  addEventListener("online", () => {
    for (const form of document.forms) stateOf(form).again?.();
  });
})();
