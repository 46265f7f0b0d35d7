/** The steps of SHA-256, for a search that hashes almost identical messages repeatedly. Sections refer to FIPS 180-4. */

const primes = firstPrimes(64);
/** Sections 4.2.2 and 5.3.3: the first 32 bits of the fractions of the primes' cube and square roots. */
export const roundConstants = Int32Array.from(primes, (prime) => fraction(Math.cbrt(prime)));
export const initialState = Int32Array.from(primes.slice(0, 8), (prime) => fraction(Math.sqrt(prime)));

/** Section 4.1.2, the functions of one word: right rotations, and for the schedule a right shift, combined by exclusive or. */
export interface Sigma {
  rotations: readonly number[];
  shift?: number;
}

export const bigSigma0: Sigma = { rotations: [2, 13, 22] };
export const bigSigma1: Sigma = { rotations: [6, 11, 25] };

/** Section 6.2.2: from 16 on, a word of the schedule is the sum of these earlier ones, `distance` words before it. */
export const scheduleTerms: readonly { distance: number; sigma?: Sigma }[] = [
  { distance: 16 },
  { distance: 15, sigma: { rotations: [7, 18], shift: 3 } },
  { distance: 7 },
  { distance: 2, sigma: { rotations: [17, 19], shift: 10 } },
];

export function sigmaOf({ rotations, shift }: Sigma, x: number): number {
  const rotated = rotations.reduce((sum, bits) => sum ^ ((x >>> bits) | (x << (32 - bits))), 0);
  return shift === undefined ? rotated : rotated ^ (x >>> shift);
}

const schedule = new Int32Array(64);

/** Hashes one block, the 16 words at `offset`, and writes the next state to `nextState`, which may be `state`. */
export function compress(state: Int32Array, words: Int32Array, offset: number, nextState: Int32Array): void {
  for (let i = 0; i < 16; i += 1) schedule[i] = words[offset + i]!;
  for (let i = 16; i < 64; i += 1) {
    const x = schedule[i - 15]!;
    const y = schedule[i - 2]!;
    const s0 = ((x >>> 7) | (x << 25)) ^ ((x >>> 18) | (x << 14)) ^ (x >>> 3);
    const s1 = ((y >>> 17) | (y << 15)) ^ ((y >>> 19) | (y << 13)) ^ (y >>> 10);
    schedule[i] = (schedule[i - 16]! + schedule[i - 7]! + s0 + s1) | 0;
  }
  const roundState = runRounds(state, schedule, 64);
  for (let index = 0; index < 8; index += 1) nextState[index] = state[index]! + roundState[index]!;
}

/** The working variables after the first `count` rounds. Always returns the same array. */
export function runRounds(state: Int32Array, words: Int32Array, count: number): Int32Array {
  let a = state[0]!;
  let b = state[1]!;
  let c = state[2]!;
  let d = state[3]!;
  let e = state[4]!;
  let f = state[5]!;
  let g = state[6]!;
  let h = state[7]!;
  for (let i = 0; i < count; i += 1) {
    const s1 = ((e >>> 6) | (e << 26)) ^ ((e >>> 11) | (e << 21)) ^ ((e >>> 25) | (e << 7));
    const t1 = (h + s1 + (g ^ (e & (f ^ g))) + roundConstants[i]! + words[i]!) | 0;
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
  working.set([a, b, c, d, e, f, g, h]);
  return working;
}

const working = new Int32Array(8);

/** Reads the big-endian words `from` to `to` of `bytes` into the same places of `words`. */
export function readWords(bytes: Uint8Array, words: Int32Array, from: number, to: number): void {
  for (let index = from; index <= to; index += 1) {
    const offset = index * 4;
    words[index] = (bytes[offset]! << 24) | (bytes[offset + 1]! << 16) | (bytes[offset + 2]! << 8) | bytes[offset + 3]!;
  }
}

function fraction(root: number): number {
  return Math.floor((root % 1) * 2 ** 32) | 0;
}

function firstPrimes(count: number): number[] {
  const primesFound: number[] = [];
  for (let candidate = 2; primesFound.length < count; candidate += 1) {
    if (primesFound.every((prime) => candidate % prime !== 0)) primesFound.push(candidate);
  }
  return primesFound;
}
