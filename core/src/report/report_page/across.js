// Several graphs: performance profiles (Dolan and More, 2002), and time against properties of the graph.
function profile(parent, results) {
  const times = results.map(
      result => new Map(result.runs.filter(run => run.samples.length > 0 && !run.control && run.status === "ok")
                            .map(run => [run.label, run.summary.solve_seconds.median])));
  const labels = [...new Set(times.flatMap(it => [...it.keys()]))];
  if (results.length < 2 || labels.length < 2) return;
  let most = 1;
  const series = labels.map(label => {
    const ratios =
        times.filter(it => it.has(label)).map(it => it.get(label) / Math.min(...it.values())).sort((a, b) => a - b);
    most = Math.max(most, ratios.at(-1));
    return {name: label, ...styleOf(label), shown: true, ratios};
  });
  const end = Math.max(2, most * 1.1);
  for (const it of series) {
    it.points = [{x: 1, y: it.ratios.filter(r => r <= 1).length / results.length}];
    it.ratios.forEach((r, i) => {
      if (r > 1) it.points.push({x: r, y: (i + 1) / results.length});
    });
    it.points.push({x: end, y: it.ratios.length / results.length});
  }
  figure(parent, {
    kind: "profile",
    title: "Performance profile",
    series,
    note: "The share of the graphs on which a run takes at most a given multiple of the best run's time.",
    draw: (root, width) => curves(root, width, {
      series,
      x: it => it.x,
      y: it => it.y,
      steps: true,
      points: false,
      logX: true,
      xLabel: "times the best",
      yFormat: it => digits(it * 100, 3) + "\u202f%",
      xFormat: it => ratio(it, 2),
      height: 280,
      describe: (it, point) =>
          `${it.name}\nwithin ${ratio(point.x)} of the best on ${digits(point.y * 100, 3)} % of the graphs`
    }),
  });
}

const measures = [
  ["edges", "edges", graph => graph.edges],
  ["vertices", "vertices", graph => graph.vertices],
  ["degree", "mean degree", graph => graph.vertices ? graph.edges / graph.vertices : null],
  ["diameter", "diameter", graph => graph.diameter ?? null],
];
function sizes(parent, results) {
  const known = results.filter(result => result.graph);
  if (known.length < 2) return;
  const labels = [...new Set(known.flatMap(
      result => result.runs.filter(run => run.samples.length > 0 && !run.control).map(run => run.label)))];
  const offered = measures.filter(([, , value]) => known.filter(result => value(result.graph) > 0).length > 1);
  if (labels.length === 0 || offered.length === 0) return;
  let chosen = offered[0];
  // Lines join only graphs whose names differ only in numbers: other lines would have no meaning.
  const joined = new Set(known.map(result => result.graph.name.replace(/[\d.]+/g, "#"))).size === 1;
  const series = labels.map(label => ({name: label, ...styleOf(label), shown: true, joined, points: []}));
  const collect = () => {
    for (const it of series)
      it.points = known
                      .flatMap(result => {
                        const run = result.runs.find(candidate => candidate.label === it.name);
                        const x = chosen[2](result.graph);
                        return run && run.samples.length > 0 && x > 0 ?
                            [{x, y: run.summary.solve_seconds.median, graph: result.graph.name}] :
                            [];
                      })
                      .sort((a, b) => a.x - b.x);
  };
  collect();
  const redraw = figure(parent, {
    kind: "sizes",
    title: "Time against the graph",
    series,
    note: "Median solve time; each point is a graph.",
    controls: [choice(
        offered.map(it => [it, it[1]]), chosen,
        it => {
          chosen = it;
          collect();
          redraw();
        })],
    draw: (root, width) => curves(root, width, {
      series,
      x: it => it.x,
      y: it => it.y,
      logX: true,
      xLabel: chosen[1],
      yFormat: it => seconds(it, 3),
      height: 280,
      describe: (it, point) =>
          `${it.name}\n${point.graph}: ${compact(point.x)} ${chosen[1]}\nmedian ${seconds(point.y)}`
    }),
  });
}
