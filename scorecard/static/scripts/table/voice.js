/* What a table says without being looked at: to a screen reader what a closed round brought, aloud
   the totals when asked, and by a soft tone or a buzz that it is one's turn to count. Other pages
   give these signals as well. */
(() => {
  "use strict";

  const PLACES = [
    say("first"), say("second"), say("third"), say("fourth"), say("fifth"), say("sixth"),
    say("seventh"), say("eighth"), say("ninth"), say("tenth"), say("eleventh"), say("twelfth"),
  ];
  const BUZZ = [80, 60, 80]; // Milliseconds of buzzing, rest, buzzing.
  const TONES = [660, 880]; // Hertz, one after the other.
  const TONE_SECONDS = 0.18;
  const LOUDNESS = 0.08;
  const SIGNALS = { buzz, tone: sound };

  let seen = null;
  let audio = null;

  window.signal = signal;

  document.addEventListener("piece:shown", (event) => event.detail.id === "sheet" && listen());
  document.addEventListener("click", (event) => {
    if (event.target.closest("[data-read-out]")) readOut();
  });
  document.addEventListener("change", (event) => event.target.matches("[data-signal]") && choose(event.target));
  atEachPage(start);

  function start() {
    seen = document.getElementById("sheet") && look();
    for (const button of document.querySelectorAll("[data-read-out]")) button.hidden = !window.speechSynthesis;
    for (const box of document.querySelectorAll("[data-signal]")) {
      box.closest("label").hidden = box.dataset.signal === "buzz" && !navigator.vibrate;
      box.checked = isOn(box.dataset.signal);
    }
  }

  /* What the sheet shows: the round being counted, and of every side its seats and numbers. */
  function look() {
    const players = [...document.querySelectorAll("#sheet .player")].map((row) => ({
      seats: [...row.classList].filter((name) => /^seat-\d+$/.test(name)).map((name) => name.slice(5)),
      name: row.querySelector(".name").textContent,
      total: row.querySelector(".total").textContent.trim(),
      last: row.dataset.last,
      place: PLACES[row.dataset.place - 1],
      isCounting: Boolean(row.querySelector(".counting")),
      hasCounted: "counted" in row.dataset,
    }));
    return { round: document.getElementById("sheet").dataset.round, players };
  }

  function listen() {
    const before = seen;
    seen = look();
    if (!before) return;
    const mine = (document.body.dataset.me || "").split(" ").filter(Boolean);
    const isMine = (player) => player.seats.some((seat) => mine.includes(seat));
    // An empty number is that of a game which has ended: its last round was closed.
    if (before.round && before.round !== seen.round && Number(seen.round || Infinity) > Number(before.round)) {
      const told = seen.players.some(isMine) ? seen.players.filter(isMine) : seen.players;
      tell(told.map(brought).join(". "));
      return;
    }
    const begins = (sheet) => sheet.players.some((player) => player.hasCounted && !isMine(player));
    const isMyTurn = seen.players.some((player) => isMine(player) && player.isCounting);
    if (isMyTurn && begins(seen) && !(before.round === seen.round && begins(before))) signal();
  }

  function brought({ name, last, total, place }) {
    if (place) return say("%(name)s: %(last)s, total %(total)s, %(place)s", { name, last, total, place });
    return say("%(name)s: %(last)s, total %(total)s", { name, last, total });
  }

  function tell(text) {
    const place = document.getElementById("said");
    if (place) place.textContent = text;
  }

  function readOut() {
    const text = look().players.map((player) => say("%(name)s: %(total)s", player)).join(". ");
    speechSynthesis.cancel();
    const words = new SpeechSynthesisUtterance(text.replaceAll("\u2212", say("minus") + " "));
    words.lang = spokenLanguage;
    speechSynthesis.speak(words);
  }

  /* Signals: a phone that can buzz does so unless somebody switches it off; sound is off at first */

  /* Browsers let only a page buzz that somebody has tapped. */
  function buzz() {
    if (navigator.userActivation?.hasBeenActive) navigator.vibrate(BUZZ);
  }

  function isOn(name) {
    const usual = name === "buzz" && navigator.vibrate ? "on" : "off";
    return (remembered("signal/" + name) || usual) === "on";
  }

  function choose(box) {
    const isKept = remember("signal/" + box.dataset.signal, box.checked ? "on" : "off");
    if (!isKept) box.checked = isOn(box.dataset.signal); // It stays as it was, then.
    // Browsers let a page sound only once somebody has touched it; and one hears what it will be.
    if (box.checked) SIGNALS[box.dataset.signal]();
  }

  function signal(...names) {
    for (const name of names.length ? names : Object.keys(SIGNALS)) if (isOn(name)) SIGNALS[name]();
  }

  function sound() {
    audio ||= new AudioContext();
    TONES.forEach((pitch, position) => {
      const tone = new OscillatorNode(audio, { frequency: pitch });
      const volume = new GainNode(audio, { gain: LOUDNESS });
      const begin = audio.currentTime + position * TONE_SECONDS;
      volume.gain.setTargetAtTime(0, begin + TONE_SECONDS / 2, TONE_SECONDS / 4);
      tone.connect(volume).connect(audio.destination);
      tone.start(begin);
      tone.stop(begin + TONE_SECONDS);
    });
  }
})();
