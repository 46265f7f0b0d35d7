/** What a table takes from the computer it runs on; tests bring their own. */
import { randomBytes } from 'node:crypto';

export interface Environment {
  /** Milliseconds that never jump, for every deadline. */
  monotonic(): number;
  /** Unix milliseconds, for people and records only. */
  wall(): number;
  /** Calls back once after `ms`; returns the cancel. */
  after(ms: number, callback: () => void): () => void;
  /** 32 fresh hex digits. */
  entropy(): string;
}

export const computer: Environment = {
  monotonic: () => performance.now(),
  wall: () => Date.now(),
  after(ms, callback) {
    const timer = setTimeout(callback, ms);
    return () => clearTimeout(timer);
  },
  entropy: () => randomBytes(16).toString('hex'),
};
