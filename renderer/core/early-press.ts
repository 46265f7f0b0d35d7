import { useEffect, useRef, useState } from 'react';
import { dialogOpen } from './keys.ts';

interface EarlyPress {
  /** The action can run now. */
  possible: boolean;
  /** The action can't run at all: a waiting press is discarded. */
  refused: boolean;
  run(): void;
}

/** Defers an action requested too early until it is possible; Escape or `cancel` withdraws the request. */
export function useEarlyPress({ possible, refused, run }: EarlyPress) {
  const [pressed, setPressed] = useState(false);
  const waiting = pressed && !possible && !refused;
  const latest = useRef(run);
  latest.current = run;

  useEffect(() => {
    if (!pressed || !(possible || refused)) return;
    setPressed(false);
    if (possible) latest.current();
  }, [pressed, possible, refused]);

  // In the capture phase, so that Escape doesn't also close the sheet.
  useEffect(() => {
    if (!waiting) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || dialogOpen()) return;
      event.preventDefault();
      setPressed(false);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [waiting]);

  return { waiting, press: () => setPressed(true), cancel: () => setPressed(false) };
}
