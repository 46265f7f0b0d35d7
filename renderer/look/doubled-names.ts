/** Names that stand more than once in a list under different keys; these show their keys. */

interface Named {
  public_key: string;
  nickname: string;
}

const plain = (text: string) => text.normalize('NFKD').toLowerCase();

export function doubledNames(people: readonly Named[]): Set<string> {
  const keys = new Map<string, string>();
  const doubled = new Set<string>();
  for (const { nickname, public_key } of people) {
    const name = plain(nickname);
    const known = keys.get(name);
    if (known === undefined) keys.set(name, public_key);
    else if (known !== public_key) doubled.add(name);
  }
  return doubled;
}

export const isDoubled = (doubled: Set<string>, nickname: string): boolean => doubled.has(plain(nickname));
