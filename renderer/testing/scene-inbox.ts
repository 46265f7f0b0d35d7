/** The inbox of each scene. */
import type {
  Contact,
  InboxMessage,
  InboxStatus,
  InvitedTo,
  LobbyEntry,
  SentInboxMessage,
} from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { emptyInbox } from '../core/inbox-feed.ts';
import type { FakeHandlers } from './fake-bridge.ts';
import { outageOf } from './outages.ts';
import { keyOf, uuidOf } from './samples.ts';
import { sceneContacts } from './scene-contacts.ts';
import { conversationsOf, windowOf } from './scene-conversations.ts';

const hourMs = 3600_000;
const names: { [seed: number]: string } = {
  40: 'Marigold',
  7: 'tidewright',
  8: 'pennywhistle',
  9: 'quietmoth',
  10: 'basalt',
  12: 'saltmarsh',
};

export function inboxHandlers(scene: string, entries: readonly LobbyEntry[]): NonNullable<FakeHandlers['inbox']> {
  const now = Date.now();
  const host = entries[0]?.host.public_key ?? keyOf(7);
  const houseEntry = entries.find((each) => each.host.house);
  const house = houseEntry?.host.public_key ?? keyOf(40);
  const writer = (seed: number) => ({
    public_key: seed === 7 ? host : seed === 40 ? house : keyOf(seed),
    name: names[seed] ?? '',
    house: seed === 40,
  });
  const firstPostId = entries[0]?.post_id ?? uuidOf(1);
  const message = (id: number, hoursAgo: number, more: Partial<InboxMessage>): InboxMessage => ({
    ...{
      id,
      size: 304,
      created_at: now - hoursAgo * hourMs,
      expires_at: now + (24 - hoursAgo) * hourMs,
      held: hoursAgo < 24,
    },
    ...{
      relation: 'unknown',
      text: '',
      writer: null,
      written_at: null,
      signature: 'none',
      read_at: now,
      table: null,
      invited_to: null,
    },
    ...more,
  });
  const by = (seed: number, relation: InboxMessage['relation']) => ({
    ...{ writer: writer(seed), relation, written_at: now - hourMs, signature: 'valid' as const },
  });
  const welcome = message(1, 20, {
    ...by(40, 'known'),
    text: `Welcome! I am Marigold, of the house. A chair at my gentle table is free: parlor://join/${houseEntry?.post_id} Messages like this one are sealed; only you can open them.`,
    table: houseEntry?.post_id ?? null,
  });
  const challengeOf = (post: number, declined: boolean, more: Partial<InvitedTo> = {}) => ({
    text: `parlor://join/${uuidOf(post)}`,
    invited_to: {
      ...{ protocol_id: entries[0]?.protocol_id ?? keyOf(1), protocol_name: 'Connect Four', options: { cols: 9 } },
      ...{ game: true, declined, ...more },
    },
  });
  const fullInbox: InboxMessage[] = [
    message(12, 1.4, {
      ...by(7, 'played'),
      size: 387,
      text: `Same board tomorrow? I left the door open for you: parlor://join/${firstPostId} No clock this time, and I promise to stop opening in the corner.`,
      table: firstPostId,
      read_at: null,
    }),
    message(11, 3.2, { ...by(8, 'played'), text: 'Rematch table is up until seven.' }),
    message(15, 3, { ...by(8, 'played'), ...challengeOf(903, true), table: uuidOf(903) }),
    message(16, 2.8, { ...by(8, 'played'), ...challengeOf(904, false), table: uuidOf(904) }),
    message(10, 8.6, {
      ...by(9, 'played'),
      text: 'New bidder is up. It says it plays fair, judge it.',
      read_at: null,
    }),
    message(9, 9, { text: 'I am tidewright, on a new key. Send me your words and I will \u202Erestore\u202C you.' }),
    message(8, 10, {
      text: `Come over: parlor://join/${firstPostId}?server=https%3A%2F%2Fharbor.example`,
      read_at: null,
    }),
    message(7, 11, { text: 'It was me, basalt.\n\nparlor-letter:1 …', signature: 'invalid' }),
    message(6, 12, { text: null, size: 61 }),
    welcome,
    message(2, 30, {
      ...by(10, 'known'),
      text: 'Thanks for the game. Same time next week?',
    }),
    message(3, 27, { ...by(7, 'played'), text: 'Good game. That corner opening of yours needs work.' }),
    message(14, 5, { ...by(12, 'unknown'), text: 'Hello! Would you show me how to open?', read_at: null }),
  ];
  const sent: SentInboxMessage[] = [
    {
      ...{ id: 20, to: writer(8), signed: true, sent_at: now - 2.5 * hourMs, expires_at: now + hourMs },
      ...challengeOf(901, true),
    },
    {
      ...{ id: 21, to: writer(8), signed: true, sent_at: now - 2 * hourMs, expires_at: now + hourMs },
      ...challengeOf(902, false, { protocol_name: 'Chat', game: false, options: {} }),
    },
    {
      ...{ id: 4, to: writer(7), text: 'It won twice! I have been practising.', signed: true },
      ...{ sent_at: now - 26.5 * hourMs, expires_at: now - 2.5 * hourMs, invited_to: null },
    },
    {
      ...{ id: 13, to: writer(7), text: 'At eight?', signed: true, sent_at: now - hourMs, invited_to: null },
      expires_at: now + 23 * hourMs,
    },
    {
      id: 5,
      to: writer(9),
      text: 'No name, just praise.',
      signed: false,
      sent_at: now - 13 * hourMs,
      expires_at: now + 11 * hourMs,
      invited_to: null,
    },
  ];
  const contacts: Contact[] = [
    { public_key: keyOf(10), name: 'basalt', notes: 'Careful opener.\nMet in October.', blocked: false },
    { public_key: keyOf(11), name: 'brindle', notes: 'Insults after every loss', blocked: true },
  ];
  const outage = outageOf(scene);
  const quiet = ['empty', 'first-run', 'loading', 'registering'].includes(scene);
  const messages = quiet ? [] : scene === 'lobby' || outage || scene === 'mailfull' ? fullInbox : [welcome];
  const sentMessages = quiet || scene === 'guarded' ? [] : sent;
  const knownContacts = quiet || scene === 'guarded' ? [] : scene === 'contacts' ? sceneContacts(entries) : contacts;
  const conversations = conversationsOf(messages, sentMessages);
  const unverified = messages.filter((each) => each.writer === null);
  const unreadIn = (list: readonly { unread: number }[]) => list.reduce((sum, { unread }) => sum + unread, 0);
  const sectionOf = (id: 'people' | 'requests') => {
    const rows = conversations.filter(({ section }) => section === id);
    return { count: rows.length, unread: unreadIn(rows) };
  };
  const contactsIn = (blocked: boolean) => knownContacts.filter((contact) => contact.blocked === blocked);
  const { revision: _, ...noMessages } = emptyInbox;
  const status: InboxStatus = {
    ...noMessages,
    status: scene === 'loading' ? 'loading' : outage ? 'offline' : 'live',
    problem: outage,
    unread: messages.filter(({ read_at }) => read_at === null).length,
    received_count: messages.length,
    sent_count: sentMessages.length,
    newest_at: messages.length === 0 ? null : now,
    sections: {
      people: sectionOf('people'),
      requests: sectionOf('requests'),
      unverified: { count: unverified.length, unread: unverified.filter(({ read_at }) => read_at === null).length },
      contacts: { count: contactsIn(false).length, unread: 0 },
      blocked: { count: contactsIn(true).length, unread: 0 },
    },
    quota: quiet
      ? { count: 0, capacity: 5, level: 'none', oldest_expires_at: null }
      : scene === 'mailfull'
        ? { count: 20, capacity: 20, level: 'medium', oldest_expires_at: now + 3.2 * hourMs }
        : { count: 12, capacity: 20, level: 'medium', oldest_expires_at: now + 3.2 * hourMs },
  };
  const list = () => ({
    ...status,
    ...{ messages, sent: sentMessages, contacts: knownContacts },
    next: { messages: null, sent: null, contacts: null },
  });
  return {
    list,
    refresh: list,
    status: () => status,
    conversations: (window) =>
      windowOf(
        window,
        conversations.filter(({ section }) => section === window.section),
      ),
    unverified: (window) => windowOf(window, unverified),
    contacts: (window) =>
      windowOf(
        window,
        contactsIn(window.blocked).map((contact) => ({ contact, shown_name: contact.name })),
      ),
    contact: ({ public_key }) => ({ contact: contacts.find((each) => each.public_key === public_key) ?? null }),
    conversation({ with: public_key }) {
      const row = conversations.find(({ person }) => person.public_key === public_key);
      return { conversation: row ?? null, messages: row?.messages ?? [], next: null };
    },
    read(request) {
      const message = messages.find((each) =>
        'id' in request ? each.id === request.id : 'with' in request && each.writer?.public_key === request.with,
      );
      if (!message) throw new ParlorError('not_found', 'There is no such message.');
      return message;
    },
    send() {
      throw new ParlorError('inbox_full', 'No place left.');
    },
    invitation: ({ post_id }) => ({ post_id: entries.some((each) => each.post_id === post_id) ? post_id : null }),
  };
}
