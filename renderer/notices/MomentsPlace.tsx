import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
import { holdHeight } from './held-height.ts';
import styles from './Moments.module.css';

interface Place {
  element: HTMLElement;
  /** A line of the bar under a board, instead of a column. */
  isBar: boolean;
}

/** The places that are in sight. */
const usePlaces = create<readonly Place[]>(() => []);

const without = (places: readonly Place[], element: HTMLElement) => places.filter((other) => other.element !== element);

/**
 * Where a page has room for moments; empty without them. In a column, cards push down what follows, but not while the pointer or the focus
 * is in the column. `isBar`: in the bar under a board, a line has the place of the detail; `isHidden`: something else has it for a moment.
 */
export function MomentsPlace({ isBar = false, isHidden = false }: { isBar?: boolean; isHidden?: boolean }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const element = ref.current;
    const column = element?.parentElement;
    if (!element || !column) return;
    // A column without room for it is not rendered.
    const register = () =>
      usePlaces.setState(
        (places) => [...without(places, element), ...(column.getClientRects().length > 0 ? [{ element, isBar }] : [])],
        true,
      );
    register();
    const observer = new ResizeObserver(register);
    observer.observe(column);
    const stopHolding = isBar ? () => {} : holdHeight(element, column, { holdsEmpty: false });
    return () => {
      observer.disconnect();
      stopHolding();
      usePlaces.setState((places) => without(places, element), true);
    };
  }, [isBar]);
  return <div ref={ref} className={isBar ? styles.bar : styles.room} hidden={isHidden} />;
}

/** The place on the page, in its column or in its bar; null where it has none. */
export const useMomentsPlace = ({ isBar = false } = {}): HTMLElement | null =>
  usePlaces((places) => places.findLast((place) => place.isBar === isBar)?.element ?? null);
