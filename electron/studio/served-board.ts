/** The board of an open project, as previews load it. */
import type { Board } from '../library/board.ts';
import { previewOf } from './probe.ts';

export class ServedBoard {
  readonly #serve: (board: Board) => Promise<() => void>;
  #now: { board: Board; preview: Board; end: () => void } | null = null;
  /** The previous board, still served until frames have loaded the newest. */
  #endPrevious: (() => void) | null = null;
  /** The board shown is of an earlier version, because the latest can't be used. */
  stale = false;

  constructor(serve: (board: Board) => Promise<() => void>) {
    this.#serve = serve;
  }

  get now(): { board: Board; preview: Board } | null {
    return this.#now;
  }

  /** `wanted`: the author has files of a board, even if they can't be used. */
  async update(board: Board | null, wanted: boolean): Promise<void> {
    this.stale = board === null && wanted && this.#now !== null;
    if (board === null) {
      if (wanted) return;
      this.#now?.end();
      this.#now = null;
      return;
    }
    if (this.#now?.board.manifest_hash === board.manifest_hash) return;
    const preview = await previewOf(board);
    const end = await this.#serve(preview);
    this.#endPrevious?.();
    this.#endPrevious = this.#now?.end ?? null;
    this.#now = { board, preview, end };
  }

  end(): void {
    this.#now?.end();
    this.#endPrevious?.();
  }
}
