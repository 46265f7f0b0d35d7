/** What is needed to open a database besides its configuration: the machine's clocks and an error handler. */
export interface StorageEnvironment {
  /** Identifies the current boot of the machine; null if unknown. */
  bootId: string | null;
  /** Unix milliseconds. */
  now: number;
  /** Monotonic clock, in milliseconds. */
  elapsed: () => number;
  /** Called for errors outside of any request. */
  onError: (error: unknown) => void;
  /** Called with the new name of a log that belonged to another file. */
  onSetAside?: (path: string) => void;
  /** Called for each transaction that is repeated because of a concurrent one. */
  onConflict?: () => void;
}
