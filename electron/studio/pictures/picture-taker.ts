/** What takes pictures of boards; the shells provide it (electron/shells/pictures). */
import type { Variant } from '../../../shared/boards/gallery-variants.ts';
import type { StudioFixturePosition } from '../../../shared/bridge/contract.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import type { Board } from '../../library/board.ts';

/** Starts a browser. Rejects `browser_missing` if there is none, or only one that is too old to show boards. */
export type OpenPictureTaker = (board: Board) => Promise<PictureTaker>;

export interface PictureTaker {
  /** Such as `Chrome/156.0.8078.108 on linux`: what pictures depend on besides the board. */
  readonly browser: string;
  /** A PNG, or why there is none. */
  take(
    position: StudioFixturePosition,
    role: Role,
    variant: Variant,
  ): Promise<{ png: Uint8Array } | { failure: PictureFailure }>;
  close(): Promise<void>;
}

/** `stopped`: Parlor stopped the board, as it would at a table. `moving`: it doesn't come to rest. */
export type PictureFailure = 'stopped' | 'moving';
