/**
 * Moments: what happened to the user and wants to be seen. The one rule for the window's cards and for notifications of the system,
 * derived from running tables and from main's notices. Pure.
 */
import type { EndedTable, Notices, Table } from '../bridge/contract.ts';
import { asksPerson, dueAt, warningOf } from '../tables/waiting-tables.ts';
import {
  declinedSubject,
  guestSubject,
  messagesSubject,
  offerSubject,
  quietSubject,
  talkSubject,
  turnSubject,
} from './subjects.ts';

type Offer = Notices['offers'][number]['entry'];
type Closed = Notices['dismissed'][number];

/** The readings that decide which moments there are, milliseconds. */
export interface MomentClocks {
  /** Main's clock, for turns and connections. */
  main: number;
  /** The community's, for offers and messages. */
  community: number;
  /** This computer's date, for the order of what only it has dated. */
  wall: number;
}

export type MomentDetail =
  /** A table of another person that only this user may join. */
  | { kind: 'challenge'; offer: Offer }
  | { kind: 'rematch'; offer: Offer; table_id: string }
  /** The user's move. `low`: at most 30 seconds are left. */
  | { kind: 'turn'; table: Table; low: boolean }
  /** Guests have joined the user's tables, who has not been there yet. */
  | { kind: 'guests'; tables: Table[] }
  /** Games that the user plays and that ended without their doing: those against one person. */
  | { kind: 'ended'; tables: EndedTable[] }
  /** Games that only the user's agent played. `count` may exceed the number of tables. */
  | { kind: 'agent'; tables: EndedTable[]; count: number }
  | { kind: 'messages'; messages: Notices['messages'][number] }
  /** The peer of a chat wrote. */
  | { kind: 'talk'; table: Table }
  | { kind: 'quiet'; table: Table }
  /** The person whom the user challenged, or asked for a rematch, said no. */
  | { kind: 'declined'; answer: Notices['declined'][number] };

export type Moment = MomentDetail & {
  /** The same for all states of one subject. */
  id: string;
  /** Changes with what is new: the same moment never announces itself twice. */
  mark: string;
  /** What main is told when the user closes it. Nothing for ended tables: their ends are then seen. */
  closes: readonly Closed[];
  /** When it happened, Unix milliseconds by the community's clock. */
  at: number;
  /** Where the user sees and settles it. */
  path: string;
};

/** Moments with a decision come first, since most of them lapse. */
export const waitsForUser = ({ kind }: MomentDetail): boolean =>
  kind === 'challenge' || kind === 'rematch' || kind === 'turn' || kind === 'guests';

const tablePath = (table_id: string) => `/tables/${table_id}`;

/** The end of the user's turn; what has no clock comes after it. */
const dueTime = (moment: Moment): number =>
  moment.kind === 'turn' ? (dueAt(moment.table) ?? Number.MAX_SAFE_INTEGER - 1) : Number.MAX_SAFE_INTEGER;

/** All moments: turns, the most urgent first, then what else waits for the user, then the rest, each the newest first. */
export function momentsOf(tables: Iterable<Table>, notices: Notices, now: MomentClocks): Moment[] {
  const closedMarks = new Map(notices.dismissed.map(({ subject, mark }) => [subject, mark]));
  const playing = [...tables].filter(({ phase }) => phase === 'playing');
  const moments = [
    ...offerMoments(notices, now.community),
    ...guestMoments(playing, now, closedMarks),
    ...playing.flatMap((table) => tableMoments(table, now, closedMarks)),
    ...endMoments(notices, now),
    ...notices.messages.map(messagesMoment),
    ...notices.declined.map(declinedMoment),
  ];
  return moments
    .filter(({ closes }) => closes.length === 0 || closes.some((each) => !isClosed(each, closedMarks)))
    .sort((a, b) => dueTime(a) - dueTime(b) || Number(waitsForUser(b)) - Number(waitsForUser(a)) || b.at - a.at);
}

/** Numbers count up: closing one closes the earlier ones. */
function isClosed({ subject, mark }: Closed, closedMarks: ReadonlyMap<string, string>): boolean {
  const closedMark = closedMarks.get(subject);
  return closedMark !== undefined && (closedMark === mark || Number(closedMark) >= Number(mark));
}

/** The members of a moment about one subject. */
const about = (subject: string, mark: string) => ({ id: subject, mark, closes: [{ subject, mark }] });

const offerMoments = ({ offers }: Notices, now: number): Moment[] =>
  offers
    .filter(({ entry }) => entry.expires_at > now)
    .map(({ entry, rematch_of }) => {
      const common = { ...about(offerSubject(entry.post_id), ''), at: entry.created_at, offer: entry };
      return rematch_of === null
        ? { ...common, kind: 'challenge', path: `/?table=${entry.post_id}` }
        : { ...common, kind: 'rematch', table_id: rematch_of, path: tablePath(rematch_of) };
    });

const isNewGuest = ({ role, table_id }: Table, closedMarks: ReadonlyMap<string, string>) =>
  role === 'host' && !closedMarks.has(guestSubject(table_id));

/** A date of this computer as the community would have told it. Right unless the date was set since. */
const communityTime = (at: number, { community, wall }: MomentClocks): number => community + at - wall;

function guestMoments(
  playing: readonly Table[],
  now: MomentClocks,
  closedMarks: ReadonlyMap<string, string>,
): Moment[] {
  const newGuests = playing.filter((table) => isNewGuest(table, closedMarks));
  const [newest] = newGuests.sort((a, b) => b.order - a.order);
  if (!newest) return [];
  const { table_id: mark } = newest;
  const at = communityTime(newest.started_at, now);
  const closes = newGuests.map(({ table_id }) => ({ subject: guestSubject(table_id), mark: '' }));
  const path = newGuests.length === 1 ? tablePath(mark) : '/tables';
  return [{ kind: 'guests', id: 'guests', mark, closes, at, path, tables: newGuests }];
}

function tableMoments(table: Table, now: MomentClocks, closedMarks: ReadonlyMap<string, string>): Moment[] {
  const { table_id, ask, role, talk, protocol, connection } = table;
  const path = tablePath(table_id);
  const timeOf = (reading: number) => now.community - (now.main - reading);
  // The card of a new guest leads to the same table.
  if (isNewGuest(table, closedMarks)) return [];
  if (asksPerson(table) && ask) {
    const low = warningOf(table, now.main) !== null;
    const mark = low ? `${ask.key} low` : ask.key;
    return [{ kind: 'turn', ...about(turnSubject(table_id), mark), at: timeOf(ask.asked_at), path, table, low }];
  }
  const lastWords = protocol.mode === 'free' ? talk.findLast(({ by }) => by !== role) : undefined;
  const { quiet_since } = connection;
  const moments: Moment[] = [];
  if (lastWords) {
    const { number } = lastWords;
    const at = communityTime(lastWords.at, now);
    moments.push({ kind: 'talk', ...about(talkSubject(table_id), String(number)), at, path, table });
  }
  if (quiet_since !== null) {
    const subject = quietSubject(table_id);
    moments.push({ kind: 'quiet', ...about(subject, String(quiet_since)), at: timeOf(quiet_since), path, table });
  }
  return moments;
}

/** One for each person, and one for all games of the agent. */
function endMoments({ ended, ended_count }: Notices, now: MomentClocks): Moment[] {
  const byAgent = ended.filter(({ control_mode }) => control_mode === 'autonomous');
  const groups = Map.groupBy(
    ended.filter(({ control_mode }) => control_mode !== 'autonomous'),
    ({ peer }) => peer.public_key,
  );
  const common = (id: string, tables: readonly EndedTable[]) => ({
    id,
    closes: [],
    mark: tables[0]?.table_id ?? '',
    at: communityTime(tables[0]?.ended_at ?? 0, now),
    path: tables.length === 1 ? tablePath(tables[0]?.table_id ?? '') : '/tables',
  });
  return [
    ...[...groups].map(([key, tables]) => ({ kind: 'ended' as const, tables, ...common(`ended ${key}`, tables) })),
    ...(byAgent.length === 0
      ? []
      : [
          {
            ...common('agent', byAgent),
            kind: 'agent' as const,
            tables: byAgent,
            count: byAgent.length + ended_count - ended.length,
          },
        ]),
  ];
}

function messagesMoment(messages: Notices['messages'][number]): Moment {
  const { writer, newest_id, newest_at } = messages;
  const subject = messagesSubject(writer?.public_key ?? null);
  const path = writer === null ? '/inbox/unverified' : `/inbox/with/${writer.public_key}`;
  return { kind: 'messages', ...about(subject, String(newest_id)), at: newest_at, path, messages };
}

function declinedMoment(answer: Notices['declined'][number]): Moment {
  const { post_id, rematch_of, at } = answer;
  const path = rematch_of === null ? '/' : tablePath(rematch_of);
  return { kind: 'declined', ...about(declinedSubject(post_id), ''), at, path, answer };
}

/** Identifies what is new about a moment, so that it is announced once. */
export const noveltyOf = ({ id, mark }: Moment): string => `${id} ${mark}`;
