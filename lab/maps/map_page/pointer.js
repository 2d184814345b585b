// Mouse, touch, keyboard and buttons: moves and zooms the view, shows what is below the pointer, chooses vertices by click.
function listen(canvas, view, painting, panel) {
  const held = new Map();  // pointers that are down
  let moved = 0;
  const tip = element("tip");

  const hover = event => {
    const v = event === null ? -1 : painting.nearest(event.offsetX, event.offsetY);
    if (v !== painting.hovered) painting.later();
    painting.hovered = v;
    tip.hidden = v === -1;
    if (v === -1) return;
    const {network} = panel, place = network.place(v),
          digits = Math.min(Math.max(Math.ceil(-Math.log10(network.data.sheet.step)), 0), 6);
    tip.textContent = `vertex ${network.id(v)}\n${panel.distance(network.distance[v])}\n${place.x.toFixed(digits)}, ${
        place.y.toFixed(digits)}`;
    const {clientX: x, clientY: y} = event, {offsetWidth, offsetHeight} = tip;
    tip.style.left = `${Math.max(4, Math.min(x + 16, window.innerWidth - offsetWidth - 6))}px`;
    tip.style.top = `${y + 18 + offsetHeight > window.innerHeight ? y - offsetHeight - 14 : y + 18}px`;
  };
  const change = () => {
    hover(null);
    painting.later();
  };

  // The middle of the first two pointers, and how far they are apart.
  const grip = () => {
    const [a, b = a] = held.values();
    return {x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, spread: Math.hypot(a.x - b.x, a.y - b.y)};
  };
  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({preventScroll: true});
    held.set(event.pointerId, {x: event.offsetX, y: event.offsetY});
    moved = held.size === 1 ? 0 : Infinity;  // two fingers never click
  });
  canvas.addEventListener("pointermove", event => {
    if (!held.has(event.pointerId)) return hover(event);
    const before = grip();
    held.set(event.pointerId, {x: event.offsetX, y: event.offsetY});
    const now = grip(), dx = now.x - before.x, dy = now.y - before.y;
    moved += Math.hypot(dx, dy);
    view.pan(dx, dy);
    if (before.spread > 0) view.zoom(now.spread / before.spread, now.x, now.y);
    if (moved > 4) hover(null);
    painting.later();
  });
  const release = event => {
    if (held.delete(event.pointerId) && event.type === "pointerup" && held.size === 0 && moved <= 4)
      panel.choose(painting.nearest(event.offsetX, event.offsetY));
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => hover(null));

  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    const lines = 16, pixels = event.deltaY * (event.deltaMode === 0 ? 1 : lines);
    view.zoom(Math.exp(-Math.min(Math.max(pixels, -240), 240) * 0.0022), event.offsetX, event.offsetY);
    change();
  }, {passive: false});
  canvas.addEventListener("dblclick", event => {
    view.zoom(2, event.offsetX, event.offsetY);
    change();
  });

  const keys = {
    ArrowLeft: () => view.pan(80, 0),
    ArrowRight: () => view.pan(-80, 0),
    ArrowUp: () => view.pan(0, 80),
    ArrowDown: () => view.pan(0, -80),
    "+": () => view.zoom(1.5),
    "=": () => view.zoom(1.5),  // the key of plus
    "-": () => view.zoom(1 / 1.5),
    "0": () => view.showAll(),
    Escape: () => panel.choose(-1)
  };
  canvas.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || !(event.key in keys)) return;
    event.preventDefault();
    keys[event.key]();
    change();
  });
  for (const [id, key] of [["in", "+"], ["out", "-"], ["all", "0"]])
    element(id).addEventListener("click", () => {
      keys[key]();
      change();
    });
}
