/**
 * Whose turn it is among those that wait at many sources: that of the source that had the fewest turns lately. Whoever comes from a quiet source
 * doesn't wait for a crowd, from however many sources the crowd comes. Within a source, the oldest is next.
 */
import { LruCache } from '../../shared/lru-cache.ts';
import { oldestOfLargest } from '../../shared/oldest-of-largest.ts';

export interface QueueLimits {
  /** Entries that wait. */
  waiting: number;
  /** Of these, entries of one source. */
  waitingPerSource: number;
  /** Sources whose turns are remembered: those with the newest ones. */
  sources: number;
  /** After this time, a turn counts half, milliseconds. */
  halfLifeMs: number;
}

interface Waiting<Entry> {
  source: string;
  entry: Entry;
}

export class FairQueue<Entry> {
  readonly #limits: QueueLimits;
  /** Oldest first. */
  readonly #waiting = new Set<Waiting<Entry>>();
  readonly #turns: LruCache<string, { count: number; at: number }>;

  constructor(limits: QueueLimits) {
    this.#limits = limits;
    this.#turns = new LruCache(limits.sources);
  }

  get isEmpty(): boolean {
    return this.#waiting.size === 0;
  }

  /** Always adds the entry. Returns one that gives way, the oldest of its source or of the source with the most; null if there is room. */
  add(source: string, entry: Entry): Entry | null {
    this.#waiting.add({ source, entry });
    const ofSource = [...this.#waiting].filter((other) => other.source === source);
    if (ofSource.length > this.#limits.waitingPerSource) return this.#take(ofSource[0]!);
    if (this.#waiting.size <= this.#limits.waiting) return null;
    return this.#take(oldestOfLargest(this.#waiting, (other) => other.source));
  }

  /** The entry whose turn it is. There must be one. `now`: milliseconds of a monotonic clock. */
  next(now: number): Entry {
    const next = [...this.#waiting].reduce((first, other) =>
      this.#turnsOf(other.source, now) < this.#turnsOf(first.source, now) ? other : first,
    );
    this.countTurn(next.source, now);
    return this.#take(next);
  }

  /** Counts a turn of an entry that didn't have to wait. */
  countTurn(source: string, now: number): void {
    this.#turns.set(source, { count: this.#turnsOf(source, now) + 1, at: now });
  }

  /** A turn of this source no longer counts. */
  giveBack(source: string, now: number): void {
    if (this.#turns.get(source) === undefined) return;
    this.#turns.set(source, { count: Math.max(0, this.#turnsOf(source, now) - 1), at: now });
  }

  #turnsOf(source: string, now: number): number {
    const turns = this.#turns.get(source);
    return turns === undefined ? 0 : turns.count * 0.5 ** ((now - turns.at) / this.#limits.halfLifeMs);
  }

  #take(waiting: Waiting<Entry>): Entry {
    this.#waiting.delete(waiting);
    return waiting.entry;
  }
}
