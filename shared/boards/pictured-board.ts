/** What the page for pictures shows: a board at one position (renderer/picture/main.tsx). */
import type { StudioFixturePosition } from '../bridge/contract.ts';
import type { Role } from '../tables/hooks.ts';
import type { Variant } from './gallery-variants.ts';

export interface PicturedBoard extends Pick<Variant, 'theme' | 'locale' | 'textScale'> {
  url: string;
  role: Role;
  options: StudioFixturePosition['options'];
  seat: StudioFixturePosition['seats'][Role];
}

/** The name of the page's function, which resolves when the board has drawn the position, and rejects if it was stopped. */
export const showBoardFunction = 'showPicturedBoard';
/** The page's path below the window's files. */
export const picturePage = '/picture/index.html';
