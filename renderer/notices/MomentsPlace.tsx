import { useLayoutEffect, useRef } from 'react';
import { create } from 'zustand';
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
    const stopHolding = isBar ? () => {} : holdHeight(element, column);
    return () => {
      observer.disconnect();
      stopHolding();
      usePlaces.setState((places) => without(places, element), true);
    };
  }, [isBar]);
  return <div ref={ref} className={isBar ? styles.bar : styles.room} hidden={isHidden} />;
}

/** Keeps the height of the place while the pointer or the focus is in its column, unless the user changes what is in it. */
function holdHeight(element: HTMLElement, column: HTMLElement): () => void {
  const hold = () => {
    if (element.offsetHeight === 0 || element.dataset.held !== undefined) return;
    element.style.height = `${element.offsetHeight}px`;
    element.dataset.held = '';
  };
  const release = () => {
    element.style.height = '';
    delete element.dataset.held;
  };
  const releaseIfLeft = () => {
    if (!column.matches(':hover, :focus-within')) release();
  };
  const left = () => setTimeout(releaseIfLeft);
  const listeners = { pointerenter: hold, focusin: hold, pointerleave: left, focusout: left } as const;
  for (const [event, listener] of Object.entries(listeners)) column.addEventListener(event, listener);
  element.addEventListener('click', release, true);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) column.removeEventListener(event, listener);
    element.removeEventListener('click', release, true);
  };
}

/** The place on the page, in its column or in its bar; null where it has none. */
export const useMomentsPlace = ({ isBar = false } = {}): HTMLElement | null =>
  usePlaces((places) => places.findLast((place) => place.isBar === isBar)?.element ?? null);
