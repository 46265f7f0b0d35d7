/** Collects the problems of the preview's current game. */
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import type { Problem } from '../../../shared/errors.ts';
import type { Spec } from '../../../shared/protocol/spec.ts';
import { type Fault, faultProblem, hooksProblem } from './hooks.ts';
import { messageProblems } from './messages.ts';

/** The spec and hooks of a game. */
export interface Playing {
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

  addFault(fault: Fault, { spec, specText, hooks }: Playing): void {
    const { kind, seat, method, problem } = fault;
    const isHookError = ['hook_failed', 'hook_timeout', 'decision_invalid'].includes(problem.code);
    // The failure of a hook that ended the table has already been reported.
    if (kind === 'table' && isHookError && method && this.list.some(({ subject }) => subject === method)) return;
    const invalidFields = kind === 'table' ? messageProblems(problem, seat, spec, specText) : [];
    const reported = invalidFields.length > 0 ? invalidFields : [faultProblem(fault, hooks)];
    for (const each of reported) if (each) this.#problems.set(each.id, each);
  }

  /** `method`: where to place the problem if it has no line. */
  add(kind: StudioProblem['kind'], subject: string, problem: Problem, hooks: string, method: string | null): void {
    const added = hooksProblem({ kind, subject, problem, method }, hooks);
    this.#problems.set(added.id, added);
  }
}
