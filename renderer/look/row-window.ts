import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Rows kept beyond each edge, and the step by which the window moves. */
const beyond = 20;
const step = 10;

export interface RowWindow {
  from: number;
  /** Not included. */
  to: number;
}

/** Which rows of equal height to draw. */
export function rowsAt(scrolled: number, height: number, rowHeight: number, count: number): RowWindow {
  const first = Math.floor(scrolled / rowHeight / step) * step;
  const last = Math.ceil((scrolled + height) / rowHeight / step) * step;
  return { from: Math.min(count, Math.max(0, first - beyond)), to: Math.min(count, last + beyond) };
}

/** Long lists draw only what is near: `scroller` is watched, its list begins at its top. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow {
  const [seen, setSeen] = useState<RowWindow>(() => rowsAt(0, 1000, rowHeight, count));
  const look = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const now = rowsAt(element.scrollTop, element.clientHeight, rowHeight, count);
    setSeen((before) => (before.from === now.from && before.to === now.to ? before : now));
  }, [scroller, count, rowHeight]);
  useEffect(() => {
    look();
    const element = scroller.current;
    if (!element) return;
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [look, scroller]);
  return seen;
}
