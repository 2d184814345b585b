// Draws many short lines pixel by pixel, which is much faster than strokes: all lines of a city in some ten milliseconds.
// Those that are within one pixel cost one write.
class Raster {
  constructor(width, height) {
    this.image = new ImageData(width, height);
    this.pixels = new Uint32Array(this.image.data.buffer);
  }

  clear(colour) {
    this.pixels.fill(colour);
  }

  line(x0, y0, x1, y1, colour) {
    const {width, height} = this.image, pixels = this.pixels;
    const dx = x1 - x0, dy = y1 - y0, long = Math.max(Math.abs(dx), Math.abs(dy));
    if (long < 1) {
      const x = x0 | 0, y = y0 | 0;
      if (x0 >= 0 && y0 >= 0 && x < width && y < height) pixels[y * width + x] = colour;
      return;
    }
    // The part of the line in the window, as shares of it.
    let first = 0, last = 1;
    if (dx !== 0) {
      const a = -x0 / dx, b = (width - 1 - x0) / dx;
      first = Math.max(first, Math.min(a, b));
      last = Math.min(last, Math.max(a, b));
    }
    if (dy !== 0) {
      const a = -y0 / dy, b = (height - 1 - y0) / dy;
      first = Math.max(first, Math.min(a, b));
      last = Math.min(last, Math.max(a, b));
    }
    if (first > last) return;
    const stepX = dx / long, stepY = dy / long;
    let x = x0 + dx * first, y = y0 + dy * first;
    for (let left = Math.ceil((last - first) * long); left >= 0; --left, x += stepX, y += stepY)
      if (x >= 0 && y >= 0 && x < width && y < height) pixels[(y | 0) * width + (x | 0)] = colour;
  }
}
