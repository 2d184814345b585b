// Mouse, touch and keyboard: moves and zooms the view, shows what is below the pointer, chooses vertices by click.
function listen(canvas, view, painting, panel) {
  const held = new Map();  // pointers that are down
  let moved = 0, spread = 0;
  const tip = element("tip");

  const hover = event => {
    const v = event === null ? -1 : painting.nearest(event.offsetX, event.offsetY);
    if (v !== painting.hovered) {
      painting.hovered = v;
      painting.later();
    }
    tip.hidden = v === -1;
    if (v === -1) return;
    const place = panel.network.place(v),
          digits = Math.min(Math.max(Math.ceil(-Math.log10(panel.data.sheet.step)), 0), 6);
    tip.textContent = `vertex ${panel.network.id(v)}\n${
        panel.network.distance[v] === Infinity ?
            "not reached" :
            panel.valueOf(v)}\n${place.x.toFixed(digits)}, ${place.y.toFixed(digits)}`;
    const {offsetWidth, offsetHeight} = tip;
    const {clientX: x, clientY: y} = event;
    tip.style.left = `${Math.max(4, Math.min(x + 16, window.innerWidth - offsetWidth - 6))}px`;
    tip.style.top = `${y + 18 + offsetHeight > window.innerHeight ? y - offsetHeight - 14 : y + 18}px`;
  };

  canvas.addEventListener("pointerdown", event => {
    canvas.setPointerCapture(event.pointerId);
    canvas.focus({preventScroll: true});
    held.set(event.pointerId, {x: event.offsetX, y: event.offsetY});
    moved = held.size === 1 ? 0 : Infinity;  // two fingers never click
    spread = distance();
  });

  const middle = () => {
    const all = [...held.values()];
    return {
      x: all.reduce((sum, it) => sum + it.x, 0) / all.length,
      y: all.reduce((sum, it) => sum + it.y, 0) / all.length
    };
  };
  const distance = () => {
    const [a, b] = [...held.values()];
    return b === undefined ? 0 : Math.hypot(a.x - b.x, a.y - b.y);
  };

  canvas.addEventListener("pointermove", event => {
    if (!held.has(event.pointerId)) return hover(event);
    const before = middle();
    held.set(event.pointerId, {x: event.offsetX, y: event.offsetY});
    const now = middle();
    moved += Math.hypot(now.x - before.x, now.y - before.y);
    if (moved > 4) canvas.classList.add("dragging");
    if (moved > 4) hover(null);
    view.pan(now.x - before.x, now.y - before.y);
    if (held.size === 2 && spread > 0) view.zoom(distance() / spread, now.x, now.y);
    spread = distance();
    painting.later();
  });

  const release = event => {
    if (!held.delete(event.pointerId)) return;
    spread = distance();
    canvas.classList.remove("dragging");
    if (event.type === "pointerup" && held.size === 0 && moved <= 4)
      panel.choose(painting.nearest(event.offsetX, event.offsetY));
  };
  canvas.addEventListener("pointerup", release);
  canvas.addEventListener("pointercancel", release);
  canvas.addEventListener("pointerleave", () => hover(null));

  canvas.addEventListener("wheel", event => {
    event.preventDefault();
    const lines = 16, pixels = event.deltaY * (event.deltaMode === 0 ? 1 : lines);
    view.zoom(Math.exp(-Math.min(Math.max(pixels, -240), 240) * 0.0022), event.offsetX, event.offsetY);
    hover(null);
    painting.later();
  }, {passive: false});
  canvas.addEventListener("dblclick", event => {
    view.zoom(2, event.offsetX, event.offsetY);
    painting.later();
  });

  const moves = {ArrowLeft: [1, 0], ArrowRight: [-1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1]};
  canvas.addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const by = 80;
    if (event.key in moves)
      view.pan(moves[event.key][0] * by, moves[event.key][1] * by);
    else if (event.key === "+" || event.key === "=")
      view.zoom(1.5);
    else if (event.key === "-")
      view.zoom(1 / 1.5);
    else if (event.key === "0" || event.key === "Home")
      view.showAll();
    else if (event.key === "Escape")
      panel.choose(-1);
    else
      return;
    event.preventDefault();
    hover(null);
    painting.later();
  });
}

function listenToButtons(view, painting) {
  const moves = {in: () => view.zoom(1.5), out: () => view.zoom(1 / 1.5), all: () => view.showAll()};
  for (const [id, move] of Object.entries(moves))
    element(id).addEventListener("click", () => {
      move();
      painting.later();
    });
}
