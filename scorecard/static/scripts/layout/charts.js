/* Draw every table[data-chart] as lines above it, and fold the table away.

   The first column names the points in time, every other column is a line; an empty cell leaves a
   gap. A head cell may carry a colour (class="hue-3"), any cell a data-value that is read instead
   of its text, and a cell of the first column a data-short for the axis. data-chart="positions"
   puts 1 on top; every other kind grows upwards. The caption becomes the figure's. */
(() => {
  "use strict";

  const DASHES = [[], [9, 4], [2, 4], [12, 4, 2, 4], [5, 3], [16, 5], [2, 2, 7, 2], [9, 3, 2, 3, 2, 3]];
  const SEPARATORS = /[.,’\u00a0\u202f](?=\d{3})/g; // between thousands, in any language
  const LEAST_CONTRAST = 3;
  const LEAST_OF_LETTERS = 4.5;
  const MOST_DOTS = 40;
  const LABEL_SHARE = 0.28; // of the width, for the names at the ends of the lines
  const WIDEST_LABEL = 140;
  const schemes = ["(prefers-color-scheme: dark)", "(forced-colors: active)"].map((scheme) => matchMedia(scheme));
  const drawn = new Set();

  atEachPage(drawAll);
  for (const scheme of schemes) scheme.addEventListener("change", () => drawn.forEach((chart) => chart.draw()));
  new ResizeObserver(forgetGone).observe(document.documentElement);

  function drawAll() {
    forgetGone();
    for (const table of document.querySelectorAll("table[data-chart]:not([data-drawn])")) {
      const data = read(table);
      if (!data.labels.length || !data.lines.length) continue;
      table.dataset.drawn = "";
      drawn.add(frame(table, data));
    }
  }

  function forgetGone() {
    for (const chart of drawn) {
      if (chart.figure.isConnected) continue;
      chart.end();
      drawn.delete(chart);
    }
  }

  /* What a table says: the labels along the axis, and for each line its name, colour and values. */
  function read(table) {
    const heads = [...table.tHead.rows[0].cells].slice(1);
    const rows = [...table.tBodies[0].rows];
    return {
      kind: table.dataset.chart,
      labels: rows.map((row) => row.cells[0].textContent.trim()),
      short: rows.map((row) => row.cells[0].dataset.short || row.cells[0].textContent.trim()),
      lines: heads.map((head, column) => ({
        head,
        name: head.textContent.trim(),
        shown: rows.map((row) => row.cells[column + 1]?.textContent.trim() ?? ""),
        values: rows.map((row) => number(row.cells[column + 1])),
        dash: DASHES[column % DASHES.length],
      })),
    };
  }

  function number(cell) {
    const text = (cell?.dataset.value ?? cell?.textContent ?? "").trim().replace(SEPARATORS, "").replace(/\u2212/g, "-");
    return text === "" || Number.isNaN(Number(text)) ? null : Number(text);
  }

  /* The figure round a table: what is drawn, whose line is whose, and the table folded away. */
  function frame(table, data) {
    const caption = made("figcaption", "", table.caption?.textContent.trim() ?? "");
    const place = made("div", "chart-place");
    const legend = made("ul", "chart-legend");
    const when = made("p", "chart-when quiet");
    const folded = made("details", "more chart-table", made("summary", "", say("The same numbers as a table")));
    const figure = made("figure", "chart", caption, place, when, legend, folded);
    const body = table.closest(".scroll") ?? table;
    body.before(figure);
    folded.append(body);
    place.dir = "ltr"; // Time runs to the right in every language.
    place.setAttribute("role", "img");
    place.setAttribute("aria-label", say("%(caption)s: a chart. The same numbers stand in the table below it.", { caption: caption.textContent }));
    const items = data.lines.map((line, index) => legendItem(legend, line, () => light(index)));
    let plot = null;
    let lit = null;

    function light(index) {
      lit = lit === index ? null : index;
      items.forEach((item, at) => item.button.setAttribute("aria-pressed", String(at === lit)));
      plot.setSeries(lit === null ? null : lit + 1, { focus: true });
    }

    function tell(at) {
      const index = at ?? data.labels.length - 1;
      when.textContent = say("After %(round)s:", { round: data.labels[index] });
      items.forEach((item, line) => { item.value.textContent = data.lines[line].shown[index] || "–"; });
    }

    function draw() {
      plot?.destroy();
      const colours = data.lines.map((line) => visible(colourOf(line.head)));
      items.forEach((item, index) => item.stroke(colours[index]));
      plot = new uPlot(
        options(data, figure, place, colours, tell),
        [data.labels.map((_label, index) => index), ...data.lines.map((line) => line.values)],
        place,
      );
      if (lit !== null) plot.setSeries(lit + 1, { focus: true });
    }

    draw();
    tell(null);
    let width = place.clientWidth;
    const watch = new ResizeObserver(() => {
      if (!place.clientWidth || place.clientWidth === width) return;
      width = place.clientWidth;
      draw();
    });
    watch.observe(place);
    return { figure, draw, end: () => { watch.disconnect(); plot.destroy(); } };
  }

  function legendItem(legend, line, onTap) {
    const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    const stroke = document.createElementNS("http://www.w3.org/2000/svg", "line");
    for (const [name, value] of Object.entries({ x1: 1, y1: 6, x2: 33, y2: 6, "stroke-width": 3 })) stroke.setAttribute(name, value);
    stroke.setAttribute("stroke-dasharray", line.dash.join(" "));
    svg.setAttribute("viewBox", "0 0 34 12");
    svg.setAttribute("aria-hidden", "true");
    svg.append(stroke);
    const value = made("b", "");
    const button = madeButton("chart-key", svg, onTap);
    button.setAttribute("aria-pressed", "false");
    button.append(made("bdi", "", line.name), " ", value);
    legend.append(made("li", "", button));
    return { button, value, stroke: (colour) => stroke.setAttribute("stroke", colour) };
  }

  function options(data, figure, place, colours, tell) {
    const style = getComputedStyle(figure);
    const ink = token(style, "--ink-soft");
    const grid = token(style, "--line");
    const size = Math.round(parseFloat(style.fontSize) * 0.8);
    const font = `${size}px ${style.fontFamily}`;
    const width = place.clientWidth;
    const room = labelRoom(data.lines.map((line) => line.name), font, width);
    const letters = data.lines.map((line) => visible(colourOf(line.head), LEAST_OF_LETTERS));
    const isPlaces = data.kind === "positions";
    const most = Math.max(1, ...data.lines.flatMap((line) => line.values).filter((value) => value !== null));
    const last = data.labels.length - 1;
    const axis = { stroke: ink, font, grid: { stroke: grid, width: 1 }, ticks: { stroke: grid, width: 1 } };
    return {
      width,
      // At least so much that the names at the ends stand below each other.
      height: Math.round(Math.max(220, Math.min(380, width * 0.62), size * (1.2 * data.lines.length + 2.4))),
      padding: [size, room, 0, 0],
      legend: { show: false },
      focus: { alpha: 0.18 },
      cursor: { drag: { x: false, y: false }, y: false, points: { size: 8 } },
      scales: {
        x: { time: false, range: [last ? 0 : -1, last || 1] },
        y: isPlaces ? { dir: -1, range: [0.6, most + 0.4] } : {},
      },
      axes: [
        {
          ...axis, grid: { show: false }, size: size * 2.4, space: size * 5.5,
          incrs: [1, 2, 3, 5, 7, 10, 15, 20, 30, 60],
          values: (_plot, at) => at.map((index) => data.short[index] ?? ""),
        },
        {
          ...axis,
          size: (_plot, values) => Math.max(size * 2, ...(values ?? []).map((text) => measure(text, font) + size * 1.2)),
          ...(isPlaces ? { splits: () => placeTicks(most) } : {}),
          values: (_plot, at) => at.map(sayNumber),
        },
      ],
      series: [
        {},
        ...data.lines.map((line, index) => ({
          label: line.name,
          stroke: colours[index],
          width: 2.5,
          dash: line.dash,
          spanGaps: true,
          points: { show: last < MOST_DOTS, size: 6, fill: colours[index], stroke: colours[index] },
        })),
      ],
      hooks: {
        setCursor: [(plot) => tell(plot.cursor.idx)],
        draw: [(plot) => nameLines(plot, data.lines, letters, font, size, room)],
      },
    };
  }

  /* The places named beside the axis: the first one and the last one always, and some between. */
  function placeTicks(most) {
    const step = Math.max(1, Math.ceil((most - 1) / 5));
    const found = [];
    for (let place = 1; place < most - step / 2; place += step) found.push(place);
    return [...found, most];
  }

  /* Write each name at the end of its line, pushed apart where lines end close together. */
  function nameLines(plot, lines, colours, font, size, room) {
    const ratio = devicePixelRatio;
    const step = size * 1.2 * ratio;
    const ends = lines.map((line, index) => {
      const at = line.values.findLastIndex((value) => value !== null);
      return at < 0 ? null : {
        text: line.name, colour: colours[index], lit: plot.series[index + 1].alpha ?? 1,
        x: plot.valToPos(at, "x", true), y: plot.valToPos(line.values[at], "y", true),
      };
    }).filter((end) => end && end.x > plot.bbox.left + plot.bbox.width * 0.7).sort((a, b) => a.y - b.y);
    const bottom = plot.bbox.top + plot.bbox.height;
    for (let index = 1; index < ends.length; index++) ends[index].y = Math.max(ends[index].y, ends[index - 1].y + step);
    for (let index = ends.length - 1; index >= 0; index--) {
      ends[index].y = Math.min(ends[index].y, (ends[index + 1]?.y ?? bottom + step) - step);
    }
    const { ctx } = plot;
    ctx.save();
    ctx.font = font.replace(/^\d+/, String(size * ratio));
    ctx.textBaseline = "middle";
    ctx.textAlign = "left";
    for (const end of ends) {
      ctx.globalAlpha = end.lit;
      ctx.fillStyle = end.colour;
      ctx.fillText(fit(ctx, end.text, (room - 8) * ratio), plot.bbox.left + plot.bbox.width + 7 * ratio, end.y);
    }
    ctx.restore();
  }

  function fit(ctx, text, width) {
    if (ctx.measureText(text).width <= width) return text;
    const signs = [...text];
    while (signs.length > 1 && ctx.measureText(`${signs.join("")}…`).width > width) signs.pop();
    return `${signs.join("")}…`;
  }

  function labelRoom(names, font, width) {
    const widest = Math.max(...names.map((name) => measure(name, font)));
    return Math.min(widest + 14, width * LABEL_SHARE, WIDEST_LABEL);
  }

  function measure(text, font) {
    const ctx = measure.ctx ??= document.createElement("canvas").getContext("2d");
    ctx.font = font;
    return ctx.measureText(text).width;
  }

  function colourOf(head) {
    return token(getComputedStyle(head), "--seat") || token(getComputedStyle(head), "--ink");
  }

  /* A colour that stands out against the paper here: mixed with ink until it does. */
  function visible(colour, least = LEAST_CONTRAST) {
    const style = getComputedStyle(document.documentElement);
    const paper = rgb(token(style, "--paper"));
    const ink = rgb(token(style, "--ink"));
    let found = rgb(colour);
    for (let share = 0.1; contrast(found, paper) < least && share <= 1; share += 0.1) {
      found = rgb(colour).map((part, index) => part + (ink[index] - part) * share);
    }
    return `rgb(${found.map(Math.round).join(" ")})`;
  }

  function rgb(colour) {
    const ctx = rgb.ctx ??= document.createElement("canvas").getContext("2d", { willReadFrequently: true });
    ctx.fillStyle = colour;
    ctx.fillRect(0, 0, 1, 1);
    return [...ctx.getImageData(0, 0, 1, 1).data].slice(0, 3);
  }

  function contrast(one, other) {
    const [dark, light] = [one, other].map(luminance).sort((a, b) => a - b);
    return (light + 0.05) / (dark + 0.05);
  }

  function luminance(parts) {
    const [red, green, blue] = parts.map((part) => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  }

  function token(style, name) {
    return style.getPropertyValue(name).trim();
  }
})();
