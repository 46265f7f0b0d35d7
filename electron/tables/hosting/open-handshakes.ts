/**
 * The handshakes at a hosted table. Strangers can begin any number of them without ever playing, so a new one is always admitted: beyond the
 * budget, the oldest of the source with the most gives way. The key of a guest is only a claim until it has started its session: the same
 * key at another source takes nothing from it.
 */
import { oldestOfLargest } from '../../../shared/oldest-of-largest.ts';
import { budgets } from '../../../shared/tables/budgets.ts';

export interface OpenHandshake {
  readonly guestKey: string;
  readonly source: string;
  /** Aborted when it gives way to another one. */
  readonly signal: AbortSignal;
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
  readonly #entries = new Set<Entry>();

  open(guestKey: string, source: string): OpenHandshake {
    const controller = new AbortController();
    const remove = () => void this.#entries.delete(entry);
    const handshake = { guestKey, source, signal: controller.signal, settle: remove, end: remove };
    const entry = { handshake, controller };
    for (const other of this.#entries) {
      if (other.handshake.guestKey === guestKey && other.handshake.source === source) this.#displace(other);
    }
    this.#entries.add(entry);
    if (this.#entries.size > budgets.handshake.concurrent)
      this.#displace(oldestOfLargest(this.#entries, ({ handshake }) => handshake.source));
    return handshake;
  }

  #displace(entry: Entry): void {
    this.#entries.delete(entry);
    entry.controller.abort();
  }
}
