/** The built renderer, read into memory at startup, so that requests cannot reach other files. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.woff2': 'font/woff2',
  '.woff': 'font/woff',
  '.wav': 'audio/wav',
  '.mp3': 'audio/mpeg',
  '.ogg': 'audio/ogg',
};

export interface AppFile {
  bytes: Uint8Array;
  type: string;
}

export interface AppFiles {
  /** By the exact URL path, such as `/assets/index-1a2b.js`. Excludes the page itself. */
  get(path: string): AppFile | undefined;
  /** The page at `/`, with the nonce of its style elements. `openedBySite`: opened by a page of another site. */
  renderPage(nonce: string, options?: { openedBySite?: boolean }): AppFile;
}

/** Reads all files of known types below `dir`. Rejects if there is no index.html. */
export async function readAppFiles(dir: string): Promise<AppFiles> {
  const files = new Map<string, AppFile>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const type = contentTypes[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(`/${relative(dir, file).split(sep).join('/')}`, { bytes: await readFile(file), type });
  }
  const index = files.get('/index.html');
  if (!index) throw new Error(`${dir} contains no index.html`);
  files.delete('/index.html');
  const template = Buffer.from(index.bytes).toString('utf8');
  return {
    get: (path) => files.get(path),
    renderPage(nonce, { openedBySite = false } = {}) {
      const text = template
        .replaceAll('__STYLE_NONCE__', nonce)
        .replaceAll('__OPENED_BY__', openedBySite ? 'site' : 'person');
      return { bytes: Buffer.from(text), type: index.type };
    },
  };
}
