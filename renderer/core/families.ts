/** Families of games and their names. */

interface Known {
  name: string;
  governance: { family: string | null };
}

export type Families = ReadonlyMap<string, string>;

const rated = 'game:';

/** A readable form of the identifier: `game:connect-four` is `connect four`. */
export const plainFamily = (family: string): string =>
  (family.startsWith(rated) ? family.slice(rated.length) : family).replaceAll(/[-_.:]+/g, ' ');

/**
 * The rated families with their names, sorted. A family is named after its bundled game; other names
 * would be the choice of a single author.
 */
export function familiesOf(
  here: readonly (Known & { source: string })[],
  there: readonly Known[],
  played: readonly { family: string }[],
): Families {
  const names = new Map<string, string>();
  for (const { governance } of [...here, ...there]) {
    if (governance.family?.startsWith(rated)) names.set(governance.family, plainFamily(governance.family));
  }
  for (const { family } of played) names.set(family, plainFamily(family));
  for (const { source, name, governance } of here) {
    if (source === 'bundled' && governance.family !== null && names.has(governance.family))
      names.set(governance.family, name);
  }
  return new Map([...names].sort(([, a], [, b]) => a.localeCompare(b)));
}

export const familyName = (families: Families, family: string): string => families.get(family) ?? plainFamily(family);
