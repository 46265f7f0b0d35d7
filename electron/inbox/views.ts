/** What the bridge returns of an inbox: numbers, pages of lists, and windows of rows. */
import type {
  Contact,
  ContactRow,
  Conversation,
  ConversationRow,
  ExchangedMessage,
  InboxMessage,
  InboxStatus,
  SentInboxMessage,
  Without,
} from '../../shared/bridge/contract.ts';
import { takePage } from '../../shared/bridge/pages.ts';
import { linkedPostId } from '../../shared/inbox/message.ts';
import { toSearchText } from '../../shared/search-text.ts';
import { type People, shortKey } from '../community/people.ts';
import type { Challenges } from './challenges.ts';
import type { Contacts } from './contacts.ts';
import type { Names } from './names.ts';
import { messagesPage } from './page-cursors.ts';
import { matcherOf, searchTextOf } from './search.ts';
import { createShownMessages, type Exchange, type ShownMessages } from './shown-messages.ts';
import type { InboxStore } from './store.ts';
import { type AnyStoredMessage, type StoredMessage, type StoredSentMessage, timeOf } from './stored-entries.ts';
import { countUntil } from './timeline.ts';

export interface RowsWindow {
  from: number;
  limit: number;
  query: string;
  starts_with?: string | undefined;
  without?: Without | undefined;
}

export interface SteadyWindow extends RowsWindow {
  until?: number | undefined;
}

export interface Rows<Row> {
  rows: Row[];
  total: number;
  matches: number;
  newer: number;
  found: number | null;
}

export type StatusNumbers = Omit<InboxStatus, 'status' | 'problem' | 'quota'>;

interface ViewsConfig {
  /** The user's own. */
  public_key: string;
  store: InboxStore;
  contacts: Contacts;
  names: Names;
  people: Pick<People, 'isHouse'>;
  challenges: Pick<Challenges, 'find'>;
  /** Keys of peers with whom a table was finished. */
  pastOpponents(): ReadonlySet<string>;
  /** Whether the community still holds a message. */
  isHeld(message: StoredMessage): boolean;
}

export type Views = ReturnType<typeof createViews>;

export function createViews({
  public_key: ownKey,
  store,
  contacts,
  names,
  people,
  challenges,
  pastOpponents,
  isHeld,
}: ViewsConfig) {
  const shownMessages = createShownMessages(store, contacts.isBlocked);
  const shown = (without?: Without): ShownMessages => shownMessages(without?.messages);

  const nameOf = (public_key: string) =>
    contacts.find(public_key)?.name || names.find(public_key) || shortKey(public_key);
  const personOf = (public_key: string) => ({
    ...{ public_key, name: nameOf(public_key), house: people.isHouse(public_key) },
  });

  function relationTo(writer: string | null, opponents: ReadonlySet<string>): InboxMessage['relation'] {
    if (writer === null) return 'unknown';
    if (contacts.find(writer) || people.isHouse(writer)) return 'known';
    return opponents.has(writer) ? 'played' : 'unknown';
  }

  /** Presents messages and people; collects whose names they show, to be fetched. */
  function createPresenter() {
    const opponents = pastOpponents();
    const shownKeys = new Set<string>();
    const present = (public_key: string) => {
      shownKeys.add(public_key);
      return personOf(public_key);
    };
    const received = (stored: StoredMessage): InboxMessage => {
      const { id, size, created_at, expires_at, words, writer, written_at, signature, read_at } = stored;
      return {
        ...{ id, size, created_at, expires_at, text: words, written_at, signature, read_at },
        held: isHeld(stored),
        relation: relationTo(writer, opponents),
        writer: writer === null ? null : present(writer),
        table: words === null ? null : linkedPostId(words),
        invited_to: words === null ? null : challenges.find(words, writer),
      };
    };
    const sent = ({ id, to, words, signed, sent_at, expires_at }: StoredSentMessage): SentInboxMessage => ({
      ...{ id, to: present(to), text: words, signed, sent_at, expires_at, invited_to: challenges.find(words, ownKey) },
    });
    return {
      shownKeys,
      received,
      sent,
      person: present,
      exchanged: (message: AnyStoredMessage): ExchangedMessage =>
        message.kind === 'received'
          ? { kind: 'received', at: timeOf(message), content: received(message) }
          : { kind: 'sent', at: timeOf(message), content: sent(message) },
      sectionOf: ({ public_key, sent }: Exchange): Conversation['section'] =>
        sent > 0 || relationTo(public_key, opponents) !== 'unknown' ? 'people' : 'requests',
    };
  }

  type Presenter = ReturnType<typeof createPresenter>;

  /** Runs `work` and fetches the names that its result shows. */
  function presenting<T>(work: (presenter: Presenter) => T): T {
    const presenter = createPresenter();
    const result = work(presenter);
    names.request(presenter.shownKeys);
    return result;
  }

  const conversationOf = (exchange: Exchange, presenter: Presenter): Conversation => ({
    person: presenter.person(exchange.public_key),
    section: presenter.sectionOf(exchange),
    received: exchange.messages.length - exchange.sent,
    sent: exchange.sent,
    unread: exchange.unread,
  });

  const contactsOf = (blocked: boolean, without?: Without) =>
    contacts.list().filter((contact) => contact.blocked === blocked && !without?.contacts.includes(contact.public_key));

  return {
    personOf,
    shown,
    /** Keys whose names the page shows; see `names`. */
    present: presenting,

    numbers(without?: Without): StatusNumbers {
      const { received, sent, exchanges, unverified, hidden } = shown(without);
      const presenter = createPresenter();
      const sections = {
        ...{ people: { count: 0, unread: 0 }, requests: { count: 0, unread: 0 } },
        unverified: { count: unverified.length, unread: countUnread(unverified) },
        contacts: { count: contactsOf(false, without).length, unread: 0 },
        blocked: { count: contactsOf(true, without).length, unread: 0 },
      };
      for (const exchange of exchanges.values()) {
        const section = sections[presenter.sectionOf(exchange)];
        section.count += 1;
        section.unread += exchange.unread;
      }
      const { people, requests } = sections;
      const newest = [received.at(-1), sent.at(-1)].flatMap((message) => (message ? [timeOf(message)] : []));
      return {
        ...{ hidden, sections, received_count: received.length, sent_count: sent.length },
        unread: people.unread + requests.unread + sections.unverified.unread,
        newest_at: newest.length === 0 ? null : Math.max(...newest),
      };
    },

    conversations(window: SteadyWindow & { section: Conversation['section'] }): Rows<ConversationRow> {
      return presenting((presenter) => {
        const exchanges = [...shown(window.without).exchanges.values()];
        const matches = matcherOf(window.query);
        const names = countNames(exchanges.map(({ public_key }) => nameOf(public_key)));
        const until = window.until ?? Number.POSITIVE_INFINITY;
        const listed = exchanges
          .filter((exchange) => presenter.sectionOf(exchange) === window.section)
          .map((exchange) => {
            const count = countUntil(exchange.messages, until);
            return { exchange, newestAt: count === 0 ? null : timeOf(exchange.messages[count - 1]!) };
          });
        const found = listed.filter(({ exchange }) => matches(textsOf(exchange)));
        return windowOf(window, {
          total: listed.length,
          rows: found.flatMap((row) => (row.newestAt === null ? [] : [{ ...row, newestAt: row.newestAt }])),
          newer: found.filter(({ newestAt }) => newestAt === null).length,
          compare: (a, b) => b.newestAt - a.newestAt,
          nameOf: ({ exchange }) => nameOf(exchange.public_key),
          present: ({ exchange }) => ({
            ...conversationOf(exchange, presenter),
            last: presenter.exchanged(exchange.messages.at(-1)!),
            ambiguous: (names.get(comparableName(nameOf(exchange.public_key))) ?? 0) > 1,
          }),
        });
      });
    },

    unverified(window: SteadyWindow): Rows<InboxMessage> {
      return presenting((presenter) => {
        const { unverified } = shown(window.without);
        const matches = matcherOf(window.query);
        const found = unverified.filter((message) => matches([searchTextOf(message)]));
        const count = countUntil(found, window.until ?? Number.POSITIVE_INFINITY);
        return windowOf(window, {
          total: unverified.length,
          rows: found.slice(0, count).reverse(),
          newer: found.length - count,
          nameOf: () => '',
          present: presenter.received,
        });
      });
    },

    contacts(window: RowsWindow & { blocked: boolean }): Rows<ContactRow> {
      return presenting((presenter) => {
        const listed = contactsOf(window.blocked, window.without);
        const matches = matcherOf(window.query);
        const shownName = ({ public_key }: Contact) => nameOf(public_key);
        return windowOf(window, {
          total: listed.length,
          rows: listed.filter((contact) =>
            matches([shownName(contact), contact.notes, contact.public_key].map(toSearchText)),
          ),
          newer: 0,
          compare: (a, b) => collator.compare(shownName(a), shownName(b)),
          nameOf: shownName,
          present: (contact) => ({ contact, shown_name: presenter.person(contact.public_key).name }),
        });
      });
    },

    conversation(public_key: string, cursor: string | undefined, limit: number, without?: Without) {
      return presenting((presenter) => {
        const exchange = shown(without).exchanges.get(public_key);
        const { entries, next } = messagesPage(exchange?.messages ?? [], cursor, limit, presenter.exchanged);
        return { conversation: exchange ? conversationOf(exchange, presenter) : null, messages: entries, next };
      });
    },

    /** Everybody with whom messages are exchanged, each once. */
    correspondents: () => [...shown().exchanges.keys()].map(personOf),
  };

  function* textsOf({ public_key, messages }: Exchange): Generator<string> {
    yield toSearchText(nameOf(public_key));
    yield public_key;
    for (let index = messages.length - 1; index >= 0; index -= 1) yield searchTextOf(messages[index]!);
  }
}

const collator = new Intl.Collator();
const countUnread = (messages: readonly StoredMessage[]) => messages.filter(({ read_at }) => read_at === null).length;
const comparableName = (name: string) => name.normalize('NFKD').toLowerCase();

function countNames(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const name of names.map(comparableName)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return counts;
}

interface RowList<Entry, Row> {
  total: number;
  /** In order, unless `compare` sorts them. */
  rows: Entry[];
  newer: number;
  compare?(a: Entry, b: Entry): number;
  nameOf(entry: Entry): string;
  present(entry: Entry): Row;
}

function windowOf<Entry, Row>({ from, limit, starts_with }: RowsWindow, list: RowList<Entry, Row>): Rows<Row> {
  const { total, newer, compare, nameOf, present } = list;
  const rows = compare ? list.rows.sort(compare) : list.rows;
  const start = starts_with?.toLowerCase();
  const found = start === undefined ? -1 : rows.findIndex((row) => nameOf(row).toLowerCase().startsWith(start));
  return {
    rows: takePage(rows.slice(from, from + limit).map(present), limit).page,
    ...{ total, newer, matches: rows.length, found: found === -1 ? null : found },
  };
}
