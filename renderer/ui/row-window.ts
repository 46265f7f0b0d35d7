import { type RefObject, useCallback, useEffect, useRef, useState } from 'react';
import { usePainted } from '../core/use-painted.ts';

/** Rows rendered beyond each edge. */
const overscanRows = 8;
/** The range moves by this many rows at a time. */
const stepRows = 4;
/** Pixels of the window's height that no list has: title bar, heading and status bar. */
const frameHeight = 130;

export interface RowWindow {
  from: number;
  /** Exclusive. */
  to: number;
}

/** The range of rows to render, all of equal height. */
export function visibleRange(scrollTop: number, height: number, rowHeight: number, count: number): RowWindow {
  const first = Math.floor(scrollTop / rowHeight / stepRows) * stepRows;
  const last = Math.ceil((scrollTop + height) / rowHeight / stepRows) * stepRows;
  const clamp = (row: number) => Math.min(count, Math.max(0, row));
  return { from: clamp(first - overscanRows), to: clamp(last + overscanRows) };
}

/** Pixels from the top of what `scroller` scrolls to the top of `list`. */
function offsetOf(scroller: HTMLElement, list: HTMLElement | null | undefined): number {
  return list ? list.getBoundingClientRect().top - scroller.getBoundingClientRect().top + scroller.scrollTop : 0;
}

/**
 * Virtualizes a long list. Before the first paint, nothing is measured and no rows beyond the window are rendered, so that the list appears
 * sooner. `listRef`: the list, unless it starts at the top of what scrolls.
 */
export function useRowWindow(
  scrollerRef: RefObject<HTMLElement | null>,
  count: number,
  rowHeight: number,
  listRef?: RefObject<HTMLElement | null>,
): RowWindow {
  const [range, setRange] = useState<RowWindow>(() => ({
    from: 0,
    to: Math.min(count, Math.ceil((window.innerHeight - frameHeight) / rowHeight)),
  }));
  const update = useCallback(() => {
    const element = scrollerRef.current;
    if (!element) return;
    const scrollTop = element.scrollTop - offsetOf(element, listRef?.current);
    const next = visibleRange(scrollTop, element.clientHeight, rowHeight, count);
    setRange((current) => (current.from === next.from && current.to === next.to ? current : next));
  }, [scrollerRef, listRef, count, rowHeight]);
  const isPainted = usePainted();
  // What is above the list may have changed its height.
  useEffect(() => {
    if (isPainted) update();
  });
  useEffect(() => {
    const element = scrollerRef.current;
    if (!element) return;
    element.addEventListener('scroll', update, { passive: true });
    const observer = new ResizeObserver(update);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', update);
      observer.disconnect();
    };
  }, [update, scrollerRef]);
  return range;
}

interface RowFocus {
  rowHeight: number;
  /** Height of a sticky header. */
  headerHeight?: number;
  /** As for `useRowWindow`. */
  listRef?: RefObject<HTMLElement | null>;
  /** The focusable element of a row, if rendered. */
  findRow(key: string): HTMLElement | null;
}

/** Returns a function that scrolls to a row and focuses it, even if it is not rendered yet. */
export function useRowFocus(
  scrollerRef: RefObject<HTMLElement | null>,
  { rowHeight, headerHeight = 0, listRef, findRow }: RowFocus,
) {
  const pendingKey = useRef<string | null>(null);
  // A row outside the rendered range is focused once it is rendered.
  useEffect(() => {
    if (pendingKey.current === null) return;
    const row = findRow(pendingKey.current);
    if (!row) return;
    pendingKey.current = null;
    row.focus({ preventScroll: true });
  });
  return (key: string, index: number) => {
    const element = scrollerRef.current;
    if (!element) return;
    const top = offsetOf(element, listRef?.current) + index * rowHeight;
    const maxOffset = element.clientHeight - headerHeight - rowHeight;
    if (top < element.scrollTop || top > element.scrollTop + maxOffset) {
      const isNear = Math.abs(top - element.scrollTop) < element.clientHeight * 2;
      element.scrollTop = isNear ? (top < element.scrollTop ? top : top - maxOffset) : top - maxOffset / 2;
    }
    const row = findRow(key);
    if (row) row.focus({ preventScroll: true });
    else pendingKey.current = key;
  };
}
