/**
 * The handshakes at a hosted table. Strangers can begin any number of them without ever playing, so a new one is always admitted: beyond the
 * budget of its source, the oldest of this source gives way, and beyond that of all, the oldest of the source with the most. The key of a guest is only a claim until it has started its session: the same
 * key at another source takes nothing from it. Keys that the community has not confirmed cost nothing, so they take no place from those
 * that it has.
 */
import { oldestOfLargest } from '../../../shared/oldest-of-largest.ts';
import { budgets } from '../../../shared/tables/budgets.ts';

export interface OpenHandshake {
  readonly guestKey: string;
  readonly source: string;
  /** Aborted when it gives way to another one. */
  readonly signal: AbortSignal;
  /** The community knows the key. */
  confirmKey(): void;
  /** The guest has come: it no longer gives way. */
  settle(): void;
  end(): void;
}

interface Entry {
  handshake: OpenHandshake;
  controller: AbortController;
}

export class OpenHandshakes {
  /** Those that can give way, oldest first. */
  readonly #unconfirmed = new Set<Entry>();
  readonly #confirmed = new Set<Entry>();

  open(guestKey: string, source: string): OpenHandshake {
    const controller = new AbortController();
    const remove = () => this.#remove(entry);
    const confirmKey = () => {
      if (this.#unconfirmed.delete(entry)) this.#add(this.#confirmed, entry);
    };
    const handshake = { guestKey, source, signal: controller.signal, confirmKey, settle: remove, end: remove };
    const entry = { handshake, controller };
    for (const other of [...this.#unconfirmed, ...this.#confirmed]) {
      if (other.handshake.guestKey === guestKey && other.handshake.source === source) this.#displace(other);
    }
    this.#add(this.#unconfirmed, entry);
    return handshake;
  }

  #add(entries: Set<Entry>, entry: Entry): void {
    entries.add(entry);
    const ofSource = [...entries].filter(({ handshake }) => handshake.source === entry.handshake.source);
    if (ofSource.length > budgets.handshake.perSource) this.#displace(ofSource[0]!);
    else if (entries.size > budgets.handshake.concurrent)
      this.#displace(oldestOfLargest(entries, ({ handshake }) => handshake.source));
  }

  #displace(entry: Entry): void {
    this.#remove(entry);
    entry.controller.abort();
  }

  #remove(entry: Entry): void {
    this.#unconfirmed.delete(entry);
    this.#confirmed.delete(entry);
  }
}
