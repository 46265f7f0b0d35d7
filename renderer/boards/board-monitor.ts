/** Watches what a board does outside its port: window messages, history, and lag. */

import { watchHistory } from './history-guard.ts';
import type { StopReason } from './message-guard.ts';
import { isProcessorTaken } from './processor-share.ts';

const intervalMs = 250;
/** Boards have no reason to post to the window, but some libraries do so once. */
const maxMessages = 20;
/** The window is unusable if this many consecutive ticks are late by this time. */
const lagLimit = { ms: 1000, ticks: 5 };

/** `onTick` is called four times a second. Returns a function that stops the monitor. */
export function monitorBoard(
  frame: HTMLIFrameElement,
  { onTick, onStop }: { onTick(): void; onStop(reason: StopReason, perSecond: number): void },
): () => void {
  const historyWatch = watchHistory('#/tables');
  const startedAt = performance.now();
  let messageCount = 0;
  let lateTicks = 0;
  let expectedAt = startedAt + intervalMs;

  // `data` is never read: that would deserialize it, which may be expensive.
  const onMessage = ({ source }: MessageEvent) => {
    if (source === null || source !== frame.contentWindow) return;
    messageCount += 1;
    if (messageCount !== maxMessages) return;
    onStop('flood', Math.ceil(messageCount / Math.max(1, (performance.now() - startedAt) / 1000)));
  };
  const timer = setInterval(() => {
    const now = performance.now();
    const isLate = !document.hidden && now - expectedAt > lagLimit.ms;
    // A board is not to blame for what else the computer does.
    if (!isLate) lateTicks = 0;
    else if (!isProcessorTaken()) lateTicks += 1;
    expectedAt = performance.now() + intervalMs;
    if (historyWatch.hasGrown()) return onStop('history', 0);
    if (lateTicks >= lagLimit.ticks) return onStop('slow', 0);
    onTick();
  }, intervalMs);
  window.addEventListener('message', onMessage);
  return () => {
    window.removeEventListener('message', onMessage);
    clearInterval(timer);
    historyWatch.stop();
  };
}
