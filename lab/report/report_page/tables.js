// The overview: a row for each run, columns that sort, values beside their text in data-value.
function table(parent, kind, columns, items) {
  const head = html("tr"), body = html("tbody");
  const fill = list =>
      body.replaceChildren(...list.map(item => html("tr", {"data-run": item.label}, ...columns.map(column => {
                                         const value = column.value ? column.value(item) : null;
                                         const cell = html("td", {
                                           class: column.left ? "left" : null,
                                           "data-column": column.key,
                                           "data-value": value === null || value === undefined ? "" : value
                                         });
                                         cell.append(...[column.show(item)].flat());
                                         return cell;
                                       }))));
  for (const column of columns) {
    const cell = html("th", {scope: "col", class: column.left ? "left" : null, title: column.help});
    const sort = () => {
      const up = cell.getAttribute("aria-sort") !== "ascending";
      for (const other of head.children) other.removeAttribute("aria-sort");
      cell.setAttribute("aria-sort", up ? "ascending" : "descending");
      const key = item => column.value(item) ?? null;
      const sorted = [...items].sort((a, b) => {
        const x = key(a), y = key(b);
        if (x === null || y === null) return (x === null) - (y === null);
        return (x < y ? -1 : x > y ? 1 : 0) * (up ? 1 : -1);
      });
      fill(sorted);
    };
    cell.append(html("button", {type: "button", onclick: sort}, column.title));
    head.append(cell);
  }
  fill(items);
  parent.append(html(
      "div", {class: "scroll", tabindex: "0", role: "region", "aria-label": "Table"},
      html("table", {"data-table": kind}, html("thead", {}, head), body)));
}

const glyphs = {
  faster: "\u25b2 faster",
  slower: "\u25bc slower",
  same: "= same",
  unclear: "? unclear"
};
/// `rough`: something disturbed the measurement.
function verdict(run, rough) {
  const it = run.summary.verdict, speedup = run.summary.speedup;
  if (run.status === "wrong" || (run.status !== "ok" && !run.baseline && !(it in glyphs)))
    return html("span", {class: "verdict bad", title: run.reason}, run.status);
  if (run.baseline) return html("span", {class: "verdict baseline"}, "baseline");
  const factor = it === "faster" ? speedup : 1 / speedup;
  const about = rough && ["faster", "slower"].includes(it) ? `, about ${factor.toFixed(factor < 2 ? 1 : 0)} times` : "";
  if (it in glyphs) return html("span", {class: "verdict " + it}, glyphs[it] + about);
  return none;
}

function reached(share) {
  if (share.median === null) return none;
  const text = it => it >= 1 ? "100\u202f%" : digits(Math.min(it * 100, 99.9), 3, true) + "\u202f%";
  if (share.min >= share.median / 2) return text(share.median);
  return [text(share.median), " ", html("small", {}, "min " + text(share.min))];
}

function paysAfter(run) {
  const it = run.summary.break_even;
  if (it === null) return none;
  return it.sources === null ? "never" : [whole(it.sources), " ", html("small", {}, "sources")];
}

function overview(parent, result) {
  const prepares = result.runs.some(run => run.summary.break_even !== null);
  const rival = prepares ? result.runs.find(run => run.summary.break_even !== null).summary.break_even.against : "";
  const batches = result.runs.some(run => run.batches);
  const ranks = result.runs.some(run => run.summary.ranks);
  const ofRanks = (key, title, help) => ({
    key,
    title,
    help,
    value: run => run.summary.ranks ? run.summary.ranks[key] : null,
    show: run => run.summary.ranks ? compact(run.summary.ranks[key], 3, true) : none
  });
  const memory = result.runs.some(run => run.device_memory);
  const figure = value => value === null ? none : digits(value, 4, true);
  const counts = result.runs.some(run => ["relaxed_per_arc", "settled_per_vertex", "rounds"].some(
                                      key => run.summary[key] !== null));
  const work = (key, title, help) => ({
    key,
    title,
    help,
    value: run => run.summary[key],
    show: run => run.summary[key] === null ? none : compact(run.summary[key], 3, true)
  });
  const time = key =>
      ({value: run => run.summary.solve_seconds[key], show: run => seconds(run.summary.solve_seconds[key], 4, true)});
  table(
      parent, "runs",
      [
        {
          key: "label",
          title: "run",
          help: "Sort by name",
          value: run => run.label,
          show: run => [mark(styleOf(run.label)), run.label]
        },
        {
          key: "verdict",
          title: "verdict",
          left: true,
          help: "Against the baseline, from paired times",
          value: run => run.baseline ? "baseline" : run.summary.verdict,
          show: run => verdict(run, !result.trust.verdicts)
        },
        {
          key: "speedup",
          title: "speed-up",
          help: "Median of baseline time / this time, pairs of one source and repeat",
          value: run => run.summary.speedup,
          show: run => ratio(run.summary.speedup, 3, true)
        },
        {
          key: "interval",
          title: "95 % interval",
          help: "Bootstrap interval of the speed-up",
          value: run => run.summary.speedup_interval[0],
          show: run => run.baseline ? none : html("small", {}, interval(...run.summary.speedup_interval))
        },
        {key: "median", title: "median", help: "Median solve time", ...time("median")},
        ...(batches ? [
          {
            key: "per_source",
            title: "per source",
            help: "Median of a call's time / its sources",
            value: run => run.summary.seconds_per_source,
            show: run => seconds(run.summary.seconds_per_source, 4, true)
          },
          {
            key: "sources_per_second",
            title: "sources/s",
            help: "Of all calls together",
            value: run => run.summary.sources_per_second,
            show: run => figure(run.summary.sources_per_second)
          },
        ] :
                      []),
        {
          key: "quartiles",
          title: "quartiles",
          value: run => run.summary.solve_seconds.first_quartile,
          show: run => html(
              "small", {},
              run.sample_count === 0 ? none :
                                         seconds(run.summary.solve_seconds.first_quartile, 3, true) +
                      "\u2009\u2013\u2009" + seconds(run.summary.solve_seconds.third_quartile, 3, true))
        },
        {key: "min", title: "min", ...time("min")},
        {
          key: "prepare",
          title: "prepare",
          help: "Once per graph",
          value: run => run.sample_count ? run.prepare_seconds : null,
          show: run => seconds(run.sample_count ? run.prepare_seconds : null, 3, true)
        },
        ...(prepares ? [{
          key: "pays_after",
          title: "pays after",
          help: "Sources from which preparing and solving take less time together than with " + rival,
          value: run => run.summary.break_even && (run.summary.break_even.sources ?? Infinity),
          show: paysAfter
        }] :
                       []),
        ...(memory ? [
          {
            key: "device_peak",
            title: "GPU memory",
            help: "Peak of what the plugin took from its devices",
            value: run => run.device_memory?.peak_bytes ?? null,
            show: run => bytes(run.device_memory?.peak_bytes)
          },
          {
            key: "device_estimate",
            title: "expected",
            help: "What the plugin said before it took any",
            value: run => run.device_memory?.estimated_bytes ?? null,
            show: run => bytes(run.device_memory?.estimated_bytes)
          },
        ] :
                     []),
        {
          key: "mteps",
          title: "MTEPS",
          help: "Million edges of the graph / median time, without sources that reach under 1 % of the vertices",
          value: run => run.summary.mteps,
          show: run => run.summary.mteps === null ? none : digits(run.summary.mteps, 4, true)
        },
        {
          key: "reached",
          title: "reached",
          help: "Share of the vertices that a source reached: median over the sources, and the smallest if it is " +
              "less than half of that",
          value: run => run.summary.reached_share.median,
          show: run => reached(run.summary.reached_share)
        },
        ...(counts ? [work("relaxed_per_arc", "relaxed/arc", "Arcs looked at / arcs of the graph, median"),
                      work("settled_per_vertex", "settled/vertex", "Vertices scanned / vertices of the graph, median"),
                      work("rounds", "rounds", "Barriers between sets of relaxations, median")] :
                     []),
        ...(ranks ? [ofRanks("messages", "messages", "Messages of a solve between ranks, mean"),
                     ofRanks("bytes_per_relaxed_arc", "B/relaxed",
                             "Bytes that ranks sent each other / arcs looked at"),
                     ofRanks("certificate_bytes_per_arc", "B/arc certified",
                             "Bytes that ranks sent each other for the certificate / arcs of the graph"),
                     ofRanks("ghosts", "ghosts", "Vertices of others that the ranks' arcs lead to, all ranks together"),
                     ofRanks("max_peak_bytes", "bytes/rank", "Peak memory of the rank with the most")] :
                    []),
        {
          key: "samples",
          title: "certified",
          help: "Answers proved to be correct, or equal to one that was proved before, byte by byte",
          value: run => run.sample_count,
          show: run => {
            const right = run.right_count, all = run.sample_count;
            const text = all > 0 && right === all ? whole(all) : right + "/" + all;
            const {proofs, comparisons} = run.summary;
            const how = comparisons > 0 ? `${proofs} proofs, ${comparisons} comparisons` : "";
            const notes = [run.drawn ?? "", how, run.status === "ok" ? "" : run.status].filter(it => it !== "").join("; ");
            return notes === "" ? text : [text, " ", html("small", {}, notes)];
          }
        },
      ],
      result.runs);
}

/// Graphs in rows, runs in columns, the baseline and the best ones first; a click on a run sorts by its times.
function graphsTable(parent, graphs) {
  const cell = (row, i) => row.cells[i];
  const wins = i => graphs.rows.filter(row => cell(row, i)?.best).length;
  const rank = i => graphs.rows.some(row => cell(row, i)?.baseline) ? Infinity : wins(i);
  const order = graphs.runs.map((_, i) => i).sort((a, b) => rank(a) === rank(b) ? a - b : rank(b) - rank(a));
  table(
      parent, "graphs",
      [
        {key: "graph", title: "graph", value: row => row.label, show: row => row.label},
        ...order.map(i => ({
          key: graphs.runs[i],
          title: graphs.runs[i],
          help: "Median, speed-up over the baseline and verdict; the best of each graph is bold",
          value: row => cell(row, i)?.median ?? null,
          show: row => {
            const it = cell(row, i);
            if (!it) return none;
            if (it.median === null || it.status === "wrong") return html("span", {class: "bad"}, it.status);
            const time = html("span", {class: it.best ? "best" : null}, seconds(it.median, 3, true));
            if (it.baseline || it.speedup === null) return time;
            return [
              time, " ",
              html("small", {class: it.verdict}, ratio(it.speedup, 3, true) + " " + (glyphs[it.verdict] ?? "")[0])
            ];
          }
        }))
      ],
      graphs.rows.map(row => ({...row, label: row.graph})));
  if (graphs.means.length === 0) return;
  const means = html("tfoot", {}, html("tr", {class: "mean"}, html("td", {}, "geometric mean"),
                                       ...order.map(i => graphs.means[i]).map(it => html("td", {"data-value": it ?? ""}, ratio(it, 3, true)))));
  parent.querySelector("[data-table=graphs]").append(means);
}

function overallTable(parent, data) {
  const number = (key, title, show, help) => ({key, title, help, value: it => it[key], show: it => show(it[key])});
  table(
      parent, "overall",
      [
        {key: "label", title: "run", value: it => it.label, show: it => [mark(styleOf(it.label)), it.label]},
        number("graphs", "graphs", whole),
        number("speedup", "speed-up", it => ratio(it, 3, true), "Geometric mean over the graphs"),
        number("faster", "faster", whole),
        number("same", "same", whole),
        number("slower", "slower", whole),
        number("unclear", "unclear", whole),
        number("teps", "TEPS", it => compact(it, 3, true), "Edges reached per second, harmonic mean"),
      ],
      data.overall);
}
