// What happened in a solve, round by round or over time: frontier, arcs, parallelism, and the schedule's limit.

/// Every round that has a value: value(round, previous round).
const eachRound = value => rounds =>
    rounds.map((round, i) => ({round, y: value(round, rounds[i - 1])})).filter(it => it.y !== null && it.y !== undefined);

const arcsSoFar = rounds => rounds.map(round => ({round, y: round.so_far}));

/// Arcs per second in pieces of at least `least` seconds: without rounds, a record may span only a microsecond.
function parallelism(rounds, least) {
  const found = [];
  let begin = 0, before = 0;
  for (const round of rounds) {
    const time = round.seconds - begin;
    if (time <= 0 || time < least) continue;
    if (round.so_far > before) found.push({round, y: (round.so_far - before) / time});
    begin = round.seconds;
    before = round.so_far;
  }
  return found;
}

const moved = (round, before) =>
    before && round.limit !== null && before.limit !== null && round.limit > before.limit ? round.limit - before.limit :
                                                                                            null;

/// kind, title, points by round, points over time if they differ.
const panels = [
  ["frontier", "Frontier: vertices taken", eachRound(round => round.active)],
  ["relaxed", "Arcs relaxed", eachRound(round => round.relaxed), arcsSoFar],
  ["parallelism", "Parallelism: arcs relaxed per second", rounds => parallelism(rounds, 0), parallelism],
  ["limit", "Limit: distances that the schedule lets through", eachRound(round => round.limit)],
  ["delta", "Delta: how far the limit moved", eachRound(moved)],
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
  const longest = Math.max(...runs.map(run => run.trace.rounds.at(-1).seconds));
  let time = false;
  for (const [kind, , byRound, overTime] of panels)
    for (const it of series) {
      const all = it.run.trace.rounds;
      // If rounds between two others were left out to keep the page small, the limit moved several times.
      const own = kind === "delta" && it.run.trace.count > all.length ? [] : byRound(all);
      it[kind] = {byRound: own, overTime: overTime ? overTime(all, longest / 100) : own};
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
                  (cut ? " For long ones, evenly spaced rounds." : ""))),
      choice([[false, "by round"], [true, "over time"]], false, chosen => {
        time = chosen;
        redraws.forEach(redraw => redraw());
      }));
  parent.append(controls, legend(series, () => redraws.forEach(redraw => redraw())), grid);
  for (const [kind, title] of panels) {
    const own = series.filter(it => it[kind].byRound.length > 0);
    if (own.length === 0) continue;
    redraws.push(figure(grid, {
      kind: "rounds-" + kind,
      title,
      draw: (root, width) => curves(root, width, {
        series: own.map(it => ({...it, points: time ? it[kind].overTime : it[kind].byRound})),
        points: false,
        height: 220,
        x: it => time ? it.round.seconds : it.round.round,
        y: it => it.y,
        yLabel: kind === "relaxed" ? (time ? "so far" : "in a round") : undefined,
        xLabel: time ? "since the start of the solve" : "round",
        xFormat: it => time ? seconds(it, 3) : compact(it),
        describe: (it, point) => `${it.name}, round ${whole(point.round.round)}, ${seconds(point.round.seconds, 3)}\n` +
            `${compact(point.y, 4)} ${units[kind]}`
      }),
    }));
  }
}
