/**
 * Links from outside. Anyone may start a program with any arguments, so a link only opens a sheet: the window shows what it
 * leads to, and the person decides.
 */

export const linkScheme = 'parlor';
/** Longer ones are nobody's invitation. */
const longest = 2048;

/** The place of the window that shows the first link among a program's arguments; null where there is none. */
export function placeOfLink(args: readonly string[]): string | null {
  const link = args.find((argument) => /^parlor:\/\/join\//i.test(argument) && argument.length <= longest);
  return link === undefined ? null : `/?link=${encodeURIComponent(link)}`;
}
