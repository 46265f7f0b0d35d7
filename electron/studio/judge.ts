/** Validates an author's files: their problems with positions, and the parts that can be used. Pure; runs no code. */
import type { StudioProblem } from '../../shared/bridge/contract.ts';
import { checkManifest, contentTypeOf, manifestHashOf, manifestSizeRules } from '../../shared/bundle/manifest.ts';
import { toProblem } from '../../shared/errors.ts';
import { pointerPosition, positionOf } from '../../shared/json/locate.ts';
import { pointerOf } from '../../shared/json/pointer.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { flowMode, isSupportedMode, readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { lineOf, methodLine, openMethods } from '../hooks/skeleton.ts';
import { blockedScripts } from '../library/blocked-scripts.ts';
import { type Board, fileOf, kitFiles } from '../library/board.ts';
import type { ProjectFiles } from './files.ts';

export interface Judged {
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

/** Values for the placeholders of a text. */
export const paramsOf = (detail: { [name: string]: unknown } = {}): StudioProblem['params'] =>
  Object.fromEntries(
    Object.entries(detail).filter(
      (entry): entry is [string, string | number] => typeof entry[1] === 'string' || typeof entry[1] === 'number',
    ),
  );

export function judge(files: ProjectFiles): Judged {
  if (files.gone) {
    const problems = [studioProblem({ kind: 'folder_gone', subject: '', message: 'The folder no longer exists.' })];
    return { problems, spec: null, protocol_id: null, name: null, playable: null, board: null };
  }
  const spec = judgeSpec(files.spec);
  const hooks = judgeHooks(files.hooks);
  const ui = judgeUi(files.ui);
  const played = spec.spec && isSupportedMode(flowMode(spec.spec.spec)) ? spec.spec : null;
  return {
    ...spec,
    problems: [...spec.problems, ...hooks, ...ui.problems],
    playable:
      played && files.hooks !== null && hooks.length === 0
        ? { spec: played.spec, specText: played.text, hooks: files.hooks }
        : null,
    board: ui.board,
  };
}

// ---- spec.json ------------------------------------------------------------------------------------------------------

export const specFile = 'spec.json';

function judgeSpec(text: string | null): Pick<Judged, 'problems' | 'spec' | 'protocol_id' | 'name'> {
  const nothing = { spec: null, protocol_id: null, name: null };
  if (text === null) {
    const message = 'There is no spec.json.';
    return { ...nothing, problems: [studioProblem({ kind: 'spec_missing', subject: specFile, message })] };
  }
  try {
    const { spec, problems } = readSpec(text);
    const placed = problems.map(({ pointer, ...rest }) =>
      studioProblem({ kind: 'spec_rule', subject: subjectOf(pointer, spec), ...rest, ...placedAt(text, pointer) }),
    );
    const sound = placed.length === 0;
    if (sound && !isSupportedMode(flowMode(spec))) {
      const message = `Tables of the mode ${flowMode(spec)} are registered and shown, but not played here.`;
      placed.push(
        studioProblem({ kind: 'spec_mode', subject: flowMode(spec), message, ...placedAt(text, '/flow/mode') }),
      );
    }
    return {
      problems: sound ? [...placed, ...unbounded(text, spec)] : placed,
      spec: sound ? { text, spec } : null,
      protocol_id: protocolIdOf(text),
      name: typeof spec.name === 'string' && spec.name.trim() !== '' ? spec.name : null,
    };
  } catch (error) {
    const { code, message, detail } = toProblem(error);
    const pointer = typeof detail?.pointer === 'string' ? detail.pointer : '';
    const { character, reason, expected, max } = detail ?? {};
    const place = typeof character === 'number' ? positionOf(text, character) : pointerPosition(text, pointer);
    const plainMessage = message.replace(/, at character \d+ of the JSON text/, '');
    return {
      ...nothing,
      problems: [
        studioProblem({
          kind: 'spec_json',
          subject: specFile,
          message: plainMessage,
          code: typeof reason === 'string' ? reason : code,
          params: paramsOf({ expected, max }),
          file: specFile,
          ...place,
          pointer,
        }),
      ],
    };
  }
}

const placedAt = (text: string, pointer: string) => ({ file: specFile, ...pointerPosition(text, pointer), pointer });

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

/** Unbounded numbers: the peer may send any value. */
function unbounded(text: string, spec: Spec): StudioProblem[] {
  return spec.messages.flatMap(({ name, fields }, at) =>
    Object.entries(fields).flatMap(([field, definition]) => {
      const integer = definition.type === 'array' ? definition.items : definition;
      if (integer.type !== 'integer') return [];
      const open = (['min', 'max'] as const).filter((bound) => integer[bound] === undefined);
      if (open.length === 0) return [];
      const pointer = pointerOf(['messages', at, 'fields', field]);
      const subject = `${name}.${field}`;
      const message = open.join(', ');
      return [studioProblem({ kind: 'spec_no_bound', severity: 'note', subject, message, ...placedAt(text, pointer) })];
    }),
  );
}

// ---- hooks.js -------------------------------------------------------------------------------------------------------

export const hooksFile = 'hooks.js';

function judgeHooks(text: string | null): StudioProblem[] {
  if (text === null) {
    const message = 'There is no hooks.js, so no seat can be played.';
    return [studioProblem({ kind: 'hooks_missing', subject: hooksFile, message })];
  }
  return openMethods(text).map((method) => {
    const message = `${method} is left open.`;
    const thrown = new RegExp(`NOT_IMPLEMENTED: ${method}\\b`);
    const line = lineOf(text, (each) => thrown.test(each)) ?? methodLine(text, method);
    return studioProblem({ kind: 'hooks_unfinished', subject: method, message, file: hooksFile, line });
  });
}

// ---- ui/ ------------------------------------------------------------------------------------------------------------

function judgeUi(ui: ProjectFiles['ui']): { problems: StudioProblem[]; board: Board | null } {
  if (ui === null) {
    const message = 'There is no folder ui/: players see the plain view.';
    return {
      problems: [studioProblem({ kind: 'ui_missing', severity: 'note', subject: 'ui/', message })],
      board: null,
    };
  }
  const unread = '0'.repeat(64);
  const manifest = [...ui].map(([path, { size_bytes, bytes }]) =>
    bytes === null ? { path, size_bytes, content_hash: unread } : fileOf(path, bytes),
  );
  const problems = (manifest.length === 0 ? [] : checkManifest(manifest)).map(({ pointer, code, ...rest }) => {
    const index = /^\/files\/(\d+)/.exec(pointer)?.[1];
    const path = index === undefined ? null : (manifest[Number(index)]?.path ?? null);
    return studioProblem({
      kind: manifestSizeRules.some((rule) => rule === code) ? 'ui_size' : 'ui_file',
      subject: path ?? 'ui/',
      ...rest,
      ...(code !== undefined && { code }),
      file: path === null ? null : `ui/${path}`,
    });
  });
  if (!ui.has('index.html')) {
    const message = 'A board begins with ui/index.html.';
    problems.unshift(studioProblem({ kind: 'ui_entry', subject: 'ui/index.html', message }));
  }
  if (problems.length > 0) return { problems, board: null };
  problems.push(...scriptProblems(ui));
  const files = new Map([...ui].map(([path, { bytes }]) => [path, { bytes: bytes!, type: contentTypeOf(path)! }]));
  const manifest_hash = manifestHashOf(manifest);
  const size_bytes = manifest.reduce((sum, each) => sum + each.size_bytes, 0);
  problems.push(...viewOnly(files));
  return { problems, board: { source: 'local', author: 'this computer', manifest_hash, files, size_bytes } };
}

/** Hooks are never sent, and neither is their view: a board that draws only from the view is empty for everyone except its author. */
function viewOnly(files: Board['files']): StudioProblem[] {
  const scripts = [...files]
    .filter(([path]) => /\.m?js$/.test(path) && !kitFiles.some((file) => file === path))
    .map(([path, { bytes }]) => ({ path, text: Buffer.from(bytes).toString('utf8') }));
  if (scripts.some(({ text }) => /\brecord\b/.test(text))) return [];
  const reader = scripts.find(({ text }) => /\bview\b/.test(text));
  if (!reader) return [];
  const message = 'The board reads view and never record, so it is empty for players without these hooks.';
  const line = lineOf(reader.text, (each) => /\bview\b/.test(each));
  const place = { subject: `ui/${reader.path}`, file: `ui/${reader.path}`, line };
  return [studioProblem({ kind: 'ui_view_only', severity: 'note', message, ...place })];
}

/** Scripts that no board can run. They are not a reason to reject a bundle. */
function scriptProblems(ui: NonNullable<ProjectFiles['ui']>): StudioProblem[] {
  return [...ui].flatMap(([path, { bytes }]) => {
    if (bytes === null || !contentTypeOf(path)?.startsWith('text/html')) return [];
    return blockedScripts(new TextDecoder().decode(bytes), path, (other) => ui.has(other)).map(
      ({ code, source, line, column }) =>
        studioProblem({
          kind: 'ui_script',
          subject: `ui/${path}`,
          message: scriptTexts[code].replace('{{source}}', source),
          code,
          params: { source },
          file: `ui/${path}`,
          line,
          column,
        }),
    );
  });
}

const scriptTexts = {
  script_inline: 'Inline scripts are blocked. Put the code into a file in ui/ and load it with <script src>.',
  script_remote: '{{source}} is blocked. Boards load scripts from ui/ only.',
  script_missing: '{{source}} is not in ui/.',
  script_handler: 'The attribute {{source}} is blocked. Use addEventListener in a script file.',
};
