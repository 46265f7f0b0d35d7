/** Runs the core with the web relay until it is stopped. */

import { findBrowser, type OpenedBrowser, openWindow } from '../browser/open-browser.ts';
import { type Core, createCore } from '../core/core.ts';
import { linkText } from './link-text.ts';
import { startRelay } from './relay/relay.ts';
import { listenForStop } from './stop.ts';

export interface WebRun {
  dataDir: string;
  rendererDir: string;
  server: string | null;
  /** As in CoreConfig. */
  allowPlainHttp: boolean;
  network: string | null;
  /** Opens a browser window if possible; otherwise only prints the link. */
  window: boolean;
  /** Reads the page's files again for each page load. */
  dev: boolean;
  /** The initial page; the lobby by default. */
  page?: (core: Core) => Promise<string>;
  /** Prints the link; by default on stdout, as text on a terminal and one JSON line elsewhere. */
  printLink?: (url: string) => void;
  log: (line: string) => void;
}

function printOnStdout(url: string): void {
  const { stdout, env } = process;
  stdout.write(stdout.isTTY ? linkText(url, env) : `${JSON.stringify({ event: 'web', url })}\n`);
}

/** Makes a link with a launch code open the given page of the app. */
export const pageLink = (url: string, page: string): string => `${url}&at=${encodeURIComponent(page)}`;

/** Stops after this time without a window: it never connected, or did not reconnect after a reload. */
const windowIdleMs = 10 * 60_000;

/** Resolves to the exit code after a clean stop. */
export async function serveWeb(run: WebRun): Promise<number> {
  const { dataDir, rendererDir, server, allowPlainHttp, network, window, dev, log } = run;
  const { stopped, stop, ready } = listenForStop();
  const report = (fault: unknown, where: string) =>
    log(`${where}: ${fault instanceof Error ? (fault.stack ?? fault.message) : 'invalid'}`);
  const core = await createCore({ dataDir, server, shell: 'web', keychain: null, allowPlainHttp, network });
  const browser = window ? findBrowser() : null;
  if (window && browser === null) log('No browser of the Chromium family was found; open the printed link yourself.');
  let opened: OpenedBrowser | null = null;
  let connected = false;
  let stopping = false;
  const relay = await startRelay({
    core,
    rendererDir,
    rereadFiles: dev,
    headless: browser === null,
    idleMs: browser === null ? null : windowIdleMs,
    onIdle: stop,
    onPresence(present) {
      if (!present || connected) return;
      connected = true;
      // Deletes the file with the launch link.
      opened?.forget().catch((fault) => report(fault, 'browser'));
    },
    log,
    report,
  }).catch(async (fault) => {
    await core.dispose();
    throw fault;
  });
  core.setWindowLink(relay.newLink);
  await core.start();
  const page = await run.page?.(core);
  const toPage = (url: string) => (page === undefined ? url : pageLink(url, page));
  const print = run.printLink ?? printOnStdout;
  const printLink = () => void print(toPage(relay.newLink()));
  if (browser === null) printLink();
  else {
    opened = await openWindow(browser, toPage(relay.url), dataDir);
    opened.process.once('exit', () => {
      if (connected || stopping) return stop();
      log('The browser exited before it showed the app; open the printed link yourself.');
      printLink();
    });
    log('The app opens in a browser window; closing it, or Ctrl+C here, stops Parlor.');
  }
  ready();

  await stopped;
  stopping = true;
  await opened?.close();
  await relay.close();
  await core.dispose();
  return 0;
}
