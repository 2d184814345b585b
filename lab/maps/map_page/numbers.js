// What all other scripts use: elements of the page, and the numbers of its data, which are differences of 7 bits a byte, in
// base64.
const element = id => document.getElementById(id);

function bytesOf(text) {
  const raw = atob(text), bytes = new Uint8Array(raw.length);
  for (let i = 0; i < raw.length; ++i) bytes[i] = raw.charCodeAt(i);
  return bytes;
}

class Numbers {
  constructor(text) {
    this.bytes = bytesOf(text);
    this.at = 0;
    this.before = 0;
  }
  // Whole numbers up to 2^53 are exact, so sums of products replace shifts, which have 32 bits.
  next() {
    let number = 0, factor = 1, byte;
    do {
      byte = this.bytes[this.at++];
      number += (byte & 127) * factor;
      factor *= 128;
    } while (byte >= 128);
    return number;
  }
  nextSigned() {
    return signed(this.next());
  }
  nextAfter() {
    return this.before += this.nextSigned();
  }
}

const signed = number => number % 2 === 0 ? number / 2 : -(number + 1) / 2;

const plain = new Intl.NumberFormat("en", {maximumFractionDigits: 0});
const whole = number => plain.format(number);

// With about four digits, and no fraction from 1000 on.
function figure(number) {
  if (!Number.isFinite(number)) return "unreached";
  const size = Math.abs(number);
  const digits = size >= 1000 || size === 0 ? 0 : Math.min(12, Math.max(0, 3 - Math.floor(Math.log10(size))));
  return new Intl.NumberFormat("en", {maximumFractionDigits: digits}).format(number);
}
