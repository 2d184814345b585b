// Curves over an axis of numbers, and those of swept options.
//
// `series` are {name, colour, hollow, shown, joined, points}; x and y take a point's values, describe(series, point) is
// the text shown on hover. With `categories` x is an index into them; `steps` draws a staircase; without `points` only
// lines, where hovering anywhere finds the nearest point. Returns the height.
function curves(root, width, {
  series,
  x,
  y,
  xLabel,
  yLabel,
  xFormat = it => compact(it),
  yFormat = compact,
  height = 250,
  logX,
  categories,
  steps,
  points = true,
  describe
}) {
  const left = 62, frame = {left, right: width - 14, top: yLabel ? 26 : 8, bottom: height - 46};
  const shown = series.filter(it => it.shown !== false && it.points.length > 0);
  const xs = shown.flatMap(it => it.points.map(x)), ys = shown.flatMap(it => it.points.map(y));
  const [low, high] = minmax(xs);
  const inset = points ? 6 : 0;
  let horizontal = linear(low, high > low ? high : low + 1, frame.left + inset, frame.right - inset);
  if (categories) horizontal = linear(-0.5, categories.length - 0.5, frame.left, frame.right);
  if (logX && low > 0 && high > low) horizontal = logarithmic(low, high, frame.left + 6, frame.right - 6);
  const vertical = fitting(ys, frame.bottom, frame.top);
  const places = points ? [...new Set(xs)].sort((a, b) => a - b) : undefined;
  bottomAxis(root, horizontal, {...frame, label: xLabel, format: xFormat, at: places});
  leftAxis(root, vertical, {...frame, label: yLabel, format: yFormat});
  for (const it of shown) {
    const placed = vertical.logarithmic ? it.points.filter(point => y(point) > 0) : it.points;
    const path = placed
                     .map((point, i) => {
                       const px = horizontal(x(point)).toFixed(1), py = vertical(y(point)).toFixed(1);
                       return i === 0 ? `M${px},${py}` : steps ? `H${px}V${py}` : `L${px},${py}`;
                     })
                     .join("");
    if (it.joined !== false)
      svg(root, "path", {
        d: path,
        class: "curve",
        style: `stroke:${it.colour}` + (it.hollow ? ";stroke-dasharray:5 4" : ""),
        "data-run": it.name,
        "data-value": it.points.length
      });
    if (!points) continue;
    for (const point of placed) {
      const dot = svg(root, "circle", {
        cx: horizontal(x(point)),
        cy: vertical(y(point)),
        r: 4,
        class: "dot",
        style: it.hollow ? `fill:var(--card);stroke:${it.colour};stroke-width:1.8` : `fill:${it.colour}`,
        "data-run": point.label ?? it.name,
        "data-value": y(point)
      });
      tip.on(dot, () => describe(it, point));
    }
  }
  if (!points && describe) nearest(root, frame, shown, horizontal, vertical, x, y, describe);
  return height;
}

/// For curves of many points: hovering anywhere shows the nearest one.
function nearest(root, frame, shown, horizontal, vertical, x, y, describe) {
  const dot = svg(root, "circle", {r: 4, class: "dot", visibility: "hidden"});
  const area = svg(root, "rect", {
    x: frame.left,
    y: frame.top,
    width: Math.max(0, frame.right - frame.left),
    height: frame.bottom - frame.top,
    class: "hit"
  });
  const move = event => {
    const box = root.getBoundingClientRect(), zoom = root.viewBox.baseVal.width / box.width;
    const px = (event.clientX - box.left) * zoom, py = (event.clientY - box.top) * zoom;
    let best = null;
    for (const it of shown)
      for (const point of it.points) {
        if (vertical.logarithmic && !(y(point) > 0)) continue;
        const distance = Math.hypot((horizontal(x(point)) - px) * 2, vertical(y(point)) - py);
        if (!best || distance < best.distance) best = {distance, it, point};
      }
    if (!best) return;
    dot.setAttribute("cx", horizontal(x(best.point)));
    dot.setAttribute("cy", vertical(y(best.point)));
    dot.setAttribute("style", `fill:${best.it.colour}`);
    dot.setAttribute("visibility", "visible");
    tip.show(event, describe(best.it, best.point));
  };
  area.addEventListener("pointermove", move);
  area.addEventListener("pointerdown", move);
  area.addEventListener("pointerleave", () => {
    dot.setAttribute("visibility", "hidden");
    tip.hide();
  });
}

/// An option counts as swept if runs of one plugin have at least two values of it. Other options separate the curves.
function sweeps(parent, result) {
  const runs = result.runs.filter(run => run.samples.length > 0 && !run.control);
  const swept = new Map();
  for (const run of runs)
    for (const [name, option] of Object.entries(run.options)) {
      const key = run.plugin.name + "\u0000" + name;
      if (!swept.has(key)) swept.set(key, {plugin: run.plugin.name, name, values: new Set(), runs: []});
      const it = swept.get(key);
      it.values.add(JSON.stringify(option.value));
      it.runs.push(run);
    }
  const byName = new Map();
  for (const it of swept.values())
    if (it.values.size > 1) byName.set(it.name, [...(byName.get(it.name) ?? []), it]);
  for (const [name, all] of byName) sweep(parent, name, all, [...byName.keys()].filter(other => other !== name));
}

function sweep(parent, name, all, others) {
  const value = run => run.options[name].value;
  const found = all.flatMap(it => it.runs);
  const numeric = found.every(run => typeof value(run) === "number");
  const categories = [...new Set(found.map(run => JSON.stringify(value(run))))];
  const groups = new Map();
  for (const it of all)
    for (const run of it.runs) {
      const rest = others.filter(other => other in run.options)
                       .map(other => `${other}=${JSON.stringify(run.options[other].value).replaceAll("\"", "")}`);
      const key = [it.plugin, ...rest].join(" ");
      groups.set(key, [
        ...(groups.get(key) ?? []), {
          label: run.label,
          text: JSON.stringify(value(run)).replaceAll("\"", ""),
          x: numeric ? value(run) : categories.indexOf(JSON.stringify(value(run))),
          y: run.summary.solve_seconds.median
        }
      ]);
    }
  const series = [...groups].map(
      ([key, points], i) =>
          ({name: key, ...palette(i), shown: true, joined: numeric, points: points.sort((a, b) => a.x - b.x)}));
  const [low, high] = minmax(series.flatMap(it => it.points.map(point => point.x)));
  figure(parent, {
    kind: "sweep",
    title: `Time against ${name}`,
    note: "Median solve time of each value.",
    series,
    draw: (root, width) => curves(root, width, {
      series,
      x: it => it.x,
      y: it => it.y,
      xLabel: name,
      yFormat: it => seconds(it, 3),
      logX: numeric && low > 0 && high / low >= 8,
      categories: numeric ? undefined : categories,
      xFormat: it => numeric                     ? compact(it) :
          Number.isInteger(it) && categories[it] ? String(JSON.parse(categories[it])) :
                                                   "",
      describe: (it, point) => `${point.label}\n${name} = ${point.text}\nmedian ${seconds(point.y)}`
    }),
  });
}
