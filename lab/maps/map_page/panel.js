// The panel: what the map shows, the legend, the limit, and the path to a vertex.
class Panel {
  constructor(network, painting, view) {
    this.network = network;
    this.painting = painting;
    this.view = view;
    this.data = network.data;
    this.playing = 0;
    this.title();
    this.limits();
    element("search").addEventListener("submit", event => {
      event.preventDefault();
      this.search(element("vertex").value.trim());
    });
  }

  // A distance in the page's unit.
  distance(value) {
    const {name, weight} = this.data.unit;
    return figure(value / weight) + (name === "" ? "" : " " + name);
  }

  // What is said of a reached vertex.
  valueOf(v) {
    return this.distance(this.network.distance[v]);
  }

  title() {
    const {data, network} = this;
    document.title = `${data.graph} - Wayfront map`;
    element("title").textContent = data.graph;
    element("subtitle").textContent = `Distances ${data.direction} vertex ${data.source_id}: ${data.plugin}, certified`;
    const notes = [];
    if (!data.geographic) notes.push("The coordinates are in a plane, not longitude and latitude.");
    if (data.selection === "reached")
      notes.push(`Only what is reached is drawn: ${whole(data.drawn)} of ${whole(data.vertices)} vertices.`);
    if (data.unknown > 0) notes.push(`${whole(data.unknown)} vertices without coordinates are not drawn.`);
    if (data.source === null) notes.push(`The place of vertex ${data.source_id} is not known.`);
    element("notes").textContent = notes.join(" ");
    const most = Number.isFinite(network.max) ? network.max : 0, least = Math.min(0, network.min);
    showTicks(share => this.distance(least + (most - least) * share));
  }

  showColours() {
    const {colours} = this.painting;
    showRamp(colours);
    document.documentElement.style.setProperty("--beyond", css(colours.beyond));
    const limited = this.data.limit !== null || this.painting.limit < this.network.max;
    const swatch = (colour, text) => {
      const span = document.createElement("span"), line = document.createElement("i");
      line.style.background = colour;
      span.append(line, text);
      return span;
    };
    const items = [];
    if (limited || this.network.reached < this.network.count)
      items.push(swatch(css(colours.beyond), limited ? "farther, or not reached" : "not reached"));
    if (this.painting.path.length > 1) items.push(swatch(colours.path, "shortest path"));
    element("swatches").replaceChildren(...items);
  }

  limits() {
    const slider = element("limit");
    slider.addEventListener("input", () => {
      this.stop();
      this.setShare(slider.value / 1000);
    });
    element("play").addEventListener("click", () => this.playing ? this.stop() : this.play());
    slider.value = 1000;
    this.setShare(1);
  }

  setShare(share) {
    const {network, painting} = this, least = Math.min(0, network.min);
    painting.limit = share >= 1 ? network.max : least + (network.max - least) * share;
    element("limit").value = Math.round(share * 1000);
    element("limit-text").textContent = this.distance(painting.limit);
    element("limit").setAttribute("aria-valuetext", this.distance(painting.limit));
    element("cut").style.width = `${(1 - share) * 100}%`;
    const share100 = network.count === 0 ? 0 : network.within(painting.limit) / network.count * 100;
    const drawn = this.data.selection === "all" ? "" : "drawn ";
    element("count").textContent = `${whole(network.within(painting.limit))} of ${whole(network.count)} ${drawn}vertices (${
        share100.toFixed(share100 < 10 ? 1 : 0)} %)`;
    this.showColours();
    painting.later();
  }

  // Grows the limit: the order in which Dijkstra's algorithm settles the vertices.
  play() {
    const seconds = 8, begin = performance.now();
    element("play").textContent = "Stop";
    const step = now => {
      const share = Math.min(1, Math.max(0, now - begin) / 1000 / seconds);
      this.setShare(share);
      if (share < 1)
        this.playing = requestAnimationFrame(step);
      else
        this.stop();
    };
    this.playing = requestAnimationFrame(step);
  }
  stop() {
    cancelAnimationFrame(this.playing);
    this.playing = 0;
    element("play").textContent = "Play";
  }

  search(id) {
    const v = this.network.find(id);
    if (v === -1) {
      element("route").textContent =
          `The map has no vertex ${id}.${this.data.selection === "all" ? "" : " It does not draw all of them."}`;
      return;
    }
    this.choose(v);
    this.view.show(this.painting.path.length > 0 ? this.painting.path : [v]);
  }

  // Draws the path to v; -1: none.
  choose(v) {
    const {network, painting, data} = this;
    painting.target = v;
    painting.path = v === -1 ? [] : network.pathTo(v);
    const route = element("route");
    if (v === -1) {
      route.textContent = "Click a vertex to see the shortest path to it.";
    } else {
      element("vertex").value = network.id(v);
      const arcs = painting.path.length - 1, other = data.source_id;
      const ends = data.direction === "from" ? `${other} to ${network.id(v)}` : `${network.id(v)} to ${other}`;
      const length = `, ${whole(arcs)} ${arcs === 1 ? "arc" : "arcs"}`;
      route.textContent = network.distance[v] === Infinity ?
          `No path ${data.limit === null ? "" : "within the limit "}leads from ${ends}.` :
          `${ends}: ${this.distance(network.distance[v])}${length}`;
    }
    this.showColours();
    painting.later();
  }
}

// The scale bar: the largest of 1, 2, 5, 10 ... that is at most 120 pixels long.
function showRuler(view, geographic) {
  const most = view.length() * 120, power = 10 ** Math.floor(Math.log10(most));
  const size = [5, 2, 1].map(it => it * power).find(it => it <= most) ?? power,
        bar = element("ruler").firstElementChild;
  bar.style.width = `${size / view.length()}px`;
  bar.textContent = !geographic ? `${figure(size)} units` :
      size >= 1000 ? `${figure(size / 1000)} km` :
                     `${figure(size)} m`;
}
