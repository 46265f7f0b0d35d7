import { type RefObject, useEffect } from 'react';

/**
 * Keeps the height of an element while the pointer or the focus is in another one, unless the user changes what is in it; a press ends where
 * it began. `holdsEmpty`: also when there is nothing in it, so that what enters waits out of sight.
 */
export function holdHeight(
  element: HTMLElement,
  hands: HTMLElement,
  { holdsEmpty }: { holdsEmpty: boolean },
): () => void {
  const hold = () => {
    if ((element.offsetHeight === 0 && !holdsEmpty) || element.dataset.held !== undefined) return;
    element.style.height = `${element.offsetHeight}px`;
    element.dataset.held = '';
  };
  const release = () => {
    element.style.height = '';
    delete element.dataset.held;
  };
  const releaseIfLeft = () => {
    if (!hands.matches(':hover, :focus-within') && !element.matches(':active')) release();
  };
  const left = () => setTimeout(releaseIfLeft);
  const listeners = { pointerenter: hold, focusin: hold, pointerleave: left, focusout: left } as const;
  for (const [event, listener] of Object.entries(listeners)) hands.addEventListener(event, listener);
  element.addEventListener('click', release, true);
  window.addEventListener('pointerup', left);
  return () => {
    for (const [event, listener] of Object.entries(listeners)) hands.removeEventListener(event, listener);
    element.removeEventListener('click', release, true);
    window.removeEventListener('pointerup', left);
  };
}

/** What enters above a list waits out of sight while the pointer or the focus is in the list. */
export function useHeldHeight(above: RefObject<HTMLElement | null>, list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    if (!above.current || !list.current) return;
    return holdHeight(above.current, list.current, { holdsEmpty: true });
  }, [above, list]);
}
