// Puts the map together.
{
  const network = new Network(JSON.parse(element("data").textContent)), {data} = network;
  const canvas = element("map"), view = new View(network), painting = new Painting(canvas, network, view, element("panel"));
  const panel = new Panel(network, painting, view);
  followScheme(dark => {
    painting.setScheme(dark);
    panel.showColours();
    painting.later();
  });
  painting.after = () => showRuler(view, data.geographic);
  listen(canvas, view, painting, panel);
  listenToButtons(view, painting);
  panel.choose(data.target ?? -1);
  if (data.target_id !== null && data.target === null)
    element("route").textContent = `The place of vertex ${data.target_id} is not known.`;
  const resized = new ResizeObserver(() => painting.resize());
  resized.observe(canvas);
  element("panel").addEventListener("toggle", () => painting.resize());
  painting.resize();
  // For programs that look at it: where a vertex is in the window, what is drawn, how fast.
  window.wayfrontMap = {
    network,
    view,
    painting,
    at(id) {
      const v = network.find(String(id));
      return {x: view.screenX(network.x[v]), y: view.screenY(network.y[v])};
    }
  };
}
