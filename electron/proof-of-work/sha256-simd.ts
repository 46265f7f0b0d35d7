/**
 * A WebAssembly module that hashes four messages at once, one in each lane of a 128-bit vector. It is assembled on demand, so
 * nothing has to be built, pinned or shipped. The messages are last blocks of SHA-256 that differ in one word, or in two adjacent ones.
 * Whatever depends only on the other words is the same in every lane, and the caller computes it once for thousands of messages.
 */
import { bigSigma0, bigSigma1, type Sigma, scheduleTerms } from './sha256.ts';
import * as wasm from './wasm-encoder.ts';

/** The words of the block that differ between messages: `first` to `last`. */
export interface Varying {
  first: number;
  last: number;
}

const rounds = 64;

/** Byte offsets in the module's memory. All but the last contain words that are the same in every lane. */
export const layout = {
  /** By round, from `first`: the round's constant, plus its word of the schedule unless that one differs between messages. */
  constants: 0,
  /** By word of the schedule: the sum of its terms that are the same for all messages. */
  schedule: 256,
  /** The working variables a to h before round `first`. */
  working: 512,
  /** The value added to a at the end, and the mask of the bits that must be zero. */
  initial: 544,
  mask: 548,
  /** By varying word: the part that is the same for all messages. */
  base: 552,
  /** For each group of four messages, a vector per varying word, to which the base is added. */
  messages: 1024,
} as const;

/** By word of the schedule: whether it differs between messages. */
export function scheduleVaries({ first, last }: Varying): boolean[] {
  const varies = Array.from({ length: 16 }, (_, word) => word >= first && word <= last);
  for (let word = 16; word < rounds; word += 1) varies.push(scheduleTerms.some(({ back }) => varies[word - back]));
  return varies;
}

/** The function's local variables: parameters, working variables a to h, the last 16 words of the schedule, and a sum. */
const from = 0;
const to = 1;
const workingAt = (index: number) => 2 + index;
const wordAt = (index: number) => 10 + (index % 16);
const sum = 26;
const vectors = 25;

/**
 * A module with a function `run(from, to)` over the addresses of messages. It returns the address of the first group of four with a hash
 * whose first word is zero under the mask, or `to` if there is none.
 */
export function simdModule(varying: Varying): Uint8Array<ArrayBuffer> {
  const { first, last } = varying;
  const varies = scheduleVaries(varying);
  const body: wasm.Code[] = [];
  for (let at = 0; at < 8; at += 1) body.push(shared(layout.working, at), wasm.set(workingAt(at)));
  for (let at = 0; at <= last - first; at += 1) {
    const message = wasm.load(wasm.get(from), layout.messages + 16 * at);
    body.push(message, shared(layout.base, at), wasm.add, wasm.set(wordAt(first + at)));
  }
  for (let round = first; round < rounds; round += 1) {
    if (varies[round] && round >= 16) body.push(scheduleWord(round, varies));
    body.push(roundCode(round, first, varies[round]!));
  }
  const firstWord = [wasm.get(inRound('a', rounds, first)), shared(layout.initial), wasm.add].flat();
  const noHit = [firstWord, shared(layout.mask), wasm.and, wasm.allNonZero].flat();
  const step = 16 * (last - first + 1);
  const loop = wasm.repeatUntil(
    [wasm.get(from), wasm.get(to), wasm.isAtLeast].flat(),
    [
      ...body,
      wasm.returnIf([noHit, wasm.isZero].flat(), wasm.get(from)),
      [wasm.get(from), wasm.number(step), wasm.addNumbers, wasm.set(from)].flat(),
    ].flat(),
  );
  return wasm.moduleOf(2, vectors, [loop, wasm.get(to)].flat());
}

const shared = (offset: number, index = 0): wasm.Code => wasm.loadInEachLane(offset + 4 * index);

function scheduleWord(word: number, varies: boolean[]): wasm.Code {
  const terms = scheduleTerms.filter(({ back }) => varies[word - back]);
  const added = terms.map(({ back, sigma }) => {
    const term = wasm.get(wordAt(word - back));
    return [sigma ? sigmaCode(sigma, term) : term, wasm.add].flat();
  });
  return [shared(layout.schedule, word), ...added, wasm.set(wordAt(word))].flat();
}

/** The local variable that holds a working variable in a round: rounds rename them instead of moving their values. */
const inRound = (letter: string, round: number, first: number): number =>
  workingAt(('abcdefgh'.indexOf(letter) - (round - first) + 8 * rounds) % 8);

/** FIPS 180-4, section 6.2.2, step 3. */
function roundCode(round: number, first: number, varies: boolean): wasm.Code {
  const [a, b, c, d, e, f, g, h] = [...'abcdefgh'].map((letter) => inRound(letter, round, first)) as Eight;
  const word = varies ? [...wasm.get(wordAt(round)), ...wasm.add] : [];
  const ch = [wasm.get(g), wasm.get(e), wasm.get(f), wasm.get(g), wasm.xor, wasm.and, wasm.xor];
  const t1 = [wasm.get(h), shared(layout.constants, round), wasm.add, word, ...ch, wasm.add];
  const maj = [wasm.get(a), wasm.get(b), wasm.and, wasm.get(a), wasm.get(b), wasm.or, wasm.get(c), wasm.and, wasm.or];
  return [
    ...t1,
    [...sigmaCode(bigSigma1, wasm.get(e)), ...wasm.add, ...wasm.set(sum)],
    [...wasm.get(d), ...wasm.get(sum), ...wasm.add, ...wasm.set(d)],
    [wasm.get(sum), sigmaCode(bigSigma0, wasm.get(a)), wasm.add, ...maj, wasm.add, wasm.set(h)].flat(),
  ].flat();
}

type Eight = [number, number, number, number, number, number, number, number];

function sigmaCode({ rotations, shift }: Sigma, x: wasm.Code): wasm.Code {
  const terms = rotations.flatMap((by) => [
    [x, wasm.number(by), wasm.shiftRight].flat(),
    [x, wasm.number(32 - by), wasm.shiftLeft].flat(),
  ]);
  if (shift !== undefined) terms.push([x, wasm.number(shift), wasm.shiftRight].flat());
  return terms.flatMap((code, at) => (at === 0 ? code : [...code, ...wasm.xor]));
}
