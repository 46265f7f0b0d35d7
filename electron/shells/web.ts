/** The core behind the web relay, until it is asked to stop. */
import { createCore } from '../core.ts';
import { findBrowser, openWindow } from './browser.ts';
import { startRelay } from './relay/relay.ts';
import { listenForStop } from './stop.ts';

export interface WebRun {
  dataDir: string;
  rendererDir: string;
  server: string | null;
  /** Open a browser window, where there is one; else only print the link. */
  window: boolean;
  /** The page's files may change while this runs. */
  dev: boolean;
  say: (line: string) => void;
}

/** A launched window that never comes, or never comes back after a reload, ends the run. */
const windowIdleMs = 10 * 60_000;

/** Resolves to the exit code after a clean stop. */
export async function serveWeb({ dataDir, rendererDir, server, window, dev, say }: WebRun): Promise<number> {
  const { stopped, stop, ready } = listenForStop();
  const core = await createCore({ dataDir, server, shell: 'web', keychain: null });
  const browser = window ? findBrowser() : null;
  if (window && browser === null)
    say('No browser of the Chromium family is installed; open the printed link yourself.');
  const relay = await startRelay({
    core,
    rendererDir,
    rereads: dev,
    headless: browser === null,
    idleMs: browser === null ? null : windowIdleMs,
    onIdle: stop,
    log: say,
    report: (fault, where) => say(`${where}: ${fault instanceof Error ? (fault.stack ?? fault.message) : 'invalid'}`),
  });
  await core.start();

  const opened = browser === null ? null : await openWindow(browser, relay.url, dataDir);
  if (opened === null) process.stdout.write(`${JSON.stringify({ event: 'web', url: relay.url })}\n`);
  else {
    say('The app is open in a browser window; closing it, or Ctrl+C here, stops Parlor.');
    opened.process.once('exit', stop);
  }
  ready();

  await stopped;
  await opened?.close();
  await relay.close();
  await core.dispose();
  return 0;
}
