/** Guards the session history, which frames share: every entry a board adds is one more step before Back leaves the table. */

interface HistoryPosition {
  length: number;
  /** Entries that are not the window's own. Browsers keep fifty in all, so `length` stops growing. */
  foreign: number;
  /** Among the window's own entries; decreases when the oldest are dropped. */
  index: number;
}

const here = (): HistoryPosition => ({
  length: history.length,
  // Just after an own entry was added, an entry that the browser drops for it may still be listed.
  foreign: Math.max(0, history.length - navigation.entries().length),
  index: navigation.currentEntry?.index ?? 0,
});

/** A traversal that changes none of the window's own entries fires no event, so its result is checked after this time. */
const traversalMs = 1_500;
/** Entries arrive from the board's process one by one. */
const tickMs = 250;
const stillTicks = 3;
/** A busy browser may take longer for a traversal. */
const checksMax = 5;

/** Cancels the undoing in progress: the user has left the page, or another one replaces it. */
let pending = new AbortController();
/** Key of the entry ahead of which undoing has left foreign ones. Entries added next would replace those, and not be noticed. */
let undoneAt: string | undefined;

export interface HistoryWatch {
  /** Whether foreign entries were added. */
  grown(): boolean;
  end(): void;
}

/** Removes foreign entries at the end. `fallback` is where Back leads if the window's own entries were dropped. */
export function watchHistory(fallback: string): HistoryWatch {
  // An own entry drops everything ahead.
  if (undoneAt !== undefined && undoneAt === navigation.currentEntry?.key) history.pushState(null, '', location.hash);
  let base = here();
  /** May be one less than there are, never more, which would lead out of the page. */
  const added = () => {
    const { length, foreign } = here();
    // In a full history an own entry is dropped only shortly after another was added.
    return foreign - base.foreign - (length > base.length ? 0 : 1);
  };

  /** Waits until the entries that the board has added have all arrived, unless the user leaves meanwhile. */
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
    let last = here();
    let still = 0;
    const ticks = setInterval(() => {
      const now = here();
      still = now.length === last.length && now.foreign === last.foreign && now.index === last.index ? still + 1 : 0;
      last = now;
      if (still < stillTicks) return;
      clearInterval(ticks);
      // Zero would reload the page.
      if (added() > 0) {
        undoneAt = navigation.currentEntry?.key;
        history.go(-added());
      }
      if (base.index > 0) restoreWayBack(checksMax, signal);
    }, tickMs);
    signal.addEventListener('abort', () => clearInterval(ticks));
  }

  /** Gives the current page an entry to go back to, if the browser dropped the previous ones or the traversal undid that. */
  function restoreWayBack(checks: number, signal: AbortSignal): void {
    const timer = setTimeout(() => {
      if (here().index === 0) {
        const { hash } = location;
        history.replaceState(null, '', fallback);
        history.pushState(null, '', hash);
      }
      if (checks > 1) restoreWayBack(checks - 1, signal);
    }, traversalMs);
    signal.addEventListener('abort', () => clearTimeout(timer));
  }

  // Entries that a board added just before do not become the window's own.
  const moved = () => {
    const now = here();
    base = { ...now, foreign: Math.min(now.foreign, base.foreign) };
  };
  navigation.addEventListener('currententrychange', moved);
  return {
    grown: () => added() > 0,
    end() {
      navigation.removeEventListener('currententrychange', moved);
      if (added() > 0) undo();
    },
  };
}
