/** Runs the core with the web relay until it is stopped. */

import { type BrowserProcess, findBrowser, openBrowserWindow } from '../browser/open-browser.ts';
import { type Core, createCore } from '../core/core.ts';
import { linkText } from './link-text.ts';
import { pictureTakerWith } from './pictures/open-picture-taker.ts';
import { startRelay } from './relay/relay.ts';
import { listenForStop } from './stop.ts';

export interface WebOptions {
  dataDir: string;
  rendererDir: string;
  server: string | null;
  /** As in CoreConfig. */
  allowPlainHttp: boolean;
  network: string | null;
  /** Opens a browser window if possible; otherwise only prints the link. */
  openBrowser: boolean;
  /** Reads the page's files again for each page load. */
  dev: boolean;
  /** The initial page; the lobby by default. */
  page?: (core: Core) => Promise<string>;
  /** Prints the link; by default on stdout, as text on a terminal and one JSON line elsewhere. */
  printLink?: (url: string) => void;
  log: (line: string) => void;
}

function printToStdout(url: string): void {
  const { stdout, env } = process;
  stdout.write(stdout.isTTY ? linkText(url, env) : `${JSON.stringify({ event: 'web', url })}\n`);
}

/** Makes a link with a launch code open the given page of the app. */
export const pageLink = (url: string, page: string): string => `${url}&at=${encodeURIComponent(page)}`;

/** Stops after this time without a window: it never connected, or did not reconnect after a reload. */
const windowIdleMs = 10 * 60_000;

/** Resolves to the exit code after a clean stop. */
export async function runWebRelay(options: WebOptions): Promise<number> {
  const { dataDir, rendererDir, server, allowPlainHttp, network, openBrowser, dev, log } = options;
  const { stopped, stop, markReady } = listenForStop();
  const report = (error: unknown, source: string) =>
    log(`${source}: ${error instanceof Error ? (error.stack ?? error.message) : 'invalid'}`);
  const core = await createCore({
    dataDir,
    server,
    shell: 'web',
    keychain: null,
    allowPlainHttp,
    network,
    openPictureTaker: pictureTakerWith(),
  });
  const browserPath = openBrowser ? findBrowser() : null;
  if (openBrowser && browserPath === null)
    log('No browser of the Chromium family was found; open the printed link yourself.');
  let browserProcess: BrowserProcess | null = null;
  let hasConnected = false;
  let isStopping = false;
  const relay = await startRelay({
    core,
    rendererDir,
    rereadFiles: dev,
    headless: browserPath === null,
    idleMs: browserPath === null ? null : windowIdleMs,
    onIdle: stop,
    onPresence(isPresent) {
      if (!isPresent || hasConnected) return;
      hasConnected = true;
      // Deletes the file with the launch link.
      browserProcess?.deleteLinkFile().catch((error) => report(error, 'browser'));
    },
    log,
    report,
  }).catch(async (error) => {
    await core.dispose();
    throw error;
  });
  core.setWindowLink(relay.createLink);
  await core.start();
  const page = await options.page?.(core);
  const withPage = (url: string) => (page === undefined ? url : pageLink(url, page));
  const printUrl = options.printLink ?? printToStdout;
  const printLink = () => void printUrl(withPage(relay.createLink()));
  if (browserPath === null) printLink();
  else {
    browserProcess = await openBrowserWindow(browserPath, withPage(relay.url), dataDir);
    browserProcess.process.once('exit', () => {
      if (hasConnected || isStopping) return stop();
      log('The browser exited before it showed the app; open the printed link yourself.');
      printLink();
    });
    log('The app opens in a browser window; closing it, or Ctrl+C here, stops Parlor.');
  }
  markReady();

  await stopped;
  isStopping = true;
  await browserProcess?.close();
  await relay.close();
  await core.dispose();
  return 0;
}
