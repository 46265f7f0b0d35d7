/** Shutdown requests from a terminal, a service manager or a test. */
import { fstatSync } from 'node:fs';

const parentPollMs = 250;

/**
 * Calls `stop` once the parent has exited, if npm started this process. npm runs a script in a shell and signals only that shell.
 * Some shells, such as dash, stay between npm and the script and exit without passing the signal on.
 */
export function onParentExit(stop: () => void): void {
  if (process.env.npm_lifecycle_event === undefined) return;
  const parentPid = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parentPid) return;
    clearInterval(timer);
    stop();
  }, parentPollMs);
  timer.unref();
}

/**
 * `stopped` resolves at SIGINT, SIGTERM or SIGHUP, when npm's shell has exited, or when the parent closes a pipe on stdin. Call this
 * before startup, and `markReady` after it: a stdin that ends before that was closed from the start, and is ignored.
 */
export function listenForStop(): { stopped: Promise<void>; stop: () => void; markReady: () => void } {
  const { promise, resolve } = Promise.withResolvers<void>();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => resolve());
  onParentExit(resolve);
  let isReady = false;
  if (stdinIsPipe()) {
    process.stdin.on('end', () => isReady && resolve());
    process.stdin.on('error', () => {});
    process.stdin.resume();
    // A pending read must not keep the process alive.
    process.stdin.unref?.();
  }
  return {
    stopped: promise,
    stop: resolve,
    markReady: () => {
      isReady = true;
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
