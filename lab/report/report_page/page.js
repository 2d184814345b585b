// Assembles the page: first everything about all graphs, then a section for each result.
const data = JSON.parse(document.getElementById("data").textContent);

/// The class of a run's colour: it has the same on the whole page.
const styleOf = label => data.classes[label];

function themeSwitch() {
  const root = document.documentElement;
  const remembered = (() => {
    try {
      return localStorage.getItem("theme");
    } catch {
      return null;
    }
  })();
  const apply = value => {
    if (value === "auto")
      root.removeAttribute("data-theme");
    else
      root.setAttribute("data-theme", value);
    try {
      localStorage.setItem("theme", value);
    } catch { /* a page from a file may not remember */
    }
  };
  const chosen = remembered === "light" || remembered === "dark" ? remembered : "auto";
  if (chosen !== "auto") apply(chosen);
  document.getElementById("theme").append(
      choice([["auto", "Auto"], ["light", "Light"], ["dark", "Dark"]], chosen, apply));
}

const graphOf = result => result.graph?.name ?? "Unknown graph";
/// Leaves out what the heading already says.
function facts(result) {
  return result.lines.map(line => {
    const graph = graphOf(result) + ": ", label = `; case ${result.case}`;
    if (result.case && line.endsWith(label)) return line.slice(0, -label.length);
    return result.name.startsWith(graphOf(result)) && line.startsWith(graph) ? line.slice(graph.length) : line;
  });
}

const machineLine = result => result.hardware.join(" \u00b7 ");

const machines = [...new Set(data.results.map(machineLine))];

const sectionOf = result => document.querySelector(`section[data-result="${result}"]`);

/// Puts the heading and the tables before the figures, which are there already.
function section(result, i) {
  const top = html("div", {}, html("h2", {}, result.name));
  top.append(html("p", {class: "facts"}, [
    ...facts(result), result.started ? `measured ${result.started.replace("T", " ").replace("Z", " UTC")}` : null
  ].filter(Boolean).join(" \u00b7 ")));
  if (machines.length > 1) top.append(html("p", {class: "facts"}, machineLine(result)));
  hostTable(top, "runs", result.table, result.runs);
  if (result.remarks.length)
    top.append(html("ul", {class: "remarks"}, ...result.remarks.map(it => html("li", {}, it))));
  sectionOf(i).prepend(...top.children);
}

function whole_page() {
  themeSwitch();
  const names = [...new Set(data.results.map(it => it.name))];
  document.title = "Wayfront: " + names.slice(0, 3).join(", ") + (names.length > 3 ? ", \u2026" : "");
  document.getElementById("where").textContent = machines.length === 1 ? machines[0] : `${machines.length} machines`;
  if (data.warnings.length)
    document.getElementById("warnings").append(...data.warnings.map(it => html("p", {}, it)));
  for (const result of data.results)
    for (const run of result.runs.filter(it => it.status === "wrong"))
      document.getElementById("wrong").append(
          html("p", {class: "doubt wrong"}, `Wrong answer of ${run.label} on ${result.name}: ${run.reason}`));
  if (data.doubt)
    document.getElementById("doubts").append(
        html("p", {class: "doubt"}, data.doubt[0].toUpperCase() + data.doubt.slice(1)));
  if (data.results.length > 1) {
    document.getElementById("contents")
        .append(...data.results.map((result, i) => html("a", {href: "#g" + i}, result.name)));
    const several = new Set(data.results.map(result => result.graph?.digest)).size > 1;
    const top = html("div", {}, html("h2", {}, several ? "All graphs" : "All results"),
        html("p", {class: "facts"}, data.grouping));
    graphsTable(top, data.graphs);
    if (data.overall.length) {
      top.append(html("p", {class: "facts"}, data.overall_line));
      hostTable(top, "overall", data.overall_table, data.overall);
    }
    sectionOf("all").prepend(...top.children);
  }
  data.results.forEach(section);
  document.getElementById("footer").textContent =
      `${data.wayfront} \u00b7 ` +
      (data.results.some(result => result.runs.some(run => run.drawn)) ?
           "of some runs only a sample of rows was certified \u00b7 " :
           "every answer was checked against the graph \u00b7 ") +
      "verdicts come from paired times with a 95 % bootstrap interval";
}
whole_page();
