/**
 * What happened to the user of an account and was neither seen nor closed yet; see shared/bridge/notices.ts. Derived from the state of
 * tables, lobby and inbox rather than collected from events, so that nothing is missed while no window was open.
 */
import { join } from 'node:path';
import { z } from 'zod';
import { inBackground } from '../../shared/background.ts';
import {
  dismissedMax,
  type EndedTable,
  type HostedTable,
  type InboxMessage,
  type LobbyEntry,
  type Notices,
  noticesMax,
  noticesSchema,
  type Table,
  type TableRow,
} from '../../shared/bridge/contract.ts';
import { challengeWords } from '../../shared/inbox/challenge.ts';
import { endKindOf, isAgents, isUnseenEnd } from '../../shared/notices/ends.ts';
import { outcomeOf } from '../../shared/notices/notices.ts';
import {
  closedBy,
  messagesSubject,
  offerSubject,
  offersSubject,
  refusedSubject,
} from '../../shared/notices/subjects.ts';
import { isOver, latestFinished, requestedRematch } from '../../shared/tables/rematch.ts';
import type { People } from '../community/people.ts';
import { openJsonFile } from '../files/json-file.ts';
import type { Tables } from '../tables/table-registry.ts';
import { clockReading } from '../time/awake-clock.ts';

/** A message that links to a table waits for the lobby this long, since a challenge is one notice and not two. */
const linkedMessageDelayMs = 5_000;
/** After that, the community has deleted a message, and it is no longer news. */
const messageMaxAgeMs = 24 * 3600_000;

export interface NoticesConfig {
  /** The identity's folder. */
  folder: string;
  tables: Pick<Tables, 'lists' | 'recordAfterwards'>;
  people: Pick<People, 'person'>;
  /** The lobby's open tables. */
  entries(): readonly LobbyEntry[];
  /** Received messages, newest first. */
  messages(): readonly InboxMessage[];
  /** Unix milliseconds by the community's clock, which dates lobby and inbox. */
  communityNow(): number;
  /** True for a terminal command, which prints the end of its table itself. */
  seesEnds: boolean;
  onChange(notices: Notices): void;
}

export interface NoticesService {
  readonly notices: Notices;
  /** A table has changed. */
  onTable(table: Table): void;
  /** The person whom a table was for declined it. */
  onDeclined(hosted: HostedTable): void;
  /** Lobby or inbox have changed. */
  refresh(): void;
  /** As the bridge's call `see_ends`. */
  seeEnds(table_id: string, earlier: boolean): Promise<void>;
  dismiss(subject: string, mark: string): Promise<void>;
  /** Whether the user has declined the challenge of a table. */
  hasDeclined(post_id: string): boolean;
  dispose(): void;
}

/** Tables whose offers are remembered: more than a day's messages of challenges. */
const offeredMax = 300;
/** Groups of ends that the user has seen together. Older ones are forgotten, and would be news again after a restart. */
const seenGroupsMax = 500;

type IsClosed = ReturnType<typeof closedBy>;

const fileSchema = z.object({
  dismissed: noticesSchema.shape.dismissed,
  /** Tables of others that were open for this key only, newest first. Absent in files of earlier versions. */
  offered: z.array(z.object({ post_id: z.string(), host: z.string() })).default([]),
  /**
   * Ends that the user has seen together, up to this `order` of a table; the latest seen first. An agent may have played thousands, whose
   * own files are not rewritten for that. Absent in files of earlier versions.
   */
  seen_ends: z.array(z.object({ group: z.string(), order: z.number() })).default([]),
});

export async function openNotices(config: NoticesConfig): Promise<NoticesService> {
  const { tables, people, communityNow } = config;
  const file = await openJsonFile(join(config.folder, 'notices.json'), (json) => fileSchema.parse(json), {
    dismissed: [],
    offered: [],
    seen_ends: [],
  });
  /** The host's key by table, oldest first. */
  const offered = new Map(file.value.offered.map(({ post_id, host }) => [post_id, host] as const).reverse());
  /** In the order in which they ended, those of earlier runs in the order of their starts. */
  const unseenEnds = new Map<string, TableRow>();
  let declined: Notices['declined'] = [];
  /** Reading of main's clock when each unread message that links to a table was seen first, by id. */
  let linkedSince: ReadonlyMap<number, number> = new Map();
  let timer: NodeJS.Timeout | undefined;
  let current = { text: '', notices: null as Notices | null };
  let isDisposed = false;

  for (const row of [...tables.lists.every()].sort((a, b) => a.order - b.order)) noteEnd(row);
  const derived = derive();
  current = { text: JSON.stringify(derived), notices: derived };

  function noteEnd(table: TableRow): void {
    if (isUnseenEnd(table) && !config.seesEnds && !isSeenInGroup(table)) unseenEnds.set(table.table_id, table);
    else unseenEnds.delete(table.table_id);
  }

  function isSeenInGroup(table: TableRow): boolean {
    const group = endGroupOf(table);
    const seen = file.value.seen_ends.find((each) => each.group === group);
    return seen !== undefined && table.order <= seen.order;
  }

  function derive(): Notices {
    const { dismissed } = file.value;
    const isClosed = closedBy(dismissed);
    rememberOffers();
    const offers = openOffers(isClosed);
    const ended = unseenEndings();
    const { messages, waiting } = unreadMessages(isClosed);
    const unlisted = [offers, ended, messages].reduce((sum, all) => sum + Math.max(0, all.length - noticesMax), 0);
    return {
      ended: ended.slice(0, noticesMax),
      offers: offers.slice(0, noticesMax),
      declined,
      messages: messages.slice(0, noticesMax),
      waiting: waiting.slice(0, noticesMax),
      ...{ unlisted, dismissed },
    };
  }

  function unseenEndings(): Notices['ended'] {
    const groups = Map.groupBy([...unseenEnds.values()].reverse(), endGroupOf);
    return [...groups.values()].flatMap((tables) => {
      const [newest] = tables;
      const count = (outcome: string) => tables.filter((table) => outcomeOf(table) === outcome).length;
      const sums = { count: tables.length, won: count('won'), lost: count('lost'), drawn: count('drawn') };
      return newest ? [{ newest: endedTableOf(newest), ...sums }] : [];
    });
  }

  /** The message of a challenge arrives later than its offer, and outlives it. */
  function rememberOffers(): void {
    const offers = config.entries().filter(({ for_me, own, post_id }) => for_me && !own && !offered.has(post_id));
    if (offers.length === 0) return;
    for (const { post_id, host } of offers) offered.set(post_id, host.public_key);
    for (const post_id of [...offered.keys()].slice(0, -offeredMax)) offered.delete(post_id);
    const newestFirst = [...offered].map(([post_id, host]) => ({ post_id, host })).reverse();
    inBackground('offers seen', file.save({ ...file.value, offered: newestFirst }));
  }

  /** Whether the message only links to a challenge that already had its own notice, even if that was dismissed. */
  function isOfChallenge({ text, table, writer }: InboxMessage): boolean {
    if (table === null || challengeWords(text ?? '', table) === null) return false;
    const host = offered.get(table);
    return host !== undefined && (writer === null || writer.public_key === host);
  }

  function openOffers(isClosed: IsClosed): Notices['offers'] {
    const entries = config.entries().filter(({ for_me, own }) => for_me && !own);
    if (entries.length === 0) return [];
    const repeated = new Map<string, TableRow>();
    for (const table of latestFinished(tables.lists.every())) {
      const offer = requestedRematch({ ...table, afterwards: { ...table.afterwards, declined: false } }, entries);
      if (offer) repeated.set(offer.post_id, table);
    }
    const open = entries.flatMap((entry) => {
      const { post_id, host, created_at } = entry;
      const table = repeated.get(post_id);
      const group = offersSubject(table ? 'rematch' : 'challenge', host.public_key);
      const isGone =
        table?.afterwards.declined || isClosed(offerSubject(post_id)) || isClosed(group, String(created_at));
      return isGone ? [] : [{ group, entry, rematch_of: table?.table_id ?? null }];
    });
    const newestFirst = open.sort((a, b) => b.entry.created_at - a.entry.created_at);
    return [...Map.groupBy(newestFirst, ({ group }) => group).values()].flatMap((offers) => {
      const [newest] = offers;
      return newest ? [{ entry: newest.entry, rematch_of: newest.rematch_of, count: offers.length }] : [];
    });
  }

  function unreadMessages(isClosed: IsClosed): Pick<Notices, 'messages' | 'waiting'> {
    const now = clockReading();
    const oldestNews = communityNow() - messageMaxAgeMs;
    const bySender = new Map<string, Notices['messages'][number]>();
    const waiting = new Map<string, Notices['waiting'][number]>();
    const delays: number[] = [];
    const stillLinked = new Map<number, number>();
    for (const message of config.messages()) {
      const { id, writer, read_at, created_at, table } = message;
      if (created_at < oldestNews) break;
      if (read_at !== null || isOfChallenge(message)) continue;
      const key = writer?.public_key ?? '';
      if (table !== null) {
        const since = linkedSince.get(id) ?? now;
        stillLinked.set(id, since);
        if (now - since < linkedMessageDelayMs) {
          delays.push(since + linkedMessageDelayMs - now);
          if (!waiting.has(key)) waiting.set(key, { writer: writer?.public_key ?? null, newest_id: id });
          continue;
        }
      }
      const previous = bySender.get(key);
      if (previous) previous.count += 1;
      else bySender.set(key, { writer, count: 1, newest_id: id, newest_at: created_at });
    }
    linkedSince = stillLinked;
    clearTimeout(timer);
    if (delays.length > 0 && !isDisposed) timer = setTimeout(refresh, Math.min(...delays)).unref();
    const isOpen = ({ writer, newest_id }: Notices['messages'][number]) =>
      !isClosed(messagesSubject(writer?.public_key ?? null), String(newest_id));
    return { messages: [...bySender.values()].filter(isOpen), waiting: [...waiting.values()] };
  }

  function refresh(): void {
    if (isDisposed) return;
    const notices = derive();
    const text = JSON.stringify(notices);
    if (text === current.text) return;
    current = { text, notices };
    config.onChange(notices);
  }

  return {
    get notices() {
      return current.notices ?? derive();
    },
    onTable(table) {
      noteEnd(table);
      // An end may also turn an offer into a rematch, and a refusal hides one.
      if (isOver(table)) refresh();
    },
    onDeclined(hosted) {
      const { post_id, for_public_key, protocol_id, protocol_name, rematch_of } = hosted;
      if (for_public_key === null) return;
      const noted = people.person(for_public_key).then(({ public_key, nickname: name, house }) => {
        const notice = { post_id, peer: { public_key, name, house }, protocol_id, protocol_name, rematch_of };
        declined = [{ ...notice, at: Math.round(communityNow()) }, ...declined].slice(0, noticesMax);
        refresh();
      });
      // If it fails, the list of own tables still shows that the table is closed.
      inBackground('notice of a declined table', noted);
    },
    refresh,
    async seeEnds(table_id, earlier) {
      const table = unseenEnds.get(table_id);
      if (!table) return;
      if (!earlier) return tables.recordAfterwards(table_id, { seen: true });
      const group = endGroupOf(table);
      const otherGroups = file.value.seen_ends.filter((each) => each.group !== group);
      const seen_ends = [{ group, order: table.order }, ...otherGroups].slice(0, seenGroupsMax);
      const saved = file.save({ ...file.value, seen_ends });
      for (const each of unseenEnds.values()) if (isSeenInGroup(each)) unseenEnds.delete(each.table_id);
      refresh();
      await saved;
    },
    async dismiss(subject, mark) {
      const others = file.value.dismissed.filter((each) => each.subject !== subject);
      const saved = file.save({ ...file.value, dismissed: [{ subject, mark }, ...others].slice(0, dismissedMax) });
      refresh();
      try {
        await saved;
      } finally {
        refresh();
      }
    },
    hasDeclined: (post_id) => file.value.dismissed.some(({ subject }) => subject === refusedSubject(post_id)),
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}

/** What ends of a person, or of the agent's games, are one notice. */
const endGroupOf = (table: TableRow): string => (isAgents(table) ? '' : `${endKindOf(table)} ${table.peer.public_key}`);

function endedTableOf(table: TableRow): EndedTable {
  const { table_id, session_id, role, control_mode, phase, peer, protocol, result, problem, ended_at } = table;
  return {
    ...{ table_id, session_id, role, control_mode, phase, peer, protocol, result, problem },
    ended_at: ended_at ?? 0,
  };
}
