/** The time of the other side: until its next message is due, until it is late, and while it is away. */
import type { ErrorCode } from '../errors.ts';
import type { JsonObject } from '../json/value.ts';
import { flowMode } from '../protocol/spec.ts';
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

/**
 * `late`: the peer's time is up, as it has told. `late_at_most`: it is late whatever it tells. `peer`: this side ends the table. All stand
 * still without a connection.
 */
const timerNames = ['late', 'late_at_most', 'peer'];

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
  /** The peer has told that it has chosen in this round; its commitment follows that of this side. */
  hasChosen = false;
  readonly #core: Core;
  /** Once it is late, it stays so until its message has come. */
  #lateSince: number | null = null;
  #awaited: FrameKind | null = null;
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
    this.#awaited = kind;
    const { now } = core.moment;
    // The peer may have begun before this side was ready to wait for it.
    if (kind === 'move') core.moveTimes.peerAskedAt ??= now;
    core.setTimer('peer', now + peerTimeoutMs(kind, core.config), () => {
      core.fail('peer_timeout', 'The other side did not play in time.');
    });
    const lateAt = now + lateAfterMs(kind, core.config);
    const { peerEndsAt } = core.moveTimes;
    this.#setLate('late', kind === 'move' && peerEndsAt !== null ? peerEndsAt + lateMarginMs : lateAt);
    if (kind === 'move') this.#setLate('late_at_most', lateAt + core.config.heartbeat.graceMs);
  }

  #setLate(timer: 'late' | 'late_at_most', at: number) {
    const core = this.#core;
    core.setTimer(timer, at, () => {
      if (this.#lateSince !== null) return;
      this.#lateSince = core.moment.now;
      core.markChanged();
    });
  }

  /**
   * Whether what the peer tells about its clock is news; otherwise it is a sign of life. What is told repeatedly differs by the changes of the
   * delay.
   */
  isNews({ leftMs, chosen }: ClockReading, now: number): boolean {
    const { peerEndsAt } = this.#core.moveTimes;
    if (this.#clocksHeard >= budgets.clocks.count || !this.#isClockRunning || this.hasChosen) return false;
    if (chosen && this.#core.config.role === 'host') return true;
    return peerEndsAt === null || Math.abs(this.#endsAt(leftMs, now) - peerEndsAt) > clockToleranceMs;
  }

  /**
   * The peer's clock, for its next message. It is shown, and the peer isn't late before it has run out. But nothing that is told postpones
   * `late_at_most`, or makes a side that is late be in time.
   */
  hear({ usedMs, leftMs, chosen }: ClockReading) {
    if (!this.#isClockRunning || this.hasChosen) return;
    const core = this.#core;
    const { now } = core.moment;
    this.#clocksHeard += 1;
    // Only a guest's choice has to wait, for the host's commitment. While this side waits for one, that is what counts.
    if (chosen && this.#core.config.role === 'host' && this.#awaited === null) {
      this.hasChosen = true;
      core.moveTimes.endPeerMove(now);
      return core.markChanged();
    }
    const endsAt = this.#endsAt(leftMs, now);
    core.moveTimes.peerAskedAt = now - usedMs;
    core.moveTimes.peerEndsAt = endsAt;
    if (this.#awaited !== null && this.#lateSince === null) this.#setLate('late', endsAt + lateMarginMs);
    core.markChanged();
  }

  /** Where sides choose at the same time, the peer may do so before this side waits for it. Otherwise its clock rests on this side's turn. */
  get #isClockRunning(): boolean {
    return this.#awaited === null
      ? flowMode(this.#core.config.spec) === 'simultaneous_round'
      : this.#awaited === 'move';
  }

  #endsAt(leftMs: number, now: number): number {
    const { spec, options } = this.#core.config;
    return now + Math.min(leftMs, decisionSeconds(spec, options) * 1000);
  }

  /** The expected frame has arrived: what it saved of its time makes up for earlier absences. */
  stop() {
    const core = this.#core;
    this.giveBack(core.timeLeft('peer') ?? peerTimeoutMs('move', core.config));
    for (const name of timerNames) core.clearTimer(name);
    this.#awaited = null;
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
    for (const name of timerNames) this.#core.pauseTimer(name);
  }

  resume() {
    for (const name of timerNames) this.#core.resumeTimer(name);
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
