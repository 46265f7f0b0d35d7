/** Families of games (`governance.family`) and their display names. */

interface NamedProtocol {
  name: string;
  governance: { family: string | null };
}

export type Families = ReadonlyMap<string, string>;

export const ratedPrefix = 'game:';

/** A readable form of the identifier: `game:connect-four` is `connect four`. */
export const readableFamily = (family: string): string =>
  (family.startsWith(ratedPrefix) ? family.slice(ratedPrefix.length) : family).replaceAll(/[-_.:]+/g, ' ');

/**
 * The rated families with their names, sorted. A family is named after its bundled game, or else after its identifier: the name of
 * any other protocol is its author's choice.
 */
export function familiesOf(
  installed: readonly (NamedProtocol & { source: string })[],
  published: readonly NamedProtocol[],
  playedFamilies: readonly { family: string }[],
): Families {
  const familyNames = new Map<string, string>();
  for (const { governance } of [...installed, ...published]) {
    if (governance.family?.startsWith(ratedPrefix))
      familyNames.set(governance.family, readableFamily(governance.family));
  }
  for (const { family } of playedFamilies) familyNames.set(family, readableFamily(family));
  for (const { source, name, governance } of installed) {
    if (source === 'bundled' && governance.family !== null && familyNames.has(governance.family))
      familyNames.set(governance.family, name);
  }
  return new Map([...familyNames].sort(([, a], [, b]) => a.localeCompare(b)));
}

export const familyName = (families: Families, family: string): string =>
  families.get(family) ?? readableFamily(family);
