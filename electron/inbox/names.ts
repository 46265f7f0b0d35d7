/**
 * Nicknames of correspondents. Known ones are available at once, also offline; the others, and those that may have changed since the last
 * start, are fetched in the background, a few at a time.
 */
import { inBackground } from '../../shared/background.ts';
import type { People } from '../community/people.ts';
import type { InboxStore } from './store.ts';

export interface Names {
  /** As last seen; null if it was never fetched. */
  find(public_key: string): string | null;
  /** Fetches the names of these people that were not fetched yet. */
  request(public_keys: Iterable<string>): void;
  /** As `request`; resolves once they are fetched and stored, or could not be. */
  load(public_keys: Iterable<string>): Promise<void>;
  dispose(): void;
}

/** Requests at a time, so that names never delay other requests much. */
const requestsAtOnce = 4;
/** Waiting requests; beyond that the oldest are dropped, whose rows are no longer on screen. */
const maxWaiting = 300;
/** How long a name holds, and how long a failure does. */
const [freshMs, failureMs] = [30 * 60_000, 60_000];
/** Names are stored together once this many have arrived, or none is outstanding. */
const batchSize = 20;

/** `onChange` is called after new names were stored. */
export function createNames(config: {
  store: InboxStore;
  community: string;
  people: Pick<People, 'nickname'>;
  onChange(): void;
}): Names {
  const { store, community, people, onChange } = config;
  /** When a key may be requested again. */
  const askAgainAt = new Map<string, number>();
  /** Keys to fetch, the last one first. */
  const waiting = new Set<string>();
  /** Called once the name of a key is stored, or could not be fetched. */
  const listeners = new Map<string, (() => void)[]>();
  let running = 0;
  let arrived = new Map<string, string>();
  let lastStore: Promise<void> = Promise.resolve();
  let isDisposed = false;

  function enqueue(public_key: string): Promise<void> {
    const isFetching = listeners.has(public_key) && !waiting.has(public_key);
    if (!isFetching) {
      waiting.delete(public_key);
      waiting.add(public_key);
    }
    const settled = new Promise<void>((resolve) => {
      listeners.set(public_key, [...(listeners.get(public_key) ?? []), resolve]);
    });
    if (waiting.size > maxWaiting) {
      const [oldest = ''] = waiting;
      waiting.delete(oldest);
      settle(oldest);
    }
    return settled;
  }

  function settle(public_key: string): void {
    for (const resolve of listeners.get(public_key) ?? []) resolve();
    listeners.delete(public_key);
  }

  async function work(): Promise<void> {
    running += 1;
    const fetched: string[] = [];
    while (waiting.size > 0) {
      const public_key = [...waiting].at(-1)!;
      waiting.delete(public_key);
      const nickname = await people.nickname(public_key);
      fetched.push(public_key);
      askAgainAt.set(public_key, performance.now() + (nickname === null ? failureMs : freshMs));
      if (nickname !== null && nickname !== store.nicknames.get(public_key)) arrived.set(public_key, nickname);
      if (arrived.size >= batchSize || waiting.size === 0) {
        await storeArrived();
        for (const key of fetched.splice(0)) settle(key);
      }
    }
    running -= 1;
    await storeArrived();
    for (const key of fetched) settle(key);
  }

  /** Resolves once all names that have arrived are stored. */
  function storeArrived(): Promise<void> {
    if (arrived.size === 0) return lastStore;
    const put = [...arrived].map(([public_key, nickname]) => ({
      kind: 'nickname' as const,
      ...{ community, public_key, nickname },
    }));
    arrived = new Map();
    // A name that can't be stored is fetched again after the next start.
    lastStore = store.update(() => ({ put })).then(onChange, () => {});
    return lastStore;
  }

  function request(public_keys: Iterable<string>): Promise<void>[] {
    if (isDisposed) return [];
    const now = performance.now();
    const promises: Promise<void>[] = [];
    for (const key of new Set(public_keys)) {
      if (listeners.has(key) || (askAgainAt.get(key) ?? 0) <= now) promises.push(enqueue(key));
    }
    while (running < requestsAtOnce && waiting.size > 0) inBackground('names of correspondents', work());
    return promises;
  }

  return {
    find: (public_key) => store.nicknames.get(public_key) ?? null,
    request: (public_keys) => void request(public_keys),
    load: async (public_keys) => void (await Promise.all(request(public_keys))),
    dispose() {
      isDisposed = true;
      waiting.clear();
      for (const key of [...listeners.keys()]) settle(key);
    },
  };
}
