import { useMemo } from 'react';
import { refusedSubject } from '../../shared/notices/subjects.ts';
import { useContactNames, useDeferredLobby, useNotices, useTables } from '../core/context.tsx';
import { type ActiveContact, activeContacts } from './active-contacts.ts';

/** The keys of all contacts that aren't blocked. */
export function useContactKeys(): ReadonlySet<string> {
  const contacts = useContactNames();
  return useMemo(
    () => new Set([...contacts.values()].flatMap(({ public_key, blocked }) => (blocked ? [] : [public_key]))),
    [contacts],
  );
}

export function useActiveContacts(): ActiveContact[] {
  const contacts = useContactNames();
  const { entries } = useDeferredLobby();
  const tables = useTables((known) => known);
  const dismissed = useNotices()?.dismissed;
  return useMemo(() => {
    const subjects = new Set(dismissed?.map(({ subject }) => subject));
    return activeContacts(contacts, entries, tables.values(), (post_id) => subjects.has(refusedSubject(post_id)));
  }, [contacts, entries, tables, dismissed]);
}
