// Elements and the tooltip. Text is always inserted as text: labels come from files and are never interpreted as markup.
function html(name, attributes = {}, ...children) {
  const node = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on"))
      node.addEventListener(key.slice(2), value);
    else if (value !== null && value !== undefined)
      node.setAttribute(key, value);
  }
  node.append(...children);
  return node;
}

const tip = {
  node: () => document.getElementById("tip"),
  show(event, text) {
    const node = tip.node();
    node.textContent = text;
    node.hidden = false;
    const box = node.getBoundingClientRect(), gap = 14;
    const left = event.clientX + gap + box.width > innerWidth ? event.clientX - gap - box.width : event.clientX + gap;
    const top = event.clientY + gap + box.height > innerHeight ? event.clientY - gap - box.height : event.clientY + gap;
    node.style.left = Math.max(4, left) + "px";
    node.style.top = Math.max(4, top) + "px";
  },
  hide() {
    tip.node().hidden = true;
  },
};

/// The class of a run's colour, as the figures have it.
function mark(classes) {
  return html("span", {class: "mark " + classes});
}

/// Buttons of which one is pressed.
function choice(names, chosen, chose) {
  const node = html("div", {class: "switch", role: "group"});
  for (const [value, name] of names) {
    node.append(html(
        "button", {
          type: "button",
          "aria-pressed": String(value === chosen),
          onclick: event => {
            for (const other of node.children)
              other.setAttribute("aria-pressed", String(other === event.currentTarget));
            chose(value);
          }
        },
        name));
  }
  return node;
}
