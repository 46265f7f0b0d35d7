/** Heartbeat between two engines: pings, pongs, and the detection of an unresponsive peer. */

import type { Absence } from './absence.ts';
import { budgets } from './budgets.ts';
import type { HeartbeatSettings } from './engine-types.ts';
import { pingFrame, pongFrame, type SystemFrame } from './frames.ts';
import type { Stall } from './peer-turn.ts';
import { isHostRefusal, refusedByHost } from './refusals.ts';
import type { TableCore } from './table-core.ts';

export const defaultHeartbeat: HeartbeatSettings = { intervalMs: 10_000, timeoutMs: 30_000, graceMs: 120_000 };

export class Heartbeat {
  /** This side's time away as the peer counts it, when it last returned; null until the peer has said so. */
  ownAbsence: Pick<Absence, 'usedMs' | 'allowedMs'> | null = null;
  #absencesHeard = 0;
  /** Called with each ping at its interval. */
  onPing: () => void = () => {};
  /** Whether this side sends pings: not in a chat, and not with an interval of 0. */
  #isBeating = false;
  /** The connection is lost and may be resumed. */
  isConnectionLost = false;
  /** The connection was lost by a restart of this side, which is no absence of the peer. */
  #hasRestarted = false;
  /** How the peer stalled when this side was started again: until it has reached the peer, that is what is known. */
  #stallAtRestart: Stall | null = null;
  readonly #core: TableCore;
  readonly #settings: HeartbeatSettings;

  constructor(core: TableCore) {
    this.#core = core;
    this.#settings = core.config.heartbeat;
  }

  /** This side was started again and hasn't reached the other one yet: nothing is known of the other side. */
  get isReturning(): boolean {
    return this.#hasRestarted && this.isConnectionLost;
  }

  /** How the peer stalls: while this side returns, only if it did before the restart, since now this side is away itself. */
  get stall(): Stall | null {
    const { stall } = this.#core.peerTurn;
    return this.isReturning && stall !== null ? this.#stallAtRestart : stall;
  }

  start() {
    if (this.#settings.intervalMs <= 0) return;
    this.#isBeating = true;
    this.#schedulePing();
    this.#watchForSilence();
  }

  /** Called for every frame of the peer. */
  markPeerAlive() {
    const { absence } = this.#core.peerTurn;
    if (absence.since !== null) {
      absence.end(this.#core.moment.now, { counts: !this.#hasRestarted });
      this.#core.clearTimer('grace');
      this.#core.record({ kind: 'event', name: 'peer_resumed' });
      this.#core.markChanged();
    }
    if (this.#isBeating) this.#watchForSilence();
  }

  /** The peer gave a sign of life at that time, which was not an event of its own. */
  hear(at: number) {
    if (this.#isBeating && this.#core.peerTurn.absence.since === null) this.#watchForSilence(at);
  }

  /** Without a connection, no pings are sent, and the peer's deadline is paused while its allowance of time away lasts. */
  onConnectionLost(restarted: boolean) {
    if (restarted && !this.isReturning) this.#restart();
    if (this.isConnectionLost) return;
    this.isConnectionLost = true;
    this.#core.clearTimer('ping');
    this.#core.clearTimer('quiet');
    this.#core.peerTurn.pause();
    if (this.#core.peerTurn.absence.since === null) this.#markUnresponsive();
  }

  /** What the peer was away before counts; what follows is this side's own. */
  #restart() {
    const { absence, stall } = this.#core.peerTurn;
    const { now } = this.#core.moment;
    this.#stallAtRestart = stall;
    this.#hasRestarted = true;
    if (absence.since === null) return;
    absence.end(now, { counts: true });
    absence.begin(now);
  }

  onConnectionResumed() {
    if (!this.isConnectionLost) return;
    this.isConnectionLost = false;
    this.markPeerAlive();
    this.#hasRestarted = false;
    this.#core.peerTurn.resume();
    if (this.#isBeating) this.#schedulePing();
  }

  /** Answers pings even if this side's heartbeat is disabled: a peer that sends them supports pongs. */
  receive(frame: SystemFrame) {
    if (frame.kind === 'ping') this.#core.sendSystem(pongFrame(frame.probeId));
    if (frame.kind === 'absence') this.#learnOwnAbsence(frame);
    if (frame.kind === 'bye') {
      this.#core.peerClosed = true;
      if (this.#isRefusal(frame)) {
        const { code, message } = refusedByHost(frame.code);
        return this.#core.fail(code, message);
      }
      const detail = frame.code === null ? {} : { code: frame.code };
      this.#core.fail('peer_aborted', 'The other side left before the table was finished.', detail);
    }
  }

  /** A host may refuse a guest for which the game has already begun, until it sends its first message. */
  #isRefusal({ code }: Extract<SystemFrame, { kind: 'bye' }>): boolean {
    return this.#core.role === 'guest' && this.#core.messageCounts.received === 0 && isHostRefusal(code);
  }

  /** Whether the peer's report of this side's absence is news; otherwise it is a sign of life. */
  isNews({ usedMs, allowedMs }: Extract<SystemFrame, { kind: 'absence' }>): boolean {
    const known = this.ownAbsence;
    return this.#absencesHeard < budgets.absences && (usedMs !== known?.usedMs || allowedMs !== known.allowedMs);
  }

  #learnOwnAbsence({ usedMs, allowedMs }: Extract<SystemFrame, { kind: 'absence' }>) {
    this.#absencesHeard += 1;
    this.ownAbsence = { usedMs, allowedMs };
    this.#core.markChanged();
  }

  #schedulePing() {
    this.#core.setTimer('ping', this.#core.moment.now + this.#settings.intervalMs, () => {
      this.ping();
      this.onPing();
      this.#schedulePing();
    });
  }

  ping() {
    const probe = this.#core.drawHex('probe');
    const probeId = `${probe.slice(0, 8)}-${probe.slice(8, 16)}`;
    this.#core.sendSystem(pingFrame(probeId, this.#core.moment.at));
  }

  #watchForSilence(heardAt = this.#core.moment.now) {
    const { intervalMs, timeoutMs } = this.#settings;
    const silenceMs = timeoutMs > 0 ? timeoutMs : 3 * intervalMs;
    this.#core.setTimer('quiet', heardAt + silenceMs, () => this.#markUnresponsive());
  }

  #markUnresponsive() {
    const { absence } = this.#core.peerTurn;
    absence.begin(this.#core.moment.now);
    this.#core.record({ kind: 'event', name: 'peer_unresponsive' });
    this.#core.markChanged();
    this.#core.setTimer('grace', absence.endsAt as number, () => {
      if (this.isConnectionLost)
        this.#core.fail('peer_disconnected', 'The connection to the other side was lost and not resumed.');
      else this.#core.fail('peer_unresponsive', 'The other side has been silent for too long.');
    });
  }
}
