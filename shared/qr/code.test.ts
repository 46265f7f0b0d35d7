/** The examples of ISO/IEC 18004, and a reader that shares nothing with the writer but the standard's own tables. */
import { describe, expect, it, test } from 'vitest';
import { formatBits, penaltyOf, type QrModules, qrCode, versionBits } from './code.ts';
import { correctionOf } from './reed-solomon.ts';

test('annex I: the correction of 01234567 in version 1-M', () => {
  const data = Uint8Array.from(Buffer.from('10200c566180ec11ec11ec11ec11ec11', 'hex'));
  expect(Buffer.from(correctionOf(data, 10)).toString('hex')).toBe('a524d4c1ed36c7872c55');
});

test('section 7.9 and 7.10: format of level M with mask 101, version 7', () => {
  expect(formatBits(0b101).toString(2)).toBe('100000011001110');
  expect(versionBits(7).toString(2).padStart(18, '0')).toBe('000111110010010100');
});

/** Table 9, level M: how many blocks of so many data codewords, and the correction of each. */
const blocks: [count: number, data: number, correction: number][][] = [
  [[1, 16, 10]],
  [[1, 28, 16]],
  [[1, 44, 26]],
  [[2, 32, 18]],
  [[2, 43, 24]],
  [[4, 27, 16]],
  [[4, 31, 18]],
  [
    [2, 38, 22],
    [2, 39, 22],
  ],
  [
    [3, 36, 22],
    [2, 37, 22],
  ],
  [
    [4, 43, 26],
    [1, 44, 26],
  ],
  [
    [1, 50, 30],
    [4, 51, 30],
  ],
  [
    [6, 36, 22],
    [2, 37, 22],
  ],
  [
    [8, 37, 22],
    [1, 38, 22],
  ],
  [
    [4, 40, 24],
    [5, 41, 24],
  ],
  [
    [5, 41, 24],
    [5, 42, 24],
  ],
  [
    [7, 45, 28],
    [3, 46, 28],
  ],
  [
    [10, 46, 28],
    [1, 47, 28],
  ],
  [
    [9, 43, 26],
    [4, 44, 26],
  ],
  [
    [3, 44, 26],
    [11, 45, 26],
  ],
  [
    [3, 41, 26],
    [13, 42, 26],
  ],
];
/** Table E.1. */
const centres = [
  [],
  [6, 18],
  [6, 22],
  [6, 26],
  [6, 30],
  [6, 34],
  [6, 22, 38],
  [6, 24, 42],
  [6, 26, 46],
  [6, 28, 50],
  [6, 30, 54],
  [6, 32, 58],
  [6, 34, 62],
  [6, 26, 46, 66],
  [6, 26, 48, 70],
  [6, 26, 50, 74],
  [6, 30, 54, 78],
  [6, 30, 56, 82],
  [6, 30, 58, 86],
  [6, 34, 62, 90],
];
/** Table 7, byte mode, level M. */
const capacities = [14, 26, 42, 62, 84, 106, 122, 152, 180, 213, 251, 287, 331, 362, 412, 450, 504, 560, 624, 666];

/** Multiplies in the field bit by bit. */
function times(a: number, b: number): number {
  let result = 0;
  for (let [left, right] = [a, b]; right > 0; right >>= 1) {
    if (right & 1) result ^= left;
    left <<= 1;
    if (left & 0x100) left ^= 0x11d;
  }
  return result;
}

/** Reads a code that has no damage, and holds every part of it to the standard. */
function read(modules: QrModules): { version: number; mask: number; text: string } {
  const size = modules.length;
  const version = (size - 17) / 4;
  expect(modules.every((row) => row.length === size)).toBe(true);
  const at = (row: number, column: number): number => Number(modules[row]![column]);

  const finder = ['1111111', '1000001', '1011101', '1011101', '1011101', '1000001', '1111111'];
  for (const [top, left] of [
    [0, 0],
    [0, size - 7],
    [size - 7, 0],
  ] as const) {
    const seen = finder.map((line, row) => [...line].map((_, column) => at(top + row, left + column)).join(''));
    expect(seen).toEqual(finder);
  }
  for (let along = 0; along < 8; along += 1) {
    const light = [
      at(7, along),
      at(along, 7),
      at(7, size - 1 - along),
      at(along, size - 8),
      at(size - 8, along),
      at(size - 1 - along, 7),
    ];
    expect(light).toEqual([0, 0, 0, 0, 0, 0]);
  }
  for (let along = 8; along < size - 8; along += 1) {
    expect([at(6, along), at(along, 6)]).toEqual([(along + 1) % 2, (along + 1) % 2]);
  }
  expect(at(size - 8, 8)).toBe(1);

  // Figure 25: bit 14 stands at the left end and at the bottom.
  const first = [
    ...[0, 1, 2, 3, 4, 5, 7, 8].map((column) => at(8, column)),
    ...[7, 5, 4, 3, 2, 1, 0].map((row) => at(row, 8)),
  ];
  const second = [
    ...[1, 2, 3, 4, 5, 6, 7].map((up) => at(size - up, 8)),
    ...[8, 7, 6, 5, 4, 3, 2, 1].map((from) => at(8, size - from)),
  ];
  expect(first).toEqual(second);
  const format = Number.parseInt(first.join(''), 2) ^ 0b101010000010010;
  // Level M is 00.
  expect(format >>> 13).toBe(0);
  const mask = format >>> 10;

  if (version >= 7) {
    const bits = Array.from({ length: 18 }, (_, bit) => at(Math.floor(bit / 3), size - 11 + (bit % 3)));
    const other = Array.from({ length: 18 }, (_, bit) => at(size - 11 + (bit % 3), Math.floor(bit / 3)));
    expect(bits).toEqual(other);
    expect(Number.parseInt(bits.toReversed().join(''), 2) >>> 12).toBe(version);
  }

  const isFunction = (row: number, column: number): boolean => {
    if (row === 6 || column === 6) return true;
    if (row < 9 && (column < 9 || column >= size - 8)) return true;
    if (row >= size - 8 && column < 9) return true;
    if (version >= 7 && ((row < 6 && column >= size - 11) || (column < 6 && row >= size - 11))) return true;
    const places = centres[version - 1]!;
    return places.some((y, i) =>
      places.some((x, j) => {
        const corner =
          (i === 0 && j === 0) || (i === 0 && j === places.length - 1) || (i === places.length - 1 && j === 0);
        if (corner || Math.abs(row - y) > 2 || Math.abs(column - x) > 2) return false;
        expect(at(row, column)).toBe(Math.max(Math.abs(row - y), Math.abs(column - x)) === 1 ? 0 : 1);
        return true;
      }),
    );
  };
  const masked = (i: number, j: number): number =>
    Number(
      [
        (i + j) % 2,
        i % 2,
        j % 3,
        (i + j) % 3,
        ((i >> 1) + Math.trunc(j / 3)) % 2,
        ((i * j) % 2) + ((i * j) % 3),
        (((i * j) % 2) + ((i * j) % 3)) % 2,
        (((i + j) % 2) + ((i * j) % 3)) % 2,
      ][mask] === 0,
    );

  const bits: number[] = [];
  let up = true;
  for (let pair = size - 1; pair > 0; pair -= 2) {
    if (pair === 6) pair -= 1;
    const rows = Array.from({ length: size }, (_, index) => (up ? size - 1 - index : index));
    for (const row of rows) {
      for (const column of [pair, pair - 1]) {
        if (!isFunction(row, column)) bits.push(at(row, column) ^ masked(row, column));
      }
    }
    up = !up;
  }
  const words = Array.from({ length: Math.floor(bits.length / 8) }, (_, index) =>
    Number.parseInt(bits.slice(index * 8, index * 8 + 8).join(''), 2),
  );

  const lengths = blocks[version - 1]!.flatMap(([count, data]) => new Array<number>(count).fill(data));
  const correction = blocks[version - 1]![0]![2];
  const parts = lengths.map((): number[] => []);
  let next = 0;
  for (let index = 0; index < Math.max(...lengths); index += 1) {
    for (const [block, length] of lengths.entries()) if (index < length) parts[block]!.push(words[next++]!);
  }
  const whole = parts.map((part) => [...part]);
  for (let index = 0; index < correction; index += 1) for (const part of whole) part.push(words[next++]!);
  expect(next).toBe(words.length);
  for (const part of whole) {
    let root = 1;
    for (let power = 0; power < correction; power += 1) {
      expect(part.reduce((sum, word) => times(sum, root) ^ word, 0)).toBe(0);
      root = times(root, 2);
    }
  }

  const stream = parts
    .flat()
    .flatMap((word) => [...word.toString(2).padStart(8, '0')])
    .join('');
  const wide = version < 10 ? 8 : 16;
  expect(stream.slice(0, 4)).toBe('0100');
  const length = Number.parseInt(stream.slice(4, 4 + wide), 2);
  const end = 4 + wide + length * 8;
  const bytes = Array.from({ length }, (_, index) =>
    Number.parseInt(stream.slice(4 + wide + index * 8, 12 + wide + index * 8), 2),
  );
  const rest = stream.slice(end);
  expect(rest).toBe(`0000${'1110110000010001'.repeat(rest.length)}`.slice(0, rest.length));
  return { version, mask, text: new TextDecoder('utf-8', { fatal: true }).decode(Uint8Array.from(bytes)) };
}

describe('what is written can be read', () => {
  it.each(capacities.map((capacity, index) => [index + 1, capacity]))(
    'version %i holds %i bytes',
    (version, capacity) => {
      const full = Array.from({ length: capacity }, (_, index) => String.fromCharCode(33 + ((index * 7) % 90))).join(
        '',
      );
      expect(read(qrCode(full)!)).toMatchObject({ version, text: full });
      const before = capacities[version - 2] ?? 0;
      expect(read(qrCode('a'.repeat(before + 1))!)).toMatchObject({ version });
    },
  );

  it('nothing longer than the largest, and nothing at all', () => {
    expect(qrCode('a'.repeat(667))).toBeNull();
    expect(qrCode('ü'.repeat(334))).toBeNull();
    expect(read(qrCode('')!)).toMatchObject({ version: 1, text: '' });
  });

  it('any text, and a link as it is shared', () => {
    const link = 'parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=http%3A%2F%2F192.168.1.17%3A7400';
    expect(read(qrCode(link)!)).toMatchObject({ version: 6, text: link });
    for (const text of ['grüße 🪑', '日本語のテーブル', '\u0000\u007f\u0080\uffff'])
      expect(read(qrCode(text)!).text).toBe(text);
  });

  it('with every mask, of which the easiest to read is taken', () => {
    for (const text of ['parlor', 'a'.repeat(140), '0'.repeat(400)]) {
      const penalties = Array.from({ length: 8 }, (_, mask) => {
        const modules = qrCode(text, mask)!;
        expect(read(modules)).toMatchObject({ mask, text });
        return penaltyOf(modules);
      });
      const { mask } = read(qrCode(text)!);
      expect(penalties[mask]).toBe(Math.min(...penalties));
    }
  });
});

describe('how hard a code is to read', () => {
  const grid = (rows: string[]): QrModules => rows.map((row) => [...row].map((module) => module === '1'));
  it('counts runs, blocks, false finders and the balance', () => {
    const checkered = (size: number) =>
      Array.from({ length: size }, (_, row) =>
        Array.from({ length: size }, (_, column) => (row + column) % 2).join(''),
      );
    expect(penaltyOf(grid(checkered(20)))).toBe(0);
    // A run of eight in the row: 3 + 3.
    const [first, ...others] = checkered(20);
    expect(penaltyOf(grid([`1111111${first!.slice(7)}`, ...others]))).toBe(6);
    const lure = [`10111010000${'10'.repeat(4)}1`, ...Array.from({ length: 19 }, (_, row) => checkered(20)[row + 1]!)];
    expect(penaltyOf(grid(lure))).toBeGreaterThanOrEqual(40);
    // All dark: 12 lines a side of 20 cost 18 each, each of 361 blocks 3, the balance 100.
    expect(penaltyOf(grid(Array.from({ length: 20 }, () => '1'.repeat(20))))).toBe(40 * 18 + 361 * 3 + 100);
  });
});
