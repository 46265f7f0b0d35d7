import { useMutation } from '@tanstack/react-query';
import { asProblem, type Problem } from './problem.ts';

export interface ChangeState<T> {
  /** What is being saved; null if nothing is. */
  pending: T | null;
  /** Why the last change could not be saved; null once the next one starts. */
  problem: Problem | null;
  /** Starts at once, even while an earlier change is being saved. If the earlier one fails then, the foot of the window says why. */
  change(value: T): void;
}

/** Saves what a switch or a choice is set to. Unlike `useAction`, no change is ignored, since people set several in a row. */
export function useChange<T>(save: (value: T) => Promise<unknown>): ChangeState<T> {
  const { error, isPending, variables, mutate } = useMutation({ mutationFn: save });
  return {
    pending: isPending ? variables : null,
    problem: error && asProblem(error),
    change: (value) => mutate(value),
  };
}
