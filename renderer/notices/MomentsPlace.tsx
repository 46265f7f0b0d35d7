import { useEffect, useRef } from 'react';
import { create } from 'zustand';
import styles from './Moments.module.css';

/** The places that are in sight. */
const usePlaces = create<readonly HTMLElement[]>(() => []);

const without = (places: readonly HTMLElement[], place: HTMLElement) => places.filter((other) => other !== place);

/** Where a page has room for the cards of moments: they push down what follows, and cover nothing. Empty without cards. */
export function MomentsPlace() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = ref.current;
    const column = place?.parentElement;
    if (!place || !column) return;
    // A column without room for it is not rendered.
    const observer = new ResizeObserver(() =>
      usePlaces.setState(
        (places) => [...without(places, place), ...(column.getClientRects().length > 0 ? [place] : [])],
        true,
      ),
    );
    observer.observe(column);
    return () => {
      observer.disconnect();
      usePlaces.setState((places) => without(places, place), true);
    };
  }, []);
  return <div ref={ref} className={styles.room} />;
}

/** The place on the page; null where it has none. */
export const useMomentsPlace = (): HTMLElement | null => usePlaces((places) => places.at(-1) ?? null);
