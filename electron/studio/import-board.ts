/** Brings a board that was written for other clients, often a single page with all its code, into a project's ui/. */
import { basename, join, resolve } from 'node:path';
import type { BoardImport } from '../../shared/bridge/board-import.ts';
import { bundleLimits } from '../../shared/bundle/limits.ts';
import { contentTypeOf } from '../../shared/bundle/manifest.ts';
import { ParlorError } from '../../shared/errors.ts';
import { readForeignFile, refusalOf, refusedError } from '../files/foreign-file.ts';
import { entryBelow, writeBelow } from '../files/foreign-write.ts';
import { decodeText, encodingOf, invalidUtf8Line } from '../files/text-encoding.ts';
import { entryPage } from '../library/board.ts';
import { hasTooManyTags, pageElements, tagsMax } from '../library/board-page/elements.ts';
import { type Move, moveCode } from '../library/board-page/move-code.ts';
import { isFolder, type ProjectFiles, readBoardFiles } from './files.ts';
import { leftOutProblem, refusedProblem, validateBoard } from './validate.ts';

type FoundFiles = Pick<ProjectFiles, 'ui' | 'refused' | 'leftOut'>;

/**
 * Moves the code of all pages of `source`, a page or a folder with one, into files, and writes everything to the board of the project in
 * `folder`. Existing files are never replaced, except that this board itself is changed in place. Rejects `not_found`, `already_exists`,
 * `file_refused`, and `bundle_invalid` for a page that can't be part of a board.
 */
export async function importBoard(source: string, folder: string): Promise<BoardImport> {
  const inPlace = resolve(source) === resolve(folder, 'ui');
  const { changed, result } = planImport(await readSource(source), inPlace);
  await refuseTaken(folder, changed);
  await writeFiles(folder, changed);
  return result;
}

/**
 * The same for one page that a window has read. Without `apply`, only tells what it would write. Rejects `already_exists` and
 * `file_refused`.
 */
export async function importPage(
  page: Uint8Array,
  folder: string,
  { apply }: { apply: boolean },
): Promise<BoardImport> {
  const ui = new Map([[entryPage, { bytes: page, size_bytes: page.length }]]);
  const { changed, result } = planImport({ ui, refused: [], leftOut: [] }, false);
  await refuseTaken(folder, changed);
  if (apply) await writeFiles(folder, changed);
  return result;
}

/** `replaces`: it was read from the same place. */
type ChangedFiles = readonly { path: string; bytes: Uint8Array; replaces: boolean }[];

function planImport(found: FoundFiles, inPlace: boolean): { changed: ChangedFiles; result: BoardImport } {
  const read = [...(found.ui ?? [])];
  const moved = movePages(new Map(read.flatMap(([path, { bytes }]) => (bytes ? [[path, bytes]] : []))));
  const ui = new Map(read);
  for (const [path, bytes] of moved.files) ui.set(path, { bytes, size_bytes: bytes.length });
  const { problems } = validateBoard(ui);
  const lostPage = problems.find(({ kind, subject }) => kind === 'ui_file' && isPage(subject));
  if (lostPage && !inPlace)
    throw new ParlorError('bundle_invalid', `Nothing was written. ${lostPage.subject}: ${lostPage.message}.`);
  // What else can't be part of a board is left out, and its problem says so.
  const isRefused = (path: string) => problems.some(({ kind, file }) => kind === 'ui_file' && file === `ui/${path}`);
  const changed = [...moved.files].flatMap(([path, bytes]) => {
    const before = found.ui?.get(path)?.bytes ?? null;
    if (inPlace ? before === bytes : isRefused(path)) return [];
    return [{ path, bytes, replaces: inPlace && before !== null }];
  });
  // Pages last: until then, one that is changed in place works as before.
  changed.sort((a, b) => Number(isPage(a.path)) - Number(isPage(b.path)));
  const result = {
    written: changed.map(({ path }) => path).sort(),
    moves: moved.moves,
    problems: [...found.refused.map(refusedProblem), ...problems, ...found.leftOut.flatMap(leftOutProblem)],
  };
  return { changed, result };
}

const placeOf = (path: string): string => `ui/${path}`;

async function writeFiles(folder: string, files: ChangedFiles): Promise<void> {
  for (const { path, bytes } of files) await writeBelow(folder, placeOf(path), bytes);
}

const isPage = (path: string): boolean => contentTypeOf(path)?.startsWith('text/html') === true;

async function readSource(source: string): Promise<FoundFiles> {
  if (await isFolder(source)) {
    const found = await readBoardFiles(source);
    if ([...(found.ui?.keys() ?? [])].some(isPage)) return found;
    throw new ParlorError('not_found', `There is no page in ${source}.`);
  }
  const bytes = await readForeignFile(source, { maxBytes: bundleLimits.fileBytes }).catch((cause: unknown) => {
    if (refusalOf(cause) !== null) throw cause;
    throw new ParlorError('not_found', `${source} cannot be read.`, undefined, { cause });
  });
  if (!isPage(basename(source))) throw new ParlorError('bad_arguments', `${source} is not a page.`);
  return { ui: new Map([[entryPage, { bytes, size_bytes: bytes.length }]]), refused: [], leftOut: [] };
}

interface MovedFiles {
  files: Map<string, Uint8Array>;
  moves: BoardImport['moves'];
}

function movePages(files: Map<string, Uint8Array>): MovedFiles {
  const moves: BoardImport['moves'] = [];
  const scripts = [...files].filter(([path]) => /\.m?js$/i.test(path)).map(([, bytes]) => decodeText(bytes));
  for (const [path, bytes] of [...files].filter(([file]) => isPage(file))) {
    const { text, encoding } = decodePage(bytes, path);
    const result = moveCode(text, path, (file) => files.has(file), scripts.join('\n'));
    const pageMoves: Move[] = [...result.moves];
    if (encoding !== null && !pageMoves.some(({ code }) => code === 'encoding'))
      pageMoves.unshift({ code: 'encoding', file: '', source: encoding, line: 1 });
    if (pageMoves.length === 0) continue;
    files.set(path, new TextEncoder().encode(result.page));
    for (const [file, content] of result.files) files.set(file, new TextEncoder().encode(content));
    moves.push(...pageMoves.map((move) => ({ page: path, ...move })));
  }
  return { files, moves };
}

/** The text of a page in whatever encoding it declares; `encoding` is null for UTF-8. Throws `file_refused` for one that is unknown. */
function decodePage(bytes: Uint8Array, path: string): { text: string; encoding: string | null } {
  if (hasTooManyTags(Buffer.from(bytes).toString('latin1'))) throw refusedError(path, 'refused_tags', { max: tagsMax });
  const { name, label } = encodingOf(bytes);
  if (label === 'utf-8') return { text: decodeText(bytes), encoding: null };
  if (label !== null) return { text: decodeText(bytes), encoding: name };
  const declared = pageElements(Buffer.from(bytes).toString('latin1'))
    .filter((element) => element.name === 'meta')
    .map(
      ({ attributes }) => attributes.get('charset') ?? /charset=([\w-]+)/i.exec(attributes.get('content') ?? '')?.[1],
    )
    .find((charset) => charset !== undefined);
  try {
    if (declared !== undefined && !/^utf-?8$/i.test(declared))
      return { text: new TextDecoder(declared, { fatal: true }).decode(bytes), encoding: declared };
  } catch {
    // An encoding that doesn't exist, or isn't the one of the page.
  }
  if (name !== null) throw refusedError(path, 'refused_encoding', { encoding: name });
  throw refusedError(path, 'refused_bytes', { line: invalidUtf8Line(bytes) ?? 1 });
}

/** Looks for each file itself: what is too large, left out or beyond a limit is no part of the board, but is there. */
async function refuseTaken(folder: string, files: ChangedFiles): Promise<void> {
  const taken: string[] = [];
  for (const { path, replaces } of files)
    if ((await entryBelow(folder, placeOf(path))) !== null && !replaces) taken.push(path);
  const [first] = taken.sort();
  if (first === undefined) return;
  throw new ParlorError('already_exists', `Nothing was written: ${join(folder, placeOf(first))} already exists.`, {
    paths: taken.slice(0, 20),
  });
}
