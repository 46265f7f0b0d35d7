/** Collects the problems of the preview's current game. */
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { failureProblem, hooksProblem, type SeatFailure } from './hooks.ts';
import { messageProblems } from './messages.ts';

/** The spec and hooks of a game. */
export interface GameFiles {
  spec: Spec;
  specText: string;
  hooks: string;
}

export class RuntimeProblems {
  readonly #problems = new Map<string, StudioProblem>();

  get list(): StudioProblem[] {
    return [...this.#problems.values()];
  }

  clear(): void {
    this.#problems.clear();
  }

  addFailure(failure: SeatFailure, { spec, specText, hooks }: GameFiles): void {
    const { kind, seat, method, problem } = failure;
    const isHookError = ['hook_failed', 'hook_timeout', 'decision_invalid'].includes(problem.code);
    // The failure of a hook that ended the table has already been reported.
    if (kind === 'table' && isHookError && method && this.list.some(({ subject }) => subject === method)) return;
    const invalidFields = kind === 'table' ? messageProblems(problem, seat, spec, specText) : [];
    const problems = invalidFields.length > 0 ? invalidFields : [failureProblem(failure, hooks)];
    for (const entry of problems) if (entry) this.#problems.set(entry.id, entry);
  }

  /** `method`: where to place the problem if it has no line. */
  add(kind: StudioProblem['kind'], subject: string, problem: Problem, hooks: string, method: string | null): void {
    const entry = hooksProblem({ kind, subject, problem, method }, hooks);
    this.#problems.set(entry.id, entry);
  }
}
