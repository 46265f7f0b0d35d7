/**
 * Deferred actions with undo. An action takes effect on screen at once and is performed ten seconds later; it is performed
 * early when the window closes or another action of the same kind starts, and a failure stays visible until it is dismissed.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { asProblem, type Problem } from './problem.ts';

export interface PendingAction {
  /** Starting an action performs the waiting action of the same kind, so at most one of each kind waits. */
  kind: string;
  /** Keys of what the action hides on screen. */
  hiddenKeys?: readonly string[];
  /** Shown on the toast. */
  text: string;
  /** Resolves once the stores reflect the change. */
  perform(): Promise<unknown>;
  /** Called after undo or failure; if it rejects, the action was not undone, and its toast says so. */
  onUndo?(): unknown;
}

export interface QueuedAction extends PendingAction {
  id: number;
  /** `waiting` can be undone; `failed` stays until it is dismissed. */
  state: 'waiting' | 'running' | 'failed';
  /** Why the last attempt failed: to perform the action, to undo it, or to undo it after it could not be performed. */
  problem: Problem | null;
  failed: 'action' | 'undo' | 'both' | null;
}

export interface UndoQueue {
  /** Oldest first. */
  readonly store: StoreApi<readonly QueuedAction[]>;
  start(action: PendingAction): void;
  /** Undoes the given action, or else the newest waiting one. False if there is none. */
  undo(id?: number): boolean;
  /** Pauses the countdown, for as long as the toast has the pointer or the focus. */
  pause(id: number): void;
  resume(id: number): void;
  /** Removes a failed action. */
  dismiss(id: number): void;
  /** Performs all waiting actions now. */
  flush(): void;
}

export function createUndoQueue(delayMs = 10_000): UndoQueue {
  const store = createStore<readonly QueuedAction[]>(() => []);
  const countdowns = new Map<
    number,
    { remainingMs: number; startedAt: number; timer: ReturnType<typeof setTimeout> | null }
  >();
  let lastId = 0;

  const waitingActions = () => store.getState().filter(({ state }) => state === 'waiting');
  const removeAction = (id: number) => store.setState((all) => all.filter((action) => action.id !== id), true);
  const updateAction = (id: number, changes: Partial<QueuedAction>) =>
    store.setState((all) => all.map((action) => (action.id === id ? { ...action, ...changes } : action)), true);

  function clearCountdown(id: number): void {
    const countdown = countdowns.get(id);
    if (countdown?.timer) clearTimeout(countdown.timer);
    countdowns.delete(id);
  }

  function startCountdown(id: number, remainingMs: number): void {
    countdowns.set(id, {
      remainingMs,
      startedAt: performance.now(),
      timer: setTimeout(() => performAction(id), remainingMs),
    });
  }

  function performAction(id: number): void {
    clearCountdown(id);
    const action = waitingActions().find((action) => action.id === id);
    if (!action) return;
    updateAction(id, { state: 'running' });
    Promise.resolve()
      .then(() => action.perform())
      .then(
        () => removeAction(id),
        (error: unknown) => {
          updateAction(id, { state: 'failed', failed: 'action', problem: asProblem(error) });
          undoAction(action, () => updateAction(id, { failed: 'both' }));
        },
      );
  }

  /** Never rejects. */
  function undoAction({ onUndo }: PendingAction, onFailure: (error: unknown) => void): void {
    (async () => onUndo?.())().catch(onFailure);
  }

  return {
    store,
    start(action) {
      for (const { id, kind } of waitingActions()) if (kind === action.kind) performAction(id);
      lastId += 1;
      store.setState((all) => [...all, { ...action, id: lastId, state: 'waiting', problem: null, failed: null }], true);
      startCountdown(lastId, delayMs);
    },
    undo(id) {
      const action = id === undefined ? waitingActions().at(-1) : waitingActions().find((action) => action.id === id);
      if (!action) return false;
      clearCountdown(action.id);
      removeAction(action.id);
      undoAction(action, (error) =>
        store.setState(
          (all) => [...all, { ...action, state: 'failed', failed: 'undo', problem: asProblem(error) }],
          true,
        ),
      );
      return true;
    },
    pause(id) {
      const countdown = countdowns.get(id);
      if (!countdown?.timer) return;
      clearTimeout(countdown.timer);
      countdowns.set(id, {
        ...countdown,
        remainingMs: Math.max(0, countdown.remainingMs - (performance.now() - countdown.startedAt)),
        timer: null,
      });
    },
    resume(id) {
      const countdown = countdowns.get(id);
      if (countdown && !countdown.timer) startCountdown(id, countdown.remainingMs);
    },
    dismiss: removeAction,
    flush() {
      for (const { id } of waitingActions()) performAction(id);
    },
  };
}

/** Keys hidden by actions that have not failed. */
export const pendingRemovals = (actions: readonly QueuedAction[]): ReadonlySet<string> =>
  new Set(actions.flatMap(({ state, hiddenKeys = [] }) => (state === 'failed' ? [] : hiddenKeys)));
