/** JSON Pointers (RFC 6901), and problems that are located by them. */

/** An object key or an array index. */
export type PathStep = string | number;

/** A problem in a validated value. `pointer` is `''` for the whole value. */
export interface LocatedProblem {
  pointer: string;
  message: string;
  /** The key of the translated text, whose placeholders `params` fill. */
  code?: string;
  params?: ProblemParams;
}
export type ProblemParams = { [name: string]: string | number };

export function pointerOf(path: readonly PathStep[]): string {
  return path.map((step) => `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');
}

/** A problem whose message is `texts[code]` with each `{name}` replaced by that parameter. */
export function locatedProblem<Code extends string>(
  texts: { readonly [code in Code]: string },
  path: readonly PathStep[],
  code: Code,
  params: ProblemParams = {},
): LocatedProblem {
  const message = texts[code].replaceAll(/\{(\w+)\}/g, (_, name: string) => String(params[name]));
  return { pointer: pointerOf(path), message, code, params };
}
