/**
 * A WebAssembly module that hashes four messages at once, one in each lane of a 128-bit vector. It is assembled on demand, so
 * nothing has to be built, pinned or shipped. The messages are last blocks of SHA-256 that differ in one word, or in two adjacent ones.
 * Whatever depends only on the other words is the same in every lane, and the caller computes it once for thousands of messages.
 */
import { bigSigma0, bigSigma1, type Sigma, scheduleTerms } from './sha256.ts';
import * as wasm from './wasm-encoder.ts';

/** The words of the block that differ between messages: `first` to `last`. */
export interface WordRange {
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
export function findVaryingWords({ first, last }: WordRange): boolean[] {
  const varies = Array.from({ length: 16 }, (_, word) => word >= first && word <= last);
  for (let word = 16; word < rounds; word += 1)
    varies.push(scheduleTerms.some(({ distance }) => varies[word - distance]));
  return varies;
}

/** The function's local variables: parameters, working variables a to h, the last 16 words of the schedule, and a sum. */
const fromLocal = 0;
const toLocal = 1;
const workingLocal = (index: number) => 2 + index;
const wordLocal = (index: number) => 10 + (index % 16);
const sumLocal = 26;
const vectors = 25;

/**
 * A module with a function `run(from, to)` over the addresses of messages. It returns the address of the first group of four with a hash
 * whose first word is zero under the mask, or `to` if there is none.
 */
export function createSimdModule(varyingRange: WordRange): Uint8Array<ArrayBuffer> {
  const { first, last } = varyingRange;
  const varies = findVaryingWords(varyingRange);
  const body: wasm.Code[] = [];
  for (let index = 0; index < 8; index += 1)
    body.push(loadShared(layout.working, index), wasm.set(workingLocal(index)));
  for (let index = 0; index <= last - first; index += 1) {
    const message = wasm.load(wasm.get(fromLocal), layout.messages + 16 * index);
    body.push(message, loadShared(layout.base, index), wasm.add, wasm.set(wordLocal(first + index)));
  }
  for (let round = first; round < rounds; round += 1) {
    if (varies[round] && round >= 16) body.push(scheduleWord(round, varies));
    body.push(roundCode(round, first, varies[round]!));
  }
  const firstWord = [wasm.get(localInRound('a', rounds, first)), loadShared(layout.initial), wasm.add].flat();
  const noHit = [firstWord, loadShared(layout.mask), wasm.and, wasm.allNonZero].flat();
  const step = 16 * (last - first + 1);
  const loop = wasm.repeatUntil(
    [wasm.get(fromLocal), wasm.get(toLocal), wasm.isAtLeast].flat(),
    [
      ...body,
      wasm.returnIf([noHit, wasm.isZero].flat(), wasm.get(fromLocal)),
      [wasm.get(fromLocal), wasm.number(step), wasm.addNumbers, wasm.set(fromLocal)].flat(),
    ].flat(),
  );
  return wasm.encodeModule(2, vectors, [loop, wasm.get(toLocal)].flat());
}

const loadShared = (offset: number, index = 0): wasm.Code => wasm.loadInEachLane(offset + 4 * index);

function scheduleWord(word: number, varies: boolean[]): wasm.Code {
  const terms = scheduleTerms.filter(({ distance }) => varies[word - distance]);
  const sumInstructions = terms.map(({ distance, sigma }) => {
    const term = wasm.get(wordLocal(word - distance));
    return [sigma ? sigmaCode(sigma, term) : term, wasm.add].flat();
  });
  return [loadShared(layout.schedule, word), ...sumInstructions, wasm.set(wordLocal(word))].flat();
}

/** The local variable that holds a working variable in a round: rounds rename them instead of moving their values. */
const localInRound = (letter: string, round: number, first: number): number =>
  workingLocal(('abcdefgh'.indexOf(letter) - (round - first) + 8 * rounds) % 8);

/** FIPS 180-4, section 6.2.2, step 3. */
function roundCode(round: number, first: number, varies: boolean): wasm.Code {
  const [a, b, c, d, e, f, g, h] = [...'abcdefgh'].map((letter) => localInRound(letter, round, first)) as EightLocals;
  const word = varies ? [...wasm.get(wordLocal(round)), ...wasm.add] : [];
  const ch = [wasm.get(g), wasm.get(e), wasm.get(f), wasm.get(g), wasm.xor, wasm.and, wasm.xor];
  const t1 = [wasm.get(h), loadShared(layout.constants, round), wasm.add, word, ...ch, wasm.add];
  const maj = [wasm.get(a), wasm.get(b), wasm.and, wasm.get(a), wasm.get(b), wasm.or, wasm.get(c), wasm.and, wasm.or];
  return [
    ...t1,
    [...sigmaCode(bigSigma1, wasm.get(e)), ...wasm.add, ...wasm.set(sumLocal)],
    [...wasm.get(d), ...wasm.get(sumLocal), ...wasm.add, ...wasm.set(d)],
    [wasm.get(sumLocal), sigmaCode(bigSigma0, wasm.get(a)), wasm.add, ...maj, wasm.add, wasm.set(h)].flat(),
  ].flat();
}

type EightLocals = [number, number, number, number, number, number, number, number];

function sigmaCode({ rotations, shift }: Sigma, x: wasm.Code): wasm.Code {
  const terms = rotations.flatMap((bits) => [
    [x, wasm.number(bits), wasm.shiftRight].flat(),
    [x, wasm.number(32 - bits), wasm.shiftLeft].flat(),
  ]);
  if (shift !== undefined) terms.push([x, wasm.number(shift), wasm.shiftRight].flat());
  return terms.flatMap((code, index) => (index === 0 ? code : [...code, ...wasm.xor]));
}
