/** A window for a table that a command plays: the same relay, in the command's own process. */
import { join } from 'node:path';
import { findBrowser, type OpenedBrowser, openWindow } from './browser.ts';
import { buildRenderer } from './build.ts';
import { hasDisplay } from './electron-binary.ts';
import { startRelay } from './relay/relay.ts';
import type { ShellCore } from './shell.ts';

const root = join(import.meta.dirname, '..', '..');

export interface TableWindow {
  /** A link with a launch code for whoever opens it; null where a browser was opened already. */
  url: string | null;
  close(): Promise<void>;
}

/** `auto` opens a browser where there are one and a display; else, and `headless`, the link is there to be opened. */
export async function openTableWindow(
  core: ShellCore,
  { dataDir, mode, say }: { dataDir: string; mode: 'auto' | 'headless'; say: (line: string) => void },
): Promise<TableWindow> {
  const rendererDir = await buildRenderer(root);
  const browser = mode === 'auto' && hasDisplay(process.platform, process.env) ? findBrowser() : null;
  let opened: OpenedBrowser | null = null;
  const relay = await startRelay({
    core,
    rendererDir,
    headless: browser === null,
    onPresence: (present) => void (present && opened?.forget().catch(() => {})),
    log: say,
  });
  core.setWindowLink(() => `${relay.origin}/#code=${relay.newCode(true)}`);
  if (browser !== null) opened = await openWindow(browser, relay.url, dataDir);
  return {
    url: browser === null ? relay.url : null,
    async close() {
      core.setWindowLink(null);
      await opened?.close();
      await relay.close();
    },
  };
}
