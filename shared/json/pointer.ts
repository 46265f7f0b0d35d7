/** JSON pointers (RFC 6901), as problems use them to name a place. */
export type PathStep = string | number;

/** What is wrong, and where: `pointer` is a JSON pointer into the checked value, `''` for the whole of it. */
export interface PlacedProblem {
  pointer: string;
  message: string;
}

export function pointerOf(path: readonly PathStep[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}
