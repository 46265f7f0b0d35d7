/**
 * Determines which interface a board was written for. Boards of the existing network post messages to their parent window; a script that
 * Parlor inserts into their page answers those messages (resources/board-adapter). Boards that rely on inline scripts or on their own
 * server cannot run under the policy that confines boards.
 */
import type { Board } from './board.ts';
import { pageObstacles } from './board-page/page-obstacles.ts';

/** `port`: uses Parlor's kit or an equivalent. `window_messages`: needs the adapter. `other`: cannot be played. */
export type BoardInterface = 'port' | 'window_messages' | 'other';

/** Path of the adapter on the origin of each board. */
export const adapterPath = '.parlor/window-messages.js';

/** Boards don't change, but the interface is needed for every frame that shows one. */
const cachedInterfaces = new WeakMap<Board, BoardInterface>();

export function boardInterfaceOf(board: Board): BoardInterface {
  const boardInterface = cachedInterfaces.get(board) ?? detectInterface(board);
  cachedInterfaces.set(board, boardInterface);
  return boardInterface;
}

function detectInterface({ files }: Board): BoardInterface {
  const sources = [...files].map(([path, { bytes }]) => ({ path, text: Buffer.from(bytes).toString('latin1') }));
  const pages = sources.filter(({ path }) => /\.html?$/i.test(path));
  const code = [...pages, ...sources.filter(({ path }) => /\.m?js$/i.test(path))];
  const hasPattern = (pattern: RegExp) => code.some(({ text }) => pattern.test(text));
  if (hasPattern(/parlor-init/)) return 'port';
  if (hasPattern(/\bparent\.postMessage\b/) && hasPattern(/["'`]hello["'`]/)) {
    return pages.some(({ path, text }) => hasInlineScript(text, path)) ? 'other' : 'window_messages';
  }
  return hasPattern(/["'`]\/(?:api|sse)\//) ? 'other' : 'port';
}

/**
 * Script elements with text and event handler attributes; also a page with too many tags to find them. A link with a `javascript:` address
 * does nothing in the frame, so the rest of the page works.
 */
const hasInlineScript = (page: string, path: string): boolean =>
  pageObstacles(page, path, () => true).some(({ code }) => inlineScripts.has(code));
const inlineScripts: ReadonlySet<string> = new Set(['script_inline', 'script_handler', 'page_tags']);

/** The page with the adapter as its first script. Latin-1 preserves every byte, whatever the page's encoding. */
export function withAdapter(page: Uint8Array): Uint8Array {
  const source = Buffer.from(page).toString('latin1');
  const start = /<head\b[^>]*>/i.exec(source) ?? /<html\b[^>]*>/i.exec(source) ?? /<!doctype[^>]*>/i.exec(source);
  const offset = start ? start.index + start[0].length : 0;
  return Buffer.from(
    `${source.slice(0, offset)}<script src="${adapterPath}"></script>${source.slice(offset)}`,
    'latin1',
  );
}
