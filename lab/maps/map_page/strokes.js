// Draws few lines as strokes, smooth and as wide as the view allows.
function strokeLines(context, painting, lines, width) {
  const {network, screen, colours} = painting;
  const {from, to} = network;
  const groups = new Map();  // by colour: what is beyond the limit first
  for (const e of lines) {
    const share = painting.shareOf(e);
    if (!groups.has(share)) groups.set(share, []);
    groups.get(share).push(e);
  }
  context.lineCap = "round";
  for (const [share, group] of [...groups].sort(([a], [b]) => (a < 0 ? 0 : 1) - (b < 0 ? 0 : 1))) {
    context.strokeStyle = css(share < 0 ? colours.beyond : colours.shares[share]);
    context.lineWidth = share < 0 ? Math.max(1, width * 0.6) : width;
    context.beginPath();
    for (const e of group) {
      context.moveTo(screen.x[from[e]], screen.y[from[e]]);
      context.lineTo(screen.x[to[e]], screen.y[to[e]]);
    }
    context.stroke();
  }
}

function strokePath(context, painting, path) {
  if (path.length < 2) return;
  const {screen, colours, ratio} = painting;
  context.lineCap = context.lineJoin = "round";
  context.beginPath();
  context.moveTo(screen.x[path[0]], screen.y[path[0]]);
  for (const v of path) context.lineTo(screen.x[v], screen.y[v]);
  for (const [width, colour] of [[7.5, colours.casing], [4, colours.path]]) {
    context.lineWidth = width * ratio;
    context.strokeStyle = colour;
    context.stroke();
  }
}

// A disc for the source, a square for the target: they differ without colour.
function markEnd(context, painting, v, square) {
  const {screen, colours, ratio} = painting, size = 6.5 * ratio;
  context.beginPath();
  if (square)
    context.rect(screen.x[v] - size, screen.y[v] - size, 2 * size, 2 * size);
  else
    context.arc(screen.x[v], screen.y[v], size, 0, 2 * Math.PI);
  context.fillStyle = colours.path;
  context.fill();
  context.lineWidth = 2.5 * ratio;
  context.strokeStyle = colours.casing;
  context.stroke();
}
