/** One promise for all the ways a process in a terminal, a service or a test is asked to stop. */
import { fstatSync } from 'node:fs';

/**
 * Resolves at SIGINT, SIGTERM, SIGHUP, or when a pipe on stdin closes, whose other end is whoever started us. A stdin
 * that was closed from the start, or is no pipe, says nothing. Call it first, `ready` when there is something to stop.
 */
export function listenForStop(): { stopped: Promise<void>; stop: () => void; ready: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  let ready = false;
  if (stdinIsPipe()) {
    process.stdin.on('end', () => ready && resolve());
    process.stdin.on('error', () => {});
    process.stdin.resume();
    // It may keep asking, but must not keep the process alive.
    process.stdin.unref?.();
  }
  return {
    stopped: promise,
    stop: resolve,
    ready: () => {
      ready = true;
    },
  };
}

function stdinIsPipe(): boolean {
  try {
    const stdin = fstatSync(0);
    return stdin.isFIFO() || stdin.isSocket();
  } catch {
    return false;
  }
}
