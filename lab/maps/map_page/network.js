// The network of the page: places, lines, distances and the tree of shortest paths, as typed arrays.
class Network {
  constructor(data) {
    this.data = data;
    this.count = data.drawn;
    const all = (text, of) => {
      const next = numbersOf(text);
      let before = 0;
      return Float64Array.from({length: this.count}, (_, v) => {
        const number = of(next(), before, v);
        if (number !== Infinity) before = number;
        return number;
      });
    };
    const after = (number, before) => before + signed(number);
    this.x = all(data.x, after);
    this.y = all(data.y, after);
    this.ids = typeof data.ids === "string" ? all(data.ids, after) : data.ids;
    this.distance = typeof data.distances !== "string" ?
        Float64Array.from(data.distances, it => it ?? Infinity) :
        all(data.distances, (number, before) => number === 0 ? Infinity : before + signed(number - 1));
    this.before = all(data.tree, (number, _, v) => number === 0 ? -1 : v + signed(number));
    this.reached = this.distance.filter(it => it !== Infinity).sort();
    this.least = Math.min(0, this.reached[0] ?? 0);
    this.max = this.reached.at(-1) ?? 0;
    this.readLines(data);
  }

  // The distance of a line is that of its farther end, from which on all of it is within a limit.
  readLines({lines, line_count: count}) {
    const next = numbersOf(lines);
    this.from = new Uint32Array(count);
    this.to = new Uint32Array(count);
    for (let e = 0, u = 0; e < count; ++e) {
      this.from[e] = u += next();
      this.to[e] = u + next();
    }
    this.far = Float64Array.from(this.from, (u, e) => Math.max(this.distance[u], this.distance[this.to[e]]));
  }

  id(v) {
    return String(this.ids[v]);
  }

  // The vertex with that id, or -1.
  find(id) {
    return typeof this.ids[0] === "string" ? this.ids.indexOf(id) : this.ids.indexOf(id === "" ? NaN : Number(id));
  }

  // The vertices of the shortest path to v, the source first, as far as they are on the page. A vertex whose predecessor
  // is not on the page begins it.
  pathTo(v) {
    const path = [];
    if (this.distance[v] === Infinity) return path;
    for (let u = v; u !== -1 && path.length <= this.count; u = this.before[u]) path.push(u);
    return path.reverse();
  }

  // Degrees, or coordinates of the plane.
  place(v) {
    const {left, bottom, step} = this.data.sheet;
    const x = left + this.x[v] * step, y = bottom + this.y[v] * step;
    if (!this.data.geographic) return {x, y};
    const degree = Math.PI / 180;
    return {x: x > 180 ? x - 360 : x, y: (2 * Math.atan(Math.exp(y * degree)) - Math.PI / 2) / degree};
  }
}
