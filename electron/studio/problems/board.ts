/** Problems with the content of a board's files. They don't make the bundle invalid. */
import type { StudioProblem } from '../../../shared/bridge/contract.ts';
import { contentTypeOf } from '../../../shared/bundle/manifest.ts';
import type { ObstacleCode } from '../../../shared/bundle/obstacle-texts.ts';
import { refusalText } from '../../../shared/file-refusals.ts';
import { decodeText, encodingOf, invalidUtf8Line } from '../../files/text-encoding.ts';
import { kitFiles } from '../../library/board.ts';
import { type Obstacle, obstacleText } from '../../library/board-page/obstacles.ts';
import { pageObstacles } from '../../library/board-page/page-obstacles.ts';
import { scriptObstacles } from '../../library/board-page/script-obstacles.ts';
import { styleObstacles } from '../../library/board-page/style-obstacles.ts';
import type { UiFile } from '../files.ts';

type BoardProblem = Omit<StudioProblem, 'id' | 'pointer'>;

/** Scripts that would not run. Anything else may be in code that never runs, so it is a note. */
const errors: readonly ObstacleCode[] = ['script_inline', 'script_remote', 'script_missing', 'script_handler'];

/** What can't work in a board. */
export function obstacleProblems(ui: ReadonlyMap<string, UiFile>): BoardProblem[] {
  return [...ui].flatMap(([path, { bytes }]) => {
    if (bytes === null || kitFiles.some((file) => file === path)) return [];
    return obstaclesOf(path, decodeText(bytes), (file) => ui.has(file)).map(({ code, source, line, column }) => {
      const isError = errors.includes(code);
      return {
        kind: isError ? 'ui_script' : 'ui_blocked',
        severity: isError ? 'error' : 'note',
        subject: `ui/${path}`,
        message: obstacleText({ code, source }),
        code,
        params: { source },
        file: `ui/${path}`,
        line,
        column,
      };
    });
  });
}

function obstaclesOf(path: string, text: string, hasFile: (path: string) => boolean): Obstacle[] {
  const type = contentTypeOf(path) ?? '';
  if (type.startsWith('text/html')) return pageObstacles(text, path, hasFile);
  if (type.startsWith('text/css')) return styleObstacles(text, path, hasFile);
  return type.startsWith('text/javascript') ? scriptObstacles(text) : [];
}

/** Texts that browsers read differently than their author wrote them, or only thanks to a byte order mark. */
export function encodingProblems(ui: ReadonlyMap<string, UiFile>): BoardProblem[] {
  return [...ui].flatMap(([path, { bytes }]) => {
    if (bytes === null || !/^text\/|json|svg/.test(contentTypeOf(path) ?? '')) return [];
    const { name, label } = encodingOf(bytes);
    if (label === 'utf-8') return [];
    const [code, params] =
      name === null
        ? (['refused_bytes', { line: invalidUtf8Line(bytes) ?? 1 }] as const)
        : (['refused_encoding', { encoding: name }] as const);
    const location = { subject: `ui/${path}`, file: `ui/${path}`, line: 'line' in params ? params.line : null };
    const message = refusalText(code, params);
    return [{ kind: 'file_encoding', severity: 'note', message, code, params, column: null, ...location }];
  });
}
