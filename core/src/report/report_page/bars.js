// Bars: speed-ups with their intervals, and where the time goes.
function speedups(parent, result) {
  const runs = result.runs.filter(run => run.summary.speedup !== null && !run.baseline);
  const baseline = result.runs.find(run => run.baseline);
  if (runs.length === 0) return;
  figure(parent, {
    kind: "speedup",
    title: "Speed-up over " + baseline.label,
    note: "Median of paired ratios; the line is its 95 % interval. Right of 1 is faster.",
    draw(root, width) {
      const ends =
          runs.flatMap(run => [run.summary.speedup, ...run.summary.speedup_interval.filter(it => it !== null), 1]);
      const [low, high] = minmax(ends);
      let scale;
      const items = runs.map(run => ({
                               name: run.label,
                               draw(y, bar) {
                                 const it = run.summary, one = scale(1), end = scale(it.speedup);
                                 const group = svg(root, "g", {"data-run": run.label, "data-value": it.speedup});
                                 svg(group, "rect", {
                                   x: Math.min(one, end),
                                   y: y - bar / 2,
                                   width: Math.max(1, Math.abs(end - one)),
                                   height: bar,
                                   rx: 2,
                                   style: `fill:var(--${it.verdict})`
                                 });
                                 let right = Math.max(one, end);
                                 if (it.speedup_interval[0] !== null) {
                                   const [a, b] = it.speedup_interval.map(scale);
                                   svg(group, "line", {x1: a, x2: b, y1: y, y2: y, class: "whisker"});
                                   for (const x of [a, b])
                                     svg(group, "line", {x1: x, x2: x, y1: y - 4, y2: y + 4, class: "whisker"});
                                   right = Math.max(right, b);
                                 }
                                 svg(group, "text", {x: right + 7, y: y + 4, class: "value"}, ratio(it.speedup));
                                 tip.on(
                                     group,
                                     () => `${run.label}: ${it.verdict}\n${ratio(it.speedup)}, 95 % ${
                                         interval(...it.speedup_interval)}\n${whole(it.pairs)} pairs`);
                               }
                             }));
      return rows(root, width, items, {right: 62}, frame => {
        const span = Math.max(high / low, 1.2) ** 0.06;
        scale = logarithmic(low / span, high * span, frame.left, frame.right);
        const end = bottomAxis(root, scale, {...frame, format: it => ratio(it, 2)});
        svg(root, "line", {x1: scale(1), x2: scale(1), y1: frame.top, y2: frame.bottom, class: "one"});
        return end;
      });
    },
  });
}

const phaseKeys = [
  ["load", "load, once"], ["prepare", "prepare, once"], ["setup", "set-up"], ["upload", "upload"], ["compute", "solve"],
  ["download", "download"]
];
function phases(parent, result) {
  const runs = result.runs.filter(run => run.samples.length > 0);
  if (runs.length === 0) return;
  const load = result.graph?.load_seconds ?? 0;
  const parts = runs.map(run => ({
                           load,
                           prepare: run.prepare_seconds,
                           ...Object.fromEntries(["setup", "upload", "compute", "download"].map(
                               key => [key, Math.max(0, median(run.samples.map(it => it[key + "_seconds"])))]))
                         }));
  const series = phaseKeys.map(([key, name], i) => ({key, name, colour: `var(--p${i})`, hollow: false, shown: true}))
                     .filter(it => parts.some(part => part[it.key] > 0));
  const solved = Math.max(...parts.map(part => part.setup + part.upload + part.compute + part.download));
  // A part that would make the others invisible is hidden at first.
  for (const it of series)
    if ((it.key === "load" || it.key === "prepare") && Math.max(...parts.map(part => part[it.key])) > 4 * solved)
      it.shown = false;
  figure(parent, {
    kind: "phases",
    title: "Where the time goes",
    series,
    note: "Medians of the parts of one solve, after the one-time costs. A click on a name hides or shows it.",
    draw(root, width) {
      const shown = series.filter(it => it.shown);
      const sums = parts.map(part => shown.reduce((sum, it) => sum + part[it.key], 0));
      let scale;
      const items = runs.map((run, i) => ({
                               name: run.label,
                               draw(y, bar) {
                                 let at = 0;
                                 for (const it of shown) {
                                   const value = parts[i][it.key];
                                   if (value <= 0) continue;
                                   const x = scale(at), next = scale(at + value);
                                   const rect = svg(root, "rect", {
                                     x,
                                     y: y - bar / 2,
                                     width: Math.max(0.5, next - x),
                                     height: bar,
                                     style: `fill:${it.colour}`,
                                     "data-run": run.label,
                                     "data-phase": it.key,
                                     "data-value": value
                                   });
                                   tip.on(rect, () => `${run.label}\n${it.name}: ${seconds(value)}`);
                                   at += value;
                                 }
                                 svg(root, "text", {x: scale(at) + 7, y: y + 4, class: "value"}, seconds(at, 3));
                               }
                             }));
      return rows(root, width, items, {right: 70}, frame => {
        scale = linear(0, Math.max(...sums) || 1, frame.left, frame.right);
        return bottomAxis(root, scale, {...frame, format: it => seconds(it, 3)});
      });
    },
  });
}
