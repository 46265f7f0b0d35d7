/** Finds people whose name looks like the user's own, a contact's, or a house player's, but who have another key. */
import { useQuery } from '@tanstack/react-query';
import type { AppState, Inbox, Lobby } from '../../shared/bridge/contract.ts';
import { useApp, useInbox, useLobby } from '../core/context.tsx';

type KnownKind = 'own' | 'contact' | 'house';

interface NamedPerson {
  public_key: string;
  nickname: string;
  house?: boolean | undefined;
}

/** Two names look alike if they share a form (look-alike-forms.ts). */
type Forms = (name: string) => string[];

interface KnownNames {
  /** Public keys of the people themselves, who are never marked. */
  keys: ReadonlySet<string>;
  /** By form of the name. */
  kinds: ReadonlyMap<string, KnownKind>;
}

let last: { inputs: readonly unknown[]; names: KnownNames } | null = null;

/** Every row of a list passes the same arguments, so the last result is cached. */
function knownNames(
  forms: Forms,
  own: AppState['identity'],
  contacts: Inbox['contacts'],
  entries: Lobby['entries'],
): KnownNames {
  const inputs = [forms, own, contacts, entries];
  if (last !== null && inputs.every((input, index) => input === last?.inputs[index])) return last.names;
  const trusted = contacts.filter(({ blocked }) => !blocked);
  const house = entries.flatMap(({ host }) => (host.house ? host : []));
  const kinds = new Map<string, KnownKind>();
  const add = (kind: KnownKind, name: string) => {
    for (const form of forms(name)) if (!kinds.has(form)) kinds.set(form, kind);
  };
  if (own !== null) add('own', own.nickname);
  for (const { name } of trusted) add('contact', name);
  for (const { nickname } of house) add('house', nickname);
  const keys = new Set([
    ...(own ? [own.public_key] : []),
    ...[...trusted, ...house].map(({ public_key }) => public_key),
  ]);
  last = { inputs, names: { keys, kinds } };
  return last.names;
}

/** Whom a person could be mistaken for; null for known keys, and until the table of similar characters is loaded. */
export function useLookAlike({ public_key, nickname, house }: NamedPerson): KnownKind | null {
  const own = useApp(({ identity }) => identity);
  const contacts = useInbox((inbox) => inbox.contacts);
  const entries = useLobby((lobby) => lobby.entries);
  const { data: forms } = useQuery({
    queryKey: ['look-alike-forms'],
    // The table is large, so it is loaded after the first names are on screen.
    queryFn: async () => {
      await new Promise((resolve) => requestIdleCallback(resolve));
      return (await import('./look-alike-forms.ts')).formsOf;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (!forms || house) return null;
  const { keys, kinds } = knownNames(forms, own, contacts, entries);
  if (keys.has(public_key)) return null;
  return (
    forms(nickname)
      .map((form) => kinds.get(form))
      .find((kind) => kind !== undefined) ?? null
  );
}
