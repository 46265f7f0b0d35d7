import { expect, test } from 'vitest';
import type { Spec } from '../protocol/spec.ts';
import { openingReader, SealedRounds } from './sealed-rounds.ts';

const opening = { message: 'open', value: 'values', nonce: 'nonces' };

/** Of a stranger's protocol, with this number of openings that all name one message. */
const specWith = (count: number): Spec =>
  ({
    flow: { mode: 'session_loop' },
    commit_reveal: { commit: { message: 'seal', hashes: 'hashes' }, openings: Array(count).fill(opening) },
  }) as unknown as Spec;

test('a frame has as many openings as its values, up to a limit', () => {
  const read = (count: number) =>
    openingReader(specWith(1))!.read('guest', { action: 'open', values: Array(count).fill(1), nonces: [] }).openings
      .length;
  expect([read(3), read(512), read(4_000)]).toEqual([3, 512, 512]);
});

test('a protocol that names more openings than any needs is not read', () => {
  expect(openingReader(specWith(8))).not.toBeNull();
  expect(openingReader(specWith(9))).toBeNull();
});

test('a table has no more sealed rounds than a limit, however many values are opened', () => {
  const rounds = new SealedRounds(specWith(8));
  for (let at = 0; at < 20; at += 1) {
    const values = Array.from({ length: 500 }, (_, index) => at * 500 + index);
    rounds.add({ kind: 'frame', direction: 'sent', frame: { action: 'open', values, nonces: [] } }, 'guest', at);
  }
  expect(rounds.rounds.length).toBe(500);
});
