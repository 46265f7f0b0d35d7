import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { areApart, type Fold, folds, foldToFit } from './fold.ts';

/**
 * Folds a band until its parts (`data-part`) fit: before the first paint, after every render, and when it or a part changes its size.
 * The result depends on the width and the content alone, so it can't flicker. Style sheets read it from `data-folded`.
 */
export function useFolds(): { ref: RefObject<HTMLElement | null>; isFolded(fold: Fold): boolean } {
  const ref = useRef<HTMLElement>(null);
  const [count, setCount] = useState(0);
  const fold = () => {
    const band = ref.current;
    if (!band) return;
    const fitting = foldToFit((candidate) => fitsFolded(band, candidate));
    applyFolds(band, fitting);
    setCount(fitting);
  };
  useLayoutEffect(fold);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `fold` reads nothing but the element
  useEffect(() => {
    const band = ref.current;
    if (!band) return;
    const observer = new ResizeObserver(fold);
    // Parts become wider or narrower without a render when a font has loaded.
    for (const element of [band, ...band.querySelectorAll('[data-part]')]) observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, isFolded: (fold) => folds.indexOf(fold) < count };
}

function applyFolds(band: HTMLElement, count: number): void {
  band.dataset.folded = folds.slice(0, count).join(' ');
}

function fitsFolded(band: HTMLElement, count: number): boolean {
  applyFolds(band, count);
  const boxes = [...band.querySelectorAll('[data-part]')].map((part) => part.getBoundingClientRect());
  return areApart(
    band.getBoundingClientRect(),
    boxes.filter(({ width }) => width > 0),
  );
}
