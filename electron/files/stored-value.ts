import { createSerialQueue } from '../../shared/serial-queue.ts';

/** A value that changes at once and is then stored. If storing fails, it is again the value that was stored last. */
export class StoredValue<T> {
  value: T;
  #stored: T;
  readonly #serialize = createSerialQueue();

  /** `stored`: what the file contains. */
  constructor(stored: T) {
    this.value = stored;
    this.#stored = stored;
  }

  /** Sets the value; resolves once `store`, which stores it, has. Values are stored in the order of the calls. */
  set(newValue: T, store: () => Promise<void>): Promise<void> {
    this.value = newValue;
    return this.#serialize(async () => {
      try {
        await store();
        this.#stored = newValue;
      } catch (error) {
        if (this.value === newValue) this.value = this.#stored;
        throw error;
      }
    });
  }

  /** Resolves once all values that were set are stored, or could not be. */
  settled(): Promise<void> {
    return this.#serialize(() => {});
  }
}
