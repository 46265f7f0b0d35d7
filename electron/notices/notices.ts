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
import { isUnseenEnd } from '../../shared/notices/ends.ts';
import { offerSubject } from '../../shared/notices/subjects.ts';
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
  /** A command at the terminal, which prints the end of its own table. */
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
  seeEnds(table_ids: readonly string[]): Promise<void>;
  seeAllEnds(): Promise<void>;
  dismiss(subject: string, mark: string): Promise<void>;
  dispose(): void;
}

const fileSchema = z.object({ dismissed: noticesSchema.shape.dismissed });

export async function openNotices(config: NoticesConfig): Promise<NoticesService> {
  const { tables, people, communityNow } = config;
  const file = await openJsonFile(join(config.folder, 'notices.json'), (json) => fileSchema.parse(json), {
    dismissed: [],
  });
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
    if (isUnseenEnd(table) && !config.seesEnds) unseenEnds.set(table.table_id, table);
    else unseenEnds.delete(table.table_id);
  }

  function derive(): Notices {
    const { dismissed } = file.value;
    const offers = openOffers();
    const endedTables = [...unseenEnds.values()].reverse();
    return {
      ended: endedTables.slice(0, noticesMax).map(endedTableOf),
      ended_count: endedTables.length,
      offers,
      declined,
      messages: unreadMessages(new Set(offers.map(({ entry }) => entry.post_id))),
      dismissed,
    };
  }

  function openOffers(): Notices['offers'] {
    const entries = config.entries().filter(({ for_me, own }) => for_me && !own);
    if (entries.length === 0) return [];
    const repeated = new Map<string, TableRow>();
    for (const table of latestFinished(tables.lists.every())) {
      const offer = requestedRematch({ ...table, afterwards: { ...table.afterwards, declined: false } }, entries);
      if (offer) repeated.set(offer.post_id, table);
    }
    return entries
      .filter(({ post_id }) => repeated.get(post_id)?.afterwards.declined !== true)
      .sort((a, b) => b.created_at - a.created_at)
      .slice(0, noticesMax)
      .map((entry) => ({ entry, rematch_of: repeated.get(entry.post_id)?.table_id ?? null }));
  }

  /** Without messages of challenges, which are notices of their own. */
  function unreadMessages(offeredPosts: ReadonlySet<string>): Notices['messages'] {
    const now = clockReading();
    const oldestNews = communityNow() - messageMaxAgeMs;
    const closedSubjects = new Set(file.value.dismissed.map(({ subject }) => subject));
    const bySender = new Map<string, Notices['messages'][number]>();
    const waiting: number[] = [];
    const stillLinked = new Map<number, number>();
    for (const { id, writer, read_at, created_at, table } of config.messages()) {
      if (created_at < oldestNews) break;
      if (read_at !== null) continue;
      if (table !== null) {
        if (offeredPosts.has(table) || closedSubjects.has(offerSubject(table))) continue;
        const since = linkedSince.get(id) ?? now;
        stillLinked.set(id, since);
        if (now - since < linkedMessageDelayMs) {
          waiting.push(since + linkedMessageDelayMs - now);
          continue;
        }
      }
      const key = writer?.public_key ?? '';
      const previous = bySender.get(key);
      if (previous) previous.count += 1;
      else bySender.set(key, { writer, count: 1, newest_id: id, newest_at: created_at });
    }
    linkedSince = stillLinked;
    clearTimeout(timer);
    if (waiting.length > 0 && !isDisposed) timer = setTimeout(refresh, Math.min(...waiting)).unref();
    return [...bySender.values()].slice(0, noticesMax);
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
    async seeEnds(table_ids) {
      for (const table_id of table_ids)
        if (unseenEnds.has(table_id)) await tables.recordAfterwards(table_id, { seen: true });
    },
    async seeAllEnds() {
      for (const table_id of [...unseenEnds.keys()]) await tables.recordAfterwards(table_id, { seen: true });
    },
    async dismiss(subject, mark) {
      const others = file.value.dismissed.filter((each) => each.subject !== subject);
      const saved = file.save({ dismissed: [{ subject, mark }, ...others].slice(0, dismissedMax) });
      refresh();
      try {
        await saved;
      } finally {
        refresh();
      }
    },
    dispose() {
      isDisposed = true;
      clearTimeout(timer);
    },
  };
}

function endedTableOf(table: TableRow): EndedTable {
  const { table_id, session_id, role, control_mode, phase, peer, protocol, result, problem, ended_at } = table;
  return {
    ...{ table_id, session_id, role, control_mode, phase, peer, protocol, result, problem },
    ended_at: ended_at ?? 0,
  };
}
