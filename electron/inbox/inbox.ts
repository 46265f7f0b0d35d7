/**
 * The inbox of one identity at one community. Messages are downloaded, decrypted and stored, so that they remain readable after the
 * community has expired them. Deletions apply here immediately, and at the community once it is reachable.
 */
import { join } from 'node:path';
import type { Contact, Inbox, InboxMessage, SentInboxMessage } from '../../shared/bridge/contract.ts';
import { ParlorError, type Problem, toProblem } from '../../shared/errors.ts';
import { exportInboxText } from '../../shared/inbox/export.ts';
import { linkedPostId } from '../../shared/inbox/message.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import type { CommunityClient } from '../community/client.ts';
import type { EventStream } from '../community/event-stream.ts';
import { type People, shortKey } from '../community/people.ts';
import { writeFileAtomic } from '../files/atomic-write.ts';
import type { Opener, Signer } from '../identity/signer.ts';
import { openContacts } from './contacts.ts';
import { findOpenTable } from './find-open-table.ts';
import { createMailbox, type MailboxEntry } from './mailbox.ts';
import { openMessageStore, type StoredMessage, type StoredSentMessage } from './store.ts';

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
  onChange(inbox: Inbox): void;
  /** Called after each change of the contacts, since it may block or unblock a person. */
  onContactsChange?(): void;
}

export interface InboxService {
  readonly inbox: Inbox;
  /** Synchronizes with the community. Rejects with its error; the stored state does not change. */
  refresh(): Promise<Inbox>;
  /** Rejects `not_found`. */
  read(id: number): Promise<InboxMessage>;
  send(message: { to: string; text: string; signed: boolean }): Promise<SentInboxMessage>;
  /** Resolves with the number of deleted messages: with `atOnce`, once the community has deleted them, otherwise before. */
  delete(
    selection: { ids: readonly number[]; of: 'received' | 'sent'; hidden: boolean },
    atOnce: boolean,
  ): Promise<number>;
  clear(atOnce: boolean): Promise<number>;
  /** Writes the messages to `inbox-export.json` in the identity's folder, replacing an earlier export. */
  export(): Promise<{ exported: number; file: string }>;
  /** The `post_id` of the open table that an invitation in a message leads to; null if there is none. */
  findInvitedTable(of: { post_id: string; writer: string | null }): Promise<string | null>;
  setContact(contact: Contact): Promise<void>;
  removeContact(public_key: string): Promise<void>;
  dispose(): Promise<void>;
}

type AnyStoredMessage = StoredMessage | StoredSentMessage;

export async function openInbox(config: InboxConfig): Promise<InboxService> {
  const { community, client, signer, opener, people } = config;
  const store = await openMessageStore(config.folder, opener, signer.publicKey);
  const mailbox = createMailbox(client, signer, opener);
  /** Nicknames by public key. */
  const nicknames = new Map<string, string>();
  /** The received messages that the community still holds, by `keyOf`. */
  let heldKeys = new Set<string>();
  let quota: Inbox['quota'] = null;
  let status: Inbox['status'] = 'loading';
  let problem: Problem | null = store.problem;
  /** Serializes steps: nothing is downloaded twice, and no change is lost. */
  const serialize = createSerialQueue();
  let pendingRefresh: Promise<Inbox> | null = null;
  let lastEmittedText = '';
  let isDisposed = false;

  const contacts = openContacts(store, people, () => {
    config.onContactsChange?.();
    emit();
  });
  const isBlocked = (key: string | null) => key !== null && people.isBlocked(key);

  const isFromCommunity = (message: AnyStoredMessage) => message.community === community;
  const isShown = (message: AnyStoredMessage) => isFromCommunity(message) && message.deleted_at === null;

  function personOf(public_key: string): SentInboxMessage['to'] {
    const name = contacts.find(public_key)?.name || nicknames.get(public_key) || shortKey(public_key);
    return { public_key, name, house: people.isHouse(public_key) };
  }

  function relationTo(writer: string | null, opponents: ReadonlySet<string>): InboxMessage['relation'] {
    if (writer === null) return 'unknown';
    if (contacts.find(writer) || people.isHouse(writer)) return 'known';
    return opponents.has(writer) ? 'played' : 'unknown';
  }

  function messageOf(stored: StoredMessage, opponents: ReadonlySet<string>): InboxMessage {
    const { id, size, created_at, expires_at, words, writer, written_at, signature, read_at } = stored;
    return {
      ...{ id, size, created_at, expires_at, text: words, written_at, signature, read_at },
      held: heldKeys.has(keyOf(stored)),
      relation: relationTo(writer, opponents),
      writer: writer === null ? null : personOf(writer),
      table: words === null ? null : linkedPostId(words),
    };
  }

  function sentOf({ id, to, words, signed, sent_at, expires_at }: StoredSentMessage): SentInboxMessage {
    return { id, to: personOf(to), text: words, signed, sent_at, expires_at };
  }

  function snapshot(): Inbox {
    const { letters, sent } = store.messages;
    const received = letters.filter(isShown);
    const opponents = config.pastOpponents();
    const visible = received.filter(({ writer }) => !isBlocked(writer));
    return {
      status,
      problem,
      messages: visible.map((message) => messageOf(message, opponents)).reverse(),
      sent: sent.filter(isShown).map(sentOf).reverse(),
      contacts: contacts.list(),
      hidden: received.length - visible.length,
      quota,
    };
  }

  function emit(): Inbox {
    const inbox = snapshot();
    const text = JSON.stringify(inbox);
    if (text !== lastEmittedText && !isDisposed) config.onChange(inbox);
    lastEmittedText = text;
    return inbox;
  }

  /** Deletes marked messages at the community, then downloads new ones. */
  async function synchronize(): Promise<Inbox> {
    try {
      const entries = await storeNew(await deleteMarked(await mailbox.list()));
      heldKeys = new Set(entries.map(keyOf));
      await fetchNames();
      const expiries = entries.map(({ expires_at }) => expires_at);
      quota = {
        ...(await mailbox.capacity()),
        count: entries.length,
        oldest_expires_at: expiries.length === 0 ? null : Math.min(...expiries),
      };
      [status, problem] = ['live', store.problem];
    } catch (error) {
      [status, problem] = ['offline', toProblem(error)];
      emit();
      throw error;
    }
    return emit();
  }

  /** Returns the entries that remain at the community. */
  async function deleteMarked(entries: MailboxEntry[]): Promise<MailboxEntry[]> {
    const isMarked = (message: AnyStoredMessage) => isFromCommunity(message) && message.deleted_at !== null;
    const { letters, sent } = store.messages;
    const markedKeys = new Set(letters.filter(isMarked).map(keyOf));
    if (markedKeys.size === 0 && !sent.some(isMarked)) return entries;
    for (const entry of entries) if (markedKeys.has(keyOf(entry))) await mailbox.remove(entry.id);
    await store.writeMessages({
      letters: letters.filter((message) => !isMarked(message)),
      sent: sent.filter((message) => !isMarked(message)),
    });
    return entries.filter((entry) => !markedKeys.has(keyOf(entry)));
  }

  /** Returns the entries that remain at the community. Messages of blocked writers are deleted without notice. */
  async function storeNew(entries: MailboxEntry[]): Promise<MailboxEntry[]> {
    const storedKeys = new Set(store.messages.letters.filter(isFromCommunity).map(keyOf));
    const newMessages: StoredMessage[] = [];
    const removedEntries = new Set<MailboxEntry>();
    for (const entry of entries) {
      if (storedKeys.has(keyOf(entry))) continue;
      const message = await mailbox.open(entry);
      if (message && isBlocked(message.writer)) await mailbox.remove(entry.id);
      if (message && !isBlocked(message.writer))
        newMessages.push({ ...message, community, read_at: null, deleted_at: null });
      else removedEntries.add(entry);
    }
    if (newMessages.length > 0) {
      const letters = [...store.messages.letters, ...newMessages].sort(
        (a, b) => a.created_at - b.created_at || a.id - b.id,
      );
      await store.writeMessages({ ...store.messages, letters });
    }
    return entries.filter((entry) => !removedEntries.has(entry));
  }

  /** Fetches the nicknames of writers and recipients that are not cached. */
  async function fetchNames(): Promise<void> {
    const { letters, sent } = store.messages;
    const keys = [...letters.filter(isShown).map(({ writer }) => writer), ...sent.filter(isShown).map(({ to }) => to)];
    for (const key of new Set(keys)) {
      if (key === null || nicknames.has(key)) continue;
      const { nickname, agent_id } = await people.person(key);
      if (agent_id !== null) nicknames.set(key, nickname);
    }
  }

  /** Calls share a refresh that has not started yet. */
  function refresh(): Promise<Inbox> {
    pendingRefresh ??= serialize(() => {
      pendingRefresh = null;
      return synchronize();
    });
    return pendingRefresh;
  }

  // The next event tries again.
  const refreshInBackground = () => void refresh().catch(() => {});
  const unsubscribe = config.eventStream.onEvent(({ type }) => {
    if (type === 'hello' || type === 'reset' || type === 'message_received') refreshInBackground();
  });

  type MessageFilter = (message: AnyStoredMessage, of: 'received' | 'sent') => boolean;
  const isFromBlocked: MessageFilter = (message, of) =>
    of === 'received' && 'writer' in message && isBlocked(message.writer);

  /** Marks messages for deletion at the next sync. Resolves with their number. */
  async function markDeleted(isSelected: MessageFilter): Promise<number> {
    let count = 0;
    const markMessages = <K extends AnyStoredMessage>(messages: K[], of: 'received' | 'sent') =>
      messages.map((message) => {
        if (!isShown(message) || !isSelected(message, of)) return message;
        count += 1;
        return { ...message, deleted_at: Date.now() };
      });
    const { letters, sent } = store.messages;
    const next = { letters: markMessages(letters, 'received'), sent: markMessages(sent, 'sent') };
    if (count > 0) await store.writeMessages(next);
    return count;
  }

  async function remove(isSelected: MessageFilter, atOnce: boolean): Promise<number> {
    const count = await serialize(async () => {
      const markedCount = await markDeleted(isSelected);
      if (atOnce) await synchronize();
      else emit();
      return markedCount;
    });
    if (!atOnce && !isDisposed) refreshInBackground();
    return count;
  }

  // Parlor may have exited between a block and the deletion of the blocked messages.
  await markDeleted(isFromBlocked);

  return {
    get inbox() {
      return snapshot();
    },
    refresh,
    read: (id) =>
      serialize(async () => {
        const { letters } = store.messages;
        const message = letters.findLast(
          (candidate) => isShown(candidate) && candidate.id === id && !isBlocked(candidate.writer),
        );
        if (!message) throw new ParlorError('not_found', 'There is no such message.', { id });
        const readMessage = { ...message, read_at: message.read_at ?? Date.now() };
        await store.writeMessages({
          ...store.messages,
          letters: letters.map((candidate) => (candidate === message ? readMessage : candidate)),
        });
        emit();
        return messageOf(readMessage, config.pastOpponents());
      }),
    send: ({ to, text, signed }) =>
      serialize(async () => {
        const { id, created_at, expires_at } = await mailbox.send(to, text, signed);
        const sentMessage: StoredSentMessage = {
          community,
          id,
          to,
          words: text,
          signed,
          sent_at: created_at,
          expires_at,
          deleted_at: null,
        };
        await store.writeMessages({ ...store.messages, sent: [...store.messages.sent, sentMessage] });
        await fetchNames();
        emit();
        return sentOf(sentMessage);
      }),
    delete: ({ ids, of, hidden }, atOnce) =>
      remove(
        (message, kind) => (kind === of && ids.includes(message.id)) || (hidden && isFromBlocked(message, kind)),
        atOnce,
      ),
    clear: (atOnce) => remove((_, of) => of === 'received', atOnce),
    async export() {
      const { messages } = snapshot();
      const file = 'inbox-export.json';
      await writeFileAtomic(join(config.folder, file), exportInboxText(messages));
      return { exported: messages.length, file };
    },
    findInvitedTable: ({ post_id, writer }) => findOpenTable(client, post_id, writer),
    setContact: (contact) => serialize(() => contacts.set(contact)),
    removeContact: (key) => serialize(() => contacts.remove(key)),
    async dispose() {
      isDisposed = true;
      unsubscribe();
      await store.close();
    },
  };
}

/** The id alone is not unique over time: a community whose data was reset assigns the same ids again. */
const keyOf = ({ id, created_at }: { id: number; created_at: number }) => `${id}-${created_at}`;
