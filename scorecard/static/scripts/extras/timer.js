/* The buttons of the turn timer. */
(() => {
  "use strict";

  const USUAL = 60000; // Milliseconds.
  const [LEAST, MOST] = [15000, 3600000];

  let lock = null; // Keeps the screen awake, where the browser can.

  document.addEventListener("timer:over", () => place() && refresh());
  document.addEventListener("visibilitychange", stayAwake);
  atEachPage(start);

  function place() {
    return document.querySelector("[data-timer]");
  }

  function start() {
    if (!place()) return;
    const timer = turnTimer.read();
    const { length = USUAL } = timer ?? {};
    if (timer?.page !== location.pathname && !isRunning(timer)) change({ length, left: length, endsAt: null, turn: 0 });
    place().addEventListener("click", press);
    refresh();
  }

  /* The timer of this page; where another page's runs still, one that has not begun. */
  function mine() {
    const timer = turnTimer.read();
    if (timer?.page === location.pathname) return timer;
    return { length: timer.length, left: timer.length, endsAt: null, turn: 0 };
  }

  function isRunning(timer) {
    return Boolean(timer?.endsAt) && turnTimer.left(timer) > 0;
  }

  function change(values) {
    turnTimer.keep({ isTold: false, ...values, page: location.pathname });
  }

  function press(event) {
    const button = event.target.closest("button");
    if (!button) return;
    const timer = mine();
    const { length } = timer;
    const afresh = (time) => ({ ...timer, length: time, left: time, endsAt: null });
    const anew = (turn) => ({ ...timer, turn, left: length, endsAt: Date.now() + length, isTold: false });
    const turns = people();
    if (button.matches("[data-go]")) change(isRunning(timer) ? paused(timer) : going(timer));
    else if (button.matches("[data-next]")) change(anew((timer.turn + 1) % turns.length));
    else if (button.matches("[data-length]")) change(afresh(button.dataset.length * 1000));
    else if (button.matches("[data-step]")) change(afresh(stepped(length, Number(button.dataset.step))));
    else if (button.matches("[data-turn]")) {
      const turn = turns.indexOf(button);
      change(isRunning(timer) ? anew(turn) : { ...afresh(length), turn });
    }
    refresh();
    stayAwake();
  }

  function people() {
    return [...place().querySelectorAll("[data-turn]:not([hidden])")];
  }

  function paused(timer) {
    return { ...timer, left: turnTimer.left(timer), endsAt: null };
  }

  function going(timer) {
    const left = timer.endsAt ? timer.length : timer.left; // Over: once more from the beginning.
    return { ...timer, left, endsAt: Date.now() + left, isTold: false };
  }

  /* A quarter of a minute more or less, and larger steps where the time is long. */
  function stepped(length, way) {
    const step = length + way < 120000 ? 15000 : length + way < 300000 ? 30000 : 60000;
    return Math.min(Math.max(length + way * step, LEAST), MOST);
  }

  function refresh() {
    const box = place();
    const timer = mine();
    const turns = people();
    const now = turns[timer.turn] ?? turns[0];
    const isOver = Boolean(timer.endsAt) && !isRunning(timer);
    for (const button of turns) button.setAttribute("aria-pressed", String(button === now));
    for (const button of box.querySelectorAll("[data-length]")) {
      button.setAttribute("aria-pressed", String(button.dataset.length * 1000 === timer.length));
    }
    for (const button of box.querySelectorAll("[data-step]")) button.disabled = isRunning(timer);
    const isPaused = !timer.endsAt && timer.left < timer.length;
    const go = box.querySelector("[data-go]");
    go.textContent = isRunning(timer) ? say("Pause") : isPaused ? say("Continue") : say("Start");
    const name = now?.dataset.turn ?? "";
    const turn = box.querySelector("[data-turn-name]");
    const said = isOver ? say("Time’s up, %(name)s!", { name }) : name;
    if (turn.textContent !== said) turn.textContent = said;
    turnTimer.show();
  }

  async function stayAwake() {
    const isWanted = place() && isRunning(mine()) && document.visibilityState === "visible";
    try {
      if (!isWanted) await lock?.release();
      lock = isWanted ? await navigator.wakeLock?.request("screen") : null;
    } catch {
      lock = null; // The battery is low, or the page is in the background: the screen may sleep.
    }
  }
})();
