/** Which parts of the band give way when it lacks room, in this order. Names, clocks, the board's author and the seal never do. */
export const folds = [
  'pictures',
  'resign',
  'ratings',
  'rules',
  /** The switch to the plain view, of Parlor's own boards only: a stranger's board is always one click from it. */
  'plain',
  /** The game, the author and the plain view move to a second row. */
  'rows',
  /** Names take two lines. */
  'lines',
  /** The two sides have a row of their own. */
  'stack',
] as const;
export type Fold = (typeof folds)[number];

/** The smallest number of folds with which everything fits; all of them if nothing does. */
export function foldToFit(fits: (count: number) => boolean): number {
  for (let count = 0; count < folds.length; count += 1) {
    if (fits(count)) return count;
  }
  return folds.length;
}

/** Pixels between two parts in a row. */
const gap = 8;

/** Whether the boxes lie inside the bounds and apart from each other. */
export function areApart(bounds: DOMRect, boxes: readonly DOMRect[]): boolean {
  return boxes.every(
    (box, index) =>
      box.left >= bounds.left &&
      box.right <= bounds.right &&
      boxes
        .slice(index + 1)
        .every(
          (other) =>
            other.top >= box.bottom ||
            other.bottom <= box.top ||
            other.left >= box.right + gap ||
            other.right + gap <= box.left,
        ),
  );
}
