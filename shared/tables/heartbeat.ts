/** Signs of life between two engines: pings, pongs, and what it means when there are none. */
import type { TableCore } from './core.ts';
import type { HeartbeatSettings } from './events.ts';
import type { SystemFrame } from './frames.ts';

export const defaultHeartbeat: HeartbeatSettings = { intervalMs: 10_000, timeoutMs: 30_000, graceMs: 120_000 };

export class Heartbeat {
  /** Unix milliseconds since when the peer counts as unresponsive. */
  quietSince: number | null = null;
  /** Monotonic: when it is given up. */
  givesUpAt: number | null = null;
  /** The connection is gone and may come back. */
  #lost = false;
  readonly #core: TableCore;
  readonly #settings: HeartbeatSettings;

  constructor(core: TableCore) {
    this.#core = core;
    this.#settings = core.terms.heartbeat;
  }

  start() {
    if (this.#settings.intervalMs <= 0) return;
    this.#pingLater();
    this.#watch();
  }

  /** Any frame counts. */
  alive() {
    if (this.quietSince !== null) {
      this.quietSince = null;
      this.givesUpAt = null;
      this.#core.clearTimer('grace');
      this.#core.record({ kind: 'event', name: 'peer_resumed' });
      this.#core.touch();
    }
    if (this.#settings.intervalMs > 0) this.#watch();
  }

  /** Without a connection nobody can be asked for a sign of life, nor blamed for thinking long. */
  lost() {
    if (this.#lost) return;
    this.#lost = true;
    this.#core.clearTimer('ping');
    this.#core.clearTimer('quiet');
    this.#core.pauseTimer('peer');
    if (this.quietSince === null) this.#miss();
  }

  resumed() {
    if (!this.#lost) return;
    this.#lost = false;
    this.#core.continueTimer('peer');
    this.alive();
    if (this.#settings.intervalMs > 0) this.#pingLater();
  }

  /** Pings are answered even with our own heartbeat off: only a peer that knows pongs sends them. */
  hear(frame: SystemFrame) {
    if (frame.kind === 'ping') this.#core.sendSystem({ _sys: 'pong', probe_id: frame.probeId });
    if (frame.kind === 'bye') {
      this.#core.peerGone = true;
      const detail = frame.code === null ? {} : { code: frame.code };
      this.#core.fail('peer_aborted', 'The other side left before the table was finished.', detail);
    }
  }

  #pingLater() {
    this.#core.setTimer('ping', this.#core.moment.now + this.#settings.intervalMs, () => {
      const probe = this.#core.draw('probe');
      const probeId = `${probe.slice(0, 8)}-${probe.slice(8, 16)}`;
      this.#core.sendSystem({ _sys: 'ping', probe_id: probeId, ts: this.#core.moment.at / 1000 });
      this.#pingLater();
    });
  }

  #watch() {
    const { intervalMs, timeoutMs } = this.#settings;
    const allowed = timeoutMs > 0 ? timeoutMs : 3 * intervalMs;
    this.#core.setTimer('quiet', this.#core.moment.now + allowed, () => this.#miss());
  }

  #miss() {
    this.quietSince = this.#core.moment.at;
    this.givesUpAt = this.#core.moment.now + this.#settings.graceMs;
    this.#core.record({ kind: 'event', name: 'peer_unresponsive' });
    this.#core.touch();
    this.#core.setTimer('grace', this.givesUpAt, () => {
      if (this.#lost) this.#core.fail('peer_disconnected', 'The connection to the other side did not come back.');
      else this.#core.fail('peer_unresponsive', 'The other side has been silent for too long.');
    });
  }
}
