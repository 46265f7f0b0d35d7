/**
 * The search for a proof-of-work counter: SHA-256 (FIPS 180-4) of `nonce + public_key + counter` with everything before
 * the counter hashed once. Some four times as fast as the one-shot hash of node:crypto; every hit is checked again by the
 * shared rule before it is used.
 */

/** Tests counters from `from` up to, not including, `to`; the first hit or null. Counters are plain decimal digits. */
export type Search = (from: number, to: number) => number | null;

/** `difficulty` is the number of leading zero bytes wanted, 0 to 4. */
export function createSearch(nonce: string, publicKey: string, difficulty: number): Search {
  const prefix = new TextEncoder().encode(nonce + publicKey);
  const whole = prefix.length - (prefix.length % 64);
  const start = initialState.slice();
  const words = new Int32Array(32);
  for (let offset = 0; offset < whole; offset += 64) {
    readWords(prefix, offset, words, 0, 15);
    compress(start, words, 0, start);
  }
  const rest = prefix.subarray(whole);
  const mask = difficulty === 0 ? 0 : -1 << (32 - 8 * difficulty);
  const middle = new Int32Array(8);
  const end = new Int32Array(8);

  return (from, to) => {
    // The digits and the padding that follows them, laid out again whenever a digit is gained.
    const bytes = new Uint8Array(128);
    let first = 0;
    let last = 0;
    let blocks = 0;
    const layOut = (counter: number): void => {
      const digits = String(counter);
      first = rest.length;
      last = first + digits.length - 1;
      blocks = last + 1 + 9 > 64 ? 2 : 1;
      bytes.fill(0);
      bytes.set(rest);
      for (let index = 0; index < digits.length; index += 1) bytes[first + index] = digits.charCodeAt(index);
      bytes[last + 1] = 0x80;
      new DataView(bytes.buffer).setUint32(blocks * 64 - 4, (prefix.length + digits.length) * 8);
      readWords(bytes, 0, words, 0, 31);
    };
    layOut(from);
    for (let counter = from; counter < to; ) {
      if (blocks === 1) compress(start, words, 0, end);
      else {
        compress(start, words, 0, middle);
        compress(middle, words, 16, end);
      }
      if ((end[0]! & mask) === 0) return counter;
      counter += 1;
      let place = last;
      while (place >= first && bytes[place] === 0x39) bytes[place--] = 0x30;
      if (place < first) layOut(counter);
      else {
        bytes[place]! += 1;
        readWords(bytes, 0, words, place >> 2, last >> 2);
      }
    }
    return null;
  };
}

const primes = firstPrimes(64);
/** FIPS 180-4, 4.2.2 and 5.3.3: first 32 bits of the fractions of the primes' cube and square roots. */
const constants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
const initialState = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));
const schedule = new Int32Array(64);

/** One block: reads 16 words at `offset`, adds to `state`, writes to `out` (which may be `state`). */
function compress(state: Int32Array, words: Int32Array, offset: number, out: Int32Array): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = words[offset + i]!;
  for (let i = 16; i < 64; i += 1) {
    const x = schedule[i - 15]!;
    const y = schedule[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[i] = (schedule[i - 16]! + schedule[i - 7]! + s0 + s1) | 0;
  }
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < 64; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + constants[i]! + schedule[i]!) | 0;
    const s0 = ((a >>> 2) | (a << 30)) ^ ((a >>> 13) | (a << 19)) ^ ((a >>> 22) | (a << 10));
    const t2 = (s0 + ((a & b) | (c & (a | b)))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  out[0] = state[0]! + a;
  out[1] = state[1]! + b;
  out[2] = state[2]! + c;
  out[3] = state[3]! + d;
  out[4] = state[4]! + e;
  out[5] = state[5]! + f;
  out[6] = state[6]! + g;
  out[7] = state[7]! + h;
}

/** Big-endian words `from` to `to` of the bytes at `offset`. */
function readWords(bytes: Uint8Array, offset: number, words: Int32Array, from: number, to: number): void {
  for (let index = from; index <= to; index += 1) {
    const at = offset + index * 4;
    words[index] = (bytes[at]! << 24) | (bytes[at + 1]! << 16) | (bytes[at + 2]! << 8) | bytes[at + 3]!;
  }
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate += 1) {
    if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  }
  return found;
}
