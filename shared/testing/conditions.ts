/** Waits for conditions that can become true only when `check` is called. */
export class Conditions {
  readonly #checks = new Set<() => void>();

  check(): void {
    for (const check of this.#checks) check();
  }

  /** Resolves once `condition` returns true. */
  until(condition: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      const check = () => {
        if (!condition()) return;
        this.#checks.delete(check);
        resolve();
      };
      this.#checks.add(check);
      check();
    });
  }
}
