/**
 * Both sides tell each other what their clocks show. A clock stands still while its process isn't running or its computer sleeps, and starts
 * when a question opens: the other side knows neither, so without being told it would count down another time.
 */
import type { JsonObject } from '../json/value.ts';
import { createTokenBucket } from '../token-bucket.ts';
import { budgets } from './budgets.ts';
import type { Decisions } from './decision.ts';
import { type ClockReading, clockFrame } from './frames.ts';
import type { Heartbeat } from './heartbeat.ts';
import type { TableCore } from './table-core.ts';

export class ToldClock {
  readonly #core: TableCore;
  readonly #decisions: Decisions;
  readonly #heartbeat: Heartbeat;
  /** The question and the deadline that the peer was told last on this connection. */
  #told: string | null = null;
  readonly #mayAnswer = createTokenBucket(budgets.clocks.answers);

  constructor(core: TableCore, decisions: Decisions, heartbeat: Heartbeat) {
    this.#core = core;
    this.#decisions = decisions;
    this.#heartbeat = heartbeat;
    heartbeat.onPing = () => this.tell();
  }

  /** What is left for the open question, or was when it was answered; null without a deadline, or if the peer doesn't want to be told. */
  frame(now: number): JsonObject | null {
    if (!this.#core.config.clocks) return null;
    if (this.#core.heldChoice) return clockFrame({ ...this.#core.heldChoice, chosen: true });
    const ask = this.#ask;
    if (!ask || ask.deadline_at === null) return null;
    return clockFrame({ usedMs: now - ask.asked_at, leftMs: Math.max(0, ask.deadline_at - now) });
  }

  /** Tells it once for each question, and again on every connection. Called after each event. */
  review() {
    if (this.#heartbeat.isConnectionLost) {
      this.#told = null;
      return;
    }
    const ask = this.#ask;
    const current = this.#core.heldChoice ? 'chosen' : ask && `${ask.key} ${ask.deadline_at}`;
    if (current === this.#told) return;
    this.#told = current;
    this.tell();
  }

  tell() {
    const frame = this.frame(this.#core.moment.now);
    if (frame) this.#core.sendSystem(frame);
  }

  /** A reading may have waited while this side slept. A ping is answered with a new one, until that is no news. */
  hear(reading: ClockReading) {
    if (!this.#core.config.clocks) return;
    this.#core.peerTurn.hear(reading);
    if (this.#mayAnswer(this.#core.moment.now)) this.#heartbeat.ping();
  }

  get #ask() {
    return this.#decisions.snapshot((monotonic) => monotonic);
  }
}
