/** How long each side takes for its moves; the peer's time includes the network's. Times are monotonic milliseconds. */
import { otherRole, type Role } from './hooks.ts';

export class MoveTimes {
  /** Milliseconds spent on moves so far, without the current one. */
  used: Record<Role, number> = { host: 0, guest: 0 };
  /** Since when the peer's move is awaited; null if none is due. */
  peerAskedAt: number | null = null;
  /** When its time runs out, as the peer has told; null until it has. */
  peerEndsAt: number | null = null;
  /** What the last own move took. */
  lastOwnMs = 0;
  readonly #role: Role;

  constructor(role: Role) {
    this.#role = role;
  }

  addOwn(ms: number) {
    this.used = { ...this.used, [this.#role]: this.used[this.#role] + ms };
    this.lastOwnMs = ms;
  }

  /** The peer's awaited move has arrived. */
  endPeerMove(now: number) {
    if (this.peerAskedAt === null) return;
    const peer = otherRole(this.#role);
    this.used = { ...this.used, [peer]: this.used[peer] + now - this.peerAskedAt };
    this.peerAskedAt = null;
    this.peerEndsAt = null;
  }
}
