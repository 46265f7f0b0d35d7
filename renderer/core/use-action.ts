import { useMutation } from '@tanstack/react-query';
import { asProblem, type Problem } from './problem.ts';

export interface ActionState {
  busy: boolean;
  /** Why the last run failed; null once the next one starts. */
  problem: Problem | null;
  /** Resolves to whether the action succeeded; ignored while another one runs, which the control must show (`busy`). */
  run(action: () => Promise<unknown>): Promise<boolean>;
  clearProblem(): void;
}

/**
 * Runs one user action at a time, and gives its component the progress and the problem to show. Once the component is gone, the foot of
 * the window shows the problem (query-client.ts). Switches and choices take `useChange`, which ignores nothing.
 */
export function useAction(): ActionState {
  const {
    isPending: isRunning,
    error,
    mutateAsync,
    reset,
  } = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
  });
  return {
    busy: isRunning,
    problem: error && asProblem(error),
    run: async (action) => {
      if (isRunning) return false;
      return mutateAsync(action).then(
        () => true,
        () => false,
      );
    },
    // A reset would also hide that it is running, and why it fails.
    clearProblem: () => {
      if (!isRunning) reset();
    },
  };
}
