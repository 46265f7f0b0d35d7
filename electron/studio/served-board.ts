/** Serves the board of an open project to its previews. */
import type { Board } from '../library/board.ts';
import { previewOf } from './board-diagnostics.ts';

export class ServedBoard {
  readonly #serve: (board: Board) => Promise<() => void>;
  #current: { board: Board; preview: Board; release: () => void } | null = null;
  /** Stops serving the previous board, which frames may still show until they have loaded the current one. */
  #releasePrevious: (() => void) | null = null;
  /** The board is of an earlier version, because the latest can't be used. */
  stale = false;

  constructor(serve: (board: Board) => Promise<() => void>) {
    this.#serve = serve;
  }

  get current(): { board: Board; preview: Board } | null {
    return this.#current;
  }

  /** `hasFiles`: the author has files of a board, even if they can't be used. */
  async update(board: Board | null, hasFiles: boolean): Promise<void> {
    this.stale = board === null && hasFiles && this.#current !== null;
    if (board === null) {
      if (hasFiles) return;
      this.#current?.release();
      this.#current = null;
      return;
    }
    if (this.#current?.board.manifest_hash === board.manifest_hash) return;
    const preview = await previewOf(board);
    const release = await this.#serve(preview);
    this.#releasePrevious?.();
    this.#releasePrevious = this.#current?.release ?? null;
    this.#current = { board, preview, release };
  }

  dispose(): void {
    this.#current?.release();
    this.#releasePrevious?.();
  }
}
