/** Guards the session history, which frames share with the window: each entry that a board adds would cost the user one more Back. */

interface HistoryPosition {
  length: number;
  /** Entries that are not the window's own. Counted because `length` stops growing: browsers keep at most 50 entries. */
  foreignCount: number;
  /** The current entry's index among the window's own entries; decreases when the oldest are dropped. */
  index: number;
}

const currentPosition = (): HistoryPosition => ({
  length: history.length,
  // Just after the window adds an entry, `entries()` may still list the one that the browser removes.
  foreignCount: Math.max(0, history.length - navigation.entries().length),
  index: navigation.currentEntry?.index ?? 0,
});

/** A traversal among foreign entries fires no event, so its result is checked after this time. */
const traversalMs = 1_500;
const tickMs = 250;
/** Undoing starts after this many ticks without a change: entries arrive from the board's process one by one. */
const requiredStableTicks = 3;
/** More than one, because a busy browser may take longer for a traversal. */
const maxChecks = 5;

/** Cancels the undo in progress, when the user leaves the page or another undo starts. */
let pendingUndo = new AbortController();
/** Key of the entry after which an undo has left foreign entries. Entries that replaced those would not change any count. */
let undoneKey: string | undefined;

export interface HistoryWatch {
  /** Whether foreign entries were added. */
  hasGrown(): boolean;
  stop(): void;
}

/** Goes back over foreign entries at the end. `fallback` is where Back leads if the window's own entries were dropped. */
export function watchHistory(fallback: string): HistoryWatch {
  // Adding an entry removes all that come after the current one.
  if (undoneKey !== undefined && undoneKey === navigation.currentEntry?.key) history.pushState(null, '', location.hash);
  let basePosition = currentPosition();
  /** Foreign entries since the start. May be one too low, but never too high: going back too far would leave the page. */
  const addedCount = () => {
    const { length, foreignCount } = currentPosition();
    // In a full history, `base` may still count an entry that the browser was dropping.
    return foreignCount - basePosition.foreignCount - (length > basePosition.length ? 0 : 1);
  };

  /** Goes back over the added entries once all of them have arrived, unless the user leaves the page first. */
  function undo(): void {
    pendingUndo.abort();
    const controller = new AbortController();
    pendingUndo = controller;
    const { signal } = controller;
    const { hash } = location;
    navigation.addEventListener(
      'currententrychange',
      // Only `restoreWayBack` replaces an entry.
      ({ navigationType }) => navigationType !== 'replace' && location.hash !== hash && controller.abort(),
      { signal },
    );
    let lastPosition = currentPosition();
    let stableTicks = 0;
    const timer = setInterval(() => {
      const position = currentPosition();
      stableTicks =
        position.length === lastPosition.length &&
        position.foreignCount === lastPosition.foreignCount &&
        position.index === lastPosition.index
          ? stableTicks + 1
          : 0;
      lastPosition = position;
      if (stableTicks < requiredStableTicks) return;
      clearInterval(timer);
      // `go(0)` would reload the page.
      if (addedCount() > 0) {
        undoneKey = navigation.currentEntry?.key;
        history.go(-addedCount());
      }
      if (basePosition.index > 0) restoreWayBack(maxChecks, signal);
    }, tickMs);
    signal.addEventListener('abort', () => clearInterval(timer));
  }

  /** Adds an entry to go back to, if the browser dropped the earlier ones. Repeated, because a late traversal may undo it. */
  function restoreWayBack(remainingChecks: number, signal: AbortSignal): void {
    const timer = setTimeout(() => {
      if (currentPosition().index === 0) {
        const { hash } = location;
        history.replaceState(null, '', fallback);
        history.pushState(null, '', hash);
      }
      if (remainingChecks > 1) restoreWayBack(remainingChecks - 1, signal);
    }, traversalMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  // The lower count, so that entries that a board added just before still count as foreign.
  const onEntryChange = () => {
    const position = currentPosition();
    basePosition = { ...position, foreignCount: Math.min(position.foreignCount, basePosition.foreignCount) };
  };
  navigation.addEventListener('currententrychange', onEntryChange);
  return {
    hasGrown: () => addedCount() > 0,
    stop() {
      navigation.removeEventListener('currententrychange', onEntryChange);
      if (addedCount() > 0) undo();
    },
  };
}
