import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { createUndoQueue, pendingRemovals } from './undo-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function scene() {
  const done: string[] = [];
  const backs = createUndoQueue();
  const start = (name: string, kind = 'messages') =>
    backs.start({
      kind,
      removes: [name],
      text: name,
      perform: async () => void done.push(`done ${name}`),
      onUndo: () => void done.push(`onUndo ${name}`),
    });
  const gone = () => [...pendingRemovals(backs.store.getState())];
  return { backs, done, start, gone };
}

describe('undo', () => {
  it('performs the action after ten seconds and hides the item until then', async () => {
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

  it('undoes the newest action', async () => {
    const { backs, done, start, gone } = scene();
    start('a');
    start('b', 'contacts');
    expect(backs.undo()).toBe(true);
    expect(done).toEqual(['onUndo b']);
    expect(gone()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(done).toEqual(['onUndo b', 'done a']);
  });

  it('pauses while it has the pointer or focus', async () => {
    const { backs, done, start } = scene();
    start('a');
    const { id } = backs.store.getState()[0]!;
    await vi.advanceTimersByTimeAsync(9_000);
    backs.pause(id);
    backs.pause(id);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual([]);
    backs.resume(id);
    await vi.advanceTimersByTimeAsync(999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['done a']);
  });

  it('performs the action when another of its kind starts, paused or not', async () => {
    const { backs, done, start, gone } = scene();
    start('a');
    backs.pause(backs.store.getState()[0]!.id);
    start('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['done a']);
    expect(gone()).toEqual(['b']);
  });

  it('performs all pending actions when the window closes', async () => {
    const { backs, done, start } = scene();
    start('a');
    start('b', 'contacts');
    backs.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['done a', 'done b']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(done).toHaveLength(2);
  });

  it('restores the item and reports it if the action fails', async () => {
    const { backs, gone } = scene();
    const onUndo = vi.fn();
    const perform = () => Promise.reject(new ParlorError('not_found', 'There is no such message.'));
    backs.start({ kind: 'messages', removes: ['a'], text: 'a', perform, onUndo });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onUndo).toHaveBeenCalledOnce();
    expect(gone()).toEqual([]);
    const [failed] = backs.store.getState();
    expect(failed).toMatchObject({ state: 'failed', text: 'a', problem: { code: 'not_found' } });
    expect(backs.undo()).toBe(false);
    backs.dismiss(failed!.id);
    expect(backs.store.getState()).toEqual([]);
  });
});
