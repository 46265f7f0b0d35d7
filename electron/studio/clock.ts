import type { Environment } from '../tables/environment.ts';

/** Monotonic time that stands still while nobody wants deadlines. */
export class StopClock {
  readonly #environment: Environment;
  #running: boolean;
  #passed = 0;
  #since: number;

  constructor(environment: Environment, running: boolean) {
    this.#environment = environment;
    this.#running = running;
    this.#since = environment.monotonic();
  }

  get running(): boolean {
    return this.#running;
  }

  now(): number {
    return this.#passed + (this.#running ? this.#environment.monotonic() - this.#since : 0);
  }

  run(running: boolean): void {
    this.#passed = this.now();
    this.#since = this.#environment.monotonic();
    this.#running = running;
  }

  /** A moment of this clock as Unix milliseconds, while it runs. */
  wallOf(at: number): number {
    return Math.round(this.#environment.wall() + at - this.now());
  }
}
