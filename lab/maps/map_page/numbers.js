// What all other scripts use: elements of the page, and the numbers of its data, which are texts of 5 bits a character.
const element = id => document.getElementById(id);

const signed = number => number % 2 === 0 ? number / 2 : -(number + 1) / 2;

// A function that gives the next number each time. Whole numbers up to 2^53 are exact, so sums of products replace shifts,
// which have 32 bits.
function numbersOf(text) {
  let at = 0;
  return () => {
    let number = 0, factor = 1, digit;
    do {
      digit = text.charCodeAt(at++) - 63;
      number += (digit & 31) * factor;
      factor *= 32;
    } while (digit >= 32);
    return number;
  };
}

const whole = number => new Intl.NumberFormat("en", {maximumFractionDigits: 0}).format(number);

// With about four digits, and no fraction from 1000 on.
function figure(number) {
  const size = Math.abs(number);
  const digits = size >= 1000 || size === 0 ? 0 : Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(size))));
  return new Intl.NumberFormat("en", {maximumFractionDigits: digits}).format(number);
}
