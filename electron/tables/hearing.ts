/**
 * Notices within seconds that nothing is heard from the other side, long before it counts as unresponsive (shared/tables/heartbeat.ts).
 * This is only shown: deadlines, absences and the end of a table don't depend on it.
 */
import type { Table } from '../../shared/bridge/contract.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { flowMode, type Spec } from '../../shared/protocol/spec.ts';
import type { HeartbeatSettings } from '../../shared/tables/engine-types.ts';
import { pingFrame } from '../../shared/tables/frames.ts';
import type { Environment } from './environment.ts';
import type { ChannelEvent } from './reconnect/reconnecting-channel.ts';

/** How long the other side may be silent before it is pinged, and before it is reported as unheard if it doesn't answer. */
export const hearingMs = { probe: 3_000, unheard: 6_000 };

export interface Hearing {
  /** The time of the last sign of life on the clock of snapshots, if that is long ago. */
  state(clockOf: (monotonic: number) => number): Pick<Table['connection'], 'unheard_since'>;
  /** Every event of the channel. From peers that send no pongs, silence means nothing, and without a connection it is no news. */
  receive(event: ChannelEvent): void;
  stop(): void;
}

/** As for pings: not in a chat, and not without a heartbeat. */
export const hears = (spec: Spec, { intervalMs }: HeartbeatSettings): boolean =>
  intervalMs > 0 && flowMode(spec) !== 'free';

export function createHearing(
  environment: Environment,
  send: (frame: JsonObject) => Promise<void>,
  onChange: () => void,
): Hearing {
  let heardAt = environment.monotonic();
  let probedAt: number | null = null;
  let hasPongs = false;
  let isUnheard = false;
  let cancel: (() => void) | null = null;

  function check() {
    const silentMs = environment.monotonic() - heardAt;
    // This computer may have been busy since the last sign of life.
    if (probedAt === null && silentMs >= hearingMs.probe) {
      probedAt = environment.monotonic();
      const at = Math.round(environment.wall());
      send(pingFrame(String(at), at)).catch(() => {
        // The channel's reader reports a disconnect.
      });
    }
    const answerMs = hearingMs.unheard - hearingMs.probe;
    const isDue = probedAt !== null && environment.monotonic() - probedAt >= answerMs;
    if (isDue && hasPongs && !isUnheard) {
      isUnheard = true;
      onChange();
    }
    const waitMs = probedAt === null ? hearingMs.probe - silentMs : isDue ? hearingMs.probe : answerMs;
    if (isDue) probedAt = null;
    cancel = environment.after(waitMs, check);
  }

  function hear() {
    heardAt = environment.monotonic();
    probedAt = null;
    if (!isUnheard) return;
    isUnheard = false;
    onChange();
  }

  function stop() {
    cancel?.();
    cancel = null;
    isUnheard = false;
  }

  check();
  return {
    state: (clockOf) => (isUnheard ? { unheard_since: clockOf(heardAt) } : {}),
    receive(event) {
      if (event.type === 'frame') {
        hasPongs ||= event.frame._sys === 'pong';
        return hear();
      }
      if (event.type !== 'lost' && event.type !== 'resumed') return;
      stop();
      hear();
      if (event.type === 'resumed') check();
    },
    stop,
  };
}
