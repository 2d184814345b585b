// The network of the page: places, lines, distances and the tree of shortest paths, as typed arrays.
class Network {
  constructor(data) {
    this.data = data;
    this.count = data.drawn;
    this.x = this.places(data.x);
    this.y = this.places(data.y);
    this.readDistances(data.distances);
    this.readLines(data.lines);
    this.readTree(data.tree);
    this.ids = data.ids;
    if (this.ids.form === "numbers") {
      const numbers = new Numbers(this.ids.data);
      this.numbers = Float64Array.from({length: this.count}, () => numbers.nextAfter());
    }
  }

  places(text) {
    const numbers = new Numbers(text);
    return Float32Array.from({length: this.count}, () => numbers.nextAfter());
  }

  readDistances({form, data}) {
    if (form === "differences") {
      const numbers = new Numbers(data);
      this.distance = new Float64Array(this.count);
      let before = 0;
      for (let v = 0; v < this.count; ++v) {
        const next = numbers.next();
        this.distance[v] = next === 0 ? Infinity : before += signed(next - 1);
      }
    } else {
      const Real = form === "float32" ? Float32Array : Float64Array;
      this.distance = new Real(bytesOf(data).buffer);
    }
    this.reached = 0;
    this.max = -Infinity;
    this.min = Infinity;
    for (const distance of this.distance) {
      if (distance === Infinity) continue;
      ++this.reached;
      if (distance > this.max) this.max = distance;
      if (distance < this.min) this.min = distance;
    }
    if (this.reached === 0) this.min = this.max = 0;
  }

  // The distance of a line is that of its farther end, from which on all of it is within a limit.
  readLines(text) {
    const numbers = new Numbers(text), from = [], to = [];
    for (let u = 0; u < this.count; ++u)
      for (let left = numbers.next(), v = u; left > 0; --left) {
        v += numbers.next() + 1;
        from.push(u);
        to.push(v);
      }
    this.from = Uint32Array.from(from);
    this.to = Uint32Array.from(to);
    this.far = Float64Array.from(from, (u, i) => Math.max(this.distance[u], this.distance[to[i]]));
  }

  readTree(text) {
    const numbers = new Numbers(text);
    this.before = Int32Array.from({length: this.count}, (_, v) => {
      const difference = numbers.nextSigned();
      return difference === 0 ? -1 : v + difference;
    });
  }

  id(v) {
    if (this.ids.form === "range") return String(this.ids.first + v);
    return this.ids.form === "numbers" ? String(this.numbers[v]) : this.ids.data[v];
  }

  // The vertex with that id, or -1.
  find(id) {
    if (this.ids.form === "names") return this.ids.data.indexOf(id);
    const number = Number(id);
    if (id === "" || !Number.isSafeInteger(number)) return -1;
    if (this.ids.form === "numbers") return this.numbers.indexOf(number);
    return number >= this.ids.first && number < this.ids.first + this.count ? number - this.ids.first : -1;
  }

  // The vertices of the shortest path to v, the source first, as far as they are on the page. A vertex whose predecessor
  // is not on the page begins it.
  pathTo(v) {
    const path = [];
    if (this.distance[v] === Infinity) return path;
    for (let u = v; u !== -1 && path.length <= this.count; u = this.before[u]) path.push(u);
    return path.reverse();
  }

  within(limit) {
    let count = 0;
    for (const distance of this.distance) count += distance <= limit && distance !== Infinity ? 1 : 0;
    return count;
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
