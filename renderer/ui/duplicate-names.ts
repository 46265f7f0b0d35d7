/** Finds nicknames used by several keys in a list, so that their keys can be shown. */

interface NamedPerson {
  public_key: string;
  nickname: string;
}

const normalizeName = (text: string) => text.normalize('NFKD').toLowerCase();

export function duplicateNames(people: readonly NamedPerson[]): Set<string> {
  const keys = new Map<string, string>();
  const duplicates = new Set<string>();
  for (const { nickname, public_key } of people) {
    const name = normalizeName(nickname);
    const firstKey = keys.get(name);
    if (firstKey === undefined) keys.set(name, public_key);
    else if (firstKey !== public_key) duplicates.add(name);
  }
  return duplicates;
}

export const isDuplicate = (duplicates: ReadonlySet<string>, nickname: string): boolean =>
  duplicates.has(normalizeName(nickname));
