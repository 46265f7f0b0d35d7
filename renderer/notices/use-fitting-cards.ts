import { useViewportSize } from '@mantine/hooks';
import { type RefObject, useLayoutEffect, useReducer, useState } from 'react';
import { useTextScale } from '../core/appearance.ts';

/** Pixels of the button that unfolds the others, with the space above it. */
const buttonHeight = 40;

/**
 * How many of the cards in `list`, at most `max`, fit whole into `section`; at least one. `ids`: of all cards that could be shown. Measured
 * before the next paint when they, the window's height or the text size change.
 */
export function useFittingCards(
  section: RefObject<HTMLElement | null>,
  list: RefObject<HTMLElement | null>,
  { ids, max }: { ids: readonly string[]; max: number },
): number {
  const key = JSON.stringify([ids, max, useViewportSize().height, useTextScale()]);
  const [measured, setMeasured] = useState({ key: '', count: max });
  const [, rerender] = useReducer((count: number) => count + 1, 0);
  useLayoutEffect(() => {
    if (measured.key === key || !section.current || !list.current) return undefined;
    const column = section.current.parentElement!;
    // While the height of the column is held, what enters waits out of sight.
    if (column.dataset.held !== undefined) {
      const observer = new MutationObserver(rerender);
      observer.observe(column, { attributeFilter: ['data-held'] });
      return () => observer.disconnect();
    }
    const room = Number.parseFloat(getComputedStyle(section.current).maxHeight);
    const cards = [...list.current.children].slice(0, max).map((card) => card.getBoundingClientRect());
    const fittingIn = (height: number) => cards.filter(({ bottom }) => bottom - cards[0]!.top <= height).length;
    const fitsAll = ids.length <= max && fittingIn(room) === ids.length;
    setMeasured({ key, count: fitsAll ? ids.length : Math.max(1, fittingIn(room - buttonHeight)) });
    return undefined;
  });
  return measured.key === key ? measured.count : max;
}
