/** Heartbeat between two engines: pings, pongs, and the detection of an unresponsive peer. */

import type { HeartbeatSettings } from './engine-types.ts';
import type { SystemFrame } from './frames.ts';
import type { TableCore } from './table-core.ts';

export const defaultHeartbeat: HeartbeatSettings = { intervalMs: 10_000, timeoutMs: 30_000, graceMs: 120_000 };

export class Heartbeat {
  /** Monotonic time since when the peer counts as unresponsive. */
  quietSince: number | null = null;
  /** Monotonic time at which the table then fails. */
  givesUpAt: number | null = null;
  /** The connection is lost and may be resumed. */
  #isConnectionLost = false;
  readonly #core: TableCore;
  readonly #settings: HeartbeatSettings;

  constructor(core: TableCore) {
    this.#core = core;
    this.#settings = core.config.heartbeat;
  }

  start() {
    if (this.#settings.intervalMs <= 0) return;
    this.#schedulePing();
    this.#watchForSilence();
  }

  /** Called for every frame of the peer. */
  markPeerAlive() {
    if (this.quietSince !== null) {
      this.quietSince = null;
      this.givesUpAt = null;
      this.#core.clearTimer('grace');
      this.#core.record({ kind: 'event', name: 'peer_resumed' });
      this.#core.markChanged();
    }
    if (this.#settings.intervalMs > 0) this.#watchForSilence();
  }

  /** Without a connection, no pings are sent and the peer's deadline is paused. */
  onConnectionLost() {
    if (this.#isConnectionLost) return;
    this.#isConnectionLost = true;
    this.#core.clearTimer('ping');
    this.#core.clearTimer('quiet');
    this.#core.pauseTimer('peer');
    if (this.quietSince === null) this.#markUnresponsive();
  }

  onConnectionResumed() {
    if (!this.#isConnectionLost) return;
    this.#isConnectionLost = false;
    this.#core.resumeTimer('peer');
    this.markPeerAlive();
    if (this.#settings.intervalMs > 0) this.#schedulePing();
  }

  /** Answers pings even if this side's heartbeat is disabled: a peer that sends them supports pongs. */
  receive(frame: SystemFrame) {
    if (frame.kind === 'ping') this.#core.sendSystem({ _sys: 'pong', probe_id: frame.probeId });
    if (frame.kind === 'bye') {
      this.#core.peerClosed = true;
      const detail = frame.code === null ? {} : { code: frame.code };
      this.#core.fail('peer_aborted', 'The other side left before the table was finished.', detail);
    }
  }

  #schedulePing() {
    this.#core.setTimer('ping', this.#core.moment.now + this.#settings.intervalMs, () => {
      const probe = this.#core.drawHex('probe');
      const probeId = `${probe.slice(0, 8)}-${probe.slice(8, 16)}`;
      this.#core.sendSystem({ _sys: 'ping', probe_id: probeId, ts: this.#core.moment.at / 1000 });
      this.#schedulePing();
    });
  }

  #watchForSilence() {
    const { intervalMs, timeoutMs } = this.#settings;
    const silenceMs = timeoutMs > 0 ? timeoutMs : 3 * intervalMs;
    this.#core.setTimer('quiet', this.#core.moment.now + silenceMs, () => this.#markUnresponsive());
  }

  #markUnresponsive() {
    this.quietSince = this.#core.moment.now;
    this.givesUpAt = this.#core.moment.now + this.#settings.graceMs;
    this.#core.record({ kind: 'event', name: 'peer_unresponsive' });
    this.#core.markChanged();
    this.#core.setTimer('grace', this.givesUpAt, () => {
      if (this.#isConnectionLost)
        this.#core.fail('peer_disconnected', 'The connection to the other side was lost and not resumed.');
      else this.#core.fail('peer_unresponsive', 'The other side has been silent for too long.');
    });
  }
}
