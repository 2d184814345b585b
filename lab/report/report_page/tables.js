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

function certified(all, run) {
  const right = run.right_count, {proofs, comparisons} = run.summary;
  const text = all > 0 && right === all ? whole(all) : right + "/" + all;
  const how = comparisons > 0 ? `${proofs} proofs, ${comparisons} comparisons` : "";
  const notes = [run.drawn ?? "", how, run.status === "ok" ? "" : run.status].filter(it => it !== "").join("; ");
  return notes === "" ? text : [text, " ", html("small", {}, notes)];
}

/// How values of a kind are shown, and, where it is not the value itself, by what they are sorted. The host says which columns
/// there are, where each finds its value in a run, and of which kind it is.
const kinds = {
  label: {show: it => [mark(styleOf(it)), it]},
  verdict: {sort: (it, run) => run.baseline ? "baseline" : it, show: (it, run, result) => verdict(run, !result.trust.verdicts)},
  ratio: {show: it => ratio(it, 3, true)},
  interval: {sort: it => it[0], show: (it, run) => run.baseline ? none : html("small", {}, interval(...it))},
  seconds: {show: it => seconds(it, 4, true)},
  once: {
    sort: (it, run) => run.sample_count ? it : null,
    show: (it, run) => seconds(run.sample_count ? it : null, 3, true)
  },
  quartiles: {
    sort: it => it.first_quartile,
    show: (it, run) => html("small", {}, run.sample_count === 0 ? none :
      seconds(it.first_quartile, 3, true) + "\u2009\u2013\u2009" + seconds(it.third_quartile, 3, true))
  },
  pays_after: {
    sort: it => it && (it.sources ?? Infinity),
    show: it => it === null ? none : it.sources === null ? "never" : [whole(it.sources), " ", html("small", {}, "sources")]
  },
  bytes: {show: it => bytes(it)},
  text: {show: it => it ?? ""},
  whole: {show: whole},
  figure: {show: it => it === null ? none : digits(it, 4, true)},
  compact: {show: it => it === null ? none : compact(it, 3, true)},
  reached: {sort: it => it.median, show: reached},
  certified: {show: certified},
};

/// `columns` as the host lists them.
const columnsOf = (columns, result) => columns.map(({key, title, help, path, show}) => {
  const kind = kinds[show], of = item => path.split(".").reduce((it, name) => it?.[name] ?? null, item);
  return {
    key,
    title,
    help,
    left: show === "verdict",
    value: item => (kind.sort ?? (it => it))(of(item), item),
    show: item => kind.show(of(item), item, result)
  };
});

const overview = (parent, result) => table(parent, "runs", columnsOf(result.columns, result), result.runs);
const overallTable = (parent, data) => table(parent, "overall", columnsOf(data.overall_columns), data.overall);

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
