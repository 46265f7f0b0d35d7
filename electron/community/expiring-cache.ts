/** The newest results of requests by key, each for a limited time. Requests of the same key share one result while it is pending. */
export interface ExpiringCache<T> {
  get(key: string): Promise<T>;
  clear(): void;
}

export function createExpiringCache<T>(config: {
  /** Never rejects. */
  load(key: string): Promise<T>;
  /** Milliseconds for which a result holds. */
  lifetimeOf(result: T): number;
  maxEntries: number;
}): ExpiringCache<T> {
  const { load, lifetimeOf, maxEntries } = config;
  /** The least recently used one first. */
  const entries = new Map<string, { result: Promise<T>; expiresAt: number }>();

  return {
    get(key) {
      let entry = entries.get(key);
      if (!entry || entry.expiresAt <= Date.now()) {
        const added = { result: load(key), expiresAt: Number.POSITIVE_INFINITY };
        void added.result.then((result) => {
          added.expiresAt = Date.now() + lifetimeOf(result);
        });
        entry = added;
      }
      entries.delete(key);
      entries.set(key, entry);
      if (entries.size > maxEntries) entries.delete(entries.keys().next().value!);
      return entry.result;
    },
    clear: () => entries.clear(),
  };
}
