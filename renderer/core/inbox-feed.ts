/** Mirrors the numbers of main's inbox, and the names of contacts: at first page by page, then by changes. Messages stay in main. */
import type { StoreApi } from 'zustand/vanilla';
import type { ContactName, InboxChange, InboxStatus } from '../../shared/bridge/contract.ts';
import type { BridgeClient } from '../bridge/client.ts';

/** `revision` grows with each change: what is shown of the inbox may differ. */
export type InboxState = InboxStatus & { revision: number };

/** By public key. */
export type ContactNames = ReadonlyMap<string, ContactName>;

const nothing = { count: 0, unread: 0 };
export const emptyInbox: InboxState = {
  ...{ status: 'loading', problem: null, quota: null, hidden: 0, unread: 0, received_count: 0, sent_count: 0 },
  ...{ newest_at: null, revision: 0 },
  sections: { people: nothing, requests: nothing, unverified: nothing, contacts: nothing, blocked: nothing },
};

export interface InboxFeed {
  /** Reads everything again, for another identity or after a reconnection. Rejects if main refuses. */
  restart(): Promise<void>;
}

/** Keeps the stores equal to main's from the first `restart` on. */
export function followInbox(
  bridge: BridgeClient,
  inbox: StoreApi<InboxState>,
  contacts: StoreApi<ContactNames>,
): InboxFeed {
  let lastRestart = 0;
  /** Changes since the reading of contacts has begun, which are newer than its pages; null for removed ones. */
  let recentChanges = new Map<string, ContactName | null>();

  const setStatus = ({
    status,
    problem,
    quota,
    hidden,
    unread,
    received_count,
    sent_count,
    newest_at,
    sections,
  }: InboxStatus) =>
    inbox.setState(
      ({ revision }) => ({
        ...{ status, problem, quota, hidden, unread, received_count, sent_count, newest_at, sections },
        revision: revision + 1,
      }),
      true,
    );

  function applyChange(change: InboxChange): void {
    setStatus(change);
    if (change.more) return void readContacts().catch(() => {});
    if (change.contacts.length === 0) return;
    const changes = change.contacts.map(
      ({ removed, ...contact }) => [contact.public_key, removed ? null : contact] as const,
    );
    for (const [key, contact] of changes) recentChanges.set(key, contact);
    contacts.setState(withChanges(contacts.getState(), changes), true);
  }

  async function readContacts(): Promise<void> {
    lastRestart += 1;
    const restart = lastRestart;
    recentChanges = new Map();
    const names = new Map<string, ContactName>();
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await bridge.inbox.list({ of: 'contacts', ...(cursor === undefined ? {} : { cursor }) });
      if (restart !== lastRestart) return;
      if (cursor === undefined) setStatus(page);
      for (const { public_key, name, blocked } of page.contacts) names.set(public_key, { public_key, name, blocked });
      cursor = page.next.contacts;
    }
    contacts.setState(withChanges(names, recentChanges), true);
  }

  bridge.inbox.on('changed', applyChange);
  return { restart: readContacts };
}

function withChanges(names: ContactNames, changes: Iterable<readonly [string, ContactName | null]>): ContactNames {
  const changedNames = new Map(names);
  for (const [key, contact] of changes) {
    if (contact === null) changedNames.delete(key);
    else changedNames.set(key, contact);
  }
  return changedNames;
}
