import { describe, expect, it } from 'vitest';
import { nextLine, type RecordEntry, type RecordLine } from '../../../shared/tables/record.ts';
import { moveOf, playing } from '../../testing/samples.ts';
import { nextChange, positionOfMove } from './positions.ts';
import { replayOf } from './replay-of.ts';

const frame = (direction: 'sent' | 'received', body: object): RecordEntry =>
  ({ kind: 'frame', direction, frame: body }) as RecordEntry;

function chained(...entries: RecordEntry[]): RecordLine[] {
  const lines: RecordLine[] = [];
  for (const entry of entries) lines.push(nextLine(lines.at(-1) ?? null, 1000 + lines.length, entry));
  return lines;
}
const textOf = (lines: readonly object[]) => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

const lines = chained(
  { kind: 'start', role: 'guest', control_mode: 'human', options: {}, manner: null, hooks_hash: 'a'.repeat(64) },
  frame('sent', { action: 'join' }),
  frame('received', { action: 'ready' }),
  { kind: 'decision', key: 'turn:1', value: 3, origin: 'you' },
  frame('sent', { action: 'move', col: 3 }),
  frame('received', { action: 'round_result', col: 4 }),
  { kind: 'end', completed: true, winner: 'host', reason: null, problem: null },
);
const table = playing({
  phase: 'finished',
  moves: [
    { ...moveOf(1, 'guest', 'column 4'), at: 1004 },
    { ...moveOf(2, 'host', 'column 5'), at: 1005 },
  ],
});
const viewAt = (seq: number, moves: number, view: unknown) => ({ seq, head: lines[seq]!.head, moves, view });
const views = [viewAt(0, 0, 'start'), viewAt(4, 1, 'mine'), viewAt(5, 2, 'theirs'), viewAt(6, 2, 'over')];

describe('a replay', () => {
  const { positions, hasViews } = replayOf(table, { text: textOf(lines), views: textOf(views), spec: null });

  it('has a position before the first message and one for each message', () => {
    expect(hasViews).toBe(true);
    expect(positions.map(({ frame }) => frame?.action ?? null)).toEqual([
      null,
      'join',
      'ready',
      'move',
      'round_result',
    ]);
    expect(positions.map(({ view }) => view)).toEqual(['start', 'start', 'start', 'mine', 'over']);
    expect(positions.map(({ moves }) => moves)).toEqual([0, 0, 0, 1, 2]);
    expect(positions.map(({ changed }) => changed)).toEqual([true, false, false, true, true]);
    expect(positions[3]).toMatchObject({ frame: { number: 3, by: 'guest', text: '{"action":"move","col":3}' } });
    expect(positions[4]?.notes.map(({ entry }) => entry.kind)).toEqual(['end']);
    expect(positions[2]?.notes).toEqual([]);
    expect(positions[3]?.notes.map(({ entry }) => entry.kind)).toEqual(['decision']);
  });

  it('steps from one change to the next, and from a move to its position', () => {
    expect(nextChange(positions, 0, 1)).toBe(3);
    expect(nextChange(positions, 3, 1)).toBe(4);
    expect(nextChange(positions, 4, 1)).toBe(4);
    expect(nextChange(positions, 4, -1)).toBe(3);
    expect(nextChange(positions, 3, -1)).toBe(0);
    expect(nextChange(positions, 2, -1)).toBe(0);
    expect(positionOfMove(positions, 1)).toBe(3);
    expect(positionOfMove(positions, 2)).toBe(4);
  });

  it('ignores views that were stored for another record', () => {
    const other = views.map((line) => ({ ...line, head: 'b'.repeat(64) }));
    const without = replayOf(table, { text: textOf(lines), views: textOf(other), spec: null });
    expect(without.hasViews).toBe(false);
    // Without views, moves are matched by time.
    expect(without.positions.map(({ moves }) => moves)).toEqual([0, 0, 0, 1, 2]);
  });

  it('reveals a sealed value only from the position where it was opened', () => {
    const hash = 'c'.repeat(64);
    const rounds = chained(
      frame('received', { action: 'commit', round: 0, hash }),
      frame('sent', { action: 'commit', round: 0, hash }),
      frame('received', { action: 'reveal', round: 0, value: 'rock', nonce: '1'.repeat(16) }),
    );
    const { positions } = replayOf(playing(), { text: textOf(rounds), views: '', spec: null });
    expect(positions.map(({ sealed_rounds }) => sealed_rounds.length)).toEqual([0, 1, 1, 1]);
    expect(positions[2]?.sealed_rounds[0]?.host).toMatchObject({ sealed: hash, value: null });
    expect(positions[3]?.sealed_rounds[0]).toMatchObject({
      host: { value: 'rock' },
      guest: { sealed: hash, value: null },
    });
  });
});
