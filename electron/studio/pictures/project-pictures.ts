/** The pictures of a project's board, with its files as they are on disk. */
import { type Variant, variants } from '../../../shared/boards/gallery-variants.ts';
import type { PictureComparison, PictureRef } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { type Role, roles } from '../../../shared/tables/hooks.ts';
import type { LaunchHooks } from '../../hooks/hook-host.ts';
import { readProjectFiles } from '../files.ts';
import { fixturePosition } from '../fixture-run.ts';
import { fixtureEntries, readFixtures } from '../fixtures.ts';
import { validateProject } from '../validate.ts';
import { keptVariants } from './picture-files.ts';
import type { OpenPictureTaker } from './picture-taker.ts';
import { comparePicturesOf } from './pictures.ts';

export interface PictureParts {
  launchHooks: LaunchHooks;
  openTaker: OpenPictureTaker;
}

/** What to take pictures of: variants of a seat's board at the position of a fixture. */
export interface WantedPictures {
  fixture: string;
  seat: Role;
  variants: readonly Variant[];
}

/** All variants of one seat. */
export const everyVariant = (fixture: string, seat: Role): WantedPictures => ({ fixture, seat, variants });

/** Those of which a picture is kept, or all that there could be. */
export async function wantedPictures(folder: string, { all }: { all: boolean }): Promise<WantedPictures[]> {
  const wanted: WantedPictures[] = [];
  for (const { name } of fixtureEntries(await readFixtures(folder))) {
    for (const seat of roles) {
      const chosen = all ? variants : await keptVariants(folder, name, seat);
      if (chosen.length > 0) wanted.push({ fixture: name, seat, variants: chosen });
    }
  }
  return wanted;
}

/**
 * One comparison for each seat; a seat whose board has received nothing at its position has none. `onProgress` counts the seats. Rejects
 * `browser_missing`, `bundle_missing` without a valid board, `not_found` without playable files, and as `fixturePosition` does.
 */
export async function takePictures(
  { launchHooks, openTaker }: PictureParts,
  folder: string,
  wanted: readonly WantedPictures[],
  onProgress: (done: number) => void = () => {},
): Promise<PictureComparison[]> {
  const { board, playable } = validateProject(await readProjectFiles(folder));
  if (board === null) throw new ParlorError('bundle_missing', 'The folder ui/ holds no board that can be shown.');
  if (playable === null) throw new ParlorError('not_found', 'spec.json or hooks.js cannot be played yet.');
  const files = { folder, spec: playable.spec, source: playable.hooks };
  const taker = await openTaker(board);
  try {
    const comparisons: PictureComparison[] = [];
    for (const { fixture, seat, variants: chosen } of wanted) {
      onProgress(comparisons.length);
      const position = await fixturePosition(launchHooks, files, fixture);
      if (position.seats[seat].board_record === null) continue;
      comparisons.push(await comparePicturesOf(taker, { folder, position, fixture, seat }, chosen));
    }
    return comparisons;
  } finally {
    await taker.close();
  }
}

export const refsOf = ({ results }: PictureComparison): PictureRef[] =>
  results.map(({ fixture, seat, variant }) => ({ fixture, seat, variant }));
