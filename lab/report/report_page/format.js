// Numbers as text. null means that there is no number.
const none = "\u2013";
/// `full` keeps zeros at the end, so that the figures of a column line up.
const digits = (value, count, full) => value.toLocaleString(
    "en-US", {maximumSignificantDigits: count, minimumSignificantDigits: full ? count : 1, useGrouping: false});

function seconds(value, count = 4, full = false) {
  if (value === null || value === undefined) return none;
  if (value === 0) return "0 s";
  for (const [unit, size] of [["s", 1], ["ms", 1e-3], ["\u00b5s", 1e-6]])
    if (Math.abs(value) >= size) return digits(value / size, count, full) + "\u202f" + unit;
  return digits(value / 1e-9, count, full) + "\u202fns";
}
function ratio(value, count = 3, full = false) {
  return value === null || value === undefined ? none : digits(value, count, full) + "\u00d7";
}
/// Of a text: a number with four digits, anything else as it is.
function rounded(text) {
  return text === "" || Number.isNaN(Number(text)) || Number.isInteger(Number(text)) ? text : digits(Number(text), 4);
}
