/* Who goes first: everybody holds a finger on the screen and one stays; or a name at random. */
(() => {
  "use strict";

  const WAIT = 2000; // Milliseconds without another finger, or one less.
  const FEWEST = 2;
  const MOST = 12;
  const [FASTEST, SLOWEST] = [50, 260]; // Milliseconds from one name to the next.

  let spots = new Map(); // What lies under each finger, by its pointer.
  let waiting = 0;
  let isChosen = false;
  let isDrawing = false;

  atEachPage(start);

  function start() {
    const pad = document.querySelector("[data-fingers]");
    if (!pad) return;
    spots = new Map();
    isChosen = isDrawing = false;
    pad.hidden = !navigator.maxTouchPoints;
    pad.addEventListener("pointerdown", (event) => put(pad, event));
    pad.addEventListener("pointermove", (event) => move(pad, event));
    for (const end of ["pointerup", "pointercancel"]) pad.addEventListener(end, (event) => lift(pad, event));
    pad.addEventListener("contextmenu", (event) => event.preventDefault());
    pad.closest("form").addEventListener("submit", (event) => {
      event.preventDefault();
      draw(event.target);
    });
  }

  function put(pad, event) {
    if (isChosen && !spots.size) clear(pad);
    if (isChosen || spots.size >= MOST) return;
    event.preventDefault();
    tell(pad, "");
    const taken = [...spots.values()].map((spot) => spot.dataset.hue);
    const hue = Array.from({ length: MOST }, (_all, index) => String(index + 1)).find((one) => !taken.includes(one));
    const spot = made("i", `spot hue-${hue}`);
    spot.dataset.hue = hue;
    spots.set(event.pointerId, spot);
    move(pad, event);
    pad.append(spot);
    wait(pad);
  }

  function move(pad, event) {
    const spot = spots.get(event.pointerId);
    if (!spot) return;
    const { left, top } = pad.getBoundingClientRect();
    spot.style.translate = `${event.clientX - left}px ${event.clientY - top}px`;
  }

  function lift(pad, event) {
    const spot = spots.get(event.pointerId);
    if (!spot) return;
    spots.delete(event.pointerId);
    if (isChosen) return; // The one that stays is looked at a little longer.
    spot.remove();
    wait(pad);
  }

  function wait(pad) {
    clearTimeout(waiting);
    const isEnough = spots.size >= FEWEST;
    hint(pad, isEnough ? say("Hold still…") : say("Everyone, put a finger here"));
    if (isEnough) waiting = setTimeout(() => choose(pad), WAIT);
  }

  function choose(pad) {
    const all = [...spots.values()];
    const first = all[chance(all.length)];
    isChosen = true;
    for (const spot of all) spot.classList.add(spot === first ? "is-first" : "is-out");
    hint(pad, "");
    tell(pad, say("You go first!"));
    touch(pad);
    signal("buzz");
  }

  function clear(pad) {
    isChosen = false;
    for (const spot of pad.querySelectorAll(".spot")) spot.remove();
    spots.clear();
    wait(pad);
  }

  function hint(pad, text) {
    pad.querySelector("[data-hint]").textContent = text;
  }

  function tell(inside, text) {
    inside.closest("form").querySelector("[data-result]").textContent = text;
  }

  /* What was drawn stays where a page kept on the phone gives way to a fresh one. */
  function touch(inside) {
    inside.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /* Run through the names, slower and slower, and stop at one. */
  async function draw(form) {
    if (isDrawing) return;
    const lots = [...form.querySelectorAll(".lot:not([hidden])")];
    if (!lots.length) return;
    isDrawing = true;
    clear(form.querySelector("[data-fingers]"));
    tell(form, "");
    const drawn = chance(lots.length);
    const rounds = Math.ceil(MOST / lots.length);
    const steps = isCalm() ? 0 : rounds * lots.length + drawn;
    for (let step = 0; step < steps; step += 1) {
      light(lots, step % lots.length);
      await new Promise((resolve) => setTimeout(resolve, FASTEST + (SLOWEST - FASTEST) * (step / steps) ** 2));
    }
    isDrawing = false;
    if (!form.isConnected) return;
    light(lots, drawn);
    tell(form, say("%(name)s begins", { name: lots[drawn].dataset.name }));
    touch(form);
    signal("buzz");
  }

  function light(lots, at) {
    lots.forEach((lot, index) => lot.classList.toggle("is-drawn", index === at));
  }

  function isCalm() {
    return matchMedia("(prefers-reduced-motion: reduce)").matches;
  }
})();
