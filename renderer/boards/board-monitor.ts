/** Watches what a board does outside its port: window messages, history, and lag. */

import { watchHistory } from './history-guard.ts';
import type { StopReason } from './message-guard.ts';

const everyMs = 250;
/** Boards have no reason to post to the window, but some libraries do so once. */
const messagesMax = 20;
/** The window is unusable if this many ticks in a row are late by this much. */
const lag = { ms: 1000, ticks: 5 };

/** `onTick` is called four times a second. Returns a function that ends the watch. */
export function watchBoard(
  frame: HTMLIFrameElement,
  { onTick, onStop }: { onTick(): void; onStop(reason: StopReason, perSecond: number): void },
): () => void {
  const historyWatch = watchHistory('#/tables');
  const startedAt = performance.now();
  let messages = 0;
  let late = 0;
  let expected = startedAt + everyMs;

  // `data` is never read: that would deserialize it, which may be expensive.
  const onMessage = ({ source }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow) return;
    messages += 1;
    if (messages !== messagesMax) return;
    onStop('flood', Math.ceil(messages / Math.max(1, (performance.now() - startedAt) / 1000)));
  };
  const timer = setInterval(() => {
    const now = performance.now();
    late = !document.hidden && now - expected > lag.ms ? late + 1 : 0;
    expected = now + everyMs;
    if (historyWatch.grown()) return onStop('history', 0);
    if (late >= lag.ticks) return onStop('slow', 0);
    onTick();
  }, everyMs);
  window.addEventListener('message', onMessage);
  return () => {
    window.removeEventListener('message', onMessage);
    clearInterval(timer);
    historyWatch.end();
  };
}
