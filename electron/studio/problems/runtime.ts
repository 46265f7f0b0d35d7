/** Problems found by running the hooks. */
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
  readonly #found = new Map<string, StudioProblem>();

  get list(): StudioProblem[] {
    return [...this.#found.values()];
  }

  clear(): void {
    this.#found.clear();
  }

  fault(fault: Fault, { spec, specText, hooks }: Playing): void {
    const { kind, seat, method, problem } = fault;
    const ofHooks = ['hook_failed', 'hook_timeout', 'decision_invalid'].includes(problem.code);
    // The hooks' own failure, which ended the table, was already reported.
    if (kind === 'table' && ofHooks && method && this.list.some(({ subject }) => subject === method)) return;
    const ofMessage = kind === 'table' ? messageProblems(problem, seat, spec, specText) : [];
    const found = ofMessage.length > 0 ? ofMessage : [faultProblem(fault, hooks)];
    for (const each of found) if (each) this.#found.set(each.id, each);
  }

  /** `method` gives the position if the problem has no line. */
  note(kind: StudioProblem['kind'], subject: string, problem: Problem, hooks: string, method: string | null): void {
    const noted = hooksProblem({ kind, subject, problem, method }, hooks);
    this.#found.set(noted.id, noted);
  }
}
