// Which part of the sheet the window shows: pixels per unit, and the unit in the middle. The sheet's y points up.
class View {
  constructor(network) {
    this.network = network;
    this.width = this.height = 1;
    this.left = this.upper = 0;  // pixels that the panel covers
    this.right = this.top = 1;
    for (let v = 0; v < network.count; ++v) {
      if (network.x[v] > this.right) this.right = network.x[v];
      if (network.y[v] > this.top) this.top = network.y[v];
    }
    this.scale = 1;
    this.x = this.right / 2;
    this.y = this.top / 2;
  }

  fitting() {
    return Math.min(
        (this.width - this.left) / (this.right * 1.06 + 1), (this.height - this.upper) / (this.top * 1.06 + 1));
  }
  // Keeps its middle when the window changes. `panel` is the rectangle of the panel.
  resize(width, height, panel) {
    const all = this.width === 1 || Math.abs(this.scale / this.fitting() - 1) < 1e-6;
    this.width = width;
    this.height = height;
    const beside = panel.right < width / 2;
    this.left = beside ? panel.right : 0;
    this.upper = !beside && panel.bottom < height * 0.7 ? panel.bottom : 0;
    if (all) this.showAll();
  }
  showAll() {
    this.scale = this.fitting();
    this.x = this.right / 2 - this.left / 2 / this.scale;
    this.y = this.top / 2 + this.upper / 2 / this.scale;
  }
  screenX(x) {
    return (x - this.x) * this.scale + this.width / 2;
  }
  screenY(y) {
    return (this.y - y) * this.scale + this.height / 2;
  }
  pan(dx, dy) {
    this.x -= dx / this.scale;
    this.y += dy / this.scale;
    this.x = Math.min(Math.max(this.x, -this.left / 2 / this.scale), this.right);
    this.y = Math.min(Math.max(this.y, 0), this.top + this.upper / 2 / this.scale);
  }
  // What is at that pixel stays there.
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const most = 40,
          scale = Math.min(Math.max(this.scale * factor, this.fitting() / 2), Math.max(most, this.fitting()));
    const x = this.x + (px - this.width / 2) / this.scale, y = this.y - (py - this.height / 2) / this.scale;
    this.scale = scale;
    this.x = x - (px - this.width / 2) / scale;
    this.y = y + (py - this.height / 2) / scale;
    this.pan(0, 0);
  }
  // Shows all of these vertices, unless it does already.
  show(vertices) {
    const {x, y} = this.network;
    let left = Infinity, right = -Infinity, low = Infinity, high = -Infinity;
    for (const v of vertices) {
      left = Math.min(left, x[v]);
      right = Math.max(right, x[v]);
      low = Math.min(low, y[v]);
      high = Math.max(high, y[v]);
    }
    const inside = this.screenX(left) > this.left && this.screenX(right) < this.width &&
        this.screenY(high) > this.upper && this.screenY(low) < this.height;
    if (!(left <= right) || inside) return;
    const wanted = Math.min(
        (this.width - this.left) / ((right - left) * 1.3 + 1), (this.height - this.upper) / ((high - low) * 1.3 + 1));
    this.scale = Math.max(Math.min(this.scale, wanted), this.fitting());
    this.x = (left + right) / 2 - this.left / 2 / this.scale;
    this.y = (low + high) / 2 + this.upper / 2 / this.scale;
  }
  // Metres of a pixel, or units of the plane.
  length() {
    const {sheet, geographic} = this.network.data;
    if (!geographic) return sheet.step / this.scale;
    const metres = 111319.49079327358,
          latitude = Math.atan(Math.sinh((sheet.bottom + this.y * sheet.step) * Math.PI / 180));
    return sheet.step / this.scale * metres * Math.cos(latitude);
  }
}
