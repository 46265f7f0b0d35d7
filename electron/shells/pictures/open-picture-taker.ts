/**
 * Takes pictures of a board in a browser without a window. The page for pictures gives the board the same frame as a table does; the
 * picture is of the frame alone.
 */
import { type PicturedBoard, showBoardFunction } from '../../../shared/boards/pictured-board.ts';
import { minimumChromium } from '../../../shared/bundle/security-headers.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { type DevTools, openDevTools } from '../../browser/devtools.ts';
import { findBrowser } from '../../browser/open-browser.ts';
import { boardLabel } from '../../library/library.ts';
import { readServedFiles } from '../../library/served-files.ts';
import type { OpenPictureTaker, PictureTaker } from '../../studio/pictures/picture-taker.ts';
import { ensureRenderer } from '../build.ts';
import { type PictureServer, servePictures } from './picture-server.ts';

/** `browserPath`: instead of the first one that is installed. */
export const pictureTakerWith =
  (browserPath: string | null = null): OpenPictureTaker =>
  async (board) => {
    const path = browserPath ?? findBrowser();
    if (path === null)
      throw new ParlorError('browser_missing', 'Pictures need a browser of the Chromium family; none is installed.');
    const devTools = await openDevTools(path);
    let server: PictureServer | null = null;
    try {
      requireRecent(devTools.product);
      const label = boardLabel(board.manifest_hash);
      const boards = await readServedFiles((wanted) => (wanted === label ? board : undefined));
      server = await servePictures(await ensureRenderer(), boards);
      return await openPage(devTools, server, server.boardUrl(label));
    } catch (error) {
      await Promise.all([devTools.close(), server?.close()]);
      throw error;
    }
  };

function requireRecent(product: string): void {
  if (Number(/\/(\d+)/.exec(product)?.[1]) >= minimumChromium) return;
  throw new ParlorError('browser_missing', `Boards need Chromium ${minimumChromium}; the browser is ${product}.`);
}

/** A picture is taken again until it is the same as the one before. */
const attempts = { most: 10, pauseMs: 100 };

async function openPage(devTools: DevTools, server: PictureServer, url: string): Promise<PictureTaker> {
  const { targetId } = await devTools.call('Target.createTarget', { url: 'about:blank' });
  const { sessionId } = await devTools.call('Target.attachToTarget', { targetId, flatten: true });
  const call = (method: string, params?: object) => devTools.call(method, params, String(sessionId));
  const evaluate = async (expression: string) => {
    const { result, exceptionDetails } = await call('Runtime.evaluate', { expression, awaitPromise: true });
    return exceptionDetails ? null : (result as { value?: unknown });
  };
  await call('Page.enable');
  await call('Page.navigate', { url: server.url });
  // The page's code runs after its document is there.
  const isLoaded = `new Promise((resolve) => {
    const look = () => (window.${showBoardFunction} ? resolve(true) : setTimeout(look, 20));
    look();
  })`;
  if ((await evaluate(isLoaded)) === null) throw new ParlorError('internal', 'The page for pictures did not load.');
  const capture = async (): Promise<string> => {
    const { data } = await call('Page.captureScreenshot', { format: 'png' });
    return String(data);
  };
  return {
    browser: `${devTools.product.replace('Headless', '')} on ${process.platform}`,
    async take({ options, seats }, role, { theme, locale, size, textScale }) {
      const shown: PicturedBoard = { url, role, theme, locale, textScale, options, seat: seats[role] };
      await call('Emulation.setDeviceMetricsOverride', { ...size, deviceScaleFactor: 1, mobile: false });
      if ((await evaluate(`window.${showBoardFunction}(${JSON.stringify(shown)})`)) === null)
        return { failure: 'stopped' };
      let previous = await capture();
      for (let attempt = 1; attempt < attempts.most; attempt += 1) {
        await new Promise((resolve) => setTimeout(resolve, attempts.pauseMs));
        const next = await capture();
        if (next === previous) return { png: Buffer.from(next, 'base64') };
        previous = next;
      }
      return { failure: 'moving' };
    },
    close: async () => void (await Promise.all([devTools.close(), server.close()])),
  };
}
