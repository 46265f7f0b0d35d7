/** A protocol's hooks file, and editing the user's own. */
import { hash } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import { readAuthorText } from '../files/author-text.ts';
import { ifMissing } from '../files/if-missing.ts';
import { isByHand } from '../hooks/by-hand.ts';
import { unfinishedMethods } from '../hooks/skeleton.ts';

/** Of a spec or hooks file; exceeds what either may have by far. */
export const sourceMaxBytes = 2 * 1024 * 1024;

export interface HooksFile {
  /** `bundled` with Parlor, the user's `own`, or from a hook `pack` bundled for a protocol of another network. */
  origin: 'bundled' | 'own' | 'pack' | null;
  state: 'missing' | 'unfinished' | 'by_hand' | 'finished';
  text: string | null;
  /** SHA-256 of the text, hex. */
  hash: string | null;
  /** Unfinished methods of a skeleton, sorted. */
  open_methods: string[];
}

export function hooksFileOf(origin: HooksFile['origin'], text: string | null): HooksFile {
  if (text === null) return { origin: null, state: 'missing', text, hash: null, open_methods: [] };
  const open_methods = unfinishedMethods(text);
  const state = isByHand(text) ? 'by_hand' : 'finished';
  return {
    origin,
    state: open_methods.length > 0 ? 'unfinished' : state,
    text,
    hash: hash('sha256', text),
    open_methods,
  };
}

/** Returns `text` if it is finished; throws `hooks_unfinished` with the open methods. */
export function requireFinished(text: string): string {
  const methods = unfinishedMethods(text);
  if (methods.length === 0) return text;
  throw new ParlorError('hooks_unfinished', `The hooks are not finished: ${methods.join(', ')}.`, { methods });
}

/**
 * Writes the user's own hooks. `basedOn` is the hash of the text that was edited, null for none. Rejects `hooks_changed` if
 * the file has changed since, unless to this text.
 */
export async function replaceHooks(
  path: string,
  current: HooksFile,
  text: string,
  basedOn: string | null,
): Promise<HooksFile> {
  const newFile = hooksFileOf('own', text);
  if (current.origin === 'own' && current.hash === newFile.hash) return current;
  if (current.hash !== basedOn) {
    throw new ParlorError('hooks_changed', 'The hooks were changed since they were read. They were not overwritten.', {
      hash: current.hash,
    });
  }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  await writeFileAtomic(path, text);
  return newFile;
}

/**
 * The text of a spec or hooks file in a folder; null if it does not exist. Other read errors reject, so that the file is not
 * overwritten. `own` refuses another user's file: unlike an author's folder, the cache is written by Parlor alone.
 */
export const readSourceText = (folder: string, name: string, { own = false } = {}): Promise<string | null> =>
  readAuthorText(join(folder, name), { maxBytes: sourceMaxBytes, within: folder, own }).catch(ifMissing(null));
