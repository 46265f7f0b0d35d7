/**
 * Frames exchanged by the two sides, for resuming on another connection: their number and a running hash per direction, and
 * the sent frames that the peer may lack. Of the `_sys` frames, only those of a concession are counted.
 */
import type { JsonObject } from '../json/value.ts';
import { sha256Hex } from '../signing/hash.ts';
import type { Claim } from './frames.ts';

/** Bounds the memory used for a peer that sends no receipts. */
const keptCharactersMax = 16 * 1024 * 1024;

/** The running hash before the first frame. */
const emptyHead = '0'.repeat(64);

export class History {
  /** Sent frames that the peer may lack, each with the hash of everything sent up to and including it. */
  #kept: { frame: JsonObject; head: string; characters: number }[] = [];
  #keptCharacters = 0;
  /** Number and hash of the sent frames before those. */
  #before = { count: 0, head: emptyHead };
  #received = { count: 0, head: emptyHead };

  get received(): number {
    return this.#received.count;
  }

  /** Number of frames that the peer has not acknowledged. */
  get unseen(): number {
    return this.#kept.length;
  }

  send(frame: JsonObject): void {
    const text = JSON.stringify(frame);
    this.#kept.push({ frame, head: sha256Hex(this.#sentHead + text), characters: text.length });
    this.#keptCharacters += text.length;
    while (this.#keptCharacters > keptCharactersMax) this.#discardOldest();
  }

  receive(frame: JsonObject): void {
    this.#received = {
      count: this.#received.count + 1,
      head: sha256Hex(this.#received.head + JSON.stringify(frame)),
    };
  }

  /** Discards the first `count` frames, which the peer has received. `agrees` detects an impossible number. */
  acknowledge(count: number): void {
    while (this.#before.count < count && this.#kept.length > 0) this.#discardOldest();
  }

  claim(): Claim {
    return {
      sent: this.#before.count + this.#kept.length,
      sent_head: this.#sentHead,
      received: this.#received.count,
      received_head: this.#received.head,
    };
  }

  /**
   * Whether the peer's claim matches: each side has received a prefix of what the other sent. A claim that needs a discarded
   * frame, which can be neither compared nor repeated, does not match either.
   */
  agrees(peer: Claim): boolean {
    const acknowledged = peer.received - this.#before.count;
    if (acknowledged < 0 || acknowledged > this.#kept.length || peer.sent < this.#received.count) return false;
    const head = acknowledged === 0 ? this.#before.head : this.#kept[acknowledged - 1]!.head;
    if (head !== peer.received_head) return false;
    return peer.sent > this.#received.count || peer.sent_head === this.#received.head;
  }

  /** The sent frame with that number, from 0; null if it was not sent yet or has been discarded. */
  frame(index: number): JsonObject | null {
    return this.#kept[index - this.#before.count]?.frame ?? null;
  }

  get #sentHead(): string {
    return this.#kept.at(-1)?.head ?? this.#before.head;
  }

  #discardOldest(): void {
    const { head, characters } = this.#kept.shift()!;
    this.#before = { count: this.#before.count + 1, head };
    this.#keptCharacters -= characters;
  }
}
