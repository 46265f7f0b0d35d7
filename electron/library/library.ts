/**
 * The protocols this computer knows: those that came with Parlor, then those fetched and kept in the data directory.
 * Bundled wins over cached for one id. Bytes are checked when they are read; what is served to a frame is what was hashed.
 */
import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkManifest,
  contentTypeOf,
  type ManifestFile,
  manifestFileOf,
  manifestHashOf,
} from '../../shared/bundle/manifest.ts';
import { ParlorError, type Problem } from '../../shared/errors.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { flowMode, readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { writeFileAtomic } from '../files/atomic-file.ts';
import { byHandRefusal, generateByHand } from '../hooks/by-hand.ts';
import { generateSkeleton, openMethods } from '../hooks/skeleton.ts';
import type { BoardFiles } from '../shells/shell.ts';

export interface Board {
  source: 'bundled' | 'community';
  manifest_hash: string;
  author: string;
  files: ReadonlyMap<string, { bytes: Uint8Array; type: string }>;
  size_bytes: number;
}

export interface LibraryProtocol {
  protocol_id: string;
  spec: Spec;
  specText: string;
  mode: string;
  source: 'bundled' | 'cached';
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
}

export async function openLibrary(config: { resourcesDir: string; dataDir: string }): Promise<Library> {
  const bundledDir = join(config.resourcesDir, 'protocols');
  const packsDir = join(config.resourcesDir, 'hook-packs');
  const cacheDir = join(config.dataDir, 'protocols');
  const protocols = new Map<string, LibraryProtocol>();
  const served = new Map<string, Board>();

  const pins = JSON.parse(await readFile(join(bundledDir, 'pins.json'), 'utf8')) as Pins;
  for (const [folder, pin] of Object.entries(pins)) {
    const protocol = await readBundled(bundledDir, folder, pin);
    protocols.set(protocol.protocol_id, protocol);
    if (protocol.board) served.set(boardLabel(protocol.board.manifest_hash), protocol.board);
  }
  for (const id of await readdir(cacheDir).catch(() => [] as string[])) {
    if (protocols.has(id) || !/^[0-9a-f]{64}$/.test(id)) continue;
    const protocol = await readCached(join(cacheDir, id), id).catch(() => null);
    if (protocol) protocols.set(id, protocol);
  }

  const ownHooksPath = (protocol: LibraryProtocol) => join(cacheDir, protocol.protocol_id, 'hooks.js');
  const packPath = (protocol: LibraryProtocol) => join(packsDir, protocol.protocol_id, 'hooks.js');
  const write = (path: string, text: string) => writeFileAtomic(path, new TextEncoder().encode(text), { mode: 0o600 });

  return {
    boards: { get: (label, path) => served.get(label)?.files.get(path) ?? null },
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

    async hooksOf(protocol, options = {}) {
      if (protocol.source === 'bundled') {
        if (protocol.hooks === null)
          throw new ParlorError('hooks_missing', 'The rules that came with Parlor were changed on disk.');
        return protocol.hooks;
      }
      const path = ownHooksPath(protocol);
      const source = (await textOf(path)) ?? (await textOf(packPath(protocol)));
      if (source === null) {
        await write(path, generateSkeleton(protocol.spec));
        throw new ParlorError(
          'hooks_missing',
          `This protocol had no hooks. A skeleton was written to ${path}; complete it first.`,
          { path },
        );
      }
      const open = openMethods(source);
      if (open.length > 0 && !options.allowSkeleton) {
        throw new ParlorError('hooks_unfinished', `The hooks at ${path} are not finished: ${open.join(', ')}.`, {
          path,
          methods: open,
        });
      }
      return source;
    },

    async writeByHand(protocol) {
      const refusal = byHandRefusal(protocol.spec, 'guest');
      if (refusal !== null) throw new ParlorError('judge_missing', refusal);
      const path = ownHooksPath(protocol);
      const text = generateByHand(protocol.spec);
      const present = protocol.hooks ?? (await textOf(path)) ?? (await textOf(packPath(protocol)));
      if (present === text) return path;
      if (present !== null && present !== generateSkeleton(protocol.spec)) {
        throw new ParlorError('already_exists', 'There are hooks for this protocol, and they are kept.', { path });
      }
      await write(path, text);
      return path;
    },
  };
}

/** Null where there is no such file. Rejects what else keeps a file from being read: nothing may be written over it then. */
async function textOf(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

function readProtocol(protocol_id: string, specText: string, source: LibraryProtocol['source']): LibraryProtocol {
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
  return readProtocol(protocol_id, await readFile(join(folder, 'spec.json'), 'utf8'), 'cached');
}

async function readBundled(bundledDir: string, name: string, pin: Pins[string]): Promise<LibraryProtocol> {
  const folder = join(bundledDir, name);
  const protocol = readProtocol(pin.protocol_id, await readFile(join(folder, 'spec.json'), 'utf8'), 'bundled');
  protocol.folder = name;
  const hooks = await readFile(join(folder, 'hooks.js'), 'utf8').catch(() => '');
  if (sha256(hooks) === pin.hooks_hash) protocol.hooks = hooks;
  if (pin.manifest_hash === null) return protocol;
  try {
    protocol.board = await readBoard(join(folder, 'ui'), pin.manifest_hash);
  } catch (error) {
    protocol.boardProblem =
      error instanceof ParlorError
        ? error.toProblem()
        : { code: 'bundle_missing', message: 'The board that came with Parlor is missing on disk.' };
  }
  return protocol;
}

/** Reads a folder of UI files and hashes them against the manifest. Throws `bundle_invalid`. */
async function readBoard(folder: string, manifest_hash: string): Promise<Board> {
  const { manifest, bytesByPath } = await readFolder(folder);
  const [first] = checkManifest(manifest);
  if (first)
    throw new ParlorError('bundle_invalid', `The board breaks a rule: ${first.message}`, { pointer: first.pointer });
  const actual = manifestHashOf(manifest);
  if (actual !== manifest_hash) {
    throw new ParlorError(
      'bundle_invalid',
      'The board on disk is not the one that was checked in, so it is not shown.',
      {
        expected: manifest_hash,
        actual,
      },
    );
  }
  // checkManifest let only known extensions pass.
  const files = new Map([...bytesByPath].map(([path, bytes]) => [path, { bytes, type: contentTypeOf(path)! }]));
  return {
    source: 'bundled',
    manifest_hash,
    author: 'Parlor',
    files,
    size_bytes: manifest.reduce((sum, file) => sum + file.size_bytes, 0),
  };
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
