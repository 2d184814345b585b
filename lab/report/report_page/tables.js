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

const glyphs = {faster: "\u25b2", slower: "\u25bc", same: "=", unclear: "?"};
function verdict(run, text) {
  const it = run.summary.verdict;
  if (run.status === "wrong" || (run.status !== "ok" && !run.baseline && !(it in glyphs)))
    return html("span", {class: "verdict bad", title: run.reason}, run.status);
  if (run.baseline) return html("span", {class: "verdict baseline"}, "baseline");
  return it in glyphs ? html("span", {class: "verdict " + it}, glyphs[it] + " " + text) : text;
}

/// As the host lists them: the columns, and the texts of the cells, which sort by values of the items.
function hostTable(parent, kind, {columns, cells}, items) {
  const shown = {
    label: (item, text) => [mark(styleOf(item.label)), text],
    verdict
  };
  const valueAt = (item, path) => path.split(".").reduce((it, name) => it?.[name] ?? null, item);
  table(parent, kind, columns.map(({key, title, help, path}, i) => ({
    key,
    title,
    help,
    left: key === "verdict",
    value: item => key === "verdict" && item.baseline ? "baseline" : valueAt(item, path),
    show: item => (shown[key] ?? ((_, text) => text))(item, cells[items.indexOf(item)][i])
  })), items);
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
              html("small", {class: it.verdict}, ratio(it.speedup, 3, true) + " " + (glyphs[it.verdict] ?? ""))
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
