import type { Problem } from '../errors.ts';
import type { Winner } from './hooks.ts';

/** How a table ended. Only a completed one closes as `closed` and may report its winner. */
export interface Outcome {
  completed: boolean;
  winner: Winner | null;
  /** One plain sentence of the hooks. */
  reason: string | null;
  /** Why it was not completed. */
  problem: Problem | null;
}
