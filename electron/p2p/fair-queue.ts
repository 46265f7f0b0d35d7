/**
 * Whose turn it is among those that wait at many sources: that of the source that had the fewest turns lately. Whoever comes from a quiet source
 * doesn't wait for a crowd, from however many sources the crowd comes. Sources in one wider network count together first: somebody who has the
 * whole network competes as one. Within a source, the oldest is next.
 */
import { LruCache } from '../../shared/lru-cache.ts';
import { ofLargestNetwork } from '../../shared/oldest-of-largest.ts';

/** A source, and the networks around it, narrowest first. */
export type Sources = readonly [source: string, ...around: string[]];

export interface QueueLimits {
  /** Entries that wait. */
  waiting: number;
  /** Of these, entries of one source. */
  waitingPerSource: number;
  /** Sources and networks whose turns are remembered: those with the newest ones. */
  sources: number;
  /** After this time, a turn counts half, milliseconds. */
  halfLifeMs: number;
}

interface Waiting<Entry> {
  sources: Sources;
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

  /**
   * Always adds the entry. Returns one that gives way; null if there is room. It is the oldest of a source with too many, and otherwise from the
   * network with the most that wait: of these, the one that would be the last to have its turn.
   */
  add(sources: Sources, entry: Entry, now: number): Entry | null {
    this.#waiting.add({ sources, entry });
    const ofSource = [...this.#waiting].filter((other) => other.sources[0] === sources[0]);
    if (ofSource.length > this.#limits.waitingPerSource) return this.#take(ofSource[0]!);
    if (this.#waiting.size <= this.#limits.waiting) return null;
    const crowd = ofLargestNetwork(this.#waiting, (other) => other.sources);
    return this.#take(this.#first(crowd, (other, last) => this.#compare(last, other, now)));
  }

  /** The entry whose turn it is. There must be one. `now`: milliseconds of a monotonic clock. */
  next(now: number): Entry {
    const next = this.#first([...this.#waiting], (other, first) => this.#compare(other, first, now));
    this.countTurn(next.sources, now);
    return this.#take(next);
  }

  /** Counts a turn of an entry that didn't have to wait. */
  countTurn(sources: Sources, now: number): void {
    for (const source of sources) this.#turns.set(source, { count: this.#turnsOf(source, now) + 1, at: now });
  }

  /** A turn of this source no longer counts. */
  giveBack(sources: Sources, now: number): void {
    for (const source of sources) {
      if (this.#turns.get(source) === undefined) continue;
      this.#turns.set(source, { count: Math.max(0, this.#turnsOf(source, now) - 1), at: now });
    }
  }

  /** Of entries that compare as equal, the oldest. */
  #first(entries: Waiting<Entry>[], compare: (one: Waiting<Entry>, other: Waiting<Entry>) => number): Waiting<Entry> {
    return entries.reduce((first, other) => (compare(other, first) < 0 ? other : first));
  }

  /** Below zero if it is the turn of the first one: its widest network had fewer turns, or as many and the next narrower one fewer. */
  #compare(one: Waiting<Entry>, other: Waiting<Entry>, now: number): number {
    const levels = Math.max(one.sources.length, other.sources.length);
    for (let level = 1; level <= levels; level += 1) {
      const [first, second] = [one, other].map(({ sources }) => this.#turnsOf(sources.at(-level) ?? sources[0], now));
      if (first !== second) return first! - second!;
    }
    return 0;
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
