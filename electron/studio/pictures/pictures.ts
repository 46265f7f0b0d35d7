/** Takes pictures of a board at the positions of fixtures, and keeps them in the author's folder or compares them with those kept there. */
import type { Variant } from '../../../shared/boards/gallery-variants.ts';
import type {
  PictureComparison,
  PictureRef,
  PictureResult,
  StudioFixturePosition,
} from '../../../shared/bridge/contract.ts';
import { comparePictures } from './compare.ts';
import { originOf, withOrigin } from './origin.ts';
import { deleteNew, readPicture, writePicture } from './picture-files.ts';
import type { PictureTaker } from './picture-taker.ts';

export interface PicturedSeat {
  folder: string;
  position: StudioFixturePosition;
  fixture: string;
  seat: PictureRef['seat'];
}

/** Takes the variants, and compares each with the kept picture. New and changed ones are in the folder afterwards. */
export async function comparePicturesOf(
  taker: PictureTaker,
  { folder, position, fixture, seat }: PicturedSeat,
  chosen: readonly Variant[],
): Promise<PictureComparison> {
  const { browser } = taker;
  const results: PictureResult[] = [];
  let other_browser: string | null = null;
  for (const variant of chosen) {
    const ref = { fixture, seat, variant: variant.id };
    await deleteNew(folder, ref);
    const taken = await taker.take(position, seat, variant);
    if ('failure' in taken) {
      results.push({ ...ref, state: taken.failure, pixels: null });
      continue;
    }
    const png = withOrigin(taken.png, browser);
    const kept = await readPicture(folder, ref, 'kept');
    if (kept === null) {
      await writePicture(folder, ref, 'new', png);
      results.push({ ...ref, state: 'new', pixels: null });
      continue;
    }
    const origin = originOf(kept);
    if (origin !== browser) other_browser ??= origin;
    const difference = comparePictures(kept, png);
    if (difference !== null) await writePicture(folder, ref, 'new', png);
    if (difference?.png) await writePicture(folder, ref, 'difference', difference.png);
    results.push({ ...ref, state: difference ? 'changed' : 'same', pixels: difference?.pixels ?? 0 });
  }
  return { results, browser, other_browser };
}

/** Keeps the new pictures that were taken last, in place of those kept before; variants without a new one are left as they are. */
export async function keepPictures(folder: string, refs: readonly PictureRef[]): Promise<void> {
  for (const ref of refs) {
    const png = await readPicture(folder, ref, 'new');
    if (png === null) continue;
    await writePicture(folder, ref, 'kept', png);
    await deleteNew(folder, ref);
  }
}
