// What the page adds to its figures, which are there already: hovering, names of the legend that hide and show, views,
// and files to keep.

/// Lines of CSV (RFC 4180) as lists of cells.
function cellsOf(text) {
  const lines = [[""]];
  let quoted = false;
  for (let i = 0; i < text.length; ++i) {
    const c = text[i], line = lines.at(-1);
    if (quoted && c === "\"" && text[i + 1] === "\"")
      line[line.length - 1] += text[++i];
    else if (c === "\"")
      quoted = !quoted;
    else if (c === "," && !quoted)
      line.push("");
    else if (c === "\n" && !quoted)
      lines.push([""]);
    else
      line[line.length - 1] += c;
  }
  lines.pop();
  return lines;
}

const csvOf = view => view.querySelector("pre.data").textContent;

/// The tooltip of a row: what each column says, times with their units.
function describe(view, row) {
  view.table ??= cellsOf(csvOf(view));
  const [columns, ...rows] = view.table;
  return columns.map((name, i) => [name, rows[row][i]])
      .filter(([, text]) => text !== "")
      .map(([name, text]) => name.endsWith("_seconds") || name === "seconds" ?
               `${name.replace(/_?seconds$/, "").replaceAll("_", " ") || "time"}: ${seconds(Number(text))}` :
               `${name.replaceAll("_", " ")}: ${name === "run" || name === "curve" ? text : rounded(text)}`)
      .join("\n");
}

/// The number of the point of a curve that is nearest to the pointer.
function nearestPoint(path, event) {
  const box = path.ownerSVGElement.getBoundingClientRect(), frame = path.ownerSVGElement.viewBox.baseVal;
  const x = (event.clientX - box.left) / box.width * frame.width + frame.x;
  let best = 0, distance = Infinity, number = 0;
  for (const [, place] of path.getAttribute("d").matchAll(/[MLH](-?[\d.]+)/g)) {
    if (Math.abs(place - x) < distance) {
      distance = Math.abs(place - x);
      best = number;
    }
    ++number;
  }
  return best;
}

function hovering(view) {
  const show = event => {
    const node = event.target.closest?.("[data-row], [data-first-row]");
    if (!node || !view.contains(node)) return tip.hide();
    const row = node.dataset.row ?? Number(node.dataset.firstRow) + nearestPoint(node, event);
    tip.show(event, describe(view, Number(row)));
  };
  view.addEventListener("pointermove", show);
  view.addEventListener("pointerdown", show);
  view.addEventListener("pointerleave", tip.hide);
}

/// A click on a name hides or shows what belongs to it: in this figure, or in all that are linked.
function legendOf(figure) {
  const all = figure.closest(".linked") ?? figure;
  for (const entry of figure.querySelectorAll(".entry")) {
    entry.setAttribute("role", "button");
    entry.setAttribute("tabindex", "0");
    entry.setAttribute("aria-pressed", "true");
    const name = entry.dataset.entry;
    const change = () => {
      const off = entry.getAttribute("aria-pressed") === "true";
      for (const node of all.querySelectorAll("[data-series], .entry")) {
        if (node.dataset.series === name) node.classList.toggle("off", off);
        if (node.dataset.entry === name) node.setAttribute("aria-pressed", String(!off));
      }
    };
    entry.addEventListener("click", change);
    entry.addEventListener("keydown", event => {
      if (event.key !== "Enter" && event.key !== " ") return;
      event.preventDefault();
      change();
    });
  }
}

/// As `wayfront report --figures` writes it, without what is hidden.
function svgFile(view) {
  const copy = view.querySelector("svg").cloneNode(true);
  for (const node of copy.querySelectorAll(".off")) node.remove();
  for (const node of copy.querySelectorAll(".entry")) {
    if (node.getAttribute("aria-pressed") === "false") node.remove();
    for (const name of ["role", "tabindex", "aria-pressed"]) node.removeAttribute(name);
  }
  const text = new XMLSerializer().serializeToString(copy), inside = text.indexOf(">") + 1;
  const style = document.getElementById("stand-alone").textContent;
  return `<?xml version="1.0" encoding="UTF-8"?>\n${text.slice(0, inside)}${style}${text.slice(inside)}\n`;
}

function keep(name, kind, text) {
  const address = URL.createObjectURL(new Blob([text], {type: kind}));
  const link = html("a", {href: address, download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 60000);
}

for (const figure of document.querySelectorAll("figure")) {
  const views = [...figure.querySelectorAll(".view")];
  const shown = () => views.find(view => !view.hidden);
  const buttons = html("div", {class: "buttons"});
  if (views.length > 1)
    buttons.append(choice(views.map(view => [view, view.dataset.view]), views[0], chosen => {
      for (const view of views) view.hidden = view !== chosen;
    }));
  buttons.append(
      html("button", {
        type: "button",
        title: "Save the drawing",
        onclick: () => keep(shown().dataset.file + ".svg", "image/svg+xml", svgFile(shown()))
      }, "SVG"),
      html("button", {
        type: "button",
        title: "Save the numbers behind it",
        onclick: () => keep(shown().dataset.file + ".csv", "text/csv", csvOf(shown()))
      }, "data"));
  figure.querySelector("figcaption").append(buttons);
  views.forEach(hovering);
  legendOf(figure);
}
