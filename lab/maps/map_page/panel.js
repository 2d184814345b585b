// The panel: what the map shows, the legend, the limit, and the path to a vertex.
class Panel {
  constructor(network, painting, view) {
    Object.assign(this, {network, painting, view, data: network.data, playing: 0});
    this.title();
    element("limit").addEventListener("input", event => {
      this.stop();
      this.setShare(event.target.value / 1000);
    });
    element("play").addEventListener("click", () => this.playing ? this.stop() : this.play());
    element("search").addEventListener("submit", event => {
      event.preventDefault();
      this.search(element("vertex").value.trim());
    });
    this.setShare(1);
  }

  // A distance in the page's unit.
  distance(value) {
    const {name, weight} = this.data.unit;
    return value === Infinity ? "not reached" : `${figure(value / weight)} ${name}`.trim();
  }

  // That distance which is a share of the largest one.
  at(share) {
    const {least, max} = this.network;
    return least + (max - least) * share;
  }

  title() {
    const {data} = this;
    document.title = `${data.graph} - Wayfront map`;
    element("title").textContent = data.graph;
    element("subtitle").textContent = `Distances ${data.direction} vertex ${data.source_id}: ${data.plugin}, certified`;
    element("notes").textContent = [
      data.geographic ? "" : "The coordinates are in a plane, not longitude and latitude.",
      data.selection === "all" ? "" : `Only what is reached is drawn: ${whole(data.drawn)} of ${whole(data.vertices)} vertices.`,
      data.unknown === 0 ? "" : `${whole(data.unknown)} vertices without coordinates are not drawn.`,
      data.source !== null ? "" : `The place of vertex ${data.source_id} is not known.`
    ].join(" ").trim();
    [...element("ticks").children].forEach((tick, i) => tick.textContent = this.distance(this.at(i / 2)));
  }

  setScheme(dark) {
    const colours = this.painting.colours = coloursOf(dark), {style} = document.documentElement;
    element("scale").style.background = `linear-gradient(to right, ${colours.shares.map(css).join()})`;
    style.setProperty("--beyond", css(colours.beyond));
    style.setProperty("--path", colours.path);
    this.painting.later();
  }

  setShare(share) {
    const {network, painting} = this;
    painting.limit = share >= 1 ? network.max : this.at(share);
    element("limit").value = Math.round(share * 1000);
    element("limit-text").textContent = this.distance(painting.limit);
    element("limit").setAttribute("aria-valuetext", this.distance(painting.limit));
    element("cut").style.width = `${(1 - share) * 100}%`;
    const within = network.reached.filter(it => it <= painting.limit).length;
    const percent = within / Math.max(network.count, 1) * 100;
    element("count").textContent = `${whole(within)} of ${whole(network.count)} ${
        this.data.selection === "all" ? "" : "drawn "}vertices (${percent.toFixed(percent < 10 ? 1 : 0)} %)`;
    painting.later();
  }

  // Grows the limit: the order in which Dijkstra's algorithm settles the vertices.
  play() {
    const milliseconds = 8000, begin = performance.now();
    element("play").textContent = "Stop";
    const step = now => {
      const share = Math.min(1, Math.max(0, now - begin) / milliseconds);
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
    const {network, data, view} = this, v = network.find(id);
    if (v === -1) {
      element("route").textContent =
          `The map has no vertex ${id}.${data.selection === "all" ? "" : " It does not draw all of them."}`;
      return;
    }
    this.choose(v);
    const x = view.screenX(network.x[v]), y = view.screenY(network.y[v]);
    if (x < view.left || x > view.width || y < view.upper || y > view.height) view.show(network.x[v], network.y[v]);
  }

  // Draws the path to v; -1: none.
  choose(v) {
    const {network, painting, data} = this, route = element("route");
    painting.target = v;
    painting.path = v === -1 ? [] : network.pathTo(v);
    painting.later();
    if (v === -1) {
      route.textContent = "Click a vertex to see the shortest path to it.";
      return;
    }
    const id = element("vertex").value = network.id(v), arcs = painting.path.length - 1;
    const ends = data.direction === "from" ? `${data.source_id} to ${id}` : `${id} to ${data.source_id}`;
    route.textContent = network.distance[v] === Infinity ?
        `No path ${data.limit === null ? "" : "within the limit "}leads from ${ends}.` :
        `${ends}: ${this.distance(network.distance[v])}, ${whole(arcs)} ${arcs === 1 ? "arc" : "arcs"}`;
  }

  // The scale bar: the largest of 1, 2, 5, 10 ... that is at most 120 pixels long.
  showRuler() {
    const pixel = this.view.length(), most = pixel * 120, power = 10 ** Math.floor(Math.log10(most));
    const size = [5, 2, 1].map(it => it * power).find(it => it <= most) ?? power, bar = element("ruler").firstElementChild;
    bar.style.width = `${size / pixel}px`;
    bar.textContent = !this.data.geographic ? `${figure(size)} units` :
        size >= 1000 ? `${figure(size / 1000)} km` : `${figure(size)} m`;
  }
}
