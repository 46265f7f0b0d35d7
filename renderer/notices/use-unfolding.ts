import { type RefObject, useEffect, useState } from 'react';
import { useEscape } from '../core/keys.ts';

interface Unfoldable {
  /** The page, and where on it the section is. */
  where: string;
  /** What there is to unfold, by name; empty if nothing is. */
  entries: readonly string[];
  /** Unfolded, it lies over the page. */
  isOver: boolean;
  /** It is unfolded as it enters. */
  unfolds?: boolean;
}

/**
 * What is unfolded in a section, by the user unless `unfolds`. It folds again by Escape, on another page or in another place, and once none
 * of the entries for which it was unfolded is left. What lies over the page also folds at a click beside it; in a column, that would move what
 * is clicked.
 */
export function useUnfolding(
  section: RefObject<HTMLElement | null>,
  { where, entries, isOver, unfolds = false }: Unfoldable,
): { isUnfolded: boolean; toggle(): void } {
  const [unfolded, setUnfolded] = useState<Pick<Unfoldable, 'where' | 'entries'> | null>(
    unfolds ? { where, entries } : null,
  );
  const isUnfolded = unfolded?.where === where && entries.some((entry) => unfolded.entries.includes(entry));
  // Forgotten at once: otherwise it would be unfolded again on the way back.
  if (unfolded !== null && !isUnfolded) setUnfolded(null);
  useEscape(isUnfolded ? () => setUnfolded(null) : null);
  const foldsBeside = isUnfolded && isOver;
  useEffect(() => {
    if (!foldsBeside) return;
    const onPress = ({ target }: Event) => {
      if (!(target instanceof Node && section.current?.contains(target))) setUnfolded(null);
    };
    // A press in a board reaches its own document only.
    const onBlur = () => {
      if (document.activeElement instanceof HTMLIFrameElement) setUnfolded(null);
    };
    window.addEventListener('pointerdown', onPress, true);
    window.addEventListener('blur', onBlur);
    return () => {
      window.removeEventListener('pointerdown', onPress, true);
      window.removeEventListener('blur', onBlur);
    };
  }, [foldsBeside, section]);
  return { isUnfolded, toggle: () => setUnfolded(isUnfolded ? null : { where, entries }) };
}
