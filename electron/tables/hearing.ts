/**
 * Notices within seconds that nothing is heard from the other side, long before it counts as unresponsive (shared/tables/heartbeat.ts).
 * This is only shown: deadlines, absences and the end of a table don't depend on it.
 */
import { flowMode, type Spec } from '../../shared/protocol/spec.ts';
import type { HeartbeatSettings } from '../../shared/tables/engine-types.ts';
import type { Environment } from './environment.ts';

/** Silence after which the other side is asked for a sign of life, and after which nobody is assumed to listen. */
export const hearingMs = { probe: 3_000, unheard: 6_000 };

export interface Hearing {
  /** Monotonic time of the last sign of life, if that is long ago; null otherwise. */
  readonly unheardSince: number | null;
  /** A sign of life. `answersPings`: a pong; from peers that send none, silence means nothing. */
  hear(answersPings: boolean): void;
  /** There is a connection, or there is none, in whose absence silence is no news. */
  setConnected(isConnected: boolean): void;
  stop(): void;
}

/** As for pings: not in a chat, and not without a heartbeat. */
export const hears = (spec: Spec, { intervalMs }: HeartbeatSettings): boolean =>
  intervalMs > 0 && flowMode(spec) !== 'free';

export function createHearing(environment: Environment, probe: () => void, onChange: () => void): Hearing {
  let heardAt = environment.monotonic();
  let probedAt: number | null = null;
  let hasPongs = false;
  let isUnheard = false;
  let cancel: (() => void) | null = null;

  function check() {
    const silentMs = environment.monotonic() - heardAt;
    // The own computer may have been busy since the last sign of life.
    if (probedAt === null && silentMs >= hearingMs.probe) {
      probedAt = environment.monotonic();
      probe();
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
  }

  check();
  return {
    get unheardSince() {
      return isUnheard ? heardAt : null;
    },
    hear(answersPings) {
      hasPongs ||= answersPings;
      hear();
    },
    setConnected(isConnected) {
      stop();
      hear();
      if (isConnected) check();
    },
    stop,
  };
}
