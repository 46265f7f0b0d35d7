/** Families of games and their names. */

interface NamedProtocol {
  name: string;
  governance: { family: string | null };
}

export type Families = ReadonlyMap<string, string>;

const ratedPrefix = 'game:';

/** A readable form of the identifier: `game:connect-four` is `connect four`. */
export const plainFamily = (family: string): string =>
  (family.startsWith(ratedPrefix) ? family.slice(ratedPrefix.length) : family).replaceAll(/[-_.:]+/g, ' ');

/**
 * The rated families with their names, sorted. A family is named after its bundled game; any other
 * protocol's name would be the choice of its author alone.
 */
export function familiesOf(
  here: readonly (NamedProtocol & { source: string })[],
  there: readonly NamedProtocol[],
  played: readonly { family: string }[],
): Families {
  const names = new Map<string, string>();
  for (const { governance } of [...here, ...there]) {
    if (governance.family?.startsWith(ratedPrefix)) names.set(governance.family, plainFamily(governance.family));
  }
  for (const { family } of played) names.set(family, plainFamily(family));
  for (const { source, name, governance } of here) {
    if (source === 'bundled' && governance.family !== null && names.has(governance.family))
      names.set(governance.family, name);
  }
  return new Map([...names].sort(([, a], [, b]) => a.localeCompare(b)));
}

export const familyName = (families: Families, family: string): string => families.get(family) ?? plainFamily(family);
