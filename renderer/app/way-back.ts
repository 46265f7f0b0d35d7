/**
 * What a person deletes is gone from the screen at once and in truth ten seconds later; until then it can be had back. The
 * deed is never lost: it is done early when the window closes or another of its kind begins, and is told of when it fails.
 */
import { createStore, type StoreApi } from 'zustand/vanilla';
import { asProblem, type Problem } from './problem.ts';

export interface Deed {
  /** The sort of thing. A new deed of the same kind carries out the one before, so that one waits at a time. */
  kind: string;
  /** Names of what is gone from the screen meanwhile, for `leaving`. */
  things?: readonly string[];
  /** What happened, as it stands on the toast. */
  words: string;
  /** Resolves when it is done, and what the screen shows says so. */
  act(): Promise<unknown>;
  /** The person took it back, or it failed: everything is as before. */
  undone?(): void;
}

export interface BegunDeed extends Deed {
  id: number;
  /** `waiting`: it can be taken back. `doing`: no longer, but it isn't done yet. `failed`: stays until it was read. */
  state: 'waiting' | 'doing' | 'failed';
  problem: Problem | null;
}

export interface WayBacks {
  /** Oldest first. */
  readonly store: StoreApi<readonly BegunDeed[]>;
  start(deed: Deed): void;
  /** Takes back the one of this id, else the newest. False where there is none. */
  undo(id?: number): boolean;
  /** Its time stands still: the pointer or the focus is on it. */
  hold(id: number): void;
  letGo(id: number): void;
  /** A failure was read. */
  forget(id: number): void;
  /** Everything is done now. */
  finish(): void;
}

export function createWayBacks(ms = 10_000): WayBacks {
  const store = createStore<readonly BegunDeed[]>(() => []);
  const clocks = new Map<number, { left: number; since: number; timer: ReturnType<typeof setTimeout> | null }>();
  let ids = 0;

  const waiting = () => store.getState().filter(({ state }) => state === 'waiting');
  const drop = (id: number) => store.setState((all) => all.filter((each) => each.id !== id), true);
  const change = (id: number, to: Partial<BegunDeed>) =>
    store.setState((all) => all.map((each) => (each.id === id ? { ...each, ...to } : each)), true);

  function stop(id: number): void {
    const clock = clocks.get(id);
    if (clock?.timer) clearTimeout(clock.timer);
    clocks.delete(id);
  }

  function run(id: number, left: number): void {
    clocks.set(id, { left, since: Date.now(), timer: setTimeout(() => carryOut(id), left) });
  }

  function carryOut(id: number): void {
    stop(id);
    const deed = waiting().find((each) => each.id === id);
    if (!deed) return;
    change(id, { state: 'doing' });
    Promise.resolve()
      .then(() => deed.act())
      .then(
        () => drop(id),
        (error: unknown) => {
          change(id, { state: 'failed', problem: asProblem(error) });
          deed.undone?.();
        },
      );
  }

  return {
    store,
    start(deed) {
      for (const { id, kind } of waiting()) if (kind === deed.kind) carryOut(id);
      ids += 1;
      store.setState((all) => [...all, { ...deed, id: ids, state: 'waiting', problem: null }], true);
      run(ids, ms);
    },
    undo(id) {
      const deed = id === undefined ? waiting().at(-1) : waiting().find((each) => each.id === id);
      if (!deed) return false;
      stop(deed.id);
      drop(deed.id);
      deed.undone?.();
      return true;
    },
    hold(id) {
      const clock = clocks.get(id);
      if (!clock?.timer) return;
      clearTimeout(clock.timer);
      clocks.set(id, { ...clock, left: Math.max(0, clock.left - (Date.now() - clock.since)), timer: null });
    },
    letGo(id) {
      const clock = clocks.get(id);
      if (clock && !clock.timer) run(id, clock.left);
    },
    forget: drop,
    finish() {
      for (const { id } of waiting()) carryOut(id);
    },
  };
}

/** What is gone from the screen and not yet in truth. */
export const leaving = (deeds: readonly BegunDeed[]): ReadonlySet<string> =>
  new Set(deeds.flatMap(({ state, things = [] }) => (state === 'failed' ? [] : things)));
