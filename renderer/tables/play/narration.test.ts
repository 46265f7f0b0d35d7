import { describe, expect, it } from 'vitest';
import { moveOf, openAsk, playing } from '../../testing/samples.ts';
import { announcementsBetween, isAssertive, spokenSeconds } from './narration.ts';

const kinds = (...args: Parameters<typeof announcementsBetween>) =>
  announcementsBetween(...args).map(({ kind }) => kind);

describe('announcements of a table', () => {
  it('announces the peer’s move, then the turn', () => {
    const before = playing({ ask: null, moves: [moveOf(1, 'guest', 'column 4')] });
    const now = playing({
      ask: openAsk('turn:3'),
      moves: [moveOf(1, 'guest', 'column 4'), moveOf(2, 'host', 'column 3')],
    });
    expect(announcementsBetween(before, now)).toEqual([
      { kind: 'moved', own: false, move: moveOf(2, 'host', 'column 3') },
      { kind: 'asked' },
    ]);
  });

  it('announces nothing if nothing changed', () => {
    const table = playing({ ask: openAsk('turn:3') });
    expect(announcementsBetween(table, { ...table, connection: { ...table.connection, rtt_ms: 20 } })).toEqual([]);
  });

  it('announces a proposal instead of the question, and again when it changes', () => {
    const first = playing({ control_mode: 'hybrid', ask: { ...openAsk('turn:3'), proposal: 4 } });
    expect(kinds(null, first)).toEqual(['began', 'proposed']);
    expect(kinds(first, playing({ control_mode: 'hybrid', ask: { ...openAsk('turn:3'), proposal: 5 } }))).toEqual([
      'proposed',
    ]);
  });

  it('announces what waits for the turn, what is taken back, and what was dropped, once', () => {
    const ahead = { key: 'ahead:1', prompt: 'Drop a disc', choices: [] };
    const premove = { answer: 4, label: 'column 4', dropped: null };
    const [idle, waits] = [playing({ ask: null, ahead }), playing({ ask: null, ahead, premove })];
    expect(kinds(idle, waits)).toEqual(['waits']);
    expect(kinds(waits, { ...waits })).toEqual([]);
    expect(kinds(waits, playing({ ask: null, ahead, premove: { ...premove, answer: 5 } }))).toEqual(['waits']);
    expect(kinds(waits, idle)).toEqual(['taken_back']);
    const dropped = playing({ ask: openAsk('turn:3'), premove: { ...premove, dropped: 'illegal' } });
    expect(kinds(waits, dropped)).toEqual(['dropped', 'asked']);
    expect(kinds(dropped, playing({ ask: null, ahead }))).toEqual([]);
  });

  it('announces a move that was chosen ahead as a move', () => {
    const waits = playing({
      ...{ ask: null, ahead: { key: 'ahead:1', prompt: 'Drop a disc', choices: [] } },
      premove: { answer: 4, label: 'column 4', dropped: null },
    });
    const played = playing({ ask: null, moves: [moveOf(1, 'host', 'column 3'), moveOf(2, 'guest', 'column 4')] });
    expect(kinds(waits, played)).toEqual(['moved', 'moved']);
    // The next move may be chosen ahead in the same snapshot.
    const next = { ...played, ahead: { key: 'ahead:3', prompt: 'Drop a disc', choices: [] } };
    expect(kinds(waits, next)).toEqual(['moved', 'moved']);
  });

  it('summarizes an autonomous game every five moves', () => {
    const table = (count: number) =>
      playing({
        control_mode: 'autonomous',
        moves: Array.from({ length: count }, (_, i) => moveOf(i + 1, i % 2 ? 'host' : 'guest', 'x')),
      });
    expect(kinds(table(3), table(4))).toEqual([]);
    expect(announcementsBetween(table(4), table(6))).toEqual([{ kind: 'summary', moves: 5 }]);
    const [before, after] = [table(4), table(6)];
    const automatic = { ...after, moves: after.moves.map((move) => ({ ...move, automatic: move.number > 4 })) };
    expect(announcementsBetween(before, automatic)).toEqual([]);
  });

  it('announces a silent peer and the end once, assertively', () => {
    const table = playing({ ask: null });
    const silent = playing({
      ask: null,
      connection: { kind: 'direct', rtt_ms: null, quiet_since: 1, gives_up_at: null },
    });
    expect(announcementsBetween(table, silent).filter(isAssertive)).toEqual([{ kind: 'quiet' }]);
    expect(kinds(silent, table)).toEqual(['back']);
    const over = { ...table, phase: 'failed' as const };
    expect(announcementsBetween(table, over).filter(isAssertive)).toEqual([{ kind: 'over' }]);
    expect(announcementsBetween(over, over)).toEqual([]);
  });

  it('announces the time at 30, 10 and 5 seconds only', () => {
    expect(spokenSeconds(31_000, 30_000)).toBe(30);
    expect(spokenSeconds(30_000, 29_000)).toBeNull();
    expect(spokenSeconds(10_200, 9_900)).toBe(10);
    expect(spokenSeconds(40_000, 4_900)).toBe(5);
    expect(spokenSeconds(5_100, 0)).toBeNull();
  });
});
