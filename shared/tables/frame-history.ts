/**
 * Frames exchanged by the two sides, for resuming on another connection: their number and a running hash per direction, and
 * the sent frames that the peer may lack. Of the `_sys` frames, only those of a concession and of the agreement to a draw are
 * counted.
 */
import type { JsonObject } from '../json/value.ts';
import { sha256Hex } from '../signing/hash.ts';
import { budgets } from './budgets.ts';
import type { Claim } from './frames.ts';

/** The running hash before the first frame. */
const emptyHead = '0'.repeat(64);

export class FrameHistory {
  /** Sent frames that the peer may lack, each with the hash of everything sent up to and including it. */
  #unacknowledged: { frame: JsonObject; head: string; characters: number }[] = [];
  #unacknowledgedCharacters = 0;
  /** Number and hash of the sent frames before those. */
  #discarded = { count: 0, head: emptyHead };
  #received = { count: 0, head: emptyHead };

  get receivedCount(): number {
    return this.#received.count;
  }

  /** Number of frames that the peer has not acknowledged. */
  get unacknowledgedCount(): number {
    return this.#unacknowledged.length;
  }

  send(frame: JsonObject): void {
    const text = JSON.stringify(frame);
    this.#unacknowledged.push({ frame, head: sha256Hex(this.#sentHead + text), characters: text.length });
    this.#unacknowledgedCharacters += text.length;
    while (this.#unacknowledgedCharacters > budgets.unacknowledged) this.#discardOldest();
  }

  receive(frame: JsonObject): void {
    this.#received = {
      count: this.#received.count + 1,
      head: sha256Hex(this.#received.head + JSON.stringify(frame)),
    };
  }

  /** Discards the first `count` frames, which the peer has received. `agrees` detects an impossible number. */
  acknowledge(count: number): void {
    while (this.#discarded.count < count && this.#unacknowledged.length > 0) this.#discardOldest();
  }

  claim(): Claim {
    return {
      sent: this.#discarded.count + this.#unacknowledged.length,
      sent_head: this.#sentHead,
      received: this.#received.count,
      received_head: this.#received.head,
    };
  }

  /**
   * Whether the peer's claim matches: each side has received a prefix of what the other sent. A claim that needs a discarded
   * frame, which can be neither compared nor repeated, does not match either.
   */
  matches(peer: Claim): boolean {
    const newlyAcknowledged = peer.received - this.#discarded.count;
    if (newlyAcknowledged < 0 || newlyAcknowledged > this.#unacknowledged.length || peer.sent < this.#received.count)
      return false;
    const head = newlyAcknowledged === 0 ? this.#discarded.head : this.#unacknowledged[newlyAcknowledged - 1]!.head;
    if (head !== peer.received_head) return false;
    return peer.sent > this.#received.count || peer.sent_head === this.#received.head;
  }

  /** The sent frame with that number, from 0; null if it was not sent yet or has been discarded. */
  frame(index: number): JsonObject | null {
    return this.#unacknowledged[index - this.#discarded.count]?.frame ?? null;
  }

  get #sentHead(): string {
    return this.#unacknowledged.at(-1)?.head ?? this.#discarded.head;
  }

  #discardOldest(): void {
    const { head, characters } = this.#unacknowledged.shift()!;
    this.#discarded = { count: this.#discarded.count + 1, head };
    this.#unacknowledgedCharacters -= characters;
  }
}
