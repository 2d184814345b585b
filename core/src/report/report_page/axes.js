// Scales from values to pixels, and the axes that show them.
function linear(low, high, from, to) {
  const span = high - low || 1;
  const scale = value => from + (value - low) / span * (to - from);
  scale.ticks = count => {
    const rough = span / count, power = 10 ** Math.floor(Math.log10(rough));
    const step = [1, 2, 2.5, 5, 10].map(m => m * power).find(s => s >= rough * 0.999);
    const all = [];
    for (let i = Math.ceil(low / step - 1e-9); i * step <= high + step * 1e-9; ++i) all.push(i === 0 ? 0 : i * step);
    return all;
  };
  return scale;
}
function logarithmic(low, high, from, to) {
  const a = Math.log(low), span = Math.log(high) - a || 1;
  const scale = value => from + (Math.log(value) - a) / span * (to - from);
  scale.logarithmic = true;
  scale.ticks = count => {
    const decades = span / Math.LN10;
    for (const steps
             of [[1, 1.1, 1.2, 1.3, 1.4, 1.5, 1.6, 1.7, 1.8, 1.9, 2, 2.5, 3, 3.5, 4, 4.5, 5, 6, 7, 8, 9],
                 [1, 1.25, 1.5, 1.75, 2, 2.5, 3, 4, 5, 6, 8], [1, 1.5, 2, 3, 5, 7], [1, 2, 5], [1, 3], [1]]) {
      const all = [];
      for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); ++power)
        for (const step of steps) {
          const tick = step * 10 ** power;
          if (tick >= low * 0.9999 && tick <= high * 1.0001) all.push(tick);
        }
      if (all.length <= count + 1 || steps.length === 1) {
        const every = Math.ceil(all.length / (count + 1));
        if (all.length >= 2 || decades > 0.5) return all.filter((_, i) => i % every === 0);
      }
    }
    return linear(low, high, from, to).ticks(count);
  };
  return scale;
}
/// Logarithmic if the values span more than `factor`; none of them is below 0, and 0 cannot be shown.
function fitting(values, from, to, {factor = 20, zero = true} = {}) {
  const [low, high] = minmax(values.filter(it => it > 0));
  if (low > 0 && high / low > factor) return logarithmic(low / 1.15, high * 1.15, from, to);
  if (!zero) {
    const margin = Math.max((high - low) * 0.03, high * 0.002);  // also if all are equal
    return linear(low - margin, high + margin, from, to);
  }
  return linear(0, high > 0 ? high * 1.04 : 1, from, to);
}
/// For arrays that are too long for arguments.
function minmax(values) {
  let low = Infinity, high = -Infinity;
  for (const value of values) {
    if (value < low) low = value;
    if (value > high) high = value;
  }
  return low <= high ? [low, high] : [0, 1];
}

/// `at`: the only values, if they are few.
function bottomAxis(root, scale, {left, right, top, bottom, label, format, at}) {
  const count = Math.max(2, Math.floor((right - left) / 75));
  const spaced = at && at.length <= count && at.every((value, i) => i === 0 || scale(value) - scale(at[i - 1]) > 40);
  for (const tick of spaced ? at : scale.ticks(count)) {
    const x = scale(tick);
    svg(root, "line", {x1: x, x2: x, y1: top, y2: bottom, class: "grid"});
    const text = format(tick), half = text.length * 3.4;  // a character of a tick is about 6.8 wide
    svg(root, "text", {x: Math.max(x, half - 8), y: bottom + 16, "text-anchor": "middle"}, text);
  }
  svg(root, "line", {x1: left, x2: right, y1: bottom, y2: bottom, class: "axis"});
  if (label) svg(root, "text", {x: right, y: bottom + 33, "text-anchor": "end"}, label);
  return bottom + (label ? 40 : 22);
}
function leftAxis(root, scale, {left, right, top, bottom, label, format}) {
  const count = Math.max(2, Math.floor((bottom - top) / 42));
  for (const tick of scale.ticks(count)) {
    const y = scale(tick);
    svg(root, "line", {x1: left, x2: right, y1: y, y2: y, class: "grid"});
    svg(root, "text", {x: left - 7, y: y + 4, "text-anchor": "end"}, format(tick));
  }
  if (label) svg(root, "text", {x: 0, y: top - 9}, label);
}

/// Rows of named bars: names are to the left if there is room, else above. Calls row(item, y, height) for each.
function rows(root, width, items, {height = 30, bar = 16, right = 12}, axis) {
  const longest = Math.max(...items.map(it => it.name.length)) * 6.9 + 14;
  const narrow = longest > Math.max(width * 0.36, 70);
  const left = narrow ? 0 : Math.max(70, longest);
  const step = narrow ? height + 20 : height, top = 4;
  const bottom = top + items.length * step;
  const frame = {left, right: width - right, top, bottom};
  const end = axis(frame);
  items.forEach((item, i) => {
    const centre = top + i * step + (narrow ? 20 + (step - 20) / 2 : step / 2);
    const most = Math.floor((narrow ? width : left - 10) / 6.6);
    const name = item.name.length > most ? item.name.slice(0, most - 1) + "\u2026" : item.name;
    const text =
        svg(root, "text",
            narrow ? {x: 0, y: centre - bar / 2 - 5, class: "name"} :
                     {x: left - 12, y: centre + 4, "text-anchor": "end", class: "name"},
            name);
    if (name !== item.name) svg(text, "title", {}, item.name);
    item.draw(centre, bar, frame);
  });
  return end;
}
