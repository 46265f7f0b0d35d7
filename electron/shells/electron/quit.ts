/** A clean shutdown within a time limit. */
import type { App } from 'electron';
import type { Core } from '../../core/core.ts';

/** Milliseconds after which the app exits even if something hangs. */
const quitMs = 18_000;

/** Delays quitting until the core has written its state, notified peers and stopped its workers. */
export function disposeAtQuit(
  app: App,
  core: Pick<Core, 'dispose'>,
  report: (error: unknown, source: string) => void,
): void {
  let isQuitting = false;
  app.on('will-quit', (event) => {
    event.preventDefault();
    if (isQuitting) return;
    isQuitting = true;
    const fail = (error: unknown) => {
      report(error, 'quit');
      app.exit(1);
    };
    const timer = setTimeout(() => fail(new Error(`Not finished after ${quitMs} ms.`)), quitMs);
    core
      .dispose()
      .finally(() => clearTimeout(timer))
      .then(() => app.exit(0))
      .catch(fail);
  });
}
