// Numbers as text. null stands for what is no number.
const none = "\u2013";
const digits = (value, count) => Number(value.toPrecision(count)).toLocaleString("en-US", {maximumSignificantDigits: count, useGrouping: false});

function seconds(value, count = 4) {
  if (value === null || value === undefined) return none;
  if (value === 0) return "0 s";
  for (const [unit, size] of [["s", 1], ["ms", 1e-3], ["\u00b5s", 1e-6]])
    if (Math.abs(value) >= size) return digits(value / size, count) + "\u202f" + unit;
  return digits(value / 1e-9, count) + "\u202fns";
}
function ratio(value, count = 3) {
  return value === null || value === undefined ? none : digits(value, count) + "\u00d7";
}
function whole(value) {
  return value === null || value === undefined ? none : Math.round(value).toLocaleString("en-US").replaceAll(",", "\u202f");
}
/// 1 500 000 as "1.5 M", for axes and rates.
function compact(value, count = 3) {
  if (value === null || value === undefined) return none;
  for (const [unit, size] of [["G", 1e9], ["M", 1e6], ["k", 1e3]])
    if (Math.abs(value) >= size) return digits(value / size, count) + "\u202f" + unit;
  return digits(value, count);
}
function interval(low, high) {
  return low === null || low === undefined ? none : digits(low, 3) + "\u2009\u2013\u2009" + digits(high, 3);
}
function quantile(sorted, q) {
  if (sorted.length === 0) return null;
  const place = q * (sorted.length - 1), below = Math.floor(place);
  const above = Math.min(below + 1, sorted.length - 1);
  return sorted[below] + (sorted[above] - sorted[below]) * (place - below);
}
const median = values => quantile([...values].sort((a, b) => a - b), 0.5);
