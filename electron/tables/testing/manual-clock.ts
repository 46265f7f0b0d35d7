/** An Environment whose time is advanced by tests. */
import type { Environment } from '../environment.ts';

export class ManualClock implements Environment {
  #now = 5_000;
  #wall = 1_800_000_000_000;
  #entropyCalls = 0;
  readonly #timers = new Set<{ at: number; callback: () => void }>();

  monotonic(): number {
    return this.#now;
  }

  wall(): number {
    return this.#wall;
  }

  after(ms: number, callback: () => void): () => void {
    const timer = { at: this.#now + ms, callback };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  }

  entropy(): string {
    this.#entropyCalls += 1;
    return this.#entropyCalls.toString(16).padStart(32, '0');
  }

  /** Advances the time and calls the timers that become due, in order. */
  pass(ms: number): void {
    const until = this.#now + ms;
    for (;;) {
      const [next] = [...this.#timers].filter((timer) => timer.at <= until).sort((a, b) => a.at - b.at);
      if (!next) break;
      this.#timers.delete(next);
      this.#advance(Math.max(0, next.at - this.#now));
      next.callback();
    }
    this.#advance(until - this.#now);
  }

  /** Advances the time in one step, as if the process had been stopped; due timers are called afterwards. */
  suspend(ms: number): void {
    this.#advance(ms);
    this.pass(0);
  }

  /** Changes the wall clock. */
  jump(ms: number): void {
    this.#wall += ms;
  }

  #advance(ms: number): void {
    this.#now += ms;
    this.#wall += ms;
  }
}
