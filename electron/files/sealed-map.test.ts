import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openSealedMap, type SealedMapConfig } from './sealed-map.ts';

let folder: string;
let path: string;
beforeEach(() => {
  folder = temporaryFolder();
  path = join(folder, 'things.sealed');
});

const open = (changes: Partial<SealedMapConfig<string>> = {}) =>
  openSealedMap({ path, key: new Uint8Array(32).fill(1), purpose: 'things', schema: z.string(), ...changes });
const contentOf = async (changes: Partial<SealedMapConfig<string>> = {}) =>
  Object.fromEntries((await open(changes)).entries);
const sizeOf = async () => (await stat(path)).size;
/** A map with two lines after its snapshot. */
async function fill(): Promise<Buffer> {
  const map = await open();
  for (const [key, value] of Object.entries({ a: 'one', b: 'two', c: 'three' })) await map.update(() => [[key, value]]);
  await map.close();
  return readFile(path);
}

/** A deterministic sequence of numbers from 0 to 1. */
function sequence(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

describe('a sealed map', () => {
  it('equals a model after any updates and restarts', async () => {
    for (let seed = 1; seed <= (isLongRun ? 200 : 5); seed += 1) {
      const random = sequence(seed);
      const model = new Map<string, string>();
      await rm(path, { force: true });
      let map = await open();
      for (let step = 0; step < 60; step += 1) {
        if (random() < 0.15) {
          await map.close();
          map = await open();
          expect(map.keptAs).toBeNull();
        }
        const changes = Array.from({ length: Math.floor(random() * 4) }, (): [string, string | null] => [
          `${Math.floor(random() * 12)}`,
          random() < 0.3 ? null : 'v'.repeat(Math.floor(random() * 20_000)),
        ]);
        await map.update(() => changes);
        for (const [key, value] of changes) value === null ? model.delete(key) : model.set(key, value);
        expect(new Map(map.entries)).toEqual(model);
      }
      await map.close();
      expect(await contentOf()).toEqual(Object.fromEntries(model));
    }
  });

  it('can be read only with its key and purpose, and only by its owner', async () => {
    const good = await fill();
    expect((await stat(path)).mode & 0o777).toBe(0o600);
    expect(good.includes('three')).toBe(false);
    for (const wrong of [{ key: new Uint8Array(32).fill(2) }, { purpose: 'other things' }]) {
      const { entries, keptAs } = await open(wrong);
      expect([entries.size, basename(keptAs ?? '')]).toEqual([
        0,
        expect.stringMatching(/^things\.sealed\.unreadable-\d$/),
      ]);
      expect(await readFile(keptAs!)).toEqual(good);
      await writeFile(path, good);
    }
  });

  it('decides each update after the earlier ones, and applies all of it or nothing', async () => {
    const map = await open();
    const count = () => map.update(() => [['n', `${Number(map.entries.get('n') ?? 0) + 1}`]]);
    await Promise.all([count(), count(), count()]);
    await expect(
      map.update(() => {
        throw new Error('undecided');
      }),
    ).rejects.toThrow('undecided');
    expect(await map.update(() => [])).toEqual([]);
    const closing = [count(), map.close()];
    await Promise.all(closing);
    await expect(count()).rejects.toMatchObject({ code: 'cancelled' });
    expect(map.entries.size).toBe(0);
    expect(await contentOf()).toEqual({ n: '4' });
  });

  it('writes as much for a change among 10,000 entries as for one among ten', async () => {
    const costs: number[] = [];
    for (const size of [10, 10_000]) {
      await rm(path, { force: true });
      const map = await open();
      await map.update(() =>
        Array.from({ length: size }, (_, index) => [`${index}`.padStart(5, '0'), 'v'.repeat(300)]),
      );
      // The first line that is appended; the ones before are a snapshot.
      const before = await sizeOf();
      await map.update(() => [['00003', 'w'.repeat(300)]]);
      costs.push((await sizeOf()) - before);
      await map.close();
    }
    expect(Math.abs(costs[1]! - costs[0]!)).toBeLessThan(16);
  });

  it('stays within twice the size of its entries, and erases removed ones at the next start', async () => {
    const map = await open();
    await map.update(() => [['kept', 'k'.repeat(200_000)]]);
    for (let count = 0; count < 100; count += 1) await map.update(() => [['changed', `${count}`.repeat(10_000)]]);
    expect(await sizeOf()).toBeLessThan(1_500_000);
    await map.update(() => [['kept', null]]);
    await map.close();
    const sizeBefore = await sizeOf();
    expect(Object.keys(await contentOf())).toEqual(['changed']);
    expect(await sizeOf()).toBeLessThan(30_000);
    expect(sizeBefore).toBeGreaterThan(200_000);
  });

  it('replaces a file in an earlier format', async () => {
    await writeFile(path, 'earlier');
    const readEarlierFormat = (bytes: Uint8Array) => {
      const text = Buffer.from(bytes).toString();
      if (text === 'damaged') throw new Error(text);
      return text === 'earlier' ? ([['a', 'one']] as const) : null;
    };
    expect(await contentOf({ readEarlierFormat })).toEqual({ a: 'one' });
    expect(await contentOf()).toEqual({ a: 'one' });
    await writeFile(path, 'damaged');
    const { entries, keptAs } = await open({ readEarlierFormat });
    expect([entries.size, await readFile(keptAs!, 'utf8')]).toEqual([0, 'damaged']);
  });
});

describe('a damaged file', () => {
  it('keeps every whole update when it ends within a line', async () => {
    const good = await fill();
    const ends = [...good.keys()].filter((index) => good[index] === 10).map((index) => index + 1);
    expect(ends).toHaveLength(3);
    for (let length = ends[0]!; length < good.length; length += isLongRun ? 1 : 4) {
      for (const zeros of [0, 40]) {
        await writeFile(path, Buffer.concat([good.subarray(0, length), Buffer.alloc(zeros)]));
        const map = await open();
        expect([map.keptAs, map.entries.size]).toEqual([null, ends.filter((end) => end <= length).length]);
        await map.update(() => [['d', 'four']]);
        await map.close();
        expect((await contentOf()).d).toBe('four');
      }
    }
    expect(await readdir(folder)).toEqual(['things.sealed']);
  });

  it('is copied, and loses only the damaged lines, whichever byte changes', async () => {
    const good = await fill();
    for (let index = 0; index < good.length; index += isLongRun ? 1 : 5) {
      await writeFile(
        path,
        good.map((byte, at) => (at === index ? byte ^ 1 : byte)),
      );
      const { entries, keptAs } = await open();
      expect(keptAs, `byte ${index}`).not.toBeNull();
      expect(entries.size, `byte ${index}`).toBeGreaterThanOrEqual(1);
      for (const [key, value] of entries) expect({ a: 'one', b: 'two', c: 'three' }).toMatchObject({ [key]: value });
      expect((await readFile(keptAs!)).length).toBe(good.length);
      // What could be read is complete again.
      const again = await open();
      expect([again.keptAs, again.entries.size]).toEqual([null, entries.size]);
      await rm(keptAs!);
    }
  });

  it('is noticed when lines are missing, repeated, exchanged or from before a rewrite', async () => {
    const good = await fill();
    const [first = '', second = '', third = ''] = good.toString('latin1').split(/(?<=\n)/);
    const map = await open();
    await map.update(() => [['a', null]]);
    await map.close();
    await (await open()).close();
    const rewritten = await readFile(path, 'latin1');
    for (const text of [
      ...['', first.slice(0, 30), second + third, first + third, first + third + second, first + second + second],
      ...[rewritten + second, second + rewritten],
    ]) {
      await writeFile(path, text);
      const { entries, keptAs } = await open();
      expect(keptAs, text).not.toBeNull();
      if (text.includes(rewritten)) expect(entries.has('a')).toBe(false);
    }
  });

  it('is written again from memory if another program shortens or deletes it', async () => {
    const map = await open();
    await map.update(() => [['a', 'one']]);
    await truncate(path, 10);
    await map.update(() => [['b', 'two']]);
    expect(await contentOf()).toEqual({ a: 'one', b: 'two' });
    await rm(path);
    await map.update(() => [['c', 'three']]);
    expect(await contentOf()).toEqual({ a: 'one', b: 'two', c: 'three' });
  });
});

it('keeps its entries after a failed update, and can update again', async () => {
  const map = await open();
  await map.update(() => [['a', 'one']]);
  await rm(path);
  await mkdir(join(path, 'in the way'), { recursive: true });
  await expect(map.update(() => [['a', 'lost']])).rejects.toThrow();
  expect(map.entries.get('a')).toBe('one');
  await rm(path, { recursive: true });
  await map.update(() => [['b', 'next']]);
  expect(await contentOf()).toEqual({ a: 'one', b: 'next' });
});

it('has every acknowledged update after kill -9', async () => {
  for (let round = 0; round < (isLongRun ? 50 : 2); round += 1) {
    const writer = spawn(process.execPath, [join(import.meta.dirname, 'testing/write-map.ts'), path]);
    let output = '';
    writer.stdout.on('data', (data) => {
      output += data;
      if (output.split('\n').length > 20 + round * 17) writer.kill('SIGKILL');
    });
    await once(writer, 'close');
    const last = Number(output.slice(0, output.lastIndexOf('\n')).split('\n').at(-1));
    const { entries, keptAs } = await open();
    expect(keptAs).toBeNull();
    expect(Number(entries.get('last'))).toBeGreaterThanOrEqual(last);
    for (let count = 0; count <= last; count += 1) expect(entries.has(`${count}`), `${count}`).toBe(true);
  }
});
