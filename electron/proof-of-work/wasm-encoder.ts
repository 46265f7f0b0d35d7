/** Encodes WebAssembly modules with a single function, in the part of the binary format (WebAssembly 2.0, chapter 5) that this needs. */

/** Encoded instructions. */
export type Code = readonly number[];

const vectorInstruction = (opcode: number, ...rest: number[]): Code => [0xfd, ...encodeUnsigned(opcode), ...rest];

/** `local.get`, `local.set` and `i32.const`. */
export const get = (local: number): Code => [0x20, local];
export const set = (local: number): Code => [0x21, local];
export const number = (value: number): Code => [0x41, ...encodeSigned(value)];

/** `i32.add`, `i32.ge_u` and `i32.eqz`. */
export const addNumbers: Code = [0x6a];
export const isAtLeast: Code = [0x4f];
export const isZero: Code = [0x45];

/** `v128.and`, `v128.or` and `v128.xor`. */
export const and = vectorInstruction(78);
export const or = vectorInstruction(80);
export const xor = vectorInstruction(81);
/** `i32x4.shl` and `i32x4.shr_u`: shift each lane by a number. */
export const shiftLeft = vectorInstruction(171);
export const shiftRight = vectorInstruction(173);
/** `i32x4.add`: the sums of lanes, modulo 2^32. */
export const add = vectorInstruction(174);
/** `i32x4.all_true`: 1 if no lane is zero. */
export const allNonZero = vectorInstruction(163);

/** `v128.load`: the four words at `address` plus `offset`, a multiple of 16. */
export const load = (address: Code, offset: number): Code => [
  ...address,
  ...vectorInstruction(0, 4, ...encodeUnsigned(offset)),
];
/** `v128.load32_splat`: the word at `offset`, in every lane. */
export const loadInEachLane = (offset: number): Code => [
  ...number(0),
  ...vectorInstruction(9, 2, ...encodeUnsigned(offset)),
];

/** Repeats `code` until it returns from the function or `isDone` leaves 1. */
export const repeatUntil = (isDone: Code, code: Code): Code =>
  [[0x02, 0x40, 0x03, 0x40], isDone, [0x0d, 1], code, [0x0c, 0, 0x0b, 0x0b]].flat();
/** Returns `value` from the function unless `condition` is zero. */
export const returnIf = (condition: Code, value: Code): Code => [condition, [0x04, 0x40], value, [0x0f, 0x0b]].flat();

const [i32, v128] = [0x7f, 0x7b];

/**
 * A module that imports its memory as `env.memory` and exports the function `run` from numbers to a number. Its local variables are
 * the parameters, followed by `vectors` of 128 bits.
 */
export function encodeModule(parameters: number, vectors: number, body: Code): Uint8Array<ArrayBuffer> {
  // Types, imports, functions, exports and code.
  const sections: [number, Code][] = [
    [1, [1, 0x60, ...encodeVector(Array(parameters).fill(i32)), 1, i32]],
    [2, [1, ...encodeName('env'), ...encodeName('memory'), 2, 0, 1]],
    [3, [1, 0]],
    [7, [1, ...encodeName('run'), 0, 0]],
    [10, [1, ...encodeVector([1, vectors, v128, ...body, 0x0b])]],
  ];
  const header = [0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0];
  return Uint8Array.from([header, ...sections.map(([id, content]) => [id, ...encodeVector(content)])].flat());
}

const encodeVector = (content: Code): Code => [...encodeUnsigned(content.length), ...content];
const encodeName = (text: string): Code => encodeVector([...new TextEncoder().encode(text)]);

/** LEB128. */
function encodeUnsigned(value: number): number[] {
  return value < 0x80 ? [value] : [(value & 0x7f) | 0x80, ...encodeUnsigned(value >>> 7)];
}

function encodeSigned(value: number): number[] {
  if (value >= -0x40 && value < 0x40) return [value & 0x7f];
  return [(value & 0x7f) | 0x80, ...encodeSigned(value >> 7)];
}
