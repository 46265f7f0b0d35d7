/** The built renderer, read once into memory: a request can only ever name a file that was there at the start. */
import { readdir, readFile } from 'node:fs/promises';
import { extname, join, relative, sep } from 'node:path';

const types: Readonly<Record<string, string>> = {
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
  /** By the exact path of the URL, such as `/assets/index-1a2b.js`; the page itself is not among them. */
  get(path: string): AppFile | undefined;
  /** The page at `/`, with the nonce its own style elements will carry. */
  page(nonce: string): AppFile;
}

/** Reads every file below `dir`; files of unknown kinds are left out. Rejects where there is no index.html. */
export async function readAppFiles(dir: string): Promise<AppFiles> {
  const files = new Map<string, AppFile>();
  for (const entry of await readdir(dir, { recursive: true, withFileTypes: true })) {
    const type = types[extname(entry.name)];
    if (!entry.isFile() || type === undefined) continue;
    const file = join(entry.parentPath, entry.name);
    files.set(`/${relative(dir, file).split(sep).join('/')}`, { bytes: await readFile(file), type });
  }
  const index = files.get('/index.html');
  if (!index) throw new Error(`${dir} holds no index.html`);
  files.delete('/index.html');
  const template = Buffer.from(index.bytes).toString('utf8');
  return {
    get: (path) => files.get(path),
    page: (nonce) => ({ bytes: Buffer.from(template.replaceAll('__STYLE_NONCE__', nonce)), type: index.type }),
  };
}
