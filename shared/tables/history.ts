/**
 * What the two ends of a table have said to each other, as far as a lost connection makes it matter: how many frames went
 * each way, a running hash of them, and those the other side may not have seen. `_sys` frames are not part of it.
 */
import type { JsonObject } from '../json/value.ts';
import { sha256Hex } from '../signing/hash.ts';
import type { Claim } from './frames.ts';

/** A peer that never says what it has received must not cost more memory than this. */
const keptCharacters = 16 * 1024 * 1024;

/** The running hash before the first frame. */
const emptyHead = '0'.repeat(64);

export class History {
  /** Sent frames from the first that the peer may miss, each with the hash of everything sent up to it. */
  #kept: { frame: JsonObject; head: string; characters: number }[] = [];
  #keptCharacters = 0;
  /** Everything sent before those. */
  #before = { count: 0, head: emptyHead };
  #received = { count: 0, head: emptyHead };

  get received(): number {
    return this.#received.count;
  }

  /** Frames the peer has not said it has. */
  get unseen(): number {
    return this.#kept.length;
  }

  send(frame: JsonObject): void {
    const text = JSON.stringify(frame);
    this.#kept.push({ frame, head: sha256Hex(this.#sentHead + text), characters: text.length });
    this.#keptCharacters += text.length;
    while (this.#keptCharacters > keptCharacters) this.#drop();
  }

  receive(frame: JsonObject): void {
    this.#received = {
      count: this.#received.count + 1,
      head: sha256Hex(this.#received.head + JSON.stringify(frame)),
    };
  }

  /** The peer has the first `count` frames. A number that cannot be is left for the comparison to find. */
  acknowledge(count: number): void {
    while (this.#before.count < count && this.#kept.length > 0) this.#drop();
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
   * Whether the peer's account fits ours: it has a beginning of what was sent, and we of what it sent. A frame that is no
   * longer kept can be neither compared nor repeated, so an account that needs one does not fit either.
   */
  agrees(peer: Claim): boolean {
    const seen = peer.received - this.#before.count;
    if (seen < 0 || seen > this.#kept.length || peer.sent < this.#received.count) return false;
    const head = seen === 0 ? this.#before.head : this.#kept[seen - 1]!.head;
    if (head !== peer.received_head) return false;
    return peer.sent > this.#received.count || peer.sent_head === this.#received.head;
  }

  /** The sent frame of that number, from 0; null where it was not sent yet or is no longer kept. */
  frame(index: number): JsonObject | null {
    return this.#kept[index - this.#before.count]?.frame ?? null;
  }

  get #sentHead(): string {
    return this.#kept.at(-1)?.head ?? this.#before.head;
  }

  #drop(): void {
    const { head, characters } = this.#kept.shift()!;
    this.#before = { count: this.#before.count + 1, head };
    this.#keptCharacters -= characters;
  }
}
