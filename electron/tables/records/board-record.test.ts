/** A board receives the same data from an agent's game, from a person's game, and from a replay of the stored record. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSpec } from '../../../shared/protocol/spec.ts';
import { type BoardRecord, BoardRecorder } from '../../../shared/tables/board-record.ts';
import type { Answer } from '../../../shared/tables/hooks.ts';
import { recordLinesOf } from '../../../shared/tables/record-text.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { reusedHooks } from '../../hooks/testing/reused-hooks.ts';
import { playRecorded, type RecordedGame } from '../testing/recorded-game.ts';

/** In the sandbox, where randomness depends only on the number of the call, so that both games take the same course. */
const launchHooks = reusedHooks();

/** The board's data, computed from the record as a replay does. */
function replayed({ specText, records }: RecordedGame, seat: 'host' | 'guest'): BoardRecord | null {
  const recorder = new BoardRecorder(readSpec(specText).spec);
  for (const { entry } of recordLinesOf(records[seat])) recorder.add(entry);
  return recorder.latest;
}

/** Without the reason for the end, which is a text of the local hooks. */
const withoutReason = (record: BoardRecord | null) => record && { ...record, end: { ...record.end, reason: null } };

const games = [
  { folder: 'rock-paper-scissors', action: 'reveal', field: 'choice' },
  { folder: 'connect-four', action: 'move', field: 'col' },
];

describe.each(games.slice(0, isLongRun ? undefined : 1))('$folder', ({ folder, action, field }) => {
  test('gives the same record to an agent, to a person without its hooks, to the other seat and to a replay', async () => {
    const directory = temporaryFolder();
    const chooseByHooks = await playRecorded({ folder, directory: join(directory, 'agent'), launchHooks });
    const record = chooseByHooks.snapshots.guest.board_record!;
    expect(record.end?.completed).toBe(true);
    expect(replayed(chooseByHooks, 'guest')).toEqual(record);
    expect(replayed(chooseByHooks, 'host')).toEqual({ ...record, seat: 'host' });
    expect(chooseByHooks.snapshots.host.board_record).toEqual({ ...record, seat: 'host' });

    const played = record.messages.filter((each) => each.direction === 'guest_to_host' && each.action === action);
    const answers = played.map(({ fields }) => fields[field] as Answer);
    let answered: string | null = null;
    const byHand = await playRecorded({
      ...{ folder, directory: join(directory, 'hand'), byHand: true, launchHooks },
      onGuest(guest) {
        const { ask } = guest.snapshot();
        if (!ask || ask.key === answered) return;
        answered = ask.key;
        void guest.answer(ask.key, answers.shift()!);
      },
    });
    expect(withoutReason(byHand.snapshots.guest.board_record)).toEqual(withoutReason(record));
    expect(withoutReason(replayed(byHand, 'guest'))).toEqual(withoutReason(record));
  });
});
