/** How long a seat waits for its client. */
import type { ClientRef } from './client.ts';
import { decisionSeconds } from './deadlines.ts';
import type { EngineConfig } from './engine-types.ts';

/** How long the seat waits for an absent client before the hooks or the person decide. */
const maxAbsenceMs = 30_000;
/** Time reserved for the hooks if the client does not answer: several times the limit of one call. */
const hooksReserveMs = 10_000;

export class ClientSeat {
  readonly client: ClientRef;
  readonly #marginMs: number;
  /** Monotonic; null while it is connected. */
  #disconnectedAt: number | null = null;

  constructor(client: ClientRef, { spec, options }: Pick<EngineConfig, 'spec' | 'options'>) {
    this.client = client;
    this.#marginMs = Math.min(hooksReserveMs, (decisionSeconds(spec, options) * 1000) / 2);
  }

  get connected(): boolean {
    return this.#disconnectedAt === null;
  }

  setConnected(connected: boolean, now: number) {
    this.#disconnectedAt = connected ? null : now;
  }

  /** Monotonic time from which the hooks or the person answer a question with this deadline; null for never. */
  fallbackAt(deadline: number | null): number | null {
    const times = [
      ...(deadline === null ? [] : [deadline - this.#marginMs]),
      ...(this.#disconnectedAt === null ? [] : [this.#disconnectedAt + maxAbsenceMs]),
    ];
    return times.length === 0 ? null : Math.min(...times);
  }
}
