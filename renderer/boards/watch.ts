/** Watches what a board does outside its port: window messages, history, and lag. */

import { watchHistory } from './history.ts';
import type { StopReason } from './message-guard.ts';

const everyMs = 250;
/** Boards have no reason to post to the window; some libraries do once. */
const messagesMax = 20;
/** Ticks this late, this often in a row, mean that the window is unusable. */
const lag = { ms: 1000, ticks: 5 };

/** `onTick` is called four times a second. Returns a function that ends the watch. */
export function watchBoard(
  frame: HTMLIFrameElement,
  { onTick, onStop }: { onTick(): void; onStop(reason: StopReason, perSecond: number): void },
): () => void {
  const history = watchHistory('#/tables');
  const from = performance.now();
  let messages = 0;
  let late = 0;
  let expected = from + everyMs;

  // `data` is never accessed: deserializing is what costs.
  const onMessage = ({ source }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow) return;
    messages += 1;
    if (messages !== messagesMax) return;
    onStop('flood', Math.ceil(messages / Math.max(1, (performance.now() - from) / 1000)));
  };
  const timer = setInterval(() => {
    const now = performance.now();
    late = !document.hidden && now - expected > lag.ms ? late + 1 : 0;
    expected = now + everyMs;
    if (history.grown()) return onStop('history', 0);
    if (late >= lag.ticks) return onStop('slow', 0);
    onTick();
  }, everyMs);
  window.addEventListener('message', onMessage);
  return () => {
    window.removeEventListener('message', onMessage);
    clearInterval(timer);
    history.end();
  };
}
