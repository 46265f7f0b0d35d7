/** The newest results of requests by key, each for a limited time. Requests of the same key share one result while it is pending. */
import { inBackground } from '../../shared/background.ts';

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
      if (!entry || entry.expiresAt <= performance.now()) {
        const added = { result: load(key), expiresAt: Number.POSITIVE_INFINITY };
        const startLifetime = added.result.then((result) => {
          added.expiresAt = performance.now() + lifetimeOf(result);
        });
        inBackground('cache of a community', startLifetime, () => entries.delete(key));
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
