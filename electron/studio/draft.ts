/** Reads an author's files for a publication. */
import { dirname } from 'node:path';
import type { Draft } from '../library/publishing/publication.ts';
import { type ProjectPaths, readProjectFiles } from './files.ts';
import { validateProject } from './validate.ts';

/** `paths.ui` is null for a project without a board; if it is set, a missing folder is a problem. */
export async function readDraft(paths: ProjectPaths): Promise<Draft> {
  const files = await readProjectFiles(dirname(paths.spec), paths);
  const ui = files.ui ?? (paths.ui === null ? null : new Map());
  const { problems, spec, protocol_id, name, board } = validateProject({ ...files, ui });
  const words = problems.some(({ kind }) => kind === 'words_file') ? null : files.words;
  return { name: name ?? '', protocol_id, problems, specText: spec?.text ?? null, board, hooks: files.hooks, words };
}
