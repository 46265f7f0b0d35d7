import { expect, test } from 'vitest';
import { MemoryImage } from './memory-image.ts';

const page = 64 * 1024;

test('restores memory: bytes in use, bytes that were zero, and after it has grown', () => {
  const memory = new WebAssembly.Memory({ initial: 40 });
  const bytes = () => new Uint8Array(memory.buffer);
  bytes().fill(7, 10, 100);
  bytes().fill(9, 3 * page - 5, 3 * page + 5);
  const before = bytes().slice();
  const image = new MemoryImage(memory);
  for (let round = 0; round < 2; round += 1) {
    image.restore();
    expect(Buffer.compare(bytes().subarray(0, before.length), before)).toBe(0);
    bytes().fill(round, 0, 4 * page);
    bytes()[12 * page] = 1;
    image.restore();
    expect(Buffer.compare(bytes().subarray(0, before.length), before)).toBe(0);
    bytes()[50] = 0;
    memory.grow(1);
    image.restore();
    expect(Buffer.compare(bytes().subarray(0, before.length), before)).toBe(0);
    expect(bytes().length).toBe(before.length + (round + 1) * page);
  }
});

test('restores memory with fewer pages than the margin', () => {
  const memory = new WebAssembly.Memory({ initial: 1 });
  const image = new MemoryImage(memory);
  new Uint8Array(memory.buffer).fill(1);
  image.restore();
  expect(new Uint8Array(memory.buffer).every((byte) => byte === 0)).toBe(true);
});
