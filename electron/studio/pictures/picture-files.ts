/**
 * The pictures in an author's folder. Kept ones are in `pictures/<fixture>/<seat>-<variant>.png`. Those that differ from a kept one, or have
 * none, are in `pictures/_new/`, until they are kept or dismissed, with what differs beside them.
 */
import { lstat, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { variants } from '../../../shared/boards/gallery-variants.ts';
import type { PictureRef, PictureVersion } from '../../../shared/bridge/contract.ts';
import { pictureMaxBytes } from '../../../shared/bridge/pictures.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { readForeignFile, refusedError } from '../../files/foreign-file.ts';
import { ifMissing } from '../../files/if-missing.ts';

export const picturesFolder = 'pictures';
/** No fixture can have this name. */
const newFolder = '_new';

const endings: Record<PictureVersion, string> = { kept: '.png', new: '.png', difference: '.difference.png' };

function pathOf(folder: string, { fixture, seat, variant }: PictureRef, version: PictureVersion): string {
  const file = `${seat}-${variant}${endings[version]}`;
  return join(folder, picturesFolder, ...(version === 'kept' ? [] : [newFolder]), fixture, file);
}

/** Null if there is none. Rejects `file_refused`. */
export async function readPicture(
  folder: string,
  ref: PictureRef,
  version: PictureVersion,
): Promise<Uint8Array | null> {
  const path = pathOf(folder, ref, version);
  return readForeignFile(path, { maxBytes: pictureMaxBytes, within: folder }).catch(ifMissing(null));
}

/** Rejects `data_dir_unusable`, and `file_refused` for a link in place of a folder. */
export async function writePicture(
  folder: string,
  ref: PictureRef,
  version: PictureVersion,
  png: Uint8Array,
): Promise<void> {
  const path = pathOf(folder, ref, version);
  await refuseLinks(folder, path);
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFileAtomic(path, png, { mode: 0o644 });
  } catch (cause) {
    throw new ParlorError('data_dir_unusable', `The picture ${path} could not be written.`, undefined, { cause });
  }
}

/** Deletes the new picture, and what differs in it. */
export async function deleteNew(folder: string, ref: PictureRef): Promise<void> {
  for (const version of ['new', 'difference'] as const) {
    const path = pathOf(folder, ref, version);
    await refuseLinks(folder, path);
    await rm(path, { force: true });
  }
}

/** The variants of which a picture is kept, in their usual order. */
export async function keptVariants(folder: string, fixture: string, seat: PictureRef['seat']) {
  const found = await Promise.all(
    variants.map(async (variant) => {
      const status = await lstat(pathOf(folder, { fixture, seat, variant: variant.id }, 'kept')).catch(() => null);
      return status === null ? null : variant;
    }),
  );
  return found.filter((variant) => variant !== null);
}

/** Nothing is written or deleted outside of the project. */
async function refuseLinks(folder: string, path: string): Promise<void> {
  for (let parent = dirname(path); parent.length > folder.length; parent = dirname(parent)) {
    const status = await lstat(parent).catch(ifMissing(null));
    if (status?.isSymbolicLink()) throw refusedError(parent, 'refused_link');
  }
}
