import type { Environment } from '../tables/environment.ts';

/** A monotonic clock that can be paused. It runs while the preview's deadlines are switched on. */
export class PausableClock {
  readonly #environment: Environment;
  #running: boolean;
  #elapsed = 0;
  #since: number;

  constructor(environment: Environment, running: boolean) {
    this.#environment = environment;
    this.#running = running;
    this.#since = environment.monotonic();
  }

  get running(): boolean {
    return this.#running;
  }

  /** Milliseconds for which the clock has run. */
  now(): number {
    return this.#elapsed + (this.#running ? this.#environment.monotonic() - this.#since : 0);
  }

  setRunning(running: boolean): void {
    this.#elapsed = this.now();
    this.#since = this.#environment.monotonic();
    this.#running = running;
  }

  /** Converts a time of this clock to Unix milliseconds; valid only while the clock runs. */
  wallOf(at: number): number {
    return Math.round(this.#environment.wall() + at - this.now());
  }
}
