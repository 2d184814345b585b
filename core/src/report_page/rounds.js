// What happened in a solve, round by round: frontier, arcs, parallelism, and the schedule's limit.
const panels = [
  ["frontier", "frontier: vertices taken", round => round.active],
  ["relaxed", "arcs relaxed", round => round.relaxed],
  [
    "parallelism", "parallelism: arcs relaxed per second",
    (round, before) => {
      const time = round.seconds - (before ? before.seconds : 0);
      return time > 0 && round.relaxed > 0 ? round.relaxed / time : null;
    }
  ],
  ["limit", "limit: distances that the schedule lets through", round => round.limit],
  [
    "delta", "delta: how far the limit moved",
    (round, before) => before && round.limit !== null && before.limit !== null && round.limit > before.limit ?
        round.limit - before.limit :
        null
  ],
];

const units = {
  frontier: "vertices",
  relaxed: "arcs",
  parallelism: "arcs/s",
  limit: "limit",
  delta: "delta"
};

function rounds(parent, result) {
  const runs = result.runs.filter(run => run.trace && run.trace.rounds.length > 0);
  if (runs.length === 0) return;
  const series = runs.map((run, i) => ({name: run.label, ...styleOf(run.label), shown: i < 6, run}));
  const cut = runs.some(run => run.trace.count > run.trace.rounds.length);
  let time = false;
  for (const [kind, title, value] of panels) {
    for (const it of series) {
      const all = it.run.trace.rounds;
      // Rounds that were left out to keep the page small would make the time between two of them too long.
      const whole = it.run.trace.count === all.length;
      it[kind] = all.map((round, i) => ({
                           round,
                           y: (kind === "parallelism" || kind === "delta") && !whole ? null : value(round, all[i - 1])
                         }))
                     .filter(point => point.y !== null && point.y !== undefined);
    }
  }
  const redraws = [];
  const grid = html("div", {class: "plots"});
  const controls = html(
      "div", {class: "between"},
      html(
          "div", {}, html("h3", {}, "Round by round"),
          html(
              "p", {class: "facts"},
              "One solve of each run: the one with the median time from the first source." +
                  (cut ? " Of long ones, evenly spread rounds." : ""))),
      choice([[false, "by round"], [true, "over time"]], false, chosen => {
        time = chosen;
        redraws.forEach(redraw => redraw());
      }));
  parent.append(controls, legend(series, () => redraws.forEach(redraw => redraw())), grid);
  for (const [kind, title] of panels) {
    const own = series.filter(it => it[kind].length > 0);
    if (own.length === 0) continue;
    redraws.push(figure(grid, {
      kind: "rounds-" + kind,
      title: title[0].toUpperCase() + title.slice(1),
      draw: (root, width) => curves(root, width, {
        series: own.map(it => ({...it, points: it[kind]})),
        points: false,
        height: 220,
        x: it => time ? it.round.seconds : it.round.round,
        y: it => it.y,
        xLabel: time ? "since the start of the solve" : "round",
        xFormat: it => time ? seconds(it, 3) : compact(it),
        describe: (it, point) => `${it.name}, round ${whole(point.round.round)}, ${seconds(point.round.seconds, 3)}\n` +
            `${compact(point.y, 4)} ${units[kind]}`
      }),
    }));
  }
}
