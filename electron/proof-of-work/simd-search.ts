/** Tries four counters at a time with WebAssembly SIMD: about six times as fast as one at a time. */
import { type CounterSearch, lastBlocks, type Prefix, searchScalar } from './scalar-search.ts';
import { readWords, roundConstants, runRounds, scheduleTerms, sigmaOf } from './sha256.ts';
import { createSimdModule, findVaryingWords, layout, type WordRange } from './sha256-simd.ts';
import { encodeModule, number } from './wasm-encoder.ts';

/** Counters per run; they differ only in their last four digits. */
export const runLength = 10_000;
const runDigits = 4;

/** Whether this computer's WebAssembly supports 128-bit vectors. */
export const hasSimd = (): boolean =>
  typeof WebAssembly !== 'undefined' && WebAssembly.validate(encodeModule(0, 1, number(0)));

/** Compiled once for all searches. */
const modules = new Map<string, WebAssembly.Module>();

function moduleFor(varying: WordRange): WebAssembly.Module {
  const key = `${varying.first}-${varying.last}`;
  const module = modules.get(key) ?? new WebAssembly.Module(createSimdModule(varying));
  modules.set(key, module);
  return module;
}

/** Counters of incomplete runs, and counters too short or too long for a run, are tried one at a time. */
export function searchSimd(prefix: Prefix): CounterSearch {
  const scalar = searchScalar(prefix);
  const searches = new Map<number, RunSearch>();
  const searchRun = (start: number): number | null => {
    const { bytes, digits, blocks } = lastBlocks(prefix, start);
    if (digits <= runDigits || blocks > 1) return scalar(start, start + runLength);
    const end = prefix.rest.length + digits;
    if (!searches.has(end)) searches.set(end, new RunSearch(prefix, end));
    const hit = searches.get(end)!.search(bytes);
    return hit === null ? null : scalar(start + hit, start + hit + 4);
  };
  return (from, to) => {
    for (let counter = from; counter < to; ) {
      const next = Math.min(counter - (counter % runLength) + runLength, to);
      const hit = next - counter === runLength ? searchRun(counter) : scalar(counter, next);
      if (hit !== null) return hit;
      counter = next;
    }
    return null;
  };
}

/** Searches runs whose counters end at the same byte of the block. */
class RunSearch {
  readonly #prefix: Prefix;
  readonly #varying: WordRange;
  readonly #varyingWords: boolean[];
  readonly #memory: Int32Array;
  readonly #end: number;
  readonly #run: (from: number, to: number) => number;
  readonly #words = new Int32Array(64);

  constructor(prefix: Prefix, end: number) {
    this.#prefix = prefix;
    this.#end = end;
    this.#varying = { first: (end - runDigits) >> 2, last: (end - 1) >> 2 };
    this.#varyingWords = findVaryingWords(this.#varying);
    const memory = new WebAssembly.Memory({ initial: 2 });
    this.#memory = new Int32Array(memory.buffer);
    const module = moduleFor(this.#varying);
    this.#run = new WebAssembly.Instance(module, { env: { memory } }).exports.run as (
      from: number,
      to: number,
    ) => number;
    this.#writeMessages();
  }

  /** The offset in the run of the first group of four with a hit, or null. `block` contains the run's first counter. */
  search(block: Uint8Array): number | null {
    this.#writeShared(block);
    const bytesForFour = 16 * this.#width;
    const end = (runLength / 4) * bytesForFour;
    const hit = this.#run(0, end);
    return hit === end ? null : (hit / bytesForFour) * 4;
  }

  get #width(): number {
    return this.#varying.last - this.#varying.first + 1;
  }

  /** The last four digits of each counter. Every run uses the same ones. */
  #writeMessages(): void {
    const bytes = new Uint8Array(64);
    const { first, last } = this.#varying;
    for (let counter = 0; counter < runLength; counter += 1) {
      const digits = String(counter).padStart(runDigits, '0');
      for (let index = 0; index < runDigits; index += 1)
        bytes[this.#end - runDigits + index] = digits.charCodeAt(index);
      readWords(bytes, this.#words, first, last);
      for (let word = first; word <= last; word += 1) {
        const vector = (counter >> 2) * this.#width + word - first;
        this.#memory[layout.messages / 4 + 4 * vector + (counter % 4)] = this.#words[word]!;
      }
    }
  }

  /** Everything that the counters of a run have in common. */
  #writeShared(block: Uint8Array): void {
    const { first, last } = this.#varying;
    const words = this.#words;
    const write = (offset: number, index: number, value: number) => {
      this.#memory[offset / 4 + index] = value;
    };
    block.fill(0, this.#end - runDigits, this.#end);
    readWords(block, words, 0, 15);
    for (const [index, value] of runRounds(this.#prefix.state, words, first).entries())
      write(layout.working, index, value);
    for (let word = first; word <= last; word += 1) write(layout.base, word - first, words[word]!);
    for (let word = 0; word < 64; word += 1) {
      if (word >= 16) words[word] = sharedTerms(words, word, this.#varyingWords);
      write(layout.schedule, word, words[word]!);
      write(layout.constants, word, roundConstants[word]! + (this.#varyingWords[word] ? 0 : words[word]!));
    }
    write(layout.initial, 0, this.#prefix.state[0]!);
    write(layout.mask, 0, this.#prefix.mask);
  }
}

/** The sum of a schedule word's constant terms; if none of them varies, the word itself. */
function sharedTerms(words: Int32Array, word: number, varies: boolean[]): number {
  let sum = 0;
  for (const { distance, sigma } of scheduleTerms) {
    const term = words[word - distance]!;
    if (!varies[word - distance]) sum = (sum + (sigma ? sigmaOf(sigma, term) : term)) | 0;
  }
  return sum;
}
