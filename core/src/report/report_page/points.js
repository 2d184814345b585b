// Every sample as a point.
function samples(parent, result) {
  const runs = result.runs.filter(run => run.samples.length > 0);
  if (runs.length === 0) return;
  const drawn = runs.reduce((sum, run) => sum + run.samples.length, 0);
  const all = runs.reduce((sum, run) => sum + run.sample_count, 0);
  figure(parent, {
    kind: "samples",
    title: "Every solve",
    note: (drawn < all ? `${whole(drawn)} of ` : "") +
        (all === 1 ? "1 sample." : `${whole(all)} samples; the bar spans the quartiles, its line is the median.`),
    draw(root, width) {
      let scale;
      const items = runs.map(
          run => ({
            name: run.label,
            draw(y, bar) {
              const spread = run.summary.solve_seconds, {colour, hollow} = styleOf(run.label);
              const a = scale(spread.first_quartile), b = scale(spread.third_quartile), m = scale(spread.median);
              svg(root, "rect", {
                x: a,
                y: y - bar / 2,
                width: Math.max(1, b - a),
                height: bar,
                rx: 3,
                style: `fill:${colour};opacity:.2`
              });
              run.samples.forEach((it, i) => {
                if (!(it.solve_seconds > 0)) return;
                const jitter = ((i * 0.618034) % 1 - 0.5) * bar * 0.9;
                const dot = svg(root, "circle", {
                  cx: scale(it.solve_seconds),
                  cy: y + jitter,
                  r: 2.6,
                  style: hollow ? `fill:none;stroke:${colour};stroke-width:1.4` : `fill:${colour};opacity:.75`,
                  "data-run": run.label,
                  "data-value": it.solve_seconds
                });
                tip.on(
                    dot,
                    () => `${run.label}\nsource ${it.source}, repeat ${it.repeat}: ${seconds(it.solve_seconds)}` +
                        (it.outcome === "solved" ? "" : "\nnegative cycle") + throttling(result, it));
              });
              const line = svg(root, "line", {
                x1: m,
                x2: m,
                y1: y - bar / 2 - 2,
                y2: y + bar / 2 + 2,
                class: "median",
                "data-median": spread.median
              });
              tip.on(
                  line,
                  () => `${run.label}\nmedian ${seconds(spread.median)}\nquartiles ${
                      seconds(spread.first_quartile)} and ${seconds(spread.third_quartile)}`);
            }
          }));
      return rows(root, width, items, {height: 36, bar: 20, right: 14}, frame => {
        scale = fitting(
            runs.flatMap(run => run.samples.map(it => it.solve_seconds)).filter(it => it > 0), frame.left, frame.right,
            {factor: 8, zero: false});
        return bottomAxis(root, scale, {...frame, format: it => seconds(it, 3)});
      });
    },
  });
}

/// The GPU reading when the sample's block began.
function throttling(result, sample) {
  const reading = result.device_readings.find(it => it.source === sample.source && it.repeat === sample.repeat);
  if (!reading) return "";
  const state = `\nGPU ${reading.graphics_mhz} MHz, ${reading.celsius} \u00b0C`;
  return reading.throttled.length ? state + ", throttled: " + reading.throttled.join(", ") : state;
}
