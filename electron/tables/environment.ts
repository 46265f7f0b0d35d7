/** Clock, timers and randomness of a table; tests supply their own. */
import { randomBytes } from 'node:crypto';

export interface Environment {
  /** Monotonic clock, milliseconds; for deadlines. */
  monotonic(): number;
  /** Unix milliseconds; for display and records only. */
  wall(): number;
  /** Calls back once after `ms`; returns the cancel function. */
  after(ms: number, callback: () => void): () => void;
  /** 32 random hex digits. */
  entropy(): string;
}

export const systemEnvironment: Environment = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  entropy: () => randomBytes(16).toString('hex'),
};
