import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { createUndoQueue, pendingRemovals } from './undo-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function setUp() {
  const done: string[] = [];
  const queue = createUndoQueue();
  const start = (name: string, kind = 'messages') =>
    queue.start({
      kind,
      hiddenKeys: [name],
      text: name,
      perform: async () => void done.push(`done ${name}`),
      onUndo: () => void done.push(`onUndo ${name}`),
    });
  const hidden = () => [...pendingRemovals(queue.store.getState())];
  return { queue, done, start, hidden };
}

describe('a failing undo', () => {
  const failing = async () => {
    throw new ParlorError('internal', 'internal');
  };
  const failures = ({ store }: ReturnType<typeof createUndoQueue>) =>
    store.getState().map(({ state, failed, problem }) => ({ state, failed, code: problem?.code }));

  it('says that the action was not undone', async () => {
    const queue = createUndoQueue();
    queue.start({ kind: 'block', text: 'a', perform: async () => {}, onUndo: failing });
    queue.undo();
    await vi.advanceTimersByTimeAsync(0);
    expect(failures(queue)).toEqual([{ state: 'failed', failed: 'undo', code: 'internal' }]);
    queue.dismiss(queue.store.getState()[0]!.id);
    expect(failures(queue)).toEqual([]);
  });

  it('does not claim that a failed action was undone', async () => {
    const queue = createUndoQueue();
    queue.start({ kind: 'block', text: 'a', perform: failing, onUndo: failing });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(failures(queue)).toEqual([{ state: 'failed', failed: 'both', code: 'internal' }]);
  });
});

describe('undo', () => {
  it('performs the action after ten seconds and hides the item until then', async () => {
    const { queue, done, start, hidden } = setUp();
    start('a');
    expect(hidden()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(9_999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['done a']);
    expect(queue.store.getState()).toEqual([]);
    expect(queue.undo()).toBe(false);
  });

  it('undoes the newest action', async () => {
    const { queue, done, start, hidden } = setUp();
    start('a');
    start('b', 'contacts');
    expect(queue.undo()).toBe(true);
    expect(done).toEqual(['onUndo b']);
    expect(hidden()).toEqual(['a']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(done).toEqual(['onUndo b', 'done a']);
  });

  it('pauses while it has the pointer or focus', async () => {
    const { queue, done, start } = setUp();
    start('a');
    const { id } = queue.store.getState()[0]!;
    await vi.advanceTimersByTimeAsync(9_000);
    queue.pause(id);
    queue.pause(id);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(done).toEqual([]);
    queue.resume(id);
    await vi.advanceTimersByTimeAsync(999);
    expect(done).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toEqual(['done a']);
  });

  it('performs the action when another of its kind starts, paused or not', async () => {
    const { queue, done, start, hidden } = setUp();
    start('a');
    queue.pause(queue.store.getState()[0]!.id);
    start('b');
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['done a']);
    expect(hidden()).toEqual(['b']);
  });

  it('performs all pending actions when the window closes', async () => {
    const { queue, done, start } = setUp();
    start('a');
    start('b', 'contacts');
    queue.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(done).toEqual(['done a', 'done b']);
    await vi.advanceTimersByTimeAsync(20_000);
    expect(done).toHaveLength(2);
  });

  it('restores the item and reports it if the action fails', async () => {
    const { queue, hidden } = setUp();
    const onUndo = vi.fn();
    const perform = () => Promise.reject(new ParlorError('not_found', 'There is no such message.'));
    queue.start({ kind: 'messages', hiddenKeys: ['a'], text: 'a', perform, onUndo });
    await vi.advanceTimersByTimeAsync(10_000);
    expect(onUndo).toHaveBeenCalledOnce();
    expect(hidden()).toEqual([]);
    const [failed] = queue.store.getState();
    expect(failed).toMatchObject({ state: 'failed', text: 'a', problem: { code: 'not_found' } });
    expect(queue.undo()).toBe(false);
    queue.dismiss(failed!.id);
    expect(queue.store.getState()).toEqual([]);
  });
});
