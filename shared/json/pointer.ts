/** JSON pointers (RFC 6901) of problems. */
export type PathStep = string | number;

/** `pointer` refers into the validated value; `''` means the whole value. */
export interface PlacedProblem {
  pointer: string;
  message: string;
  /** Identifies the text for translations, filled in from `params`. */
  code?: string;
  params?: ProblemParams;
}
export type ProblemParams = { [name: string]: string | number };

export function pointerOf(path: readonly PathStep[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A problem whose message is `texts[code]` with each `{name}` replaced by that parameter. */
export function placedProblem<Code extends string>(
  texts: { readonly [code in Code]: string },
  path: readonly PathStep[],
  code: Code,
  params: ProblemParams = {},
): PlacedProblem {
  const message = texts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return { pointer: pointerOf(path), message, code, params };
}
