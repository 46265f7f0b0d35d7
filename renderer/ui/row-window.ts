import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';

/** Rows rendered beyond each edge. */
const overscan = 8;
/** The range moves by this many rows at a time. */
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
  return { from: Math.min(count, Math.max(0, first - overscan)), to: Math.min(count, last + overscan) };
}

/** Virtualizes a long list that starts at the top of `scroller`. */
export function useRowWindow(scroller: RefObject<HTMLElement | null>, count: number, rowHeight: number): RowWindow {
  const [range, setRange] = useState<RowWindow>(() => rowsAt(0, 1000, rowHeight, count));
  const update = useCallback(() => {
    const element = scroller.current;
    if (!element) return;
    const next = rowsAt(element.scrollTop, element.clientHeight, rowHeight, count);
    setRange((current) => (current.from === next.from && current.to === next.to ? current : next));
  }, [scroller, count, rowHeight]);
  useEffect(() => {
    update();
    const element = scroller.current;
    if (!element) return;
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [update, scroller]);
  return range;
}

interface RowFocus {
  rowHeight: number;
  /** Height of a sticky header. */
  headHeight?: number;
  /** The focusable element of a row, if rendered. */
  find(key: string): HTMLElement | null;
}

/** Returns a function that scrolls to a row and focuses it, even if it is not rendered yet. */
export function useRowFocus(scroller: RefObject<HTMLElement | null>, { rowHeight, headHeight = 0, find }: RowFocus) {
  const pendingKey = useRef<string | null>(null);
  // A row outside the rendered range is focused once it is rendered.
  useEffect(() => {
    if (pendingKey.current === null) return;
    const row = find(pendingKey.current);
    if (!row) return;
    pendingKey.current = null;
    row.focus({ preventScroll: true });
  });
  return (key: string, index: number) => {
    const element = scroller.current;
    if (!element) return;
    const top = index * rowHeight;
    const room = element.clientHeight - headHeight - rowHeight;
    if (top < element.scrollTop || top > element.scrollTop + room) {
      const near = Math.abs(top - element.scrollTop) < element.clientHeight * 2;
      element.scrollTop = near ? (top < element.scrollTop ? top : top - room) : top - room / 2;
    }
    const row = find(key);
    if (row) row.focus({ preventScroll: true });
    else pendingKey.current = key;
  };
}
