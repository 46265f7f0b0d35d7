import { useEffect, useState } from 'react';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { Decision } from './bar-state.ts';

/** How long the decision bar says why something can't be played. */
const shownMs = 4_000;

export interface Refusal {
  /** The sentence while it is shown, else null. */
  text: string | null;
  show(text: string): void;
  clear(): void;
}

/**
 * `questionKey`: the open question, or null. A reason that was given for one question goes with it; one that was given between two, such as
 * for a click as the turn began, stays.
 */
export function useRefusal(questionKey: string | null): Refusal {
  const [shown, setShown] = useState<{ text: string; key: string | null } | null>(null);
  useEffect(() => {
    setShown((last) => (last?.key == null || last.key === questionKey ? last : null));
  }, [questionKey]);
  useEffect(() => {
    if (shown === null) return;
    const timer = setTimeout(() => setShown(null), shownMs);
    return () => clearTimeout(timer);
  }, [shown]);
  return {
    text: shown?.text ?? null,
    show: (text) => setShown({ text, key: questionKey }),
    clear: () => setShown(null),
  };
}

/** Why nothing can be chosen, of the texts `bar.*`; null if it can, or if this seat waits for no one. */
export function waitingReason({ chosen }: Pick<Table, 'chosen'>, decision: Decision) {
  if (decision.kind !== 'waiting' && decision.kind !== 'quiet') return null;
  if (chosen.own) return 'chosen_already';
  return decision.kind === 'waiting' && !decision.begun ? 'not_begun' : 'not_your_turn';
}
