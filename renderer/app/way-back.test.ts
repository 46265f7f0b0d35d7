import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { createWayBacks, leaving } from './way-back.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scene() {
  const done: string[] = [];
  const backs = createWayBacks();
  const start = (name: string, kind = 'letters') =>
    backs.start({
      kind,
      things: [name],
      words: name,
      act: async () => void done.push(`done ${name}`),
      undone: () => void done.push(`undone ${name}`),
    });
  const gone = () => [...leaving(backs.store.getState())];
  return { backs, done, start, gone };
}

describe('a way back', () => {
  it('does the deed after ten seconds and hides the thing until it is done', async () => {
    const { backs, done, start, gone } = scene();
    start('a');
    expect(gone()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['done a']);
    expect(backs.store.getState()).toEqual([]);
    expect(backs.undo()).toBe(false);
  });

  it('takes the newest back, and does nothing then', async () => {
    const { backs, done, start, gone } = scene();
    start('a');
    start('b', 'contacts');
    expect(backs.undo()).toBe(true);
    expect(done).toEqual(['undone b']);
    expect(gone()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(done).toEqual(['undone b', 'done a']);
  });

  it('waits while the pointer or the focus is on it', async () => {
    const { backs, done, start } = scene();
    start('a');
    const { id } = backs.store.getState()[0]!;
    await vi.advanceTimersByTimeAsync(9_000);
    backs.hold(id);
    backs.hold(id);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual([]);
    backs.letGo(id);
    await vi.advanceTimersByTimeAsync(999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['done a']);
  });

  it('is at its end when another of its kind begins, held or not', async () => {
    const { backs, done, start, gone } = scene();
    start('a');
    backs.hold(backs.store.getState()[0]!.id);
    start('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['done a']);
    expect(gone()).toEqual(['b']);
  });

  it('begins everything that waits when the window closes', async () => {
    const { backs, done, start } = scene();
    start('a');
    start('b', 'contacts');
    backs.finish();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['done a', 'done b']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(done).toHaveLength(2);
  });

  it('brings the thing back and tells of it when the deed fails', async () => {
    const { backs, gone } = scene();
    const undone = vi.fn();
    const act = () => Promise.reject(new ParlorError('not_found', 'There is no such letter.'));
    backs.start({ kind: 'letters', things: ['a'], words: 'a', act, undone });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(undone).toHaveBeenCalledOnce();
    expect(gone()).toEqual([]);
    const [failed] = backs.store.getState();
    expect(failed).toMatchObject({ state: 'failed', words: 'a', problem: { code: 'not_found' } });
    expect(backs.undo()).toBe(false);
    backs.forget(failed!.id);
    expect(backs.store.getState()).toEqual([]);
  });
});
