import { expect, it } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { moveOf, openAsk, playing } from '../testing/samples.ts';
import { cueOf, cues, notesOf, soundsHidden } from './cues.ts';

it('keeps every sound short and soft, and silent when sounds are off', () => {
  for (const cue of cues) {
    const [quiet, loud] = [notesOf(cue, 'quiet'), notesOf(cue, 'loud')];
    expect(notesOf(cue, 'off')).toEqual([]);
    expect(quiet.length).toBeGreaterThan(0);
    for (const [at, note] of quiet.entries()) {
      expect(note.at + note.seconds).toBeLessThan(0.8);
      expect(note.gain).toBeLessThan(0.1);
      expect(loud[at]!.gain).toBeGreaterThan(note.gain);
      expect(loud[at]!.gain).toBeLessThan(0.5);
    }
  }
  expect(new Set(cues.map((cue) => JSON.stringify(notesOf(cue, 'quiet')))).size).toBe(cues.length);
});

const known = (...tables: Table[]) => new Map(tables.map((table) => [table.table_id, table]));
const cue = (before: Table | null, now: Table, looked: string | null = null) =>
  cueOf(before ? known(before) : known(), known(now), looked);
const waiting = playing();
const ownTurn = playing({ ask: openAsk('turn 3'), moves: [moveOf(1, 'host', 'x')] });

it('plays a turn in every room, and the peer’s move at the table itself', () => {
  expect(cue(waiting, ownTurn)).toBe('turn');
  expect(cue(waiting, ownTurn, ownTurn.table_id)).toBe('move');
  expect(cue(waiting, playing({ ask: openAsk('turn 1') }), waiting.table_id)).toBe('turn');
  expect(cue(null, ownTurn)).toBe('turn');
  expect(cue(ownTurn, { ...ownTurn, connection: { ...ownTurn.connection, rtt_ms: 3 } })).toBeNull();
  expect(cue(waiting, { ...ownTurn, control_mode: 'autonomous' })).toBeNull();
});

it('plays messages and ends, except after own resignation and for games that had ended before', () => {
  const withMessage = playing({ talk: [{ number: 1, by: 'host', text: 'hi', at: 1, origin: null }] });
  expect(cue(waiting, withMessage)).toBe('message');
  expect(cue(waiting, playing({ phase: 'finished' }))).toBe('over');
  expect(cue(ownTurn, playing({ phase: 'failed', problem: { code: 'resigned', message: '' } }))).toBeNull();
  expect(cue(null, playing({ phase: 'finished' }))).toBeNull();
});

it('plays the most important of several, and in a hidden window only what needs the user', () => {
  const other = playing({ table_id: 'b' });
  expect(cueOf(known(waiting, other), known(ownTurn, { ...other, phase: 'finished' }), null)).toBe('over');
  expect(cues.filter(soundsHidden)).toEqual(['turn', 'warning']);
});
