/**
 * The protocols this computer knows: those that came with Parlor, then those fetched and kept in the data directory.
 * Bundled wins over cached for one id. Bytes are checked when they are read; what is served to a frame is what was hashed.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ManifestFile, manifestFileOf } from '../../shared/bundle/manifest.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { flowMode, readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';
import { byHandRefusal, generateByHand } from '../hooks/by-hand.ts';
import { generateSkeleton } from '../hooks/skeleton.ts';
import type { BoardFiles } from '../shells/shell.ts';
import { type Board, boardOfFiles } from './board.ts';
import { type Consent, openConsents } from './consents.ts';
import { type HooksFile, hooksFileOf, replaceHooks, textOf } from './hooks-file.ts';
import { readKeptBoard, removeBoard, writeBoard } from './platform-board.ts';

export type { Board } from './board.ts';

export interface LibraryProtocol {
  protocol_id: string;
  spec: Spec;
  specText: string;
  mode: string;
  source: 'bundled' | 'cached' | 'folder';
  /** Folder below resources/protocols; null for a cached one. */
  folder: string | null;
  hooks: string | null;
  board: Board | null;
  /** Why a board that exists is not used. */
  boardProblem: Problem | null;
}

/** What the build pinned for each bundled folder, without a board null; a file that no longer fits its pin is refused. */
export type Pins = Record<string, { protocol_id: string; hooks_hash: string; manifest_hash: string | null }>;

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
/** Where the bundled protocols lie: `PARLOR_RESOURCES`, else beside the program. */
export const defaultResourcesDir = (): string =>
  process.env.PARLOR_RESOURCES ?? join(import.meta.dirname, '../../resources');

/** The host label of a board's own origin: a 64-digit label does not load, half of the hash does. */
export const boardLabel = (manifestHash: string) => manifestHash.slice(0, 32);

export interface Library {
  readonly boards: BoardFiles;
  list(): LibraryProtocol[];
  get(protocol_id: string): LibraryProtocol | null;
  /** Keeps a fetched spec. Rejects `spec_mismatch` when its hash is another, `spec_unsupported` when it breaks a rule. */
  keep(protocol_id: string, specText: string): Promise<LibraryProtocol>;
  /**
   * The hooks to play with: bundled, else the person's own file, else those that came with Parlor for a protocol of the
   * wider network. Rejects `hooks_missing` (a skeleton was written) and `hooks_unfinished` with the open methods.
   */
  hooksOf(protocol: LibraryProtocol, options?: { allowSkeleton?: boolean }): Promise<string>;
  /**
   * Writes hooks with which the person at the seat answers everything, where there are none or only an untouched skeleton,
   * and returns their path. Rejects `judge_missing` where this cannot be done, `already_exists` where hooks would be lost.
   */
  writeByHand(protocol: LibraryProtocol): Promise<string>;
  /** The hooks of a protocol, finished or not. */
  readHooks(protocol: LibraryProtocol): Promise<HooksFile>;
  /** Writes the person's own hooks over those with the hash `basedOn`. Rejects `hooks_changed`, and `forbidden` for a bundled protocol. */
  writeHooks(protocol: LibraryProtocol, text: string, basedOn: string | null): Promise<HooksFile>;
  /** Where its files lie. */
  folderOf(protocol: LibraryProtocol): string;
  /** Keeps a verified board with its fetched protocol. */
  keepBoard(protocol_id: string, board: Board, server: string): Promise<LibraryProtocol>;
  /** Serves a host's board for the time of its table, and never keeps it; returns the end of it. */
  lend(protocol_id: string, board: Board): Promise<() => void>;
  /** The boards of others that were let in. */
  consents(): Consent[];
  /** Takes a board back: it is no longer served, and not on disk. */
  revoke(manifest_hash: string): Promise<void>;
}

export async function openLibrary(config: { resourcesDir: string; dataDir: string }): Promise<Library> {
  const bundledDir = join(config.resourcesDir, 'protocols');
  const packsDir = join(config.resourcesDir, 'hook-packs');
  const cacheDir = join(config.dataDir, 'protocols');
  const protocols = new Map<string, LibraryProtocol>();
  const served = new Map<string, Board>();
  /** Boards of hosts, each for one table. */
  const lent = new Set<Board>();
  const consents = await openConsents(config.dataDir);

  const pins = JSON.parse(await readFile(join(bundledDir, 'pins.json'), 'utf8')) as Pins;
  for (const [folder, pin] of Object.entries(pins)) {
    const protocol = await readBundled(bundledDir, folder, pin);
    protocols.set(protocol.protocol_id, protocol);
    if (protocol.board) served.set(boardLabel(protocol.board.manifest_hash), protocol.board);
  }
  for (const id of await readdir(cacheDir).catch(() => [] as string[])) {
    if (protocols.has(id) || !/^[0-9a-f]{64}$/.test(id)) continue;
    const protocol = await readCached(join(cacheDir, id), id).catch(() => null);
    if (!protocol) continue;
    protocols.set(id, protocol);
    if (protocol.board) served.set(boardLabel(protocol.board.manifest_hash), protocol.board);
  }
  const consent = (protocol_id: string, { source, manifest_hash, author }: Board) =>
    source === 'local' ? Promise.resolve() : consents.add({ source, protocol_id, manifest_hash, author });

  const ownHooksPath = (protocol: LibraryProtocol) => join(cacheDir, protocol.protocol_id, 'hooks.js');
  const packPath = (protocol: LibraryProtocol) => join(packsDir, protocol.protocol_id, 'hooks.js');
  /** Hooks are written one after the other, so that each sees what the one before left. */
  let writing: Promise<unknown> = Promise.resolve();
  const readHooks = async (protocol: LibraryProtocol): Promise<HooksFile> => {
    if (protocol.source === 'bundled') return hooksFileOf('bundled', protocol.hooks);
    const own = await textOf(ownHooksPath(protocol));
    return own === null ? hooksFileOf('pack', await textOf(packPath(protocol))) : hooksFileOf('own', own);
  };
  const write = (path: string, text: string) => writeFileAtomic(path, new TextEncoder().encode(text), { mode: 0o600 });

  return {
    boards: {
      get(label, path) {
        const board = served.get(label) ?? [...lent].find(({ manifest_hash }) => boardLabel(manifest_hash) === label);
        return board?.files.get(path) ?? null;
      },
    },
    list: () => [...protocols.values()],
    get: (protocol_id) => protocols.get(protocol_id) ?? null,

    async keep(protocol_id, specText) {
      const known = protocols.get(protocol_id);
      if (known) return known;
      const protocol = readProtocol(protocol_id, specText, 'cached');
      const folder = join(cacheDir, protocol_id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(folder, 'spec.json'), new TextEncoder().encode(specText), { mode: 0o600 });
      protocols.set(protocol_id, protocol);
      return protocol;
    },

    async keepBoard(protocol_id, board, server) {
      const protocol = protocols.get(protocol_id);
      if (protocol?.source !== 'cached')
        throw new ParlorError('protocol_missing', 'Only a fetched protocol keeps a board.');
      await writeBoard(join(cacheDir, protocol_id), board, server);
      await consent(protocol_id, board);
      const kept = { ...protocol, board, boardProblem: null };
      protocols.set(protocol_id, kept);
      served.set(boardLabel(board.manifest_hash), board);
      return kept;
    },

    async lend(protocol_id, board) {
      await consent(protocol_id, board);
      lent.add(board);
      return () => void lent.delete(board);
    },

    consents: () => consents.list(),

    async revoke(manifest_hash) {
      const label = boardLabel(manifest_hash);
      if (served.get(label)?.source !== 'local') served.delete(label);
      for (const board of lent) if (board.manifest_hash === manifest_hash) lent.delete(board);
      for (const [id, protocol] of protocols) {
        if (protocol.board?.source !== 'platform' || protocol.board.manifest_hash !== manifest_hash) continue;
        await removeBoard(join(cacheDir, id));
        protocols.set(id, { ...protocol, board: null });
      }
      await consents.remove(manifest_hash);
    },

    async hooksOf(protocol, options = {}) {
      const { text, open_methods } = await readHooks(protocol);
      if (protocol.source === 'bundled') {
        if (text === null)
          throw new ParlorError('hooks_missing', 'The rules that came with Parlor were changed on disk.');
        return text;
      }
      const path = ownHooksPath(protocol);
      if (text === null) {
        await write(path, generateSkeleton(protocol.spec));
        throw new ParlorError(
          'hooks_missing',
          `This protocol had no hooks. A skeleton was written to ${path}; complete it first.`,
          { path },
        );
      }
      if (open_methods.length > 0 && !options.allowSkeleton) {
        throw new ParlorError(
          'hooks_unfinished',
          `The hooks at ${path} are not finished: ${open_methods.join(', ')}.`,
          {
            path,
            methods: open_methods,
          },
        );
      }
      return text;
    },

    async writeByHand(protocol) {
      const refusal = byHandRefusal(protocol.spec, 'guest');
      if (refusal !== null) throw new ParlorError('judge_missing', refusal);
      const path = ownHooksPath(protocol);
      const text = generateByHand(protocol.spec);
      const { text: present } = await readHooks(protocol);
      if (present === text) return path;
      if (present !== null && present !== generateSkeleton(protocol.spec)) {
        throw new ParlorError('already_exists', 'There are hooks for this protocol, and they are kept.', { path });
      }
      await write(path, text);
      return path;
    },

    readHooks,

    async writeHooks(protocol, text, basedOn) {
      if (protocol.source === 'bundled')
        throw new ParlorError('forbidden', 'The hooks that came with Parlor stay as they came.');
      const written = writing.then(async () =>
        replaceHooks(ownHooksPath(protocol), await readHooks(protocol), text, basedOn),
      );
      writing = written.catch(() => {});
      return written;
    },

    folderOf: ({ source, folder, protocol_id }) =>
      source === 'bundled' && folder ? join(bundledDir, folder) : join(cacheDir, protocol_id),
  };
}

/** Throws `spec_mismatch` and `spec_unsupported`. */
export function readProtocol(
  protocol_id: string,
  specText: string,
  source: LibraryProtocol['source'],
): LibraryProtocol {
  if (protocolIdOf(specText) !== protocol_id) {
    throw new ParlorError('spec_mismatch', 'The rules do not match their id, so they were not kept.', { protocol_id });
  }
  const { spec, problems } = readSpec(specText);
  const [first] = problems;
  if (first) {
    throw new ParlorError('spec_unsupported', `The rules break a rule for specifications: ${first.message}`, {
      pointer: first.pointer,
    });
  }
  return {
    protocol_id,
    spec,
    specText,
    mode: flowMode(spec),
    source,
    folder: null,
    hooks: null,
    board: null,
    boardProblem: null,
  };
}

async function readCached(folder: string, protocol_id: string): Promise<LibraryProtocol> {
  const protocol = readProtocol(protocol_id, await readFile(join(folder, 'spec.json'), 'utf8'), 'cached');
  try {
    protocol.board = await readKeptBoard(folder);
  } catch (error) {
    protocol.boardProblem = toProblem(error);
  }
  return protocol;
}

async function readBundled(bundledDir: string, name: string, pin: Pins[string]): Promise<LibraryProtocol> {
  const folder = join(bundledDir, name);
  const protocol = readProtocol(pin.protocol_id, await readFile(join(folder, 'spec.json'), 'utf8'), 'bundled');
  protocol.folder = name;
  const hooks = await readFile(join(folder, 'hooks.js'), 'utf8').catch(() => '');
  if (sha256(hooks) === pin.hooks_hash) protocol.hooks = hooks;
  if (pin.manifest_hash === null) return protocol;
  try {
    const { bytesByPath } = await readFolder(join(folder, 'ui'));
    protocol.board = boardOfFiles(bytesByPath, pin.manifest_hash, { source: 'local', author: 'Parlor' });
  } catch (error) {
    protocol.boardProblem =
      error instanceof ParlorError
        ? error.toProblem()
        : { code: 'bundle_missing', message: 'The board that came with Parlor is missing on disk.' };
  }
  return protocol;
}

/** Every file below a folder, as manifest entries and bytes; links are not followed. */
export async function readFolder(
  folder: string,
): Promise<{ manifest: ManifestFile[]; bytesByPath: Map<string, Uint8Array> }> {
  const bytesByPath = new Map<string, Uint8Array>();
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of entries) {
    if (!entry.isFile()) continue;
    const full = join(entry.parentPath, entry.name);
    const path = full.slice(folder.length + 1).replaceAll('\\', '/');
    bytesByPath.set(path, new Uint8Array(await readFile(full)));
  }
  return { manifest: [...bytesByPath].map(([path, bytes]) => manifestFileOf(path, bytes)), bytesByPath };
}
