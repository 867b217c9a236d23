/* What the scripts of all pages share: addresses, what this phone remembers, pieces of pages. */
(() => {
  "use strict";

  // The path that the app is under, if any.
  const { root = "" } = document.documentElement.dataset;

  Object.assign(window, { root, here, tableOf, gameAt, roundAt, remembered, rememberedJson, remember, parsed, made, madeButton, atEachPage });

  function here() {
    return location.pathname + location.search;
  }

  function tableOf(game) {
    return `${root}/games/${game}`;
  }

  function gameAt(path) {
    return path.slice(root.length).split("/")[2];
  }

  function roundAt(path) {
    return Number(path.match(/\/rounds\/(\d+)/)?.[1]) || 0;
  }

  /* What this phone remembers by a name, across its pages; null where it does not. */
  function remembered(name) {
    try {
      return localStorage.getItem(name);
    } catch {
      return null;
    }
  }

  /* The same for what is JSON; null also where it was broken off. */
  function rememberedJson(name) {
    try {
      return JSON.parse(remembered(name));
    } catch {
      return null;
    }
  }

  /* Remember a text by a name; false where this browser keeps nothing. */
  function remember(name, text) {
    try {
      localStorage.setItem(name, text);
      return true;
    } catch {
      return false;
    }
  }

  function parsed(html) {
    return new DOMParser().parseFromString(html, "text/html");
  }

  /* An element with its class, "" for none, and what is in it. */
  function made(tag, className, ...parts) {
    const element = document.createElement(tag);
    if (className) element.className = className;
    element.append(...parts);
    return element;
  }

  /* A button that does something here, or nothing by itself. */
  function madeButton(className, label, act) {
    const button = made("button", className, label);
    button.type = "button";
    button.addEventListener("click", act);
    return button;
  }

  /* Do something with the page that is open, and with each that takes its place. */
  function atEachPage(act) {
    document.addEventListener("main:replaced", act);
    act();
  }
})();
