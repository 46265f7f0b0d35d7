/**
 * The app's own schemes. Handlers serve bytes from memory by exact URL without its fragment, and read no path from disk.
 */
import type { CustomScheme } from 'electron';
import type { BoardFiles } from '../../library/board.ts';
import type { AppFiles } from '../app-files.ts';
import { boardPathOf } from '../board-path.ts';
import { appHeaders, appPolicy, boardHeaders, createNonce } from '../headers.ts';

export const appOrigin = 'parlor-app://app';
export const boardScheme = 'parlor-ui';

/**
 * Registered once, before the app is ready. `corsEnabled`: the module scripts of an opaque origin are CORS requests. `stream`: audio and
 * video. No other privilege is granted.
 */
export const schemes: CustomScheme[] = [
  { scheme: 'parlor-app', privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true } },
  { scheme: boardScheme, privileges: { standard: true, secure: true, corsEnabled: true, stream: true } },
];

export function boardUrl(label: string): string {
  return `${boardScheme}://${label}/index.html`;
}

/** Electron passes the whole address of a request, the fragment included. */
const withoutFragment = (address: string): string => address.split('#', 1)[0] ?? '';

/** Label and path of a board's address, or null for any other address. */
export function readBoardUrl(address: string): { label: string; path: string } | null {
  const [, label, encodedPath] = /^parlor-ui:\/\/([0-9a-f]{32})\/(.*)$/s.exec(withoutFragment(address)) ?? [];
  const path = encodedPath === undefined ? null : boardPathOf(encodedPath);
  return label === undefined || path === null ? null : { label, path };
}

interface SchemeRequest {
  method: string;
  url: string;
}

function respond(file: { bytes: Uint8Array; type: string }, headers: Record<string, string>): Response {
  return new Response(Buffer.from(file.bytes), { status: 200, headers: { ...headers, 'Content-Type': file.type } });
}

const notFound = (headers: Record<string, string>) => new Response(null, { status: 404, headers });
const methodNotAllowed = (headers: Record<string, string>) =>
  new Response(null, { status: 405, headers: { ...headers, Allow: 'GET' } });

/** `parlor-app://app/` and the other files of the built renderer. */
export function serveApp(files: AppFiles): (request: SchemeRequest) => Response {
  return ({ method, url }) => {
    if (method !== 'GET') return methodNotAllowed(appHeaders);
    const address = withoutFragment(url);
    if (address === `${appOrigin}/`) {
      const nonce = createNonce();
      const policy = appPolicy({ nonce, connectSources: [], frameSources: `${boardScheme}:` });
      return respond(files.renderPage(nonce), { ...appHeaders, 'Content-Security-Policy': policy });
    }
    const file = address.startsWith(`${appOrigin}/`) ? files.get(address.slice(appOrigin.length)) : undefined;
    return file ? respond(file, appHeaders) : notFound(appHeaders);
  };
}

/** `parlor-ui://<first 32 hex digits of the manifest hash>/<path>`. */
export function serveBoards(boards: BoardFiles): (request: SchemeRequest) => Response {
  const headers = boardHeaders(appOrigin);
  return ({ method, url }) => {
    if (method !== 'GET') return methodNotAllowed(headers);
    const target = readBoardUrl(url);
    const file = target && boards.get(target.label, target.path);
    return file ? respond(file, headers) : notFound(headers);
  };
}
