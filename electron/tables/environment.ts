/** Clock, timers and randomness of a table; tests supply their own. */
import { randomBytes } from 'node:crypto';
import { awakeClock, type Clock } from '../time/awake-clock.ts';

/** The inherited monotonic clock is for deadlines. */
export interface Environment extends Clock {
  /** Unix milliseconds; for display and records only. */
  wall(): number;
  /** 32 random hex digits. */
  entropy(): string;
}

export const systemEnvironment: Environment = {
  ...awakeClock,
  wall: () => Date.now(),
  entropy: () => randomBytes(16).toString('hex'),
};

/** Waits for the task, successful or not, but at most `ms`. */
export async function waitAtMost(environment: Environment, ms: number, task: Promise<void>): Promise<void> {
  const { promise: timeout, resolve } = Promise.withResolvers<void>();
  const cancel = environment.after(ms, resolve);
  await Promise.race([Promise.allSettled([task]), timeout]);
  cancel();
}
