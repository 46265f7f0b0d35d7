/** Guests that a host doesn't seat: what they are told, and what the host is shown (decision 056). */
import { ParlorError } from '../../../shared/errors.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import { budgets } from '../../../shared/tables/budgets.ts';
import {
  type HostRefusal,
  hearsRefusals,
  hostRefusalOf,
  type UnseatedReason,
  unseatedReasonOf,
} from '../../../shared/tables/refusals.ts';
import type { Channel } from '../../p2p/channel.ts';
import { waitFor } from '../../p2p/wait-for.ts';
import { sendBye } from '../joining/handshake.ts';

/** A guest in its handshake. */
export class Arrival {
  /** As the community knows the key that the guest claims; null while it hasn't said. */
  nickname: string | null = null;
  #hears = false;
  #hasCome = false;

  readFirstFrame(frame: JsonObject): void {
    this.#hears = hearsRefusals(frame);
    this.#hasCome = frame._session_init === true;
  }

  /** Ends the connection of a guest that isn't seated. One that doesn't know refusals sees that it ended, as ever. */
  async refuse(channel: Channel, refusal: HostRefusal): Promise<void> {
    if (this.#hears) await sendBye(channel, refusal);
    await channel.close();
  }

  /** What to show the host; null for peers that are no guests, and for what concerns only the guest. */
  unseatedReason(error: unknown): UnseatedReason | null {
    return this.#hasCome ? unseatedReasonOf(error) : null;
  }
}

/** Why a waiting table ended: its host has seated a guest, or has closed it. */
export type Closure = Extract<HostRefusal, 'invitation_taken' | 'invitation_gone'>;

/**
 * What to tell a guest whose handshake failed with this error; null for one that gives way to others and may come back. `closure`: why the
 * table waits no more, which ends every handshake.
 */
export function refusalFor(error: unknown, closure: Closure | null): HostRefusal | null {
  if (!(error instanceof ParlorError) || error.code !== 'cancelled') return hostRefusalOf(error);
  return closure;
}

export interface FailedHandshake {
  error: unknown;
  /** The session that the guest could have started. */
  signedSession: string | null;
}

/** Whether the guest refused to sign the session, as a challenged person does who declines. */
export const isDeclined = (error: unknown): boolean =>
  error instanceof ParlorError && error.code === 'peer_aborted' && error.detail?.code === 'session_refused';

/** A guest that comes when another one is seated. */
export async function refuseLateGuest(channel: Channel, firstFrame: JsonObject): Promise<void> {
  const arrival = new Arrival();
  arrival.readFirstFrame(firstFrame);
  await arrival.refuse(channel, 'invitation_taken');
}

/** Guests that are neither seated nor refused yet. */
export class OpenArrivals {
  readonly #answers = new Set<Promise<unknown>>();

  add<T>(answer: Promise<T>): Promise<T> {
    this.#answers.add(answer);
    return answer.finally(() => this.#answers.delete(answer));
  }

  /** Leaves them a moment to be told that the table has closed. Never rejects. */
  async settle(): Promise<void> {
    const limits = { timeoutMs: budgets.handshake.refusalMs };
    await waitFor(Promise.allSettled(this.#answers), limits, () => new Error('A guest reads nothing.')).catch(() => {
      // They see that the connection ended.
    });
  }
}
