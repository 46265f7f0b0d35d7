import { useEffect, useState } from 'react';

/** Blocks for `ms` after each change of `key`, but not on mount. `blocked` reads the clock, `guarded` is as of the last render. */
export function useGuard(key: string | null, ms: number): { guarded: boolean; blocked(): boolean } {
  const [lastChange, setLastChange] = useState({ key, at: Number.NEGATIVE_INFINITY });
  if (lastChange.key !== key) setLastChange({ key, at: key === null ? Number.NEGATIVE_INFINITY : performance.now() });
  const [, rerender] = useState(0);
  useEffect(() => {
    const remainingMs = lastChange.at + ms - performance.now();
    if (remainingMs <= 0) return;
    // Timers truncate fractions of a millisecond: firing early would keep the button disabled.
    const timer = setTimeout(() => rerender((count) => count + 1), Math.ceil(remainingMs) + 1);
    return () => clearTimeout(timer);
  }, [lastChange, ms]);
  const blocked = () => performance.now() < lastChange.at + ms;
  return { guarded: blocked(), blocked };
}
