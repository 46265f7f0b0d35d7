/** The error correction of QR codes: Reed-Solomon over GF(256) with x^8 + x^4 + x^3 + x^2 + 1. */

const exponents = new Uint8Array(255);
const logarithms = new Uint8Array(256);
for (let power = 0, value = 1; power < 255; power += 1) {
  exponents[power] = value;
  logarithms[value] = power;
  value = (value << 1) ^ (value >= 128 ? 0x11d : 0);
}

const product = (a: number, b: number): number =>
  a === 0 || b === 0 ? 0 : exponents[(logarithms[a]! + logarithms[b]!) % 255]!;

/** The coefficients below the highest one, the highest first. */
function generatorOf(degree: number): Uint8Array {
  const generator = new Uint8Array(degree);
  generator[degree - 1] = 1;
  for (let power = 0; power < degree; power += 1) {
    for (let at = 0; at < degree; at += 1) {
      generator[at] = product(generator[at]!, exponents[power]!) ^ (generator[at + 1] ?? 0);
    }
  }
  return generator;
}

/** The remainder of the data's division by the generator: `count` codewords. */
export function correctionOf(data: Uint8Array, count: number): Uint8Array {
  const generator = generatorOf(count);
  const remainder = new Uint8Array(count);
  for (const byte of data) {
    const factor = byte ^ remainder[0]!;
    remainder.copyWithin(0, 1);
    remainder[count - 1] = 0;
    for (let at = 0; at < count; at += 1) remainder[at]! ^= product(generator[at]!, factor);
  }
  return remainder;
}
