/**
 * The pictures in an author's folder. Kept ones are in `pictures/<fixture>/<seat>-<variant>.png`. Those that differ from a kept one, or have
 * none, are in `pictures/_new/`, until they are kept or dismissed, with what differs beside them.
 */
import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { variants } from '../../../shared/boards/gallery-variants.ts';
import type { PictureRef, PictureVersion } from '../../../shared/bridge/contract.ts';
import { pictureMaxBytes } from '../../../shared/bridge/pictures.ts';
import { readForeignFile } from '../../files/foreign-file.ts';
import { deleteBelow, writeBelow } from '../../files/foreign-write.ts';
import { ifMissing } from '../../files/if-missing.ts';

export const picturesFolder = 'pictures';
/** No fixture can have this name. */
const newFolder = '_new';

const endings: Record<PictureVersion, string> = { kept: '.png', new: '.png', difference: '.difference.png' };

/** Below the author's folder. */
function pathOf({ fixture, seat, variant }: PictureRef, version: PictureVersion): string {
  const file = `${seat}-${variant}${endings[version]}`;
  return [picturesFolder, ...(version === 'kept' ? [] : [newFolder]), fixture, file].join('/');
}

/** Null if there is none. Rejects `file_refused`. */
export async function readPicture(
  folder: string,
  ref: PictureRef,
  version: PictureVersion,
): Promise<Uint8Array | null> {
  const path = join(folder, pathOf(ref, version));
  return readForeignFile(path, { maxBytes: pictureMaxBytes, within: folder }).catch(ifMissing(null));
}

/** Rejects as `writeBelow` does. */
export const writePicture = (folder: string, ref: PictureRef, version: PictureVersion, png: Uint8Array) =>
  writeBelow(folder, pathOf(ref, version), png);

/** Deletes the new picture, and what differs in it. */
export async function deleteNew(folder: string, ref: PictureRef): Promise<void> {
  for (const version of ['new', 'difference'] as const) await deleteBelow(folder, pathOf(ref, version));
}

/** The variants of which a picture is kept, in their usual order. */
export async function keptVariants(folder: string, fixture: string, seat: PictureRef['seat']) {
  const found = await Promise.all(
    variants.map(async (variant) => {
      const status = await lstat(join(folder, pathOf({ fixture, seat, variant: variant.id }, 'kept'))).catch(
        () => null,
      );
      return status === null ? null : variant;
    }),
  );
  return found.filter((variant) => variant !== null);
}
