/** Guards the session history, which frames share with the window: each entry that a board adds would cost the user one more Back. */

interface HistoryPosition {
  length: number;
  /** Entries that are not the window's own. Counted because `length` stops growing: browsers keep at most 50 entries. */
  foreign: number;
  /** The current entry's index among the window's own entries; decreases when the oldest are dropped. */
  index: number;
}

const currentPosition = (): HistoryPosition => ({
  length: history.length,
  // Just after the window adds an entry, `entries()` may still list the one that the browser drops for it.
  foreign: Math.max(0, history.length - navigation.entries().length),
  index: navigation.currentEntry?.index ?? 0,
});

/** A traversal among foreign entries fires no event, so its result is checked after this time. */
const traversalMs = 1_500;
const tickMs = 250;
/** Undoing starts after this many ticks without a change: entries arrive from the board's process one by one. */
const unchangedTicks = 3;
/** More than one, because a busy browser may take longer for a traversal. */
const checksMax = 5;

/** Cancels the undo in progress, when the user leaves the page or another undo starts. */
let pending = new AbortController();
/** Key of the entry after which an undo has left foreign entries. Entries that replaced those would not change any count. */
let undoneAt: string | undefined;

export interface HistoryWatch {
  /** Whether foreign entries were added. */
  grown(): boolean;
  end(): void;
}

/** Goes back over foreign entries at the end. `fallback` is where Back leads if the window's own entries were dropped. */
export function watchHistory(fallback: string): HistoryWatch {
  // Adding an entry removes all that come after the current one.
  if (undoneAt !== undefined && undoneAt === navigation.currentEntry?.key) history.pushState(null, '', location.hash);
  let base = currentPosition();
  /** Foreign entries since the start. May be one too low, but never too high: going back too far would leave the page. */
  const added = () => {
    const { length, foreign } = currentPosition();
    // In a full history, `base` may still count an entry that the browser was dropping.
    return foreign - base.foreign - (length > base.length ? 0 : 1);
  };

  /** Goes back over the added entries once all of them have arrived, unless the user leaves the page first. */
  function undo(): void {
    pending.abort();
    const controller = new AbortController();
    pending = controller;
    const { signal } = controller;
    const { hash } = location;
    navigation.addEventListener(
      'currententrychange',
      // Only `restoreWayBack` replaces an entry.
      ({ navigationType }) => navigationType !== 'replace' && location.hash !== hash && controller.abort(),
      { signal },
    );
    let last = currentPosition();
    let unchanged = 0;
    const ticks = setInterval(() => {
      const now = currentPosition();
      unchanged =
        now.length === last.length && now.foreign === last.foreign && now.index === last.index ? unchanged + 1 : 0;
      last = now;
      if (unchanged < unchangedTicks) return;
      clearInterval(ticks);
      // `go(0)` would reload the page.
      if (added() > 0) {
        undoneAt = navigation.currentEntry?.key;
        history.go(-added());
      }
      if (base.index > 0) restoreWayBack(checksMax, signal);
    }, tickMs);
    signal.addEventListener('abort', () => clearInterval(ticks));
  }

  /** Adds an entry to go back to, if the browser dropped the earlier ones. Repeated, because a late traversal may undo it. */
  function restoreWayBack(checks: number, signal: AbortSignal): void {
    const timer = setTimeout(() => {
      if (currentPosition().index === 0) {
        const { hash } = location;
        history.replaceState(null, '', fallback);
        history.pushState(null, '', hash);
      }
      if (checks > 1) restoreWayBack(checks - 1, signal);
    }, traversalMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  // The lower count, so that entries that a board added just before still count as foreign.
  const onMove = () => {
    const now = currentPosition();
    base = { ...now, foreign: Math.min(now.foreign, base.foreign) };
  };
  navigation.addEventListener('currententrychange', onMove);
  return {
    grown: () => added() > 0,
    end() {
      navigation.removeEventListener('currententrychange', onMove);
      if (added() > 0) undo();
    },
  };
}
