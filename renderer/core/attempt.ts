/** Actions of the user whose control has no room for a problem: palette commands, shortcuts, buttons of bars. */
import { createStore } from 'zustand/vanilla';
import { asProblem, type Problem } from './problem.ts';

/** The problems that the window shows for a while, or until the user dismisses them, one for each code. */
export const failedActions = createStore<readonly Problem[]>(() => []);

/** Runs the action; if it fails, the window says why (app/ProblemToasts.tsx). Elsewhere, `useAction` keeps the problem beside its control. */
export function attempt(action: () => Promise<unknown>): void {
  action().catch(reportFailure);
}

/** Shows why an action failed in a toast: it has no control, or its control is gone. */
export function reportFailure(error: unknown): void {
  const problem = asProblem(error);
  failedActions.setState((problems) => [...problems.filter(({ code }) => code !== problem.code), problem], true);
}

export const dismissProblem = (problem: Problem): void =>
  failedActions.setState((problems) => problems.filter((each) => each !== problem), true);
