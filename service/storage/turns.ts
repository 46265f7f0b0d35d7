/**
 * Who in this process goes next for a lock: one at a time, without a connection while it waits. Otherwise those who want the same lock would
 * take all connections of the process from those who don't.
 */
export class Turns {
  readonly #lastByName = new Map<string, Promise<void>>();

  /** Resolves once it is the turn for all names, with the function that ends it. */
  async take(names: Iterable<string>): Promise<() => void> {
    const ends: (() => void)[] = [];
    // In one order, so that no two wait for each other.
    for (const name of [...new Set(names)].sort()) {
      const before = this.#lastByName.get(name);
      const { promise: own, resolve } = Promise.withResolvers<void>();
      this.#lastByName.set(name, own);
      ends.push(() => {
        if (this.#lastByName.get(name) === own) this.#lastByName.delete(name);
        resolve();
      });
      await before;
    }
    return () => {
      for (const end of ends) end();
    };
  }
}
