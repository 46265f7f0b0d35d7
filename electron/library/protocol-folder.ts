/** Reads an author's folder: spec.json, hooks.js and, optionally, ui/. It is read again for each table. */
import { join, resolve } from 'node:path';
import { manifestHashOf } from '../../shared/bundle/manifest.ts';
import { ParlorError } from '../../shared/errors.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { wordsMaxBytes } from '../../shared/protocol/words.ts';
import { readAuthorText } from '../files/author-text.ts';
import { unfinishedMethods } from '../hooks/skeleton.ts';
import { type Board, manifestOfBytes } from './board.ts';
import { readBoardFolder } from './board-files.ts';
import { readSourceText } from './hooks-file.ts';
import { addSentWords, wordsFile } from './labels.ts';
import { type LibraryProtocol, readProtocol } from './library.ts';
import { verifyBoard } from './verify-board.ts';

export interface FolderProtocol {
  protocol: LibraryProtocol;
  hooks: string;
}

/**
 * Rejects `protocol_missing` if there is no spec.json, `spec_unsupported`, `hooks_missing`, `hooks_unfinished` with the open
 * methods, `bundle_invalid` if ui/ violates a rule for boards, and `file_refused` for a link and other special files.
 */
export async function readProtocolFolder(path: string, { allowSkeleton = false } = {}): Promise<FolderProtocol> {
  const folder = resolve(path);
  const specText = await readSourceText(folder, 'spec.json');
  if (specText === null) throw new ParlorError('protocol_missing', `There is no spec.json in ${folder}.`);
  const hooks = await readSourceText(folder, 'hooks.js');
  if (hooks === null) throw new ParlorError('hooks_missing', `There is no hooks.js in ${folder}.`, { path: folder });
  const methods = unfinishedMethods(hooks);
  if (methods.length > 0 && !allowSkeleton) {
    throw new ParlorError('hooks_unfinished', `The hooks in ${folder} are not finished: ${methods.join(', ')}.`, {
      path: folder,
      methods,
    });
  }
  const protocol = readProtocol(protocolIdOf(specText), specText, 'folder');
  return { protocol: { ...protocol, board: await readBoard(folder, protocol.spec) }, hooks };
}

async function readBoard(folder: string, spec: Spec): Promise<Board | null> {
  const files = await readBoardFolder(join(folder, 'ui'));
  if (files === null) return null;
  const words = await readAuthorText(join(folder, wordsFile), { maxBytes: wordsMaxBytes, within: folder }).catch(
    () => null,
  );
  const bytesByPath = addSentWords(files, words, spec, (bytes) => bytes);
  const manifest = manifestOfBytes(bytesByPath);
  return verifyBoard(bytesByPath, manifestHashOf(manifest), { source: 'local', author: 'this computer' });
}
