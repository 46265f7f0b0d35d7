/**
 * The app's own schemes. A handler answers with bytes from memory, found by the exact text of the address: no path is
 * ever joined, decoded or looked for on disk.
 */
import type { CustomScheme } from 'electron';
import type { AppFiles } from '../app-files.ts';
import { boardPathOf } from '../board-path.ts';
import { appHeaders, appPolicy, boardHeaders, freshNonce } from '../headers.ts';
import type { BoardFiles } from '../shell.ts';

export const appOrigin = 'parlor-app://app';
export const boardScheme = 'parlor-ui';

/**
 * Registered once, before the app is ready. `corsEnabled`: the module scripts of an opaque origin are CORS requests.
 * Nothing else is granted: no service workers, no extensions, no way around a content security policy.
 */
export const schemes: CustomScheme[] = [
  { scheme: 'parlor-app', privileges: { standard: true, secure: true, supportFetchAPI: true } },
  { scheme: boardScheme, privileges: { standard: true, secure: true, corsEnabled: true } },
];

export function boardUrl(label: string): string {
  return `${boardScheme}://${label}/index.html`;
}

/** Label and path of a board's address, or null for any other address. */
export function readBoardUrl(address: string): { label: string; path: string } | null {
  const [, label, raw] = /^parlor-ui:\/\/([0-9a-f]{32})\/(.*)$/s.exec(address) ?? [];
  const path = raw === undefined ? null : boardPathOf(raw);
  return label === undefined || path === null ? null : { label, path };
}

interface Asked {
  method: string;
  url: string;
}

function answer(file: { bytes: Uint8Array; type: string }, headers: Record<string, string>): Response {
  return new Response(Buffer.from(file.bytes), { status: 200, headers: { ...headers, 'Content-Type': file.type } });
}

const missing = (headers: Record<string, string>) => new Response(null, { status: 404, headers });
const unread = (headers: Record<string, string>) =>
  new Response(null, { status: 405, headers: { ...headers, Allow: 'GET' } });

/** `parlor-app://app/` and the files it was built with. */
export function serveApp(files: AppFiles): (request: Asked) => Response {
  return ({ method, url }) => {
    if (method !== 'GET') return unread(appHeaders);
    if (url === `${appOrigin}/`) {
      const nonce = freshNonce();
      const policy = appPolicy({ nonce, connect: [], frames: `${boardScheme}:` });
      return answer(files.page(nonce), { ...appHeaders, 'Content-Security-Policy': policy });
    }
    const file = url.startsWith(`${appOrigin}/`) ? files.get(url.slice(appOrigin.length)) : undefined;
    return file ? answer(file, appHeaders) : missing(appHeaders);
  };
}

/** `parlor-ui://<first 32 hex digits of the manifest hash>/<path>`. */
export function serveBoards(boards: BoardFiles): (request: Asked) => Response {
  const headers = boardHeaders(appOrigin);
  return ({ method, url }) => {
    if (method !== 'GET') return unread(headers);
    const asked = readBoardUrl(url);
    const file = asked && boards.get(asked.label, asked.path);
    return file ? answer(file, headers) : missing(headers);
  };
}
