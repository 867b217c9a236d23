/* What is looked for on a page; each check returns what is wrong, as a list of short texts. */
globalThis.checks = (() => {
  "use strict";

  const describe = (element) => element.outerHTML.replace(/\s+/g, " ").slice(0, 90);
  const every = (selector, root = document) => [...root.querySelectorAll(selector)];
  const isClipped = (element) => element && (getComputedStyle(element).clipPath !== "none" || element.matches(".skip") || isClipped(element.parentElement));
  const isSeen = (element) => {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false;
    const box = element.getBoundingClientRect();
    return box.width > 1 && box.height > 1 && !isClipped(element);
  };

  /* Whatever scrolls sideways and does not say so, and whatever stands beside the page. */
  function width() {
    const scrolling = every("html, body, body *").filter((element) => {
      const scrolls = ["auto", "scroll"].includes(getComputedStyle(element).overflowX);
      const clips = scrolls && !element.matches(".scroll[tabindex]");
      const isRoot = element === document.documentElement;
      return (isRoot || clips) && element.scrollWidth > element.clientWidth + 1;
    });
    const outside = every("main *").filter((element) => {
      const box = element.getBoundingClientRect();
      const scrolls = element.parentElement.closest(".scroll[tabindex]");
      return !scrolls && box.width > 1 && (box.right > innerWidth + 1 || box.left < -1) && !isClipped(element);
    });
    return [...scrolling, ...outside].map(describe);
  }

  /* Every text that is seen. */
  function* texts() {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) {
      const node = walker.currentNode;
      const element = node.parentElement;
      if (node.data.trim() && !element.closest("svg, script, style, noscript, option, textarea") && isSeen(element)) yield { node, element };
    }
  }

  /* Where the letters of a part of a text stand, line by line. */
  function boxes(node, from, to) {
    const range = document.createRange();
    range.setStart(node, from);
    range.setEnd(node, to);
    return [...range.getClientRects()].filter((box) => box.width > 2);
  }

  /* Every line of text that is seen, and where its letters stand. */
  function lines() {
    return [...texts()].flatMap(({ node, element }) => {
      const text = node.data.trim().slice(0, 40);
      return boxes(node, 0, node.length).map((box) => ({ element, text, box }));
    });
  }

  const WORD = /(?<![^\s(“„«"¿¡])[\p{Lu}\p{Ll}]+(?![^\s.,:;!?)…“”»"])/gu;

  /* Words (of letters that are small or capital) that a line ends in the middle of, though there is room for
     them. Not those that somebody typed, and no codes. */
  function broken() {
    return [...texts()].flatMap(({ node, element }) => {
      if (element.closest("bdi, code, .link, .fingerprint, .sample") || boxes(node, 0, node.length).length < 2) return [];
      return [...node.data.matchAll(WORD)].filter(({ 0: word, index }) => {
        const [first, ...others] = boxes(node, index, index + word.length);
        const room = others.reduce((width, box) => width + box.width, first?.width) < innerWidth * 0.7;
        return room && others.some((box) => box.top > first.bottom - 2);
      }).map(([word]) => `${word} in ${describe(element)}`);
    });
  }

  /* What may cut off something in an element, from the inside out, with its style and its place. */
  function* clippers(element) {
    for (let place = element; place && place !== document.body; place = place.parentElement) {
      const style = getComputedStyle(place);
      if (style.overflowX === "visible" && style.overflowY === "visible") continue;
      yield { place, style, room: place.getBoundingClientRect() };
    }
  }

  /* Texts that something cuts off. */
  function cut() {
    return lines().filter(({ element, box }) => {
      for (const { place, style, room } of clippers(element)) {
        if (place.matches(".scroll[tabindex], .confetti")) return false;
        if (box.right > room.right + 2 || box.left < room.left - 2) return style.overflowX !== "visible";
        if (style.overflowY === "hidden" && (box.bottom > room.bottom + box.height * 0.3 || box.top < room.top - box.height * 0.3)) return true;
      }
      return false;
    }).map(({ element, text }) => `${text} in ${describe(element)}`);
  }

  /* What is seen of a box in an element: the rest of a long name may be left out. */
  function shown(element, { left, right, top, bottom }) {
    for (const { room } of clippers(element)) {
      [left, right] = [Math.max(left, room.left), Math.min(right, room.right)];
      [top, bottom] = [Math.max(top, room.top), Math.min(bottom, room.bottom)];
    }
    return { left, right, top, bottom };
  }

  /* Texts that stand on others. What stays at the edge of the screen, as the head of a score sheet does,
     stands above what scrolls; and a dialog above the page. */
  function overlaps() {
    const found = [];
    const standing = lines().filter(({ element }) => !element.closest(".bottom-bar, .menu nav, .confetti, .score-sheet thead, .toast"))
      .map(({ element, text, box }) => ({ element, text, box: shown(element, box) }))
      .filter(({ box }) => box.bottom > box.top && box.right > box.left);
    const letters = standing.map(({ element, text, box }) => {
      // A badge is more than its letter.
      const { left, right } = element.matches(".badge") ? element.getBoundingClientRect() : box;
      const edge = (box.bottom - box.top) * 0.25;
      return { element, text, left: left + 1, right: right - 1, top: box.top + edge, bottom: box.bottom - edge };
    });
    letters.forEach((one, index) => {
      for (const other of letters.slice(index + 1)) {
        if (one.element === other.element || one.element.contains(other.element) || other.element.contains(one.element)) continue;
        if (one.element.closest("dialog") !== other.element.closest("dialog")) continue;
        if (one.element.matches(".badge") && other.element.matches(".badge")) continue; // partners
        if (one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom) {
          found.push(`${one.text} on ${other.text}: ${describe(one.element)}`);
        }
      }
    });
    return found;
  }

  /* What moves though nothing should. */
  function moving() {
    return document.getAnimations().filter((one) => one.playState === "running").map((one) => describe(one.effect.target));
  }

  const MAIN = ".main, .second, .big, .face, .tabs a, .bottom-bar a, .bottom-bar button, .menu > summary, .switch, .chip, .choice";

  const FINGERTIP = 44; // Pixels across; everything else has 24 at least, which axe looks at.

  /* Main buttons that are smaller than a fingertip. */
  function small() {
    return every(MAIN).filter(isSeen).filter((element) => {
      const box = element.getBoundingClientRect();
      return box.height < FINGERTIP - 0.5 || box.width < FINGERTIP - 0.5;
    }).map(describe);
  }

  const edges = (style) => ["Top", "Right", "Bottom", "Left"].map((side) => [`border${side}Width`, `border${side}Style`, `border${side}Color`].map((name) => style[name]).join(" "));
  const appearance = (element) => {
    const style = getComputedStyle(element);
    return [style.backgroundColor, style.color, style.outlineStyle, style.textDecorationLine, style.fontWeight, ...edges(style)].join("; ");
  };
  const hasEdge = (element) => {
    const style = getComputedStyle(element);
    const paper = getComputedStyle(document.body).backgroundColor;
    const isFilled = style.backgroundColor !== paper && !/, 0\)$/.test(style.backgroundColor);
    return isFilled || style.textDecorationLine.includes("underline") || style.outlineStyle !== "none"
      || ["Top", "Right", "Bottom", "Left"].some((side) => style[`border${side}Style`] !== "none" && parseFloat(style[`border${side}Width`]) > 0);
  };

  /* Buttons whose edge nobody sees where the system chooses the colours. */
  function edgeless() {
    return every("button, .button, .knob, .chip > span, .badge").filter(isSeen)
      .filter((element) => !element.matches(".menu nav *, .segments *, .tool"))
      .filter((element) => !hasEdge(element)).map(describe);
  }

  const CHOSEN = [
    ["[aria-pressed=true]", (one) => every("[aria-pressed=false]", one.closest("fieldset, ul, .deck, .ballot, div") ?? document)],
    [".tabs a[aria-current], .segments a[aria-current], .season-switch a[aria-current], a.chip-link[aria-current]",
      (one) => every("a:not([aria-current])", one.parentElement)],
    [".segments input:checked + span, .chip input:checked + span, .swatch input:checked + .badge",
      (one) => every("input:not(:checked) + *", one.closest("fieldset, .segments, .chips, .swatches") ?? document)],
    [".pick:has(:checked), .rule-set:has(:checked)", (one) => every(".pick:not(:has(:checked)), .rule-set:not(:has(:checked))", one.closest("form"))],
    [".player.is-winner", () => every(".player:not(.is-winner)")],
  ];

  /* What is chosen and looks like what is not. */
  function unmarked() {
    return CHOSEN.flatMap(([selector, others]) => every(selector).filter(isSeen).filter((one) => {
      const other = others(one).find((candidate) => candidate.tagName === one.tagName && isSeen(candidate));
      return other && appearance(other) === appearance(one);
    })).map(describe);
  }

  /* Switches whose thumb nobody sees. */
  function thumbless() {
    return every(".knob").filter(isSeen).filter((knob) => {
      const thumb = getComputedStyle(knob, "::after");
      const isEdged = thumb.borderTopStyle !== "none" && parseFloat(thumb.borderTopWidth) > 0;
      return !isEdged && thumb.backgroundColor === getComputedStyle(knob).backgroundColor;
    }).map(describe);
  }

  const parts = (colour) => {
    const canvas = Object.assign(document.createElement("canvas"), { width: 1, height: 1 });
    const pen = canvas.getContext("2d");
    pen.fillStyle = colour;
    pen.fillRect(0, 0, 1, 1);
    return [...pen.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  const luminance = (colour) => {
    const [red, green, blue] = parts(colour).map((part) => part / 255).map((share) => (share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4));
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };

  /* Lines and bars of charts that do not stand out from the page. */
  function faint() {
    const paper = luminance(getComputedStyle(document.body).backgroundColor);
    const contrast = (colour) => {
      const [dark, light] = [luminance(colour), paper].sort((one, other) => one - other);
      return (light + 0.05) / (dark + 0.05);
    };
    const strokes = every(".chart-line, .chart-target, .chart-key line").filter(isShape).filter((one) => contrast(getComputedStyle(one).stroke) < 3);
    const fills = every(".bar .fill").filter(isShape).filter((one) => contrast(getComputedStyle(one).fill) < 3);
    return [...strokes, ...fills].map(describe);
  }
  const isShape = (shape) => shape.checkVisibility() && Boolean(shape.closest("svg").getBoundingClientRect().width);

  /* What axe finds by some of its rules. */
  async function axeFinds(rules) {
    const { violations } = await axe.run(document, { runOnly: rules, resultTypes: ["violations"], preload: false });
    return violations.map(({ impact, id, nodes }) => [impact, id, nodes.map((node) => `${node.target} ${node.failureSummary}`).slice(0, 3)]);
  }

  const PSEUDO = /::?(?:before|after|marker|placeholder|backdrop|selection|part\([^)]*\)|-webkit-[\w-]+|-moz-[\w-]+|file-selector-button)/g;
  const applies = (rule) => Boolean(document.querySelector(rule.selectorText?.replace(PSEUDO, "") || ":not(*)"));

  const FEATURE = /\((?:(min|max)-(width|height): ([\d.]+)(px|em)|orientation: (\w+))\)/g;
  const LETTERS = 16;
  const holds = (condition, size) => condition.split(",").some((way) => [...way.matchAll(FEATURE)].every(([, bound, side, number, unit, orientation]) => {
    if (orientation) return (orientation === "portrait") === (size.height >= size.width);
    const pixels = number * (unit === "em" ? LETTERS : 1);
    return bound === "min" ? size[side] >= pixels : size[side] <= pixels;
  }));

  /* The rules for screens of some sizes that are in force on one of a size, and for something on the page. */
  function layout(size) {
    const ofSize = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
      .filter((rule) => rule instanceof CSSMediaRule && new RegExp(FEATURE).test(rule.conditionText));
    return ofSize.filter((rule) => holds(rule.conditionText, size) && [...rule.cssRules].some(applies)).map((rule) => rule.conditionText);
  }

  const checks = { width, broken, cut, overlaps, moving, small, edgeless, unmarked, thumbless, faint };

  /* All that some checks, and axe by some of its rules, find amiss: by the check's name. */
  async function look(names, rules) {
    const found = await find(names, rules);
    if (!Object.keys(found).length) return found;
    // Scripts hear a little later that colours or sizes are others.
    await new Promise((resolve) => { setTimeout(resolve, 500); });
    return find(names, rules);
  }

  async function find(names, rules) {
    const found = names.map((name) => [name, checks[name]()]);
    if (rules.length) found.push(["axe", await axeFinds(rules)]);
    return Object.fromEntries(found.filter(([_name, wrong]) => wrong.length));
  }

  return { look, layout };
})();
