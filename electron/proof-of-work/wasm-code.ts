/** Writes WebAssembly modules of one function: only the necessary part of the binary format (WebAssembly 2.0, chapter 5). */

/** Instructions, encoded. */
export type Code = readonly number[];

const vector = (opcode: number, ...rest: number[]): Code => [0xfd, ...unsigned(opcode), ...rest];

export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
/** Sets the variable and keeps the value. */
export const tee = (local: number): Code => [0x22, local];
export const number = (value: number): Code => [0x41, ...signed(value)];

export const addNumbers: Code = [0x6a];
export const isAtLeast: Code = [0x4f];
export const isZero: Code = [0x45];

export const and = vector(78);
export const or = vector(80);
export const xor = vector(81);
/** Shifts of each lane by a number. */
export const shiftLeft = vector(171);
export const shiftRight = vector(173);
/** The sums of lanes, modulo 2^32. */
export const add = vector(174);
/** 1 if no lane is zero. */
export const allNonZero = vector(163);

/** The four words at `address` plus `offset`, which is a multiple of 16. */
export const load = (address: Code, offset: number): Code => [...address, ...vector(0, 4, ...unsigned(offset))];
/** The word at `offset`, in every lane. */
export const loadInEachLane = (offset: number): Code => [...number(0), ...vector(9, 2, ...unsigned(offset))];

/** Repeats `code` until it returns from the function or `isDone` leaves 1. */
export const repeatUntil = (isDone: Code, code: Code): Code =>
  [[0x02, 0x40, 0x03, 0x40], isDone, [0x0d, 1], code, [0x0c, 0, 0x0b, 0x0b]].flat();
/** Returns the value below from the function if the top one isn't zero; otherwise drops nothing but the condition. */
export const returnIf = (condition: Code, value: Code): Code => [condition, [0x04, 0x40], value, [0x0f, 0x0b]].flat();

const [i32, v128] = [0x7f, 0x7b];

/**
 * A module that imports its memory as `env.memory` and exports the function `run` from numbers to a number. The function's variables
 * are its parameters, then `vectors` of 128 bits.
 */
export function moduleOf(parameters: number, vectors: number, body: Code): Uint8Array<ArrayBuffer> {
  const sections: [number, Code][] = [
    [1, [1, 0x60, ...list(Array(parameters).fill(i32)), 1, i32]],
    [2, [1, ...name('env'), ...name('memory'), 2, 0, 1]],
    [3, [1, 0]],
    [7, [1, ...name('run'), 0, 0]],
    [10, [1, ...list([1, vectors, v128, ...body, 0x0b])]],
  ];
  const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([header, ...sections.map(([id, content]) => [id, ...list(content)])].flat());
}

const list = (content: Code): Code => [...unsigned(content.length), ...content];
const name = (text: string): Code => list([...new TextEncoder().encode(text)]);

/** LEB128. */
function unsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...unsigned(value >>> 7)];
}

function signed(value: number): number[] {
  if (value >= -0x40 && value < 0x40) return [value & 0x7f];
  return [(value & 0x7f) | 0x80, ...signed(value >> 7)];
}
