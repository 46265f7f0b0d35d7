/** Spaces between a number and what it counts. Pure. */

/** Keeps durations, sizes and points on one line: `19 s`, `+13 points`, `3 局`. */
export const withUnbrokenValues = (text: string): string =>
  text.replaceAll(
    /(?<=\d) (?=(?:s|ms|min|h|kB|KiB|MB|GB|px|points?|seconds?|minutes?|hours?)\b|\p{Script=Han})/gu,
    '\u00a0',
  );
