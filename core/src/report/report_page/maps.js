// Maps: pages of their own in frames, made when they come near the window. The frames' pages are texts in the data.
function frame(page, content, title, height) {
  const node = html("iframe", {title, style: `height: ${height}px`});
  const show = () => {
    const text = JSON.stringify(content).replaceAll("<", "\\u003c");
    node.srcdoc = page.replace(`{${"{data}"}}`, () => text);
    node.addEventListener("load", () => frameScheme(node));
  };
  const seen = new IntersectionObserver(entries => {
    if (!entries.some(it => it.isIntersecting)) return;
    seen.disconnect();
    show();
  }, {rootMargin: "600px"});
  seen.observe(node);
  return node;
}

/// Gives the map in a frame the colours of this page.
function frameScheme(node) {
  const {wayfrontMap, wayfrontOrder} = node.contentWindow;
  (wayfrontMap ?? wayfrontOrder)?.scheme(document.documentElement.dataset.theme ?? "auto");
}

function mapCard(kind, title, note, ...content) {
  return html("figure", {class: "map", "data-map": kind},
      html("figcaption", {}, html("div", {}, html("h3", {}, title), html("p", {}, note))), ...content);
}

function maps(section, {map}) {
  if (!map) return;
  if (!map.data) {
    section.append(mapCard("none", "Map", map.reason));
    return;
  }
  const {data: shown} = map;
  section.append(mapCard(
      "distances", "Map",
      "One more answer, certified like the others. Click a vertex for the shortest path to it; drag to move, and click before the wheel zooms.",
      frame(data.map_frame, shown, `Map of ${shown.graph}`, 560)));
  if (shown.orders)
    section.append(mapCard(
        "order", "Order of work", "When the distances of two runs became final, from one slider.",
        frame(data.order_frame, shown, `Order of work on ${shown.graph}`, 520)));
  else if (shown.no_orders)
    section.append(mapCard("none", "Order of work", `There is nothing to show: ${shown.no_orders.join("; ")}.`));
}
