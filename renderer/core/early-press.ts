import { useEffect, useRef, useState } from 'react';
import { isDialogOpen } from './keys.ts';

interface EarlyPress {
  /** The action can run now. */
  canRun: boolean;
  /** The action can't run at all; a waiting press is discarded. */
  isRefused: boolean;
  run(): void;
}

/** Defers an action requested too early until it is possible; Escape or `cancel` withdraws the request. */
export function useEarlyPress({ canRun, isRefused, run }: EarlyPress) {
  const [isPressed, setIsPressed] = useState(false);
  const isWaiting = isPressed && !canRun && !isRefused;
  const latestRun = useRef(run);
  latestRun.current = run;

  useEffect(() => {
    if (!isPressed || !(canRun || isRefused)) return;
    setIsPressed(false);
    if (canRun) latestRun.current();
  }, [isPressed, canRun, isRefused]);

  // In the capture phase, so that Escape doesn't also close the sheet.
  useEffect(() => {
    if (!isWaiting) return;
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || isDialogOpen()) return;
      event.preventDefault();
      setIsPressed(false);
    };
    window.addEventListener('keydown', onKey, { capture: true });
    return () => window.removeEventListener('keydown', onKey, { capture: true });
  }, [isWaiting]);

  return { waiting: isWaiting, press: () => setIsPressed(true), cancel: () => setIsPressed(false) };
}
