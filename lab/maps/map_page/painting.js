// What is on the canvas: the network in colours up to the limit, the path above it.
class Painting {
  // `panel` covers a part of the canvas.
  constructor(canvas, network, view, panel) {
    Object.assign(this, {canvas, network, view, panel, limit: Infinity, path: [], target: -1, hovered: -1});
    this.screen = {x: new Float32Array(network.count), y: new Float32Array(network.count)};
    this.visibleLines = new Uint32Array(network.from.length);
    // Of each line: its place in the colours, or `steps` where an end is not reached.
    const {least, max} = network, share = it => max > least ? (it - least) / (max - least) * steps : 0;
    this.shares =
        Uint16Array.from(network.far, it => it === Infinity ? steps : Math.min(steps - 1, Math.floor(share(it))));
    this.pending = false;
    this.frames = 0;
    this.milliseconds = 0;  // that the last frame took
  }

  resize() {
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    const {clientWidth, clientHeight} = this.canvas;
    this.canvas.width = Math.max(1, Math.round(clientWidth * this.ratio));
    this.canvas.height = Math.max(1, Math.round(clientHeight * this.ratio));
    this.image = new ImageData(this.canvas.width, this.canvas.height);
    this.view.resize(clientWidth, clientHeight, this.panel.getBoundingClientRect());
    this.later();
  }

  later() {
    if (this.pending) return;
    this.pending = true;
    requestAnimationFrame(() => {
      this.pending = false;
      this.draw();
    });
  }

  placeVertices() {
    const {network: {x, y, count}, view, ratio, screen} = this, scale = view.scale * ratio;
    const left = view.screenX(0) * ratio, bottom = view.screenY(0) * ratio;
    for (let v = 0; v < count; ++v) {
      screen.x[v] = left + x[v] * scale;
      screen.y[v] = bottom - y[v] * scale;
    }
  }

  // The lines that may be in the window.
  visible() {
    const {network: {from, to}, screen: {x, y}, canvas: {width, height}, visibleLines} = this;
    let count = 0;
    for (let e = 0; e < from.length; ++e) {
      const a = from[e], b = to[e];
      if ((x[a] < 0 && x[b] < 0) || (y[a] < 0 && y[b] < 0) || (x[a] > width && x[b] > width) ||
          (y[a] > height && y[b] > height))
        continue;
      visibleLines[count++] = e;
    }
    return visibleLines.subarray(0, count);
  }

  draw() {
    const begin = performance.now(), context = this.canvas.getContext("2d"), few = 9000;
    this.placeVertices();
    const lines = this.visible();
    const beyond = e => this.shares[e] === steps || this.network.far[e] > this.limit;
    if (lines.length <= few)
      this.strokeLines(context, lines, beyond);
    else
      this.drawPixels(context, lines, beyond);
    this.strokePath(context);
    this.mark(context, this.network.data.source ?? -1, false);
    if (this.hovered !== this.target) this.mark(context, this.hovered, false);
    this.mark(context, this.target, true);
    ++this.frames;
    this.milliseconds = performance.now() - begin;
    this.after?.();
  }

  // Many short lines pixel by pixel, which is much faster than strokes: all lines of a city in some ten milliseconds.
  drawPixels(context, lines, beyond) {
    const {network: {from, to}, screen: {x, y}, colours, image, shares} = this;
    const pixels = new Uint32Array(image.data.buffer), grey = pixel(colours.beyond), pixelOf = colours.shares.map(pixel);
    pixels.fill(pixel(colours.ground));
    for (const above of [false, true])
      for (const e of lines)
        if (beyond(e) !== above)
          drawLine(pixels, image, x[from[e]], y[from[e]], x[to[e]], y[to[e]], above ? pixelOf[shares[e]] : grey);
    context.putImageData(image, 0, 0);
  }

  // Few lines smooth and as wide as the view allows.
  strokeLines(context, lines, beyond) {
    const {network: {from, to}, screen: {x, y}, colours, canvas, ratio, shares} = this;
    const length = Math.sqrt(canvas.width * canvas.height / Math.max(1, lines.length));  // about that of a line
    const width = Math.min(Math.max(length / 9, 1.2 * ratio), 5 * ratio);
    const groups = Array.from({length: steps + 1}, () => []);  // by colour: what is beyond the limit first
    for (const e of lines) groups[beyond(e) ? 0 : shares[e] + 1].push(e);
    context.fillStyle = css(colours.ground);
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.lineCap = "round";
    groups.forEach((group, i) => {
      if (group.length === 0) return;
      context.strokeStyle = css(i === 0 ? colours.beyond : colours.shares[i - 1]);
      context.lineWidth = i === 0 ? Math.max(1, width * 0.6) : width;
      context.beginPath();
      for (const e of group) {
        context.moveTo(x[from[e]], y[from[e]]);
        context.lineTo(x[to[e]], y[to[e]]);
      }
      context.stroke();
    });
  }

  strokePath(context) {
    const {path, screen: {x, y}, colours, ratio} = this;
    context.lineCap = context.lineJoin = "round";
    context.beginPath();
    if (path.length > 1)
      for (const v of path) context.lineTo(x[v], y[v]);
    for (const [width, colour] of [[7.5, colours.casing], [4, colours.path]]) {
      context.lineWidth = width * ratio;
      context.strokeStyle = colour;
      context.stroke();
    }
  }

  // A disc for the source, a square for the target: they differ without colour.
  mark(context, v, square) {
    if (v === -1) return;
    const {screen: {x, y}, colours, ratio} = this, size = 6.5 * ratio;
    context.beginPath();
    if (square)
      context.rect(x[v] - size, y[v] - size, 2 * size, 2 * size);
    else
      context.arc(x[v], y[v], size, 0, 2 * Math.PI);
    context.fillStyle = colours.path;
    context.fill();
    context.lineWidth = 2.5 * ratio;
    context.strokeStyle = colours.casing;
    context.stroke();
  }

  // The vertex nearest to a place in the window, at most 16 pixels away; -1 where there is none.
  nearest(px, py) {
    const {screen, ratio, network: {count}} = this;
    let found = -1, best = (16 * ratio) ** 2;
    for (let v = 0; v < count; ++v) {
      const dx = screen.x[v] - px * ratio, dy = screen.y[v] - py * ratio, square = dx * dx + dy * dy;
      if (square < best) {
        best = square;
        found = v;
      }
    }
    return found;
  }
}

// The part of the line that is in the image. A line within one pixel costs one write.
function drawLine(pixels, {width, height}, x0, y0, x1, y1, colour) {
  const dx = x1 - x0, dy = y1 - y0, long = Math.max(Math.abs(dx), Math.abs(dy), 1e-9);
  let first = 0, last = 1;  // as shares of it
  const clip = (from, by, end) => {
    if (by === 0) return;
    first = Math.max(first, Math.min(-from / by, (end - from) / by));
    last = Math.min(last, Math.max(-from / by, (end - from) / by));
  };
  clip(x0, dx, width - 1);
  clip(y0, dy, height - 1);
  let x = x0 + dx * first, y = y0 + dy * first;
  for (let left = Math.floor((last - first) * long); left >= 0; --left, x += dx / long, y += dy / long)
    if (x >= 0 && y >= 0 && x < width && y < height) pixels[(y | 0) * width + (x | 0)] = colour;
}
