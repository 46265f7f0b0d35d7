/**
 * The inbox of one identity at one community. Messages are downloaded, decrypted and stored, so that they remain readable after the
 * community has expired them. Deletions apply here immediately, and at the community once it is reachable.
 * - store.ts: everything, in memory and encrypted on disk; synchronizer.ts: the community; names.ts: nicknames
 * - served-invitations.ts: messages that free their slots at the community
 * - shown-messages.ts, views.ts: what is shown, in pages; changes.ts: events
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { inBackground } from '../../shared/background.ts';
import type {
  Contact,
  Inbox,
  InboxChange,
  InboxMessage,
  InboxStatus,
  MessageSelection,
  SentInboxMessage,
  Without,
} from '../../shared/bridge/contract.ts';
import { inboxPageMax } from '../../shared/bridge/contract.ts';
import type { MessageEvidence } from '../../shared/community/order-shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { exportedText } from '../../shared/inbox/export.ts';
import type { CommunityClient } from '../community/client.ts';
import type { EventStream } from '../community/event-stream.ts';
import type { People } from '../community/people.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import type { Opener, Signer } from '../identity/signer.ts';
import { openBlocks } from './blocks.ts';
import { createChallenges, type OfferedTerms } from './challenges.ts';
import { contactNews, createChangeFeed } from './changes.ts';
import { openContacts } from './contacts.ts';
import { createTableFinder } from './find-open-table.ts';
import { createMailbox } from './mailbox.ts';
import { createNames } from './names.ts';
import { contactsPage, messagesPage } from './page-cursors.ts';
import { filterOf, type MessageFilter } from './selection.ts';
import { createServedInvitations } from './served-invitations.ts';
import { openInboxStore } from './store.ts';
import { correspondentOf, deletedCopy, type StoredMessage, type StoredSentMessage } from './stored-entries.ts';
import { createSynchronizer } from './synchronizer.ts';
import { createViews, type Views } from './views.ts';

export interface InboxConfig {
  /** Folder of the identity. */
  folder: string;
  /** Id of the community; messages of other communities are not shown. */
  community: string;
  client: CommunityClient;
  eventStream: EventStream;
  signer: Signer;
  opener: Opener;
  people: People;
  /** Keys of peers with whom a table was finished. */
  pastOpponents(): ReadonlySet<string>;
  /** Whether the user has declined the challenge of a table. */
  hasDeclined(post_id: string): boolean;
  onChange(change: InboxChange): void;
  /** Called after each change of the contacts, since it may block or unblock a person. */
  onContactsChange?(): void;
}

export interface ListRequest {
  of?: 'messages' | 'sent' | 'contacts' | undefined;
  cursor?: string | undefined;
  limit?: number | undefined;
}

/** Received messages by id, or all of a person up to a time. */
export type ReadRequest = { id: number } | { ids: readonly number[] } | { with: string; until: number };

export interface InboxService extends Pick<Views, 'conversations' | 'unverified' | 'contacts' | 'conversation'> {
  list(request: ListRequest): Inbox;
  status(without?: Without): InboxStatus;
  /** Synchronizes with the community. Rejects with its error; the stored state does not change. */
  refresh(): Promise<Inbox>;
  /** Keeps what a challenge is about, for the conversation. */
  noteChallenge(terms: Omit<OfferedTerms, 'public_key'>): void;
  /** A challenge was declined, here or by the person whom it was for. */
  noteDeclined(post_id: string): void;
  /** Rejects `not_found`. */
  read(request: ReadRequest): Promise<InboxMessage>;
  send(message: { to: string; text: string; signed: boolean }): Promise<SentInboxMessage>;
  /** Resolves with the number of deleted messages: with `atOnce`, once the community has deleted them, otherwise before. */
  delete(selection: MessageSelection & { hidden?: boolean | undefined }, atOnce: boolean): Promise<number>;
  clear(atOnce: boolean): Promise<number>;
  /** Writes the messages to `inbox-export.json` in the identity's folder, replacing an earlier export. */
  export(): Promise<{ exported: number; file: string }>;
  /** The `post_id` of the open table that an invitation in a message leads to; null if there is none. */
  findInvitedTable(of: { post_id: string; writer: string | null }): Promise<string | null>;
  findContact(public_key: string): Contact | null;
  setContact(contact: Omit<Contact, 'blocked'>): Promise<void>;
  removeContact(public_key: string): Promise<void>;
  block(person: Pick<Contact, 'public_key' | 'name'>): Promise<void>;
  unblock(public_key: string): Promise<void>;
  /** What can go along with a complaint about a received message. Rejects `not_found`. */
  evidenceOf(id: number): Promise<Pick<MessageEvidence, 'opened' | 'ciphertext'>>;
  /** Blocks whoever sent a message, at the community, and deletes the message. */
  blockSender(id: number): Promise<void>;
  /** Contacts by name, and everybody with whom messages were exchanged. */
  acquaintances(): { contacts: readonly Contact[]; correspondents: SentInboxMessage['to'][] };
  dispose(): Promise<void>;
}

/** How long names are waited for where a result is complete without them, ms. */
const namesMs = 2_000;

export async function openInbox(config: InboxConfig): Promise<InboxService> {
  const { folder, community, client, signer, opener, people } = config;
  const store = await openInboxStore({ folder, community, opener, public_key: signer.publicKey });
  const mailbox = createMailbox(client, signer, opener);
  const blocks = await openBlocks({
    ...{ folder, community, public_key: signer.publicKey, client, opener },
    contacts: store.contacts,
  });
  const contacts = openContacts(store, people, (contact, removed) => {
    config.onContactsChange?.();
    if (!isDisposed) synchronizer.runInBackground();
    feed.note(contactNews(contact, removed));
  });
  const names = createNames({ store, community, people, onChange: () => feed.note({ renamed: true }) });
  const challenges = createChallenges(store, community);
  const served = createServedInvitations(client, config.hasDeclined, challenges.note);
  const synchronizer = createSynchronizer({
    ...{ store, mailbox, community, isBlocked: contacts.isBlocked, isServed: served.isServed },
    synchronizeBlocks: blocks.synchronize,
    onBlockedArrival: blocks.noteArrival,
    onArrival(messages, isFirst) {
      feed.note();
      if (!isFirst) inBackground('announcing messages', announce(messages));
    },
    onChange: () => feed.note(),
  });
  const { pastOpponents } = config;
  const views = createViews({
    ...{ public_key: signer.publicKey, store, contacts, names, people, challenges, pastOpponents },
    isHeld: synchronizer.isHeld,
  });
  const status = (without?: Without): InboxStatus => ({ ...synchronizer.state, ...views.numbers(without) });
  const feed = createChangeFeed({
    status,
    present: (arrived) => views.present(({ received }) => arrived.map(received)),
    emit: config.onChange,
  });
  const showChallenges = () => feed.note();
  const findTable = createTableFinder(client, challenges);
  const unsubscribe = config.eventStream.onEvent((event) => {
    if (served.note(event) || event.type === 'message_received') synchronizer.runInBackground();
  });
  let isDisposed = false;

  const namesOf = (keys: Iterable<string>) =>
    Promise.race([names.load(keys), delay(namesMs, undefined, { ref: false })]);

  /** A notice names the writer, so it waits a moment for the name. */
  async function announce(messages: readonly StoredMessage[]): Promise<void> {
    await namesOf(messages.flatMap(({ writer }) => writer ?? []));
    if (!isDisposed) feed.note({ arrived: messages });
  }

  function list({ of, cursor, limit = inboxPageMax }: ListRequest): Inbox {
    if (cursor !== undefined && of === undefined)
      throw new ParlorError('bad_arguments', 'A cursor belongs to one of the lists.', { field: 'of' });
    const { received, sent } = views.shown();
    const nothing = { entries: [], next: null };
    const isListed = (name: ListRequest['of']) => of === undefined || of === name;
    return views.present((presenter) => {
      const messages = isListed('messages') ? messagesPage(received, cursor, limit, presenter.received) : nothing;
      const copies = isListed('sent') ? messagesPage(sent, cursor, limit, presenter.sent) : nothing;
      const people = isListed('contacts') ? contactsPage(contacts.list(), cursor, limit) : nothing;
      return {
        ...status(),
        ...{ messages: messages.entries, sent: copies.entries, contacts: people.entries },
        next: { messages: messages.next, sent: copies.next, contacts: people.next },
      };
    });
  }

  /** Marks messages for deletion at the next synchronization, and deletes copies of sent ones. Resolves with their number. */
  async function markDeleted(isSelected: MessageFilter): Promise<number> {
    let received: StoredMessage[] = [];
    let sent: StoredSentMessage[] = [];
    await store.update(() => {
      received = store.received.filter((message) => message.deleted_at === null && isSelected(message));
      sent = store.sent.filter((message) => message.deleted_at === null && isSelected(message));
      return { put: received.map(deletedCopy), remove: sent };
    });
    feed.note({ deleted: received.map(({ id }) => id) });
    return received.length + sent.length;
  }

  async function remove(isSelected: MessageFilter, atOnce: boolean): Promise<number> {
    const count = await markDeleted(isSelected);
    if (atOnce) await synchronizer.run();
    else if (!isDisposed) synchronizer.runInBackground();
    return count;
  }

  const isFromBlocked: MessageFilter = (message) =>
    message.kind === 'received' && message.writer !== null && contacts.isBlocked(message.writer);

  // Parlor may have exited between a block and the deletion of the blocked messages.
  await markDeleted(isFromBlocked);
  await forgetStrangers();
  await challenges.prune();

  /** Removes the names of people with whom no message is left. */
  async function forgetStrangers(): Promise<void> {
    const correspondents = new Set([...store.received, ...store.sent].map(correspondentOf));
    const strangers = [...store.nicknames].filter(([key]) => !correspondents.has(key) && !store.contacts.has(key));
    const entries = strangers.map(([public_key, nickname]) => ({
      kind: 'nickname' as const,
      ...{ community, public_key, nickname },
    }));
    await store.update(() => ({ remove: entries }));
  }

  const { conversations, unverified, contacts: listContacts, conversation } = views;
  return {
    ...{ conversations, unverified, contacts: listContacts, conversation },
    list,
    status,
    async refresh() {
      await synchronizer.run();
      const { received, sent } = views.shown();
      const newest = [...received.slice(-inboxPageMax), ...sent.slice(-inboxPageMax)];
      await namesOf(newest.flatMap((message) => correspondentOf(message) ?? []));
      return list({});
    },
    noteChallenge: (terms) =>
      inBackground(
        'terms of a challenge',
        challenges.note({ ...terms, public_key: signer.publicKey }).then(showChallenges),
      ),
    noteDeclined(post_id) {
      synchronizer.runInBackground();
      inBackground('declined challenge', challenges.noteDeclined(post_id).then(showChallenges));
    },
    async read(request) {
      let newest: StoredMessage | undefined;
      const read: StoredMessage[] = [];
      await store.update(() => {
        const picked = pickRead(views.shown().received, request);
        const unread = picked.filter(({ read_at }) => read_at === null);
        const read_at = Date.now();
        read.push(...unread.map((message) => ({ ...message, read_at })));
        newest = read.at(-1)?.id === picked.at(-1)?.id ? read.at(-1) : picked.at(-1);
        if (!newest) throw new ParlorError('not_found', 'There is no such message.', { ...request } as never);
        return { put: read };
      });
      if (read.length > 0) feed.note({ read: read.map(({ id }) => id) });
      return views.present(({ received }) => received(newest!));
    },
    async send({ to, text, signed }) {
      const { id, created_at, expires_at } = await mailbox.send(to, text, signed);
      const message: StoredSentMessage = {
        ...{ kind: 'sent', community, id, to, words: text, signed },
        ...{ sent_at: created_at, expires_at, deleted_at: null },
      };
      // It is sent, even if the copy can't be kept.
      await store.update(() => ({ put: [message] })).catch(synchronizer.reportProblem);
      feed.note();
      return views.present(({ sent }) => sent(message));
    },
    delete({ hidden = false, ...selection }, atOnce) {
      const isSelected = filterOf(selection);
      return remove((message) => isSelected(message) || (hidden && isFromBlocked(message)), atOnce);
    },
    clear: (atOnce) => remove(filterOf({ all: true }), atOnce),
    async export() {
      const { received } = views.shown();
      const file = 'inbox-export.json';
      const messages = views.present((presenter) => [...received].reverse().map(presenter.received));
      await writeFileAtomic(join(folder, file), exportedText(messages));
      return { exported: received.length, file };
    },
    findInvitedTable: ({ post_id, writer }) => findTable(post_id, writer),
    findContact: (public_key) => contacts.find(public_key) ?? null,
    setContact: contacts.set,
    removeContact: contacts.remove,
    block: contacts.block,
    unblock: contacts.unblock,
    async evidenceOf(id) {
      const message = views.shown().received.findLast((received) => received.id === id);
      if (!message) throw new ParlorError('not_found', 'There is no such message.', { id });
      const { words, written_at, created_at } = message;
      const held = await mailbox.evidenceOf(id);
      // A community that lost its data assigns ids again.
      const sealed = held?.created_at === created_at ? held : null;
      const opened = {
        words: words ?? '',
        written_at: written_at === null ? null : new Date(written_at).toISOString(),
        signature: sealed?.signature ?? null,
      };
      return { opened: words === null ? null : opened, ciphertext: sealed?.ciphertext ?? null };
    },
    async blockSender(id) {
      await mailbox.blockSender(id);
      await remove(filterOf({ ids: [id] }), false);
    },
    acquaintances: () => ({ contacts: contacts.list(), correspondents: views.correspondents() }),
    async dispose() {
      isDisposed = true;
      unsubscribe();
      synchronizer.dispose();
      feed.dispose();
      names.dispose();
      await blocks.close();
      await store.close();
    },
  };
}

/** Oldest first. A single id is that of the newest message with it. */
function pickRead(received: readonly StoredMessage[], request: ReadRequest): StoredMessage[] {
  if ('id' in request) {
    const message = received.findLast(({ id }) => id === request.id);
    return message ? [message] : [];
  }
  return received.filter(filterOf('ids' in request ? { ids: [...request.ids] } : request));
}
