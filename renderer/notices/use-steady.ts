import { type RefObject, useEffect, useReducer, useRef } from 'react';
import { isInHands, watchHands } from './under-hands.ts';

/** The value; while the pointer or the focus is in the element, the one from before, so that what is pressed there stays the same. */
export function useSteady<T>(element: RefObject<Element | null>, value: T): T {
  const shown = useRef(value);
  const [, lookAgain] = useReducer((count: number) => count + 1, 0);
  if (!isInHands(element.current)) shown.current = value;
  const isLate = shown.current !== value;
  useEffect(() => (isLate ? watchHands(lookAgain) : undefined), [isLate]);
  return shown.current;
}
