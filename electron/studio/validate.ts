/** Validates an author's files: their problems with positions, and the parts that can be used. Pure; runs no code. */
import type { StudioProblem } from '../../shared/bridge/contract.ts';
import { checkManifest, contentTypeOf, manifestHashOf, manifestSizeRules } from '../../shared/bundle/manifest.ts';
import { toProblem } from '../../shared/errors.ts';
import { refusalText } from '../../shared/file-refusals.ts';
import { syntaxTexts } from '../../shared/json/parse.ts';
import { locatedProblem } from '../../shared/json/pointer.ts';
import { pointerPosition, positionOf } from '../../shared/json/position.ts';
import { readOwnSpec } from '../../shared/protocol/commit-reveal.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { flowMode, isSupportedMode, type Spec } from '../../shared/protocol/spec.ts';
import { readWordsFile } from '../../shared/protocol/words.ts';
import type { RefusedPath } from '../files/foreign-folder.ts';
import { decodeText } from '../files/text-encoding.ts';
import { lineOf, methodLine, unfinishedMethods } from '../hooks/skeleton.ts';
import { type Board, kitFiles, manifestEntry } from '../library/board.ts';
import type { LeftOutReason } from '../library/board-files.ts';
import { addSentWords, wordsFile } from '../library/labels.ts';
import type { ProjectFiles } from './files.ts';
import { encodingProblems, obstacleProblems } from './problems/board.ts';
import { specNotesOf } from './problems/spec.ts';

export interface ValidatedProject {
  problems: StudioProblem[];
  /** A valid spec with its text; its mode may be unsupported. */
  spec: { text: string; spec: Spec } | null;
  /** Null unless the text is JSON. */
  protocol_id: string | null;
  /** The name in the text, if any. */
  name: string | null;
  /** A valid spec of a supported mode, with finished hooks. */
  playable: { spec: Spec; specText: string; hooks: string } | null;
  /** As it would be published. */
  board: Board | null;
}

type ProblemParts = Partial<
  Pick<StudioProblem, 'severity' | 'file' | 'line' | 'column' | 'pointer' | 'code' | 'params'>
> &
  Pick<StudioProblem, 'kind' | 'subject' | 'message'>;

/** The id excludes the line, so that it stays the same when a problem moves within the file. */
export function studioProblem(parts: ProblemParts): StudioProblem {
  const { kind, subject, message, pointer = null, file = null } = parts;
  return {
    severity: 'error',
    line: null,
    column: null,
    code: null,
    params: {},
    ...parts,
    id: [kind, file ?? '', subject, pointer ?? '', message].join(' ').slice(0, 400),
    subject: subject.slice(0, 200),
    message: message.slice(0, 500),
    file,
    pointer,
  };
}

/** The strings and numbers of a problem's detail: values for the placeholders of its localized text. */
export const paramsOf = (detail: { [name: string]: unknown } = {}): StudioProblem['params'] =>
  Object.fromEntries(
    Object.entries(detail).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );

/** Validates spec, hooks, words and board, each on its own. */
export function validateProject(files: ProjectFiles): ValidatedProject {
  if (files.folderMissing) {
    const problems = [studioProblem({ kind: 'folder_gone', subject: '', message: 'The folder no longer exists.' })];
    return { problems, spec: null, protocol_id: null, name: null, playable: null, board: null };
  }
  const isRefused = (name: string) => files.refused.some(({ path }) => path === name);
  const spec = validateSpec(files.spec, isRefused(specFile));
  const hooks = isRefused(hooksFile) ? [] : validateHooks(files.hooks);
  const ui = isRefused('ui') ? { problems: [], board: null } : validateBoard(withWords(files, spec.spec));
  const notes = [...files.leftOut.flatMap(leftOutProblem), ...files.marked.map(markProblem)];
  const refused = files.refused.map(refusedProblem);
  const playableSpec = spec.spec && isSupportedMode(flowMode(spec.spec.spec)) ? spec.spec : null;
  return {
    ...spec,
    problems: [...refused, ...spec.problems, ...hooks, ...validateWords(files.words), ...ui.problems, ...notes],
    playable:
      playableSpec && files.hooks !== null && hooks.length === 0
        ? { spec: playableSpec.spec, specText: playableSpec.text, hooks: files.hooks }
        : null,
    // A board without the files that its author put there isn't the author's.
    board: files.refused.some(({ path }) => path.startsWith('ui/')) ? null : ui.board,
  };
}

export function refusedProblem({ path, reason, params = {} }: RefusedPath): StudioProblem {
  const message = refusalText(reason, params);
  return studioProblem({
    kind: 'file_refused',
    severity: path === wordsFile ? 'note' : 'error',
    subject: path,
    message,
    code: reason,
    params: paramsOf(params),
    file: path,
  });
}

const leftOutTexts: { [reason in LeftOutReason]: string } = {
  hidden: 'Hidden files and folders are never sent.',
  temporary: 'Temporary files of editors are never sent.',
  declaration: 'Types are for editors and never sent.',
  packages: 'Packages are for building a board and never sent.',
};

/** Nothing for the declarations of the kit, which Parlor put there itself. */
export function leftOutProblem({ path, reason }: ProjectFiles['leftOut'][number]): StudioProblem[] {
  if (path === 'ui/parlor-board.d.ts') return [];
  const parts = { message: leftOutTexts[reason], code: `left_out_${reason}`, file: path };
  return [studioProblem({ kind: 'file_left_out', severity: 'note', subject: path, ...parts })];
}

function markProblem(path: string): StudioProblem {
  const message = 'It begins with a byte order mark, which Parlor leaves out. Save it as UTF-8 without one.';
  return studioProblem({
    kind: 'file_encoding',
    severity: 'note',
    subject: path,
    message,
    code: 'byte_order_mark',
    file: path,
  });
}

// ---- spec.json ------------------------------------------------------------------------------------------------------

export const specFile = 'spec.json';

function validateSpec(
  text: string | null,
  isRefused: boolean,
): Pick<ValidatedProject, 'problems' | 'spec' | 'protocol_id' | 'name'> {
  const noSpec = { spec: null, protocol_id: null, name: null };
  if (isRefused) return { ...noSpec, problems: [] };
  if (text === null) {
    const message = 'There is no spec.json.';
    return { ...noSpec, problems: [studioProblem({ kind: 'spec_missing', subject: specFile, message })] };
  }
  try {
    const { spec, problems } = readOwnSpec(text);
    const ruleProblems = problems.map(({ pointer, ...rest }) =>
      studioProblem({ kind: 'spec_rule', subject: subjectOf(pointer, spec), ...rest, ...locationOf(text, pointer) }),
    );
    const isValid = ruleProblems.length === 0;
    const modeProblems: StudioProblem[] = [];
    if (isValid && !isSupportedMode(flowMode(spec))) {
      const message = `Protocols of the mode ${flowMode(spec)} can be registered and shown, but Parlor cannot play them.`;
      modeProblems.push(
        studioProblem({ kind: 'spec_mode', subject: flowMode(spec), message, ...locationOf(text, '/flow/mode') }),
      );
    }
    return {
      problems: isValid ? [...modeProblems, ...specNotes(text, spec)] : ruleProblems,
      spec: isValid ? { text, spec } : null,
      protocol_id: protocolIdOf(text),
      name: typeof spec.name === 'string' && spec.name.trim() !== '' ? spec.name : null,
    };
  } catch (error) {
    const { code, message, detail } = toProblem(error);
    const pointer = typeof detail?.pointer === 'string' ? detail.pointer : '';
    const { character, reason, expected, max } = detail ?? {};
    const position = typeof character === 'number' ? positionOf(text, character) : pointerPosition(text, pointer);
    const params = paramsOf({ expected, max });
    // Line and column are separate fields.
    const plainMessage = isSyntaxReason(reason)
      ? `${locatedProblem(syntaxTexts, [], reason, params).message}.`
      : message;
    return {
      ...noSpec,
      problems: [
        studioProblem({
          kind: 'spec_json',
          subject: specFile,
          message: plainMessage,
          code: typeof reason === 'string' ? reason : code,
          params,
          file: specFile,
          ...position,
          pointer,
        }),
      ],
    };
  }
}

const isSyntaxReason = (reason: unknown): reason is keyof typeof syntaxTexts =>
  typeof reason === 'string' && Object.hasOwn(syntaxTexts, reason);

const locationOf = (text: string, pointer: string) => ({ file: specFile, ...pointerPosition(text, pointer), pointer });

/** A readable path: `bid.amount.max` for `/messages/3/fields/amount/max`. */
function subjectOf(pointer: string, spec: Spec): string {
  const steps = pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [part, index, ...rest] = steps;
  const name: unknown = part === 'messages' ? spec.messages?.[Number(index)]?.name : undefined;
  if (typeof name !== 'string' || name === '') return steps.join('.') || specFile;
  return [name, ...(rest[0] === 'fields' ? rest.slice(1) : rest)].join('.');
}

/** What an author should know about a valid spec. */
export const specNotes = (text: string, spec: Spec): StudioProblem[] =>
  specNotesOf(spec).map(({ pointer, ...note }) =>
    studioProblem({
      severity: 'note',
      subject: subjectOf(pointer ?? '', spec),
      ...note,
      ...(pointer === null ? { file: specFile } : locationOf(text, pointer)),
    }),
  );

// ---- hooks.js -------------------------------------------------------------------------------------------------------

export const hooksFile = 'hooks.js';

function validateHooks(text: string | null): StudioProblem[] {
  if (text === null) {
    const message = 'There is no hooks.js, so no seat can be played.';
    return [studioProblem({ kind: 'hooks_missing', subject: hooksFile, message })];
  }
  return unfinishedMethods(text).map((method) => {
    const message = `${method} is not implemented yet.`;
    const placeholder = new RegExp(`NOT_IMPLEMENTED: ${method}\\b`);
    const line = lineOf(text, (source) => placeholder.test(source)) ?? methodLine(text, method);
    return studioProblem({ kind: 'hooks_unfinished', subject: method, message, file: hooksFile, line });
  });
}

// ---- words.json -----------------------------------------------------------------------------------------------------

/** Without its words a protocol can be played and published: its names then come from the spec. */
function validateWords(text: string | null): StudioProblem[] {
  if (text === null) return [];
  const problem = (parts: Pick<StudioProblem, 'message'> & Partial<StudioProblem>) =>
    studioProblem({ kind: 'words_file', severity: 'note', subject: wordsFile, file: wordsFile, ...parts });
  try {
    const result = readWordsFile(text);
    return 'words' in result ? [] : [problem({ ...result.problem, ...pointerPosition(text, result.problem.pointer) })];
  } catch (error) {
    return [problem({ message: (error as SyntaxError).message })];
  }
}

/** The files of the board with the words that are sent with it. */
function withWords({ ui, words }: ProjectFiles, spec: ValidatedProject['spec']): ProjectFiles['ui'] {
  if (ui === null || spec === null) return ui;
  return addSentWords(ui, words, spec.spec, (bytes) => ({ bytes, size_bytes: bytes.length }));
}

// ---- ui/ ------------------------------------------------------------------------------------------------------------

export function validateBoard(ui: ProjectFiles['ui']): { problems: StudioProblem[]; board: Board | null } {
  if (ui === null) {
    const message = 'There is no ui/ folder, so players get the Plain view.';
    return {
      problems: [studioProblem({ kind: 'ui_missing', severity: 'note', subject: 'ui/', message })],
      board: null,
    };
  }
  // Files that are too large are not read; the size rules reject them whatever their hash.
  const unreadHash = '0'.repeat(64);
  const manifest = [...ui].map(([path, { size_bytes, bytes }]) =>
    bytes === null ? { path, size_bytes, content_hash: unreadHash } : manifestEntry(path, bytes),
  );
  const problems = (manifest.length === 0 ? [] : checkManifest(manifest, { portable: true })).map(
    ({ pointer, code, ...rest }) => {
      const index = /^\/files\/(\d+)/.exec(pointer)?.[1];
      const path = index === undefined ? null : (manifest[Number(index)]?.path ?? null);
      return studioProblem({
        kind: manifestSizeRules.some((rule) => rule === code) ? 'ui_size' : 'ui_file',
        subject: path ?? 'ui/',
        ...rest,
        ...(code !== undefined && { code }),
        file: path === null ? null : `ui/${path}`,
      });
    },
  );
  if (!ui.has('index.html')) {
    const message = 'A board needs ui/index.html.';
    problems.unshift(studioProblem({ kind: 'ui_entry', subject: 'ui/index.html', message }));
  }
  const isValid = problems.length === 0;
  problems.push(...[...obstacleProblems(ui), ...encodingProblems(ui)].map(studioProblem));
  if (!isValid) return { problems, board: null };
  const files = new Map([...ui].map(([path, { bytes }]) => [path, { bytes: bytes!, type: contentTypeOf(path)! }]));
  const manifest_hash = manifestHashOf(manifest);
  const size_bytes = manifest.reduce((sum, file) => sum + file.size_bytes, 0);
  problems.push(...viewOnlyProblems(files));
  return { problems, board: { source: 'local', author: 'this computer', manifest_hash, files, size_bytes } };
}

/** Hooks are never sent, and neither is their view: a board that draws only from the view is empty for everyone except its author. */
function viewOnlyProblems(files: Board['files']): StudioProblem[] {
  const scripts = [...files]
    .filter(([path]) => /\.m?js$/.test(path) && !kitFiles.some((file) => file === path))
    .map(([path, { bytes }]) => ({ path, text: decodeText(bytes) }));
  if (scripts.some(({ text }) => /\brecord\b/.test(text))) return [];
  const viewScript = scripts.find(({ text }) => /\bview\b/.test(text));
  if (!viewScript) return [];
  const message = 'The board reads view and never record, so it is empty for players without these hooks.';
  const line = lineOf(viewScript.text, (source) => /\bview\b/.test(source));
  const location = { subject: `ui/${viewScript.path}`, file: `ui/${viewScript.path}`, line };
  return [studioProblem({ kind: 'ui_view_only', severity: 'note', message, ...location })];
}
