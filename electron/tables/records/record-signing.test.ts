/** Two engines sign the record of a finished game, over an in-memory channel with the real journal and keys. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../../shared/json/value.ts';
import { type Role, roles } from '../../../shared/tables/hooks.ts';
import { exportRecord, recordLinesOf } from '../../../shared/tables/record-text.ts';
import { verifyRecord } from '../../../shared/tables/verify-record.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { playRecorded, type RecordedGame } from '../testing/recorded-game.ts';

const dir = temporaryFolder();
const verified = ({ records, specText }: RecordedGame, role: Role) => verifyRecord(records[role], specText);

describe('a finished game of two sides that sign records', () => {
  it.each(['connect-four', 'rock-paper-scissors'])('is proven by both in both records: %s', async (folder) => {
    const game = await playRecorded({ folder, directory: join(dir, folder), signs: roles });
    for (const role of roles) {
      // Hidden choices may cross, and then stand in another order in each record.
      const agreed = { reason: true, ...(folder === 'connect-four' ? { order: true } : {}) };
      expect(verified(game, role)).toMatchObject({
        ...{ proof: 'both_sides', agreed, findings: [], end: { completed: true } },
      });
      expect(verifyRecord(exportRecord(game.records[role], game.specText)).proof).toBe('both_sides');
      expect(game.snapshots[role].record).toMatchObject({
        ...{ signed: true, lines: recordLinesOf(game.records[role]).length },
      });
    }
  });

  it('is proven by both although one of them resigned', async () => {
    const game = await playRecorded({
      ...{ folder: 'connect-four', directory: join(dir, 'resigned'), signs: roles, byHand: true },
      onGuest: (guest) => {
        const { ask, moves } = guest.snapshot();
        if (moves.length >= 4) guest.resign();
        else if (ask) guest.answer(ask.key, ask.choices[0]!.value).catch(() => {});
      },
    });
    for (const role of roles)
      expect(verified(game, role)).toMatchObject({
        ...{ proof: 'both_sides', findings: [], end: { winner: 'host', conceded: { by: 'guest', code: 'resigned' } } },
      });
  });
});

it('a side of an earlier version signs the messages and the result', async () => {
  const asBefore = ({ shared: _, ...frame }: JsonObject) => frame;
  const game = await playRecorded({
    ...{ folder: 'connect-four', directory: join(dir, 'earlier'), signs: roles },
    ...{ fromGuest: asBefore, fromHost: asBefore },
  });
  for (const role of roles) {
    expect(verified(game, role)).toMatchObject({ proof: 'both_sides', agreed: { order: false, reason: false } });
    expect(recordLinesOf(game.records[role]).at(-1)!.entry).not.toHaveProperty('shared');
  }
});

it('a writer that tells another order or end than it played gets no signature for them', async () => {
  const game = await playRecorded({
    ...{ folder: 'connect-four', directory: join(dir, 'another end'), signs: roles },
    fromGuest: (frame) =>
      frame._sys === 'record_hash'
        ? { ...frame, shared: { sequence: `1:${'ab'.repeat(32)}`, reason_hash: 'cd'.repeat(32) } }
        : frame,
  });
  // The guest has signed what it played, so its signature doesn't match.
  expect(verified(game, 'host')).toMatchObject({ proof: 'one_side', findings: [] });
});

describe('a side that does not sign', () => {
  it('leaves records as before', async () => {
    const game = await playRecorded({ folder: 'connect-four', directory: join(dir, 'neither') });
    for (const role of roles) {
      expect(verified(game, role)).toMatchObject({ proof: 'one_side', findings: [] });
      expect(recordLinesOf(game.records[role]).at(-1)!.entry.kind).toBe('end');
      expect(game.snapshots[role].record).not.toHaveProperty('signed');
    }
  });

  it('is waited for only until it closes the connection, and gets no proof', async () => {
    const game = await playRecorded({ folder: 'connect-four', directory: join(dir, 'silent'), signs: ['host'] });
    for (const role of roles) expect(verified(game, role)).toMatchObject({ proof: 'one_side', findings: [] });
  });

  it('leaves its signed concession if it resigned', async () => {
    const sent: JsonObject[] = [];
    const game = await playRecorded({
      ...{ folder: 'connect-four', directory: join(dir, 'left'), signs: roles, byHand: true },
      onGuest: (guest) => {
        const { ask, moves } = guest.snapshot();
        if (moves.length >= 4) guest.resign();
        else if (ask) guest.answer(ask.key, ask.choices[0]!.value).catch(() => {});
      },
      // The guest keeps its signature of the record to itself.
      fromGuest: (frame) => {
        sent.push(frame);
        return frame._sys === 'record_signature' ? null : frame;
      },
    });
    expect(sent.map(({ _sys }) => _sys).filter((kind) => kind !== undefined)).toEqual(
      expect.arrayContaining(['concession_signature', 'concede']),
    );
    expect(verified(game, 'host')).toMatchObject({ proof: 'one_side', concededBy: 'guest', findings: [] });
  });

  it.each<[string, (frame: JsonObject) => JsonObject]>([
    ['another record', (frame) => (frame._sys === 'record_hash' ? { ...frame, hash: 'ab'.repeat(32) } : frame)],
    [
      'a wrong signature',
      (frame) => (frame._sys === 'record_signature' ? { ...frame, signature: 'ab'.repeat(64) } : frame),
    ],
    [
      'nonsense',
      (frame) => (String(frame._sys).startsWith('record') ? { _sys: frame._sys!, hash: 7, signature: [] } : frame),
    ],
  ])('cannot spoil the other one’s record with %s', async (name, fromGuest) => {
    const game = await playRecorded({
      ...{ folder: 'connect-four', directory: join(dir, name), signs: roles, fromGuest },
    });
    expect(verified(game, 'host')).toMatchObject({ proof: 'one_side', findings: [] });
  });
});
