/* Which of the tools is open, and where no game says who plays, how many do: as last time here. */
(() => {
  "use strict";

  atEachPage(start);

  function start() {
    const tools = document.querySelector(".tools");
    if (!tools) return;
    const wanted = asked("tool") || remembered("extras/tool");
    const radio = wanted && document.getElementById(`tool-${wanted}`);
    if (radio) radio.checked = true;
    tools.addEventListener("change", (event) => remember("extras/tool", event.target.value));
    for (const part of document.querySelectorAll("[data-scripted]")) part.hidden = false;
    countPeople(document.getElementById("how-many"));
  }

  function countPeople(field) {
    if (!field) return;
    const [fewer, more] = ["fewer", "more"].map((name) => document.querySelector(`[data-${name}]`));
    const typed = () => Math.min(Math.max(Math.round(Number(field.value)) || Number(field.min), field.min), field.max);
    const show = () => {
      for (const list of document.querySelectorAll("[data-lots], .turns")) {
        [...list.children].forEach((person, index) => { person.hidden = index >= typed(); });
      }
      fewer.disabled = typed() <= Number(field.min);
      more.disabled = typed() >= Number(field.max);
      remember("extras/players", typed());
    };
    const add = (step) => { field.value = typed() + step; show(); };
    field.value = asked("players") || remembered("extras/players") || field.value;
    field.addEventListener("input", show);
    field.addEventListener("change", () => add(0));
    fewer.addEventListener("click", () => add(-1));
    more.addEventListener("click", () => add(1));
    fewer.hidden = more.hidden = false;
    show();
  }

  function asked(name) {
    return new URLSearchParams(location.search).get(name);
  }
})();
