/** Where the user picked by keyboard, so that the focus can return there for the next pick. */
import { findDecisionBar } from '../../core/keys.ts';

export type PickSource = 'list' | 'field' | 'board';

const selectors: Record<PickSource, string> = {
  list: ':is([data-region="board"], [data-region="choices"]) input[type="radio"]',
  field: '[data-type-move]',
  board: '[data-region="board"] iframe',
};

/** The source that has the focus. Often none: number keys work from anywhere. */
export function focusedPickSource(): PickSource | null {
  const focused = document.activeElement;
  return (['list', 'field'] as const).find((source) => focused?.matches(selectors[source])) ?? null;
}

/** Moves the focus to the source, or else to the decision bar. */
export function focusPickSource(source: PickSource | null): void {
  const selector = source === null ? null : selectors[source];
  const target =
    selector === null
      ? null
      : (document.querySelector<HTMLElement>(`${selector}:checked`) ?? document.querySelector<HTMLElement>(selector));
  (target ?? findDecisionBar())?.focus({ preventScroll: true });
}
