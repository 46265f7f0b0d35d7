/** The part of `parlor protocol test` that compares a board with the pictures kept in its folder, or keeps new ones. */
import type { PictureComparison, PictureResult } from '../../../shared/bridge/contract.ts';
import { toProblem } from '../../../shared/errors.ts';
import { nodeLauncher } from '../../hooks/node-launcher.ts';
import { pictureTakerWith } from '../../shells/pictures/open-picture-taker.ts';
import { keepPictures } from '../../studio/pictures/pictures.ts';
import { refsOf, takePictures, wantedPictures } from '../../studio/pictures/project-pictures.ts';
import { withProgress } from '../output/progress.ts';

export interface PictureFlags {
  /** The browser to use, instead of the first one that is installed. */
  browser?: string;
  /** Keeps what the board looks like now, and compares nothing. */
  keepPictures?: true;
}

export interface PictureReport {
  /**
   * `uncompared`: there was no browser to take new pictures, or another browser than the one that took the kept ones, and they differ.
   * `failed`: a picture differs, or none could be taken of the board.
   */
  outcome: 'passed' | 'failed' | 'kept' | 'uncompared';
  /** Why nothing was compared, for people; null if something was. */
  reason: string | null;
  browser: string | null;
  /** What took the kept ones, if that was another. */
  other_browser: string | null;
  results: PictureResult[];
}

/** Null if no picture is kept, and none was asked for. */
export async function testPictures(folder: string, flags: PictureFlags): Promise<PictureReport | null> {
  const keep = flags.keepPictures ?? false;
  const wanted = await wantedPictures(folder, { all: keep });
  if (wanted.length === 0) return null;
  const parts = { launchHooks: nodeLauncher(), openTaker: pictureTakerWith(flags.browser) };
  let comparisons: PictureComparison[];
  try {
    comparisons = await withProgress('Taking pictures', (showDetail) =>
      takePictures(parts, folder, wanted, (done) => showDetail(`${done} of ${wanted.length} seats`)),
    );
  } catch (error) {
    const { code, message } = toProblem(error);
    if (code !== 'browser_missing' || keep) throw error;
    return { outcome: 'uncompared', reason: message, browser: null, other_browser: null, results: [] };
  }
  if (keep) for (const comparison of comparisons) await keepPictures(folder, refsOf(comparison));
  const results = comparisons.flatMap((comparison) => comparison.results);
  const other_browser =
    comparisons.map((comparison) => comparison.other_browser).find((other) => other !== null) ?? null;
  const isUntaken = results.some(({ state }) => state === 'stopped' || state === 'moving');
  const isChanged = results.some(({ state }) => state === 'changed');
  const compared = !isChanged ? 'passed' : other_browser === null ? 'failed' : 'uncompared';
  const outcome = isUntaken ? 'failed' : keep ? 'kept' : compared;
  return { outcome, reason: null, browser: comparisons[0]?.browser ?? null, other_browser, results };
}
