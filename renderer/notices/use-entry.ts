import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import type { Moment } from '../../shared/notices/moments.ts';
import { disturbsHands, isInHands, watchHands } from './under-hands.ts';
import { tableOnPage } from './waiting-tables.ts';

interface HeldBackOptions {
  isPresent: boolean;
  retries: boolean;
  around?: Element | null;
  within?: Element | null;
  /** What is in the section. */
  count?: number;
}

/**
 * Whether a section may not enter where it is rendered, because it would move or cover what the user is about to press. Decided when it enters a place,
 * before it is painted. `retries`: it is tried again when the pointer or the focus has left, otherwise when the section enters anew. `around`:
 * it may not enter either while they are anywhere in this element, nor grow (`count`), unless they are in the section itself. `within`: it
 * moves and covers nothing outside this element, so that the page need not be laid out to find out.
 */
export function useHeldBack(
  section: RefObject<HTMLElement | null>,
  place: Element | string | null,
  { isPresent, retries, around = null, within = null, count = 0 }: HeldBackOptions,
): boolean {
  const [heldBack, setHeldBack] = useState<Element | string | null>(null);
  const [attempt, setAttempt] = useState(0);
  const isHeldBack = isPresent && heldBack === place;
  // biome-ignore lint/correctness/useExhaustiveDependencies: measured once for each entry and attempt
  useLayoutEffect(() => {
    if (!isPresent) return setHeldBack(null);
    const measures = within === null || isInHands(within);
    if (isInHands(around) || (measures && section.current && disturbsHands(section.current))) setHeldBack(place);
  }, [isPresent, place, attempt]);
  const lastCount = useRef(count);
  // biome-ignore lint/correctness/useExhaustiveDependencies: when it grows
  useLayoutEffect(() => {
    const grows = count > lastCount.current;
    lastCount.current = count;
    if (isPresent && grows && isInHands(around) && !isInHands(section.current)) setHeldBack(place);
  }, [count]);
  useEffect(() => {
    if (!isHeldBack || !retries) return;
    return watchHands(() => {
      setHeldBack(null);
      setAttempt((count) => count + 1);
    });
  }, [isHeldBack, retries]);
  return isHeldBack;
}

/**
 * The same for a line, which all rooms show in the place of the search field in the title bar. A table in a low window has no title bar: there
 * the line has a row of its own, above the table. It is tried again when the pointer or the focus has left.
 */
export function useHeldLine(
  section: RefObject<HTMLElement | null>,
  { path, isLow, isPresent }: { path: string; isLow: boolean; isPresent: boolean },
): boolean {
  const table = tableOnPage(path);
  const within = isLow && table !== null ? null : document.getElementById('title-bar');
  return useHeldBack(section, table ?? 'rooms', { isPresent, within, retries: true });
}

/** While the pointer or the focus is in the section, nothing takes the place of what it shows: new moments follow. */
export function useKeptOrder(section: RefObject<HTMLElement | null>, moments: readonly Moment[]): readonly Moment[] {
  const shown = useRef<readonly string[]>([]);
  const rank = ({ id }: Moment) => {
    const index = shown.current.indexOf(id);
    return index === -1 ? shown.current.length : index;
  };
  const ordered = isInHands(section.current) ? [...moments].sort((a, b) => rank(a) - rank(b)) : moments;
  useEffect(() => {
    shown.current = ordered.map(({ id }) => id);
  });
  return ordered;
}
