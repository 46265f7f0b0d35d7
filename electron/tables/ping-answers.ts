import type { JsonObject } from '../../shared/json/value.ts';
import { pongFrame } from '../../shared/tables/frames.ts';

/** Answers pings in the order of all frames, which `enqueue` keeps. Those that arrive faster than pongs can be sent share one. */
export function pingAnswers(
  send: (frame: JsonObject) => Promise<void>,
  enqueue: (sendPong: () => Promise<void>) => void,
): (probeId: string) => void {
  /** The newest ping whose pong is still to be sent. */
  let waitingProbe: string | null = null;
  return (probeId) => {
    const isAnswering = waitingProbe !== null;
    waitingProbe = probeId;
    if (isAnswering) return;
    enqueue(() => {
      const frame = pongFrame(waitingProbe ?? probeId);
      waitingProbe = null;
      return send(frame).catch(() => {
        // The channel's reader reports a disconnect.
      });
    });
  };
}
