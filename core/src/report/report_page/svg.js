// Elements, the tooltip, and figures that are redrawn when their width changes. Text is always inserted as text: labels
// come from files and are never interpreted as markup.
function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on"))
      node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined)
      node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}
function svg(parent, name, attributes = {}, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value);
  if (text !== undefined) node.textContent = text;
  parent.append(node);
  return node;
}

const tip = {
  node: () => document.getElementById("tip"),
  show(event, text) {
    const node = tip.node();
    node.textContent = text;
    node.hidden = false;
    const box = node.getBoundingClientRect(), gap = 14;
    const left = event.clientX + gap + box.width > innerWidth ? event.clientX - gap - box.width : event.clientX + gap;
    const top = event.clientY + gap + box.height > innerHeight ? event.clientY - gap - box.height : event.clientY + gap;
    node.style.left = Math.max(4, left) + "px";
    node.style.top = Math.max(4, top) + "px";
  },
  hide() {
    tip.node().hidden = true;
  },
  /// `text` is evaluated when needed.
  on(node, text) {
    node.addEventListener("pointermove", event => tip.show(event, text()));
    node.addEventListener("pointerdown", event => tip.show(event, text()));
    node.addEventListener("pointerleave", tip.hide);
  },
};

/// Colours repeat after eight; the second eight are drawn hollow and dashed.
function mark({colour, hollow}) {
  return html("span", {class: hollow ? "mark hollow" : "mark", style: `color:${colour}`});
}

/// A card. `draw(root, width)` fills an SVG element of that width and returns its height. `series` become a legend
/// with entries that can be switched off: {name, colour, hollow, shown}.
function figure(parent, {kind, title, note, series, controls = [], draw}) {
  const holder = html("div");
  const node = html(
      "figure", {"data-plot": kind},
      html("figcaption", {}, html("div", {}, html("h3", {}, title), html("p", {}, note ?? "")), ...controls), holder);
  parent.append(node);
  let width = 0;
  const redraw = () => {
    if (width === 0) return;
    const root = svg(html("div"), "svg", {role: "img", "aria-label": title});
    const height = draw(root, width);
    root.setAttribute("viewBox", `0 0 ${width} ${height}`);
    holder.replaceChildren(root);
    node.setAttribute("data-drawn", root.querySelectorAll("[data-value]").length);
  };
  const fit = () => {
    const now = Math.floor(holder.clientWidth);
    if (now === width) return;
    width = now;
    redraw();
  };
  fit();
  new ResizeObserver(() => requestAnimationFrame(fit)).observe(holder);
  if (series && series.length > 1) node.append(legend(series, redraw));
  return redraw;
}

/// Names that a click hides or shows.
function legend(series, changed) {
  return html("div", {class: "legend"}, ...series.map(it => {
    const button = html("button", {type: "button", "aria-pressed": String(it.shown)}, mark(it), it.name);
    button.addEventListener("click", () => {
      it.shown = !it.shown;
      button.setAttribute("aria-pressed", String(it.shown));
      changed();
    });
    return button;
  }));
}

/// Buttons of which one is pressed.
function choice(names, chosen, chose) {
  const node = html("div", {class: "switch", role: "group"});
  for (const [value, name] of names) {
    node.append(html(
        "button", {
          type: "button",
          "aria-pressed": String(value === chosen),
          onclick: event => {
            for (const other of node.children)
              other.setAttribute("aria-pressed", String(other === event.currentTarget));
            chose(value);
          }
        },
        name));
  }
  return node;
}
