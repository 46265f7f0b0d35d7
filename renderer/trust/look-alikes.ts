/** Finds people whose name looks like the user's own, a contact's, or a house player's, but who have another key. */
import { useQuery } from '@tanstack/react-query';
import type { AppState, Lobby } from '../../shared/bridge/contract.ts';
import { useApp, useContactNames, useLobby } from '../core/context.tsx';
import type { ContactNames } from '../core/inbox-feed.ts';

type LookAlikeKind = 'own' | 'contact' | 'house';

interface NamedPerson {
  public_key: string;
  nickname: string;
  house?: boolean | undefined;
}

/** Two names look alike if they share a form (shared/look-alike-forms.ts). */
type FormsOf = (name: string) => string[];

interface KnownNames {
  /** Public keys of the people themselves, who are never marked. */
  keys: ReadonlySet<string>;
  /** By form of the name. */
  kinds: ReadonlyMap<string, LookAlikeKind>;
}

let cachedResult: { inputs: readonly unknown[]; names: KnownNames } | null = null;

/** Every row of a list passes the same arguments, so the last result is cached. */
function knownNames(
  formsOf: FormsOf,
  identity: AppState['identity'],
  contacts: ContactNames,
  entries: Lobby['entries'],
): KnownNames {
  const inputs = [formsOf, identity, contacts, entries];
  if (cachedResult !== null && inputs.every((input, index) => input === cachedResult?.inputs[index]))
    return cachedResult.names;
  const trustedContacts = [...contacts.values()].filter(({ blocked }) => !blocked);
  const houseHosts = entries.flatMap(({ host }) => (host.house ? host : []));
  const kinds = new Map<string, LookAlikeKind>();
  const addName = (kind: LookAlikeKind, name: string) => {
    for (const form of formsOf(name)) if (!kinds.has(form)) kinds.set(form, kind);
  };
  if (identity !== null) addName('own', identity.nickname);
  for (const { name } of trustedContacts) addName('contact', name);
  for (const { nickname } of houseHosts) addName('house', nickname);
  const keys = new Set([
    ...(identity ? [identity.public_key] : []),
    ...[...trustedContacts, ...houseHosts].map(({ public_key }) => public_key),
  ]);
  cachedResult = { inputs, names: { keys, kinds } };
  return cachedResult.names;
}

/** Whom a person could be mistaken for; null for known keys, and until the table of similar characters is loaded. */
export function useLookAlike({ public_key, nickname, house }: NamedPerson): LookAlikeKind | null {
  const identity = useApp(({ identity }) => identity);
  const contacts = useContactNames();
  const entries = useLobby((lobby) => lobby.entries);
  const { data: formsOf } = useQuery({
    queryKey: ['look-alike-forms'],
    // The table is large, so it is loaded after the first names are on screen; soon also where the window is never idle.
    queryFn: async () => {
      await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 1_000 }));
      return (await import('../../shared/look-alike-forms.ts')).formsOf;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (!formsOf || house) return null;
  const { keys, kinds } = knownNames(formsOf, identity, contacts, entries);
  if (keys.has(public_key)) return null;
  return (
    formsOf(nickname)
      .map((form) => kinds.get(form))
      .find((kind) => kind !== undefined) ?? null
  );
}
