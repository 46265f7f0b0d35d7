import { expect, it } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { moveOf, openAsk, playing } from '../testing/samples.ts';
import { cueOf, cues, notesOf, playsWhenHidden } from './cues.ts';

it('keeps every sound short and soft, and silent when sounds are off', () => {
  for (const cue of cues) {
    const [quiet, loud] = [notesOf(cue, 'quiet'), notesOf(cue, 'loud')];
    expect(notesOf(cue, 'off')).toEqual([]);
    expect(quiet.length).toBeGreaterThan(0);
    for (const [at, note] of quiet.entries()) {
      expect(note.startSeconds + note.durationSeconds).toBeLessThan(0.8);
      expect(note.gain).toBeLessThan(0.1);
      expect(loud[at]!.gain).toBeGreaterThan(note.gain);
      expect(loud[at]!.gain).toBeLessThan(0.5);
    }
  }
  expect(new Set(cues.map((cue) => JSON.stringify(notesOf(cue, 'quiet')))).size).toBe(cues.length);
});

const tablesById = (...tables: Table[]) => new Map(tables.map((table) => [table.table_id, table]));
const cue = (before: Table | null, now: Table, visibleId: string | null = null) =>
  cueOf(before ? tablesById(before) : tablesById(), tablesById(now), visibleId);
const waiting = playing();
const ownTurn = playing({ ask: openAsk('turn 3'), moves: [moveOf(1, 'host', 'x')] });

it('plays the turn on any page, and the peer’s move on the page of the table', () => {
  expect(cue(waiting, ownTurn)).toBe('turn');
  expect(cue(waiting, ownTurn, ownTurn.table_id)).toBe('move');
  expect(cue(waiting, playing({ ask: openAsk('turn 1') }), waiting.table_id)).toBe('turn');
  expect(cue(null, ownTurn)).toBe('turn');
  expect(cue(ownTurn, { ...ownTurn, connection: { ...ownTurn.connection, rtt_ms: 3 } })).toBeNull();
  expect(cue(waiting, { ...ownTurn, control_mode: 'autonomous' })).toBeNull();
});

it('plays messages and the end of a game, except after a resignation by the user or if the game was already over', () => {
  const withMessage = playing({ talk: [{ number: 1, by: 'host', text: 'hi', at: 1, origin: null }] });
  expect(cue(waiting, withMessage)).toBe('message');
  expect(cue(waiting, playing({ phase: 'finished' }))).toBe('over');
  expect(cue(ownTurn, playing({ phase: 'failed', problem: { code: 'resigned', message: '' } }))).toBeNull();
  expect(cue(null, playing({ phase: 'finished' }))).toBeNull();
});

it('plays only the most important sound, and in a hidden window only those that need the user', () => {
  const other = playing({ table_id: 'b' });
  expect(cueOf(tablesById(waiting, other), tablesById(ownTurn, { ...other, phase: 'finished' }), null)).toBe('over');
  expect(cues.filter(playsWhenHidden)).toEqual(['turn', 'warning']);
});
