/** A window for a table played by a command: a web relay in the command's process. */
import { inBackground } from '../../shared/background.ts';
import type { ShellCore } from '../bridge/shell-core.ts';
import { type BrowserProcess, findBrowser, openBrowserWindow } from '../browser/open-browser.ts';
import { ensureRenderer } from './build.ts';
import { hasDisplay } from './display.ts';
import { startRelay } from './relay/relay.ts';
import { pageLink } from './web.ts';

export interface TableWindow {
  /** A link with a launch code; null if a browser was opened. */
  url: string | null;
  close(): Promise<void>;
}

/** `auto` opens a browser if one is installed and there is a display; otherwise only a link is returned. */
export async function openTableWindow(
  core: ShellCore,
  { dataDir, mode, log }: { dataDir: string; mode: 'auto' | 'headless'; log: (line: string) => void },
): Promise<TableWindow> {
  const rendererDir = await ensureRenderer();
  const browserPath = mode === 'auto' && hasDisplay(process.platform, process.env) ? findBrowser() : null;
  let browserProcess: BrowserProcess | null = null;
  const relay = await startRelay({
    core,
    rendererDir,
    headless: browserPath === null,
    onPresence(isPresent) {
      if (isPresent && browserProcess) inBackground('browser', browserProcess.deleteLinkFile());
    },
    log,
  });
  core.setWindowLink(relay.createLink);
  if (browserPath !== null)
    browserProcess = await openBrowserWindow(browserPath, pageLink(relay.url, '/tables'), dataDir);
  return {
    url: browserPath === null ? relay.url : null,
    async close() {
      core.setWindowLink(null);
      await browserProcess?.close();
      await relay.close();
    },
  };
}
