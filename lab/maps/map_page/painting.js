// What is on the canvas: the network in colours up to the limit, the path above it.
class Painting {
  // `covered`: the element that covers a part of the canvas, or null.
  constructor(canvas, network, view, covered) {
    this.canvas = canvas;
    this.covered = covered;
    this.network = network;
    this.view = view;
    this.limit = Infinity;
    this.path = [];
    this.target = -1;
    this.hovered = -1;
    this.screen = {x: new Float32Array(network.count), y: new Float32Array(network.count)};
    this.setValues(network);
    this.setScheme(false);
    this.pending = false;
    this.frames = 0;
    this.milliseconds = 0;  // that the last frame took
  }

  // What the colours show: a value of each line, Infinity where an end is not reached, and the smallest and the largest.
  setValues({far, min, max}) {
    const least = Math.min(0, min), span = max - least;
    this.far = far;
    // Of each line: its place in the colours, or 255 + 1 where an end is not reached.
    this.shares = Uint16Array.from(
        far,
        it => it === Infinity ? steps : Math.min(steps - 1, Math.floor(span > 0 ? (it - least) / span * steps : 0)));
  }

  setScheme(dark) {
    this.colours = coloursOf(dark);
    this.pixelOf = this.colours.shares.map(pixel);
  }

  // The place of line e in the colours; -1 where it is beyond the limit.
  shareOf(e) {
    return this.far[e] <= this.limit && this.shares[e] !== steps ? this.shares[e] : -1;
  }

  resize() {
    this.ratio = Math.min(window.devicePixelRatio || 1, 2);
    const {clientWidth, clientHeight} = this.canvas;
    this.canvas.width = Math.max(1, Math.round(clientWidth * this.ratio));
    this.canvas.height = Math.max(1, Math.round(clientHeight * this.ratio));
    this.raster = new Raster(this.canvas.width, this.canvas.height);
    this.view.resize(clientWidth, clientHeight, this.covered?.getBoundingClientRect() ?? {right: 0, bottom: 0});
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
    const {network: {x, y, count}, view, ratio, screen} = this;
    const scale = view.scale * ratio;
    const left = view.width / 2 * ratio - view.x * scale, top = view.height / 2 * ratio + view.y * scale;
    for (let v = 0; v < count; ++v) {
      screen.x[v] = left + x[v] * scale;
      screen.y[v] = top - y[v] * scale;
    }
  }

  // The lines that may be in the window.
  visible() {
    const {network: {from, to}, screen: {x, y}, canvas: {width, height}} = this;
    const lines = this.visibleLines ??= new Uint32Array(from.length);
    let count = 0;
    for (let e = 0; e < from.length; ++e) {
      const a = from[e], b = to[e];
      if ((x[a] < 0 && x[b] < 0) || (y[a] < 0 && y[b] < 0) || (x[a] > width && x[b] > width) ||
          (y[a] > height && y[b] > height))
        continue;
      lines[count++] = e;
    }
    return lines.subarray(0, count);
  }

  draw() {
    const begin = performance.now(), context = this.canvas.getContext("2d"), {width, height} = this.canvas;
    this.placeVertices();
    const lines = this.visible(), few = 9000;
    if (lines.length <= few) {
      context.fillStyle = css(this.colours.ground);
      context.fillRect(0, 0, width, height);
      const pixels =
          Math.sqrt(this.view.width * this.view.height / Math.max(1, lines.length));  // about a line's length
      strokeLines(context, this, lines, Math.min(Math.max(pixels / 9, 1.2), 5) * this.ratio);
    } else {
      this.drawPixels(lines);
      context.putImageData(this.raster.image, 0, 0);
    }
    strokePath(context, this, this.path);
    const {source} = this.network.data;
    if (source !== null) markEnd(context, this, source, false);
    if (this.target !== -1) markEnd(context, this, this.target, true);
    if (this.hovered !== -1 && this.hovered !== this.target) this.ring(context, this.hovered);
    ++this.frames;
    this.milliseconds = performance.now() - begin;
    this.after?.();
  }

  drawPixels(lines) {
    const {raster, network: {from, to}, screen: {x, y}, far, shares, pixelOf, limit} = this;
    const grey = pixel(this.colours.beyond);
    raster.clear(pixel(this.colours.ground));
    for (const e of lines)
      if (shares[e] === steps || far[e] > limit) raster.line(x[from[e]], y[from[e]], x[to[e]], y[to[e]], grey);
    for (const e of lines)
      if (shares[e] !== steps && far[e] <= limit)
        raster.line(x[from[e]], y[from[e]], x[to[e]], y[to[e]], pixelOf[shares[e]]);
  }

  ring(context, v) {
    context.beginPath();
    context.arc(this.screen.x[v], this.screen.y[v], 6 * this.ratio, 0, 2 * Math.PI);
    for (const [width, colour] of [[4.5, this.colours.casing], [2, this.colours.path]]) {
      context.lineWidth = width * this.ratio;
      context.strokeStyle = colour;
      context.stroke();
    }
  }

  // The vertex nearest to a place in the window, at most `reach` pixels away; -1 where there is none.
  nearest(px, py, reach = 16) {
    const {screen, ratio, network: {count}} = this;
    let found = -1, best = (reach * ratio) ** 2;
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
