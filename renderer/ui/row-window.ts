import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Rows rendered beyond each edge, and the granularity of the range. */
const beyond = 8;
const step = 4;

export interface RowWindow {
  from: number;
  /** Exclusive. */
  to: number;
}

/** The range of rows to render, all of equal height. */
export function rowsAt(scrolled: number, height: number, rowHeight: number, count: number): RowWindow {
  const first = Math.floor(scrolled / rowHeight / step) * step;
  const last = Math.ceil((scrolled + height) / rowHeight / step) * step;
  return { from: Math.min(count, Math.max(0, first - beyond)), to: Math.min(count, last + beyond) };
}

/** Virtualizes a long list that starts at the top of `scroller`. */
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

interface RowFocus {
  rowHeight: number;
  /** Height of a sticky header. */
  headHeight?: number;
  /** The focusable element of a row, if rendered. */
  find(key: string): HTMLElement | null;
}

/** Scrolls to a row and focuses it, also if it is not rendered yet. `place` is its index. */
export function useRowFocus(scroller: RefObject<HTMLElement | null>, { rowHeight, headHeight = 0, find }: RowFocus) {
  const wanted = useRef<string | null>(null);
  // A row outside the rendered range takes the focus once rendered.
  useEffect(() => {
    if (wanted.current === null) return;
    const found = find(wanted.current);
    if (!found) return;
    wanted.current = null;
    found.focus({ preventScroll: true });
  });
  return (key: string, place: number) => {
    const box = scroller.current;
    if (!box) return;
    const top = place * rowHeight;
    const room = box.clientHeight - headHeight - rowHeight;
    if (top < box.scrollTop || top > box.scrollTop + room) {
      const near = Math.abs(top - box.scrollTop) < box.clientHeight * 2;
      box.scrollTop = near ? (top < box.scrollTop ? top : top - room) : top - room / 2;
    }
    const found = find(key);
    if (found) found.focus({ preventScroll: true });
    else wanted.current = key;
  };
}
