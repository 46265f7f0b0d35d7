/** Named deadlines on a monotonic clock, in milliseconds. They fire only when `runDue` is called. */

interface Timer {
  at: number;
  run: () => void;
}

/** The entry of a paused timer that has not been set. */
const unsetTimer = { remainingMs: Infinity, run: () => {} };

export class Timers {
  #running = new Map<string, Timer>();
  /** Paused timers, with their remaining milliseconds. */
  #paused = new Map<string, { remainingMs: number; run: () => void }>();

  /** Sets or moves a timer. */
  set(name: string, at: number, now: number, run: () => void): void {
    if (this.#paused.has(name)) this.#paused.set(name, { remainingMs: at - now, run });
    else this.#running.set(name, { at, run });
  }

  clear(name: string): void {
    this.#running.delete(name);
    if (this.#paused.has(name)) this.#paused.set(name, unsetTimer);
  }

  clearAll(): void {
    this.#running.clear();
    this.#paused.clear();
  }

  /** Pauses a timer until `resume`, even if it is set again meanwhile. */
  pause(name: string, now: number): void {
    const timer = this.#running.get(name);
    this.#running.delete(name);
    this.#paused.set(name, timer ? { remainingMs: timer.at - now, run: timer.run } : unsetTimer);
  }

  resume(name: string, now: number): void {
    const paused = this.#paused.get(name);
    this.#paused.delete(name);
    if (paused && paused.remainingMs !== Infinity) this.set(name, now + paused.remainingMs, now, paused.run);
  }

  /** Runs all due timers once each, oldest first: after an hour of sleep, one ping is sent rather than 360. */
  runDue(now: number): void {
    const dueTimers = [...this.#running].filter(([, timer]) => timer.at <= now).sort(([, a], [, b]) => a.at - b.at);
    for (const [name, timer] of dueTimers) {
      if (this.#running.get(name) !== timer) continue;
      this.#running.delete(name);
      timer.run();
    }
  }

  /** When a timer is due; null if it isn't set or is paused. */
  dueAt(name: string): number | null {
    return this.#running.get(name)?.at ?? null;
  }

  /** Milliseconds until a timer is due, or would be if it weren't paused; null if it isn't set. */
  leftMs(name: string, now: number): number | null {
    const timer = this.#running.get(name);
    if (timer) return timer.at - now;
    const { remainingMs } = this.#paused.get(name) ?? unsetTimer;
    return remainingMs === Infinity ? null : remainingMs;
  }

  /** When the next timer is due; null if none is set. */
  nextDueAt(): number | null {
    const times = [...this.#running.values()].map(({ at }) => at);
    return times.length === 0 ? null : Math.min(...times);
  }
}
