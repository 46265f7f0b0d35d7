/** The core behind the web relay, until it is asked to stop. */
import { type Core, createCore } from '../core.ts';
import { findBrowser, type OpenedBrowser, openWindow } from './browser.ts';
import { startRelay } from './relay/relay.ts';
import { listenForStop } from './stop.ts';

export interface WebRun {
  dataDir: string;
  rendererDir: string;
  server: string | null;
  /** As in CoreConfig. */
  allowPlainHttp: boolean;
  network: string | null;
  /** Open a browser window, where there is one; else only print the link. */
  window: boolean;
  /** The page's files may change while this runs. */
  dev: boolean;
  /** The page to begin with, once there is a core; the lobby unless told. */
  page?: (core: Core) => Promise<string>;
  /** How the link is told; one JSON line on stdout unless told. */
  printLink?: (url: string) => void;
  say: (line: string) => void;
}

/** A link with a launch code that leads to a page of the app. */
export const pageLink = (url: string, page: string): string => `${url}&at=${encodeURIComponent(page)}`;

/** A launched window that never comes, or never comes back after a reload, ends the run. */
const windowIdleMs = 10 * 60_000;

/** Resolves to the exit code after a clean stop. */
export async function serveWeb(run: WebRun): Promise<number> {
  const { dataDir, rendererDir, server, allowPlainHttp, network, window, dev, say } = run;
  const { stopped, stop, ready } = listenForStop();
  const report = (fault: unknown, where: string) =>
    say(`${where}: ${fault instanceof Error ? (fault.stack ?? fault.message) : 'invalid'}`);
  const core = await createCore({ dataDir, server, shell: 'web', keychain: null, allowPlainHttp, network });
  const browser = window ? findBrowser() : null;
  if (window && browser === null) say('No browser of the Chromium family is here; open the printed link yourself.');
  let opened: OpenedBrowser | null = null;
  let seen = false;
  let stopping = false;
  const relay = await startRelay({
    core,
    rendererDir,
    rereads: dev,
    headless: browser === null,
    idleMs: browser === null ? null : windowIdleMs,
    onIdle: stop,
    onPresence(present) {
      if (!present || seen) return;
      seen = true;
      opened?.forget().catch((fault) => report(fault, 'browser'));
    },
    log: say,
    report,
  }).catch(async (fault) => {
    await core.dispose();
    throw fault;
  });
  core.setWindowLink(() => `${relay.origin}/#code=${relay.newCode(true)}`);
  await core.start();
  const page = await run.page?.(core);
  const toPage = (url: string) => (page === undefined ? url : pageLink(url, page));
  const print = run.printLink ?? ((url) => process.stdout.write(`${JSON.stringify({ event: 'web', url })}\n`));
  const printLink = () => void print(toPage(`${relay.origin}/#code=${relay.newCode(true)}`));
  if (browser === null) printLink();
  else {
    opened = await openWindow(browser, toPage(relay.url), dataDir);
    opened.process.once('exit', () => {
      if (seen || stopping) return stop();
      say('The browser ended before it showed the app; open the printed link yourself.');
      printLink();
    });
    say('The app opens in a browser window; closing it, or Ctrl+C here, stops Parlor.');
  }
  ready();

  await stopped;
  stopping = true;
  await opened?.close();
  await relay.close();
  await core.dispose();
  return 0;
}
