/** How long a seat may think. */
import type { Spec } from '../protocol/spec.ts';

const leastProposalSeconds = 5;
const defaultProposalSeconds = 20;
const defaultDecisionSeconds = 120;

/** Seconds a person has for one decision. */
export function decisionSeconds(spec: Spec): number {
  const seconds = spec.decision?.timeout_seconds;
  return typeof seconds === 'number' && seconds > 0 ? seconds : defaultDecisionSeconds;
}

/** Seconds a hybrid proposal is shown before it plays by itself. */
export function proposalSeconds(spec: Spec): number {
  const asked = [spec.timing?.max_think_seconds, spec.decision?.timeout_seconds].find(
    (seconds) => typeof seconds === 'number',
  );
  return Math.max(leastProposalSeconds, asked ?? defaultProposalSeconds);
}
