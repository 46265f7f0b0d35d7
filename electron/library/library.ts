/**
 * The protocols on this computer: bundled with Parlor, or downloaded into the data directory; bundled ones take precedence. Files are
 * verified when they are read, and then served from memory.
 */
import { hash } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import type { Language } from '../../shared/language.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { defaultsOf, type OptionDefaults } from '../../shared/protocol/options.ts';
import { flowMode, readSpec, type Spec } from '../../shared/protocol/spec.ts';
import type { ProtocolWords } from '../../shared/protocol/words.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { isHex64 } from '../../shared/signing/hex.ts';
import type { HooksMetadata } from '../../shared/tables/hooks.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { readForeignText } from '../files/foreign-file.ts';
import { ifMissing } from '../files/if-missing.ts';
import { readInstalledText } from '../files/installed-file.ts';
import { byHandProblem, generateByHand } from '../hooks/by-hand.ts';
import { generateSkeleton } from '../hooks/skeleton.ts';
import type { Board, BoardFiles } from './board.ts';
import { readInstalledBoard } from './board-files.ts';
import { type Consent, openConsents } from './consents.ts';
import { type HooksFile, hooksFileOf, readSourceText, replaceHooks, sourceMaxBytes } from './hooks-file.ts';
import { readCachedWords, readInstalledWords, wordsFile, wordsOfBoard } from './labels.ts';
import { readSample, type Sample } from './sample.ts';
import { readServedFiles } from './served-files.ts';
import { readStoredBoard, removeBoard, writeBoard } from './stored-board.ts';
import { verifyBoard } from './verify-board.ts';

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
  /** The `metadata` of bundled hooks; null if that is known only after starting the hooks. */
  metadata: HooksMetadata | null;
  /** The strengths of bundled hooks, their default first; null if that is known only after starting the hooks. */
  strengths: readonly string[] | null;
  board: Board | null;
  /** Why the existing board cannot be used; null if it can. */
  boardProblem: Problem | null;
}

/** Hashes of each bundled folder's files; a file that does not match is rejected. */
export type Pins = Record<
  string,
  {
    protocol_id: string;
    hooks_hash: string;
    manifest_hash: string | null;
    words_hash: string | null;
    sample_hash: string | null;
    /** The result of the hooks' `metadata`, so that an invitation can be posted without starting them. */
    metadata: HooksMetadata;
    /** The hooks' `manners`, for the same reason. */
    strengths: readonly string[];
  }
>;

/** The host label of a board's origin. DNS labels have at most 63 characters, so half of the hash. */
export const boardLabel = (manifestHash: string) => manifestHash.slice(0, 32);

export interface Library {
  readonly boards: BoardFiles;
  /** The board with this manifest hash, if it is served. */
  board(manifest_hash: string): Board | null;
  list(): LibraryProtocol[];
  get(protocol_id: string): LibraryProtocol | null;
  /** Stores a downloaded spec. Rejects `spec_mismatch` if its hash differs, `spec_unsupported` if it violates a rule. */
  storeSpec(protocol_id: string, specText: string): Promise<LibraryProtocol>;
  /**
   * The hooks to play with: bundled, else the user's own, else from a hook pack. Rejects `hooks_missing` after writing a skeleton, and
   * `hooks_unfinished` with the open methods.
   */
  requireHooks(protocol: LibraryProtocol, options?: { allowSkeleton?: boolean }): Promise<string>;
  /**
   * Writes by-hand hooks if there are none or only an unmodified skeleton, and returns their path. Rejects `judge_missing` if
   * the protocol cannot be played by hand, `already_exists` if hooks would be overwritten.
   */
  writeByHand(protocol: LibraryProtocol): Promise<string>;
  /** The hooks of a protocol, finished or not. */
  readHooks(protocol: LibraryProtocol): Promise<HooksFile>;
  /** Replaces the user's own hooks with the hash `basedOn`. Rejects `hooks_changed`, and `forbidden` for a bundled protocol. */
  writeHooks(protocol: LibraryProtocol, text: string, basedOn: string | null): Promise<HooksFile>;
  /** Stores an author's published hooks as the user's own. Different finished hooks are first saved under another name. */
  adoptHooks(protocol: LibraryProtocol, text: string): Promise<void>;
  /** Stores an author's words with a downloaded protocol, instead of those that came with its board. */
  adoptWords(protocol: LibraryProtocol, text: string): Promise<void>;
  /** Labels of protocols in one language, by id. */
  labels(language: Language): Promise<{ [protocol_id: string]: ProtocolWords }>;
  /**
   * The defaults that go without saying, of all protocols: none of one that didn't come with Parlor, whose players don't know them, and whose
   * hooks may use others.
   */
  optionDefaults(): { [protocol_id: string]: OptionDefaults };
  /** The position that a bundled protocol's page shows; null if it has none. */
  sample(protocol: LibraryProtocol, language: Language): Promise<Sample | null>;
  /** The folder with the protocol's files. */
  folderOf(protocol: LibraryProtocol): string;
  /** Stores a verified board with its downloaded protocol. */
  storeBoard(protocol_id: string, board: Board, server: string): Promise<LibraryProtocol>;
  /** Serves a board without storing it, until the returned function is called. */
  serveTemporarily(protocol_id: string, board: Board): Promise<() => void>;
  /** Boards of other authors that the user has allowed. */
  consents(): Consent[];
  /** Stops serving a board and deletes it. */
  revoke(manifest_hash: string): Promise<void>;
}

export async function openLibrary(config: { resourcesDir: string; dataDir: string }): Promise<Library> {
  const bundledDir = join(config.resourcesDir, 'protocols');
  const packsDir = join(config.resourcesDir, 'hook-packs');
  const cacheDir = join(config.dataDir, 'protocols');
  const protocols = new Map<string, LibraryProtocol>();
  const servedBoards = new Map<string, Board>();
  const temporaryBoards = new Set<Board>();
  const consents = await openConsents(config.dataDir);

  const pins = JSON.parse(await readInstalledText(join(bundledDir, 'pins.json'))) as Pins;
  for (const [folder, pin] of Object.entries(pins)) {
    const protocol = await readBundled(bundledDir, folder, pin);
    protocols.set(protocol.protocol_id, protocol);
    if (protocol.board) servedBoards.set(boardLabel(protocol.board.manifest_hash), protocol.board);
  }
  for (const id of await readdir(cacheDir).catch(() => [] as string[])) {
    if (protocols.has(id) || !isHex64(id)) continue;
    const protocol = await readCached(join(cacheDir, id), id).catch(() => null);
    if (!protocol) continue;
    protocols.set(id, protocol);
    if (protocol.board) servedBoards.set(boardLabel(protocol.board.manifest_hash), protocol.board);
  }
  const recordConsent = (protocol_id: string, { source, manifest_hash, author }: Board) =>
    source === 'local' ? Promise.resolve() : consents.add({ source, protocol_id, manifest_hash, author });

  const ownHooksPath = (protocol: LibraryProtocol) => join(cacheDir, protocol.protocol_id, 'hooks.js');
  const packPath = (protocol: LibraryProtocol) => join(packsDir, protocol.protocol_id, 'hooks.js');
  /** Changes of hooks run one after another, so that each compares with the result of the previous one. */
  const changeHooks = createSerialQueue();
  const readHooks = async (protocol: LibraryProtocol): Promise<HooksFile> => {
    if (protocol.source === 'bundled') return hooksFileOf('bundled', protocol.hooks);
    const ownText = await readSourceText(join(cacheDir, protocol.protocol_id), 'hooks.js', { own: true });
    return ownText === null
      ? hooksFileOf('pack', await readInstalledText(packPath(protocol)).catch(ifMissing(null)))
      : hooksFileOf('own', ownText);
  };

  const boardWithLabel = (label: string): Board | undefined =>
    servedBoards.get(label) ?? [...temporaryBoards].find(({ manifest_hash }) => boardLabel(manifest_hash) === label);
  const boards = await readServedFiles(boardWithLabel);

  return {
    boards,
    board: (manifest_hash) => boardWithLabel(boardLabel(manifest_hash)) ?? null,
    list: () => [...protocols.values()],
    get: (protocol_id) => protocols.get(protocol_id) ?? null,

    async storeSpec(protocol_id, specText) {
      const existing = protocols.get(protocol_id);
      if (existing) return existing;
      const protocol = readProtocol(protocol_id, specText, 'cached');
      const folder = join(cacheDir, protocol_id);
      await mkdir(folder, { recursive: true, mode: 0o700 });
      await writeFileAtomic(join(folder, 'spec.json'), specText);
      protocols.set(protocol_id, protocol);
      return protocol;
    },

    async storeBoard(protocol_id, board, server) {
      const protocol = protocols.get(protocol_id);
      if (protocol?.source !== 'cached')
        throw new ParlorError('protocol_missing', 'Boards can be stored only for downloaded protocols.');
      await writeBoard(join(cacheDir, protocol_id), board, server);
      await recordConsent(protocol_id, board);
      const updatedProtocol = { ...protocol, board, boardProblem: null };
      protocols.set(protocol_id, updatedProtocol);
      servedBoards.set(boardLabel(board.manifest_hash), board);
      return updatedProtocol;
    },

    async serveTemporarily(protocol_id, board) {
      await recordConsent(protocol_id, board);
      temporaryBoards.add(board);
      return () => void temporaryBoards.delete(board);
    },

    consents: () => consents.list(),

    async revoke(manifest_hash) {
      const label = boardLabel(manifest_hash);
      if (servedBoards.get(label)?.source !== 'local') servedBoards.delete(label);
      for (const board of temporaryBoards) if (board.manifest_hash === manifest_hash) temporaryBoards.delete(board);
      for (const [id, protocol] of protocols) {
        if (protocol.board?.source !== 'platform' || protocol.board.manifest_hash !== manifest_hash) continue;
        await removeBoard(join(cacheDir, id));
        protocols.set(id, { ...protocol, board: null });
      }
      await consents.remove(manifest_hash);
    },

    async requireHooks(protocol, options = {}) {
      const { text, open_methods } = await readHooks(protocol);
      if (protocol.source === 'bundled') {
        if (text === null)
          throw new ParlorError('hooks_missing', 'The rules that came with Parlor were changed on disk.');
        return text;
      }
      const path = ownHooksPath(protocol);
      if (text === null) {
        await changeHooks(async () => {
          if ((await readHooks(protocol)).text === null) await writeFileAtomic(path, generateSkeleton(protocol.spec));
        });
        throw new ParlorError(
          'hooks_missing',
          `This protocol has no hooks. A skeleton was written to ${path}: complete it, or play by hand after "parlor protocol by-hand ${protocol.protocol_id}".`,
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
      const reason = byHandProblem(protocol.spec, 'guest');
      if (reason !== null) throw new ParlorError('judge_missing', reason);
      const path = ownHooksPath(protocol);
      const text = generateByHand(protocol.spec);
      return changeHooks(async () => {
        const { text: currentText } = await readHooks(protocol);
        if (currentText === text) return path;
        if (currentText !== null && currentText !== generateSkeleton(protocol.spec)) {
          throw new ParlorError('already_exists', 'This protocol already has hooks. They were not changed.', {
            path,
          });
        }
        await writeFileAtomic(path, text);
        return path;
      });
    },

    readHooks,

    async writeHooks(protocol, text, basedOn) {
      if (protocol.source === 'bundled') throw new ParlorError('forbidden', 'Bundled hooks cannot be changed.');
      return changeHooks(async () => replaceHooks(ownHooksPath(protocol), await readHooks(protocol), text, basedOn));
    },

    adoptHooks: (protocol, text) =>
      changeHooks(async () => {
        const path = ownHooksPath(protocol);
        const current = await readHooks(protocol);
        if (current.origin === 'own' && current.state === 'finished' && current.text !== null && current.text !== text)
          await writeFileAtomic(path.replace(/\.js$/, `-${current.hash?.slice(0, 8)}.js`), current.text);
        await writeFileAtomic(path, text);
      }),

    adoptWords: ({ protocol_id }, text) => writeFileAtomic(join(cacheDir, protocol_id, wordsFile), text),

    async labels(language) {
      const entries = await Promise.all(
        [...protocols.values()].map(async ({ protocol_id, folder, spec, board }) => {
          const words = folder
            ? await readInstalledWords(join(bundledDir, folder), pins[folder]?.words_hash ?? null)
            : ((await readCachedWords(join(cacheDir, protocol_id))) ??
              (await readInstalledWords(join(packsDir, protocol_id))) ??
              wordsOfBoard(board, spec));
          return [protocol_id, words?.[language]] as const;
        }),
      );
      return Object.fromEntries(entries.filter((entry): entry is [string, ProtocolWords] => entry[1] !== undefined));
    },

    optionDefaults: () =>
      Object.fromEntries(
        [...protocols.values()].map(({ protocol_id, source, spec }) => [
          protocol_id,
          source === 'bundled' ? defaultsOf(spec) : {},
        ]),
      ),

    sample: async ({ source, folder, spec }, language) =>
      source === 'bundled' && folder
        ? readSample(join(bundledDir, folder), spec, language, pins[folder]?.sample_hash ?? null)
        : null,

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
    throw new ParlorError('spec_mismatch', 'The rules do not match their id, so they were not stored.', {
      protocol_id,
    });
  }
  const { spec, problems } = readSpec(specText);
  const [problem] = problems;
  if (problem) {
    throw new ParlorError('spec_unsupported', `The spec is invalid: ${problem.message}`, {
      pointer: problem.pointer,
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
    metadata: null,
    strengths: null,
    board: null,
    boardProblem: null,
  };
}

async function readCached(folder: string, protocol_id: string): Promise<LibraryProtocol> {
  const protocol = readProtocol(
    protocol_id,
    await readForeignText(join(folder, 'spec.json'), { maxBytes: sourceMaxBytes, within: folder, own: true }),
    'cached',
  );
  try {
    protocol.board = await readStoredBoard(folder);
  } catch (error) {
    protocol.boardProblem = toProblem(error);
  }
  return protocol;
}

async function readBundled(bundledDir: string, name: string, pin: Pins[string]): Promise<LibraryProtocol> {
  const folder = join(bundledDir, name);
  const protocol = readProtocol(pin.protocol_id, await readInstalledText(join(folder, 'spec.json')), 'bundled');
  protocol.folder = name;
  const hooks = await readInstalledText(join(folder, 'hooks.js')).catch(() => '');
  if (hash('sha256', hooks) === pin.hooks_hash) {
    protocol.hooks = hooks;
    protocol.metadata = pin.metadata;
    protocol.strengths = pin.strengths;
  }
  if (pin.manifest_hash === null) return protocol;
  try {
    const bytesByPath = await readInstalledBoard(join(folder, 'ui'));
    protocol.board = verifyBoard(bytesByPath, pin.manifest_hash, { source: 'local', author: 'Parlor' });
  } catch (error) {
    protocol.boardProblem =
      error instanceof ParlorError
        ? error.toProblem()
        : { code: 'bundle_missing', message: 'The bundled board is missing on disk.' };
  }
  return protocol;
}
