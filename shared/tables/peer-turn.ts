/** The time of the other side: until its next message is due, until it is late, and while it is away. */
import type { ErrorCode } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import { Absence } from './absence.ts';
import { budgets } from './budgets.ts';
import { decisionSeconds, type FrameKind, lateAfterMs, lateMarginMs, peerTimeoutMs } from './deadlines.ts';
import type { EngineConfig, Moment } from './engine-types.ts';
import { absenceFrame, type ClockReading } from './frames.ts';
import type { MoveTimes } from './move-times.ts';
import type { ConcessionCode, Outcome } from './outcome.ts';

/** Why a side that has done its part waits in vain: the other is away on its turn, or has used up its time. Monotonic. */
export interface Stall {
  kind: 'away' | 'late';
  since: number;
}

/** The delay of a connection changes by less, most of the time. */
const clockToleranceMs = 500;

/** What it needs of table-core.ts. */
interface Core {
  readonly config: EngineConfig;
  readonly moment: Moment;
  readonly moveTimes: MoveTimes;
  readonly outcome: Outcome | null;
  readonly pendingConcession: ConcessionCode | null;
  setTimer(name: string, at: number, run: () => void): void;
  clearTimer(name: string): void;
  pauseTimer(name: string): void;
  resumeTimer(name: string): void;
  timeLeft(name: string): number | null;
  markChanged(): void;
  sendSystem(frame: JsonObject): void;
  fail(code: ErrorCode, message: string): void;
}

export class PeerTurn {
  readonly absence: Absence;
  readonly #core: Core;
  #lateSince: number | null = null;
  /** Whether the peer has resumed: then it understands what it is told about its absence. */
  #hasResumed = false;
  #clocksHeard = 0;

  constructor(core: Core) {
    this.#core = core;
    this.absence = new Absence(core.config.heartbeat.graceMs);
  }

  /** Starts the timeout for the peer's next frame. */
  expect(kind: FrameKind) {
    const core = this.#core;
    if (core.pendingConcession !== null) return;
    const { now } = core.moment;
    // The peer may have begun before this side was ready to wait for it.
    if (kind === 'move') core.moveTimes.peerAskedAt ??= now;
    core.setTimer('peer', now + peerTimeoutMs(kind, core.config), () => {
      core.fail('peer_timeout', 'The other side did not play in time.');
    });
    const { peerEndsAt } = core.moveTimes;
    this.#setLate(
      kind === 'move' && peerEndsAt !== null ? peerEndsAt + lateMarginMs : now + lateAfterMs(kind, core.config),
    );
  }

  #setLate(at: number) {
    const core = this.#core;
    core.setTimer('late', at, () => {
      this.#lateSince = core.moment.now;
      core.markChanged();
    });
  }

  /**
   * Whether what the peer tells about its clock is news; otherwise it is a sign of life. What is told repeatedly differs by the changes of the
   * delay.
   */
  isNews({ leftMs }: ClockReading, now: number): boolean {
    const { peerEndsAt } = this.#core.moveTimes;
    if (this.#clocksHeard >= budgets.clocks) return false;
    return peerEndsAt === null || Math.abs(this.#endsAt(leftMs, now) - peerEndsAt) > clockToleranceMs;
  }

  /** The peer's clock, for its next message: it counts until then, as long as it is within what this side waits in any case. */
  hear({ usedMs, leftMs }: ClockReading) {
    const core = this.#core;
    const { now } = core.moment;
    this.#clocksHeard += 1;
    const endsAt = this.#endsAt(leftMs, now);
    core.moveTimes.peerAskedAt = now - usedMs;
    core.moveTimes.peerEndsAt = endsAt;
    const waitMs = core.timeLeft('peer');
    if (waitMs !== null) {
      this.#lateSince = null;
      this.#setLate(Math.min(endsAt + lateMarginMs, now + waitMs));
    }
    core.markChanged();
  }

  #endsAt(leftMs: number, now: number): number {
    const { spec, options } = this.#core.config;
    return now + Math.min(leftMs, decisionSeconds(spec, options) * 1000);
  }

  /** The expected frame has arrived: what it saved of its time makes up for earlier absences. */
  stop() {
    const core = this.#core;
    this.giveBack(core.timeLeft('peer') ?? peerTimeoutMs('move', core.config));
    core.clearTimer('peer');
    core.clearTimer('late');
    this.#lateSince = null;
    core.moveTimes.endPeerMove(core.moment.now);
  }

  giveBack(ms: number) {
    if (this.absence.usedMs === 0) return;
    this.absence.giveBack(ms);
    this.#core.markChanged();
    if (this.#hasResumed) this.#tellPeer();
  }

  #tellPeer() {
    this.#core.sendSystem(absenceFrame(this.absence));
  }

  /** Without a connection, the peer uses up its allowance instead of its time for the next frame. */
  pause() {
    for (const name of ['peer', 'late']) this.#core.pauseTimer(name);
  }

  resume() {
    for (const name of ['peer', 'late']) this.#core.resumeTimer(name);
    this.#hasResumed = true;
    this.#tellPeer();
  }

  /** Whether the peer stalls: then this side may leave without losing. Null while this side is to move. */
  get stall(): Stall | null {
    const core = this.#core;
    if (core.outcome || core.pendingConcession !== null || core.timeLeft('peer') === null) return null;
    if (this.absence.since !== null) return { kind: 'away', since: this.absence.since };
    return this.#lateSince === null ? null : { kind: 'late', since: this.#lateSince };
  }
}
