// Viridis (Smith and van der Walt, 2015): even steps of lightness, so that it reads for every eye and without colour. What is near is
// farthest from the ground: dark on light ground, light on dark.
const viridis = [
  [68, 1, 84], [72, 40, 120], [62, 73, 137], [49, 104, 142], [38, 130, 142], [31, 158, 137], [53, 183, 121],
  [110, 206, 88], [181, 222, 43], [253, 231, 37]
];

function ramp(share) {
  const at = Math.min(Math.max(share, 0), 1) * (viridis.length - 1), i = Math.min(Math.floor(at), viridis.length - 2);
  return viridis[i].map((value, k) => Math.round(value + (viridis[i + 1][k] - value) * (at - i)));
}

const steps = 256;

// The colours of a scheme: of `steps` shares of the largest distance, and of what has none. Yellow does not show on light
// ground, nor violet on dark, so that the ramp ends before.
function coloursOf(dark) {
  const shares =
      Array.from({length: steps}, (_, i) => ramp(dark ? 1 - 0.83 * i / (steps - 1) : 0.88 * i / (steps - 1)));
  return {
    dark,
    shares,
    ground: dark ? [18, 22, 28] : [246, 245, 241],
    beyond: dark ? [58, 65, 74] : [208, 209, 207],
    path: dark ? "#ff7a45" : "#e2360f",
    casing: dark ? "#12161c" : "#ffffff"
  };
}

const css = ([red, green, blue]) => `rgb(${red},${green},${blue})`;
// As a pixel of ImageData on a little-endian machine.
const pixel = ([red, green, blue]) => (255 << 24 | blue << 16 | green << 8 | red) >>> 0;

function showRamp(colours) {
  const context = element("ramp").getContext("2d");
  colours.shares.forEach((colour, i) => {
    context.fillStyle = css(colour);
    context.fillRect(i, 0, 1, 1);
  });
}

// Below the ramp: text(share) at its ends and in its middle.
function showTicks(text) {
  element("ticks").replaceChildren(...[0, 0.5, 1].map(share => {
    const tick = document.createElement("span");
    tick.textContent = text(share);
    return tick;
  }));
}

// Calls set(dark) now and whenever the system's scheme changes.
function followScheme(set) {
  const system = window.matchMedia("(prefers-color-scheme: dark)");
  const apply = () => set(system.matches);
  system.addEventListener("change", apply);
  apply();
}
