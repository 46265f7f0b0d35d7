/** What is wrong with an author's files, each with its place; and what of them can be used. Reads nothing, runs nothing. */
import type { StudioProblem } from '../../shared/bridge/contract.ts';
import { bundleLimits } from '../../shared/bundle/limits.ts';
import { checkManifest, contentTypeOf, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { toProblem } from '../../shared/errors.ts';
import { placeIn, placeOf } from '../../shared/json/locate.ts';
import { pointerOf } from '../../shared/json/pointer.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { flowMode, isSupportedMode, readSpec, type Spec } from '../../shared/protocol/spec.ts';
import { openMethods } from '../hooks/skeleton.ts';
import { type Board, fileOf } from '../library/board.ts';
import type { ProjectFiles } from './files.ts';

export interface Judged {
  problems: StudioProblem[];
  /** The text of a spec that keeps every rule, with what it says; its mode may be one that is not played. */
  spec: { text: string; spec: Spec } | null;
  /** As soon as the text is JSON. */
  protocol_id: string | null;
  /** The name the text gives, as soon as there is one. */
  name: string | null;
  /** Hooks without open methods, with a spec of a mode that is played. */
  playable: { spec: Spec; hooks: string } | null;
  /** The board as it would be published. */
  board: Board | null;
}

type Told = Partial<Pick<StudioProblem, 'severity' | 'file' | 'line' | 'column' | 'pointer'>> &
  Pick<StudioProblem, 'kind' | 'subject' | 'message'>;

/** A problem whose id follows from what it is about, so that it stays the same while it moves down the file. */
export function problemOf(told: Told): StudioProblem {
  const { kind, subject, message, pointer = null, file = null } = told;
  return {
    severity: 'error',
    line: null,
    column: null,
    ...told,
    id: [kind, file ?? '', subject, pointer ?? '', message].join(' ').slice(0, 400),
    subject: subject.slice(0, 200),
    message: message.slice(0, 500),
    file,
    pointer,
  };
}

export function judge(files: ProjectFiles): Judged {
  if (files.gone) {
    const problems = [problemOf({ kind: 'folder_gone', subject: '', message: 'The folder is not there any more.' })];
    return { problems, spec: null, protocol_id: null, name: null, playable: null, board: null };
  }
  const spec = judgeSpec(files.spec);
  const hooks = judgeHooks(files.hooks);
  const ui = judgeUi(files.ui);
  const played = spec.spec && isSupportedMode(flowMode(spec.spec.spec)) ? spec.spec : null;
  return {
    ...spec,
    problems: [...spec.problems, ...hooks, ...ui.problems],
    playable: played && files.hooks !== null && hooks.length === 0 ? { spec: played.spec, hooks: files.hooks } : null,
    board: ui.board,
  };
}

// ---- spec.json ------------------------------------------------------------------------------------------------------

const specFile = 'spec.json';

function judgeSpec(text: string | null): Pick<Judged, 'problems' | 'spec' | 'protocol_id' | 'name'> {
  const nothing = { spec: null, protocol_id: null, name: null };
  if (text === null) {
    const message = 'There is no spec.json.';
    return { ...nothing, problems: [problemOf({ kind: 'spec_missing', subject: specFile, message })] };
  }
  try {
    const { spec, problems } = readSpec(text);
    const placed = problems.map(({ pointer, message }) =>
      problemOf({ kind: 'spec_rule', subject: subjectOf(pointer, spec), message, ...placedAt(text, pointer) }),
    );
    const sound = placed.length === 0;
    if (sound && !isSupportedMode(flowMode(spec))) {
      const message = `Tables of the mode ${flowMode(spec)} are registered and shown, but not played here.`;
      placed.push(problemOf({ kind: 'spec_mode', subject: flowMode(spec), message, ...placedAt(text, '/flow/mode') }));
    }
    return {
      problems: sound ? [...placed, ...unbounded(text, spec)] : placed,
      spec: sound ? { text, spec } : null,
      protocol_id: protocolIdOf(text),
      name: typeof spec.name === 'string' && spec.name.trim() !== '' ? spec.name : null,
    };
  } catch (error) {
    const { message, detail } = toProblem(error);
    const pointer = typeof detail?.pointer === 'string' ? detail.pointer : '';
    const { character } = detail ?? {};
    const place = typeof character === 'number' ? placeOf(text, character) : placeIn(text, pointer);
    const words = message.replace(/, at character \d+ of the JSON text/, '');
    return {
      ...nothing,
      problems: [
        problemOf({ kind: 'spec_json', subject: specFile, message: words, file: specFile, ...place, pointer }),
      ],
    };
  }
}

const placedAt = (text: string, pointer: string) => ({ file: specFile, ...placeIn(text, pointer), pointer });

/** The place as people say it: `bid.amount.max` for `/messages/3/fields/amount/max`. */
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

/** Numbers without an end: the other side may send any of them. */
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
      return [problemOf({ kind: 'spec_no_bound', severity: 'note', subject, message, ...placedAt(text, pointer) })];
    }),
  );
}

// ---- hooks.js -------------------------------------------------------------------------------------------------------

export const hooksFile = 'hooks.js';

function judgeHooks(text: string | null): StudioProblem[] {
  if (text === null) {
    const message = 'There is no hooks.js, so nobody plays.';
    return [problemOf({ kind: 'hooks_missing', subject: hooksFile, message })];
  }
  return openMethods(text).map((method) => {
    const message = `${method} is left open.`;
    const thrown = new RegExp(`NOT_IMPLEMENTED: ${method}\\b`);
    const line = lineOf(text, (each) => thrown.test(each)) ?? methodLine(text, method);
    return problemOf({ kind: 'hooks_unfinished', subject: method, message, file: hooksFile, line });
  });
}

/** Where a method is declared. */
export function methodLine(text: string, method: string): number | null {
  const declared = new RegExp(`^\\s*export\\s+(?:async\\s+)?(?:function\\s+|const\\s+|let\\s+)${method}\\b`);
  return lineOf(text, (line) => declared.test(line));
}

function lineOf(text: string, fits: (line: string) => boolean): number | null {
  const at = text.split('\n').findIndex(fits);
  return at < 0 ? null : at + 1;
}

// ---- ui/ ------------------------------------------------------------------------------------------------------------

function judgeUi(ui: ProjectFiles['ui']): { problems: StudioProblem[]; board: Board | null } {
  if (ui === null) {
    const message = 'There is no folder ui/: whoever plays sees the plain view.';
    return { problems: [problemOf({ kind: 'ui_missing', severity: 'note', subject: 'ui/', message })], board: null };
  }
  const unread = '0'.repeat(64);
  const manifest = [...ui].map(([path, { size_bytes, bytes }]) =>
    bytes === null ? { path, size_bytes, content_hash: unread } : fileOf(path, bytes),
  );
  const problems = (manifest.length === 0 ? [] : checkManifest(manifest)).map(({ pointer, message }) => {
    const index = /^\/files\/(\d+)/.exec(pointer)?.[1];
    const path = index === undefined ? null : (manifest[Number(index)]?.path ?? null);
    const kind = /^(?:larger|more) than/.test(message) ? ('ui_size' as const) : ('ui_file' as const);
    return problemOf({
      kind,
      subject: path ?? 'ui/',
      message: sized(message),
      file: path === null ? null : `ui/${path}`,
    });
  });
  if (!ui.has('index.html')) {
    const message = 'A board begins with ui/index.html.';
    problems.unshift(problemOf({ kind: 'ui_entry', subject: 'ui/index.html', message }));
  }
  if (problems.length > 0) return { problems, board: null };
  const files = new Map([...ui].map(([path, { bytes }]) => [path, { bytes: bytes!, type: contentTypeOf(path)! }]));
  const manifest_hash = manifestHashOf(manifest);
  const size_bytes = manifest.reduce((sum, each) => sum + each.size_bytes, 0);
  return { problems, board: { source: 'local', author: 'this computer', manifest_hash, files, size_bytes } };
}

/** The limits as people read them. */
const sized = (message: string): string =>
  message
    .replace(`${bundleLimits.fileBytes} bytes`, `${bundleLimits.fileBytes / 1024} KB`)
    .replace(`${bundleLimits.totalBytes} bytes`, `${bundleLimits.totalBytes / 1024} KB`);
