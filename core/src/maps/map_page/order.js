// Two maps side by side: when the distances of two runs became final, by one slider.

// The steps of one run: what had happened by the end of each, and in which one the distance of each vertex became final.
class Order {
  constructor(order, network) {
    this.label = order.label;
    this.network = network;
    this.axes = {time: order.seconds.map(it => it * 1000), arcs: order.relaxed, rounds: order.rounds};
    const numbers = new Numbers(order.last);
    this.step = Uint32Array.from({length: network.count}, () => numbers.nextAfter());
  }
  end(axis) {
    return this.axes[axis].at(-1);
  }
  // Of each line the value by which both of its ends were final.
  values(axis, max) {
    const {network: {from, to, distance}, step} = this, values = this.axes[axis];
    const value = v => distance[v] === Infinity ? Infinity : values[step[v]];
    return {far: Float64Array.from(from, (u, e) => Math.max(value(u), value(to[e]))), min: 0, max};
  }
  final(axis, limit) {
    const {network: {distance}, step} = this, values = this.axes[axis];
    let count = 0;
    for (let v = 0; v < step.length; ++v) count += distance[v] !== Infinity && values[step[v]] <= limit ? 1 : 0;
    return count;
  }
}

// One side: a run on a canvas.
class Side {
  constructor(number, orders, network, view, chosen) {
    this.number = number;
    this.network = network;
    this.data = network.data;
    this.painting = new Painting(element(`map-${number}`), network, view, null);
    const choice = element(`choice-${number}`);
    choice.append(...orders.map((order, i) => new Option(order.label, i, false, order === chosen)));
    choice.value = orders.indexOf(chosen);
    this.order = chosen;
  }
  valueOf(v) {
    const {axis, order} = this;
    return `final by ${axes[axis].text(order.axes[axis][order.step[v]])}`;
  }
  choose() {}  // a click draws no path here
  show(axis, max) {
    this.axis = axis;
    this.painting.setValues(this.order.values(axis, max));
  }
  limit(limit) {
    this.painting.limit = limit;
    element(`state-${this.number}`).textContent = `${whole(this.order.final(this.axis, limit))} of ${
        whole(this.network.reached)} distances are final; ends at ${axes[this.axis].text(this.order.end(this.axis))}`;
  }
}

const axes = {
  time: {name: "time", text: value => `${figure(value)} ms`},
  arcs: {name: "arcs looked at", text: value => `${whole(value)} arcs`},
  rounds: {name: "rounds", text: value => `${whole(value)} rounds`}
};

{
  const data = JSON.parse(element("data").textContent), network = new Network(data), view = new View(network);
  const orders = data.orders.map(it => new Order(it, network));
  const sides = [0, 1].map(i => new Side(i, orders, network, view, orders[Math.min(i, orders.length - 1)]));
  for (const {painting} of sides) painting.linked = sides.map(it => it.painting);
  const [first] = sides, slider = element("limit");
  let axis = "time", share = 1, max = 0, playing = 0;

  const setShare = wanted => {
    share = wanted;
    const limit = share >= 1 ? max : max * share;
    slider.value = Math.round(share * 1000);
    slider.setAttribute("aria-valuetext", axes[axis].text(limit));
    element("limit-text").textContent = axes[axis].text(limit);
    element("cut").style.width = `${(1 - share) * 100}%`;
    for (const side of sides) side.limit(limit);
    first.painting.later();
  };
  const setAxis = () => {
    max = Math.max(...sides.map(side => side.order.end(axis)));
    for (const side of sides) side.show(axis, max);
    showTicks(part => axes[axis].text(max * part));
    setShare(share);
  };
  const stop = () => {
    cancelAnimationFrame(playing);
    playing = 0;
    element("play").textContent = "Play";
  };
  const play = () => {
    const seconds = 8, begin = performance.now();
    element("play").textContent = "Stop";
    const step = now => {
      setShare(Math.min(1, Math.max(0, now - begin) / 1000 / seconds));
      if (share < 1)
        playing = requestAnimationFrame(step);
      else
        stop();
    };
    playing = requestAnimationFrame(step);
  };

  document.title = `${data.graph} - order of work`;
  element("axis").append(...Object.entries(axes).map(([value, {name}]) => new Option(name, value)));
  element("axis").addEventListener("change", event => {
    axis = event.target.value;
    setAxis();
  });
  slider.addEventListener("input", () => {
    stop();
    setShare(slider.value / 1000);
  });
  element("play").addEventListener("click", () => playing ? stop() : play());
  for (const side of sides) {
    element(`choice-${side.number}`).addEventListener("change", event => {
      side.order = orders[event.target.value];
      setAxis();
    });
    listen(side.painting.canvas, view, side.painting, side);
    new ResizeObserver(() => side.painting.resize()).observe(side.painting.canvas);
  }
  listenToButtons(view, first.painting);
  const scheme = followScheme(dark => {
    for (const {painting} of sides) painting.setScheme(dark);
    const {colours} = first.painting;
    showRamp(colours);
    document.documentElement.style.setProperty("--beyond", css(colours.beyond));
    if (first.painting.raster !== undefined) first.painting.later();
  });
  const notes = [
    "A distance is final once it has its last value, as the host sees it in the answer at the end of a round. Each run " +
    "was watched in one more solve; times are without those of looking, and not those of the tables."
  ];
  for (const text of data.no_orders ?? []) notes.push(`Not shown: ${text}.`);
  element("notes").textContent = notes.join(" ");
  for (const {painting} of sides) painting.resize();
  setAxis();
  window.wayfrontOrder = {
    network,
    view,
    sides,
    scheme,
    at(side, id) {
      const v = network.find(String(id)), {left, top} = sides[side].painting.canvas.getBoundingClientRect();
      return {x: left + view.screenX(network.x[v]), y: top + view.screenY(network.y[v])};
    }
  };
}
