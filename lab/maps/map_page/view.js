// Which part of the sheet the window shows: pixels per unit, and the unit in the middle. The sheet's y points up.
class View {
  constructor(network) {
    this.network = network;
    this.width = this.height = 1;
    this.left = this.upper = 0;  // pixels that the panel covers
    this.right = network.x.reduce((a, b) => Math.max(a, b), 1);
    this.top = network.y.reduce((a, b) => Math.max(a, b), 1);
    this.scale = 1;
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
    this.show(this.right / 2, this.top / 2);
  }
  // In the middle of what the panel leaves.
  show(x, y) {
    this.x = x - this.left / 2 / this.scale;
    this.y = y + this.upper / 2 / this.scale;
  }
  screenX(x) {
    return (x - this.x) * this.scale + this.width / 2;
  }
  screenY(y) {
    return (this.y - y) * this.scale + this.height / 2;
  }
  pan(dx, dy) {
    this.x = Math.min(Math.max(this.x - dx / this.scale, -this.left / 2 / this.scale), this.right);
    this.y = Math.min(Math.max(this.y + dy / this.scale, 0), this.top + this.upper / 2 / this.scale);
  }
  // What is at that pixel stays there.
  zoom(factor, px = this.width / 2, py = this.height / 2) {
    const fitting = this.fitting(), scale = Math.min(Math.max(this.scale * factor, fitting / 2), Math.max(40, fitting));
    this.x += (px - this.width / 2) * (1 / this.scale - 1 / scale);
    this.y -= (py - this.height / 2) * (1 / this.scale - 1 / scale);
    this.scale = scale;
    this.pan(0, 0);
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
