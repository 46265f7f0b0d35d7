/**
 * QR codes after ISO/IEC 18004: byte mode, versions 1 to 20, error correction level M. Enough for any link of ours (666 bytes),
 * and nothing else.
 */
import { utf8Bytes } from '../json/utf8.ts';
import { correctionOf } from './reed-solomon.ts';

/** Rows of modules, true is dark; without the quiet zone of four modules around. */
export type QrModules = readonly (readonly boolean[])[];

const versions = 20;
/** Correction codewords of each block, and the number of blocks, by version from 1 (table 9, level M). */
const correctionPerBlock = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26];
const blockCounts = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16];

const masks: ((row: number, column: number) => boolean)[] = [
  (row, column) => (row + column) % 2 === 0,
  (row) => row % 2 === 0,
  (_, column) => column % 3 === 0,
  (row, column) => (row + column) % 3 === 0,
  (row, column) => (Math.floor(row / 2) + Math.floor(column / 3)) % 2 === 0,
  (row, column) => ((row * column) % 2) + ((row * column) % 3) === 0,
  (row, column) => (((row * column) % 2) + ((row * column) % 3)) % 2 === 0,
  (row, column) => (((row + column) % 2) + ((row * column) % 3)) % 2 === 0,
];

/** The code of a text, with the mask that is easiest to read unless one is named; null where it is too long. */
export function qrCode(text: string, mask?: number): QrModules | null {
  const bytes = utf8Bytes(text);
  const version = versionFor(bytes.length);
  if (version === null) return null;
  const grid = new Grid(version);
  grid.drawCodewords(codewordsOf(bytes, version));
  const wanted = mask ?? easiest(grid);
  grid.applyMask(wanted);
  return grid.modules;
}

/** The smallest that holds so many bytes. */
function versionFor(length: number): number | null {
  for (let version = 1; version <= versions; version += 1) {
    if (length <= dataCodewords(version) - headBits(version) / 8) return version;
  }
  return null;
}

/** Mode, length and terminator in whole bytes: the four bits of the terminator end where those of the mode began. */
const headBits = (version: number): number => (version < 10 ? 16 : 24);

const sizeOf = (version: number): number => version * 4 + 17;

/** Codewords of data and correction together. */
function allCodewords(version: number): number {
  let modules = (16 * version + 128) * version + 64;
  if (version >= 2) {
    const centres = Math.floor(version / 7) + 2;
    modules -= (25 * centres - 10) * centres - 55;
    if (version >= 7) modules -= 36;
  }
  return Math.floor(modules / 8);
}

const dataCodewords = (version: number): number =>
  allCodewords(version) - correctionPerBlock[version - 1]! * blockCounts[version - 1]!;

/** The data with its correction, the blocks woven into each other. */
function codewordsOf(bytes: Uint8Array, version: number): Uint8Array {
  const bits: number[] = [];
  const push = (value: number, count: number) => {
    for (let bit = count - 1; bit >= 0; bit -= 1) bits.push((value >>> bit) & 1);
  };
  push(0b0100, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  for (const byte of bytes) push(byte, 8);
  push(0, 4);
  const data = new Uint8Array(dataCodewords(version));
  for (const [index, bit] of bits.entries()) data[index >>> 3]! |= bit << (7 - (index & 7));
  for (let at = bits.length / 8, pad = 0xec; at < data.length; at += 1, pad ^= 0xec ^ 0x11) data[at] = pad;

  const count = blockCounts[version - 1]!;
  const short = Math.floor(data.length / count);
  const longOnes = data.length % count;
  const blocks: { data: Uint8Array; correction: Uint8Array }[] = [];
  for (let index = 0, from = 0; index < count; index += 1) {
    const length = short + (index >= count - longOnes ? 1 : 0);
    const part = data.subarray(from, from + length);
    blocks.push({ data: part, correction: correctionOf(part, correctionPerBlock[version - 1]!) });
    from += length;
  }
  const woven: number[] = [];
  for (let at = 0; at <= short; at += 1) {
    for (const block of blocks) if (at < block.data.length) woven.push(block.data[at]!);
  }
  for (let at = 0; at < correctionPerBlock[version - 1]!; at += 1) {
    for (const block of blocks) woven.push(block.correction[at]!);
  }
  return Uint8Array.from(woven);
}

/** `bits` of information with the remainder of their division by `generator` behind them. */
export function withRemainder(information: number, bits: number, generator: number): number {
  let remainder = information;
  for (let step = 0; step < bits; step += 1) {
    remainder = (remainder << 1) ^ ((remainder >>> (bits - 1)) * generator);
  }
  return (information << bits) | remainder;
}

/** Level M and the mask, 15 bits (section 7.9). */
export const formatBits = (mask: number): number => withRemainder(mask, 10, 0x537) ^ 0x5412;

/** 18 bits, from version 7 on (section 7.10). */
export const versionBits = (version: number): number => withRemainder(version, 12, 0x1f25);

class Grid {
  readonly size: number;
  readonly modules: boolean[][];
  /** Modules that belong to no data, and are not masked. */
  readonly #fixed: boolean[][];

  constructor(version: number) {
    this.size = sizeOf(version);
    const empty = () => Array.from({ length: this.size }, () => new Array<boolean>(this.size).fill(false));
    this.modules = empty();
    this.#fixed = empty();
    const last = this.size - 1;
    for (let at = 0; at < this.size; at += 1) {
      this.#fix(6, at, at % 2 === 0);
      this.#fix(at, 6, at % 2 === 0);
    }
    for (const [row, column] of [
      [3, 3],
      [3, last - 3],
      [last - 3, 3],
    ] as const)
      this.#finder(row, column);
    const centres = centresOf(version);
    const end = centres.length - 1;
    for (const [i, row] of centres.entries()) {
      for (const [j, column] of centres.entries()) {
        const onFinder = (i === 0 && j === 0) || (i === 0 && j === end) || (i === end && j === 0);
        if (!onFinder) this.#alignment(row, column);
      }
    }
    this.#format(0);
    if (version >= 7) this.#version(version);
  }

  #fix(row: number, column: number, dark: boolean): void {
    this.modules[row]![column] = dark;
    this.#fixed[row]![column] = true;
  }

  #finder(row: number, column: number): void {
    for (let y = -4; y <= 4; y += 1) {
      for (let x = -4; x <= 4; x += 1) {
        const ring = Math.max(Math.abs(x), Math.abs(y));
        const [to, at] = [row + y, column + x];
        if (to >= 0 && to < this.size && at >= 0 && at < this.size) this.#fix(to, at, ring !== 2 && ring !== 4);
      }
    }
  }

  #alignment(row: number, column: number): void {
    for (let y = -2; y <= 2; y += 1) {
      for (let x = -2; x <= 2; x += 1) this.#fix(row + y, column + x, Math.max(Math.abs(x), Math.abs(y)) !== 1);
    }
  }

  #format(mask: number): void {
    const bits = formatBits(mask);
    const bit = (at: number) => ((bits >>> at) & 1) === 1;
    const last = this.size - 1;
    for (let at = 0; at <= 14; at += 1) {
      // Once around the upper left finder, from below to the right, and once beside the two others.
      if (at < 8) this.#fix(at < 6 ? at : at + 1, 8, bit(at));
      else this.#fix(8, at === 8 ? 7 : 14 - at, bit(at));
      if (at < 8) this.#fix(8, last - at, bit(at));
      else this.#fix(last - 14 + at, 8, bit(at));
    }
    this.#fix(last - 7, 8, true);
  }

  #version(version: number): void {
    const bits = versionBits(version);
    for (let at = 0; at < 18; at += 1) {
      const [long, short] = [Math.floor(at / 3), this.size - 11 + (at % 3)];
      this.#fix(long, short, ((bits >>> at) & 1) === 1);
      this.#fix(short, long, ((bits >>> at) & 1) === 1);
    }
  }

  /** In pairs of columns from the right, up and down by turns. */
  drawCodewords(codewords: Uint8Array): void {
    let bit = 0;
    for (let right = this.size - 1; right >= 1; right -= 2) {
      if (right === 6) right = 5;
      for (let step = 0; step < this.size; step += 1) {
        const row = ((right + 1) & 2) === 0 ? this.size - 1 - step : step;
        for (const column of [right, right - 1]) {
          if (this.#fixed[row]![column] || bit >= codewords.length * 8) continue;
          this.modules[row]![column] = ((codewords[bit >>> 3]! >>> (7 - (bit & 7))) & 1) === 1;
          bit += 1;
        }
      }
    }
  }

  /** A second time takes it off again. */
  applyMask(mask: number): void {
    this.#format(mask);
    for (let row = 0; row < this.size; row += 1) {
      for (let column = 0; column < this.size; column += 1) {
        if (!this.#fixed[row]![column] && masks[mask]!(row, column))
          this.modules[row]![column] = !this.modules[row]![column];
      }
    }
  }
}

function centresOf(version: number): number[] {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  const last = sizeOf(version) - 7;
  return [6, ...Array.from({ length: count - 1 }, (_, index) => last - (count - 2 - index) * step)];
}

function easiest(grid: Grid): number {
  let [best, least] = [0, Number.POSITIVE_INFINITY];
  for (const mask of masks.keys()) {
    grid.applyMask(mask);
    const penalty = penaltyOf(grid.modules);
    if (penalty < least) [best, least] = [mask, penalty];
    grid.applyMask(mask);
  }
  return best;
}

/** How hard a code is to read (section 7.8.3). */
export function penaltyOf(modules: QrModules): number {
  const columns = modules.map((_, column) => modules.map((row) => row[column]!));
  return [...modules, ...columns].reduce((sum, line) => sum + lineOf(line), 0) + blocksOf(modules) + balanceOf(modules);
}

/** Runs of one colour, and what looks like a finder. */
function lineOf(line: readonly boolean[]): number {
  let penalty = 0;
  for (let from = 0; from < line.length; ) {
    let to = from;
    while (to < line.length && line[to] === line[from]) to += 1;
    if (to - from >= 5) penalty += to - from - 2;
    from = to;
  }
  const text = line.map((dark) => (dark ? '1' : '0')).join('');
  for (const lure of ['10111010000', '00001011101']) {
    for (let at = text.indexOf(lure); at >= 0; at = text.indexOf(lure, at + 1)) penalty += 40;
  }
  return penalty;
}

function blocksOf(modules: QrModules): number {
  let penalty = 0;
  for (let row = 1; row < modules.length; row += 1) {
    for (let column = 1; column < modules.length; column += 1) {
      const dark = modules[row]![column];
      const above = modules[row - 1]!;
      if (modules[row]![column - 1] === dark && above[column] === dark && above[column - 1] === dark) penalty += 3;
    }
  }
  return penalty;
}

function balanceOf(modules: QrModules): number {
  const dark = modules.flat().filter(Boolean).length;
  const share = (dark / modules.length ** 2) * 100;
  return Math.floor(Math.abs(share - 50) / 5) * 10;
}
