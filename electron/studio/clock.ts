import type { Environment } from '../tables/environment.ts';

/** A monotonic clock that can be paused. It runs while the preview's deadlines are switched on. */
export class PausableClock {
  readonly #environment: Environment;
  #running: boolean;
  #elapsed = 0;
  #changedAt: number;

  constructor(environment: Environment, running: boolean) {
    this.#environment = environment;
    this.#running = running;
    this.#changedAt = environment.monotonic();
  }

  get running(): boolean {
    return this.#running;
  }

  /** Milliseconds for which the clock has run. */
  now(): number {
    return this.#elapsed + (this.#running ? this.#environment.monotonic() - this.#changedAt : 0);
  }

  setRunning(running: boolean): void {
    this.#elapsed = this.now();
    this.#changedAt = this.#environment.monotonic();
    this.#running = running;
  }

  /** Converts a time of this clock to a reading of main's; valid only while the clock runs. */
  toMainClock(time: number): number {
    return Math.round(this.#environment.monotonic() + time - this.now());
  }
}
