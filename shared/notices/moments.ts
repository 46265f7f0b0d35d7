/**
 * Moments: what happened to the user and wants to be seen. The one rule for the window's cards and for notifications of the system,
 * derived from running tables and from main's notices. Pure.
 */
import type { Notices, Table } from '../bridge/contract.ts';
import { asksPerson, dueAt, warningOf } from '../tables/waiting-tables.ts';
import { endKindOf, isAgents } from './ends.ts';
import {
  closedBy,
  declinedSubject,
  drawSubject,
  guestSubject,
  messagesSubject,
  offersSubject,
  quietSubject,
  talkSubject,
  turnSubject,
} from './subjects.ts';

type Offer = Notices['offers'][number]['entry'];
type Closed = Notices['dismissed'][number];
type IsClosed = ReturnType<typeof closedBy>;
type Ended = Notices['ended'][number];

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
  /** Tables of another person that only this user may join: the newest one, and how many there are. */
  | { kind: 'challenge'; offer: Offer; count: number }
  | { kind: 'rematch'; offer: Offer; table_id: string; count: number }
  /** The user's move. `low`: at most 30 seconds are left. */
  | { kind: 'turn'; table: Table; low: boolean }
  /** Guests have joined the user's tables, who has not been there yet. */
  | { kind: 'guests'; tables: Table[] }
  /** Games that the user plays and that ended without their doing: those against one person that ended in the same way (`endKindOf`). */
  | ({ kind: 'ended' } & Ended)
  /** Games that only the user's agent played. */
  | ({ kind: 'agent' } & Ended)
  | { kind: 'messages'; messages: Notices['messages'][number] }
  /** The peer of a chat wrote. */
  | { kind: 'talk'; table: Table }
  | { kind: 'quiet'; table: Table }
  /** The other side offers a draw. */
  | { kind: 'draw'; table: Table }
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
  kind === 'challenge' || kind === 'rematch' || kind === 'turn' || kind === 'guests' || kind === 'draw';

const tablePath = (table_id: string) => `/tables/${table_id}`;

/** The end of the user's turn; what has no clock comes after it. */
const dueTime = (moment: Moment): number =>
  moment.kind === 'turn' ? (dueAt(moment.table) ?? Number.MAX_SAFE_INTEGER - 1) : Number.MAX_SAFE_INTEGER;

/** All moments: turns, the most urgent first, then what else waits for the user, then the rest, each the newest first. */
export function momentsOf(tables: Iterable<Table>, notices: Notices, now: MomentClocks): Moment[] {
  const isClosed = closedBy(notices.dismissed);
  const playing = [...tables].filter(({ phase }) => phase === 'playing');
  const moments = [
    ...offerMoments(notices, now.community),
    ...guestMoments(playing, now, isClosed),
    ...playing.flatMap((table) => tableMoments(table, now, isClosed)),
    ...endMoments(notices, now),
    ...notices.messages.map(messagesMoment),
    ...notices.declined.map(declinedMoment),
  ];
  return moments
    .filter(({ closes }) => closes.length === 0 || closes.some(({ subject, mark }) => !isClosed(subject, mark)))
    .sort((a, b) => dueTime(a) - dueTime(b) || Number(waitsForUser(b)) - Number(waitsForUser(a)) || b.at - a.at);
}

/** The members of a moment about one subject. */
const about = (subject: string, mark: string) => ({ id: subject, mark, closes: [{ subject, mark }] });

const offerMoments = ({ offers }: Notices, now: number): Moment[] =>
  offers
    .filter(({ entry }) => entry.expires_at > now)
    .map(({ entry, rematch_of, count }) => {
      const kind = rematch_of === null ? 'challenge' : 'rematch';
      const subject = offersSubject(kind, entry.host.public_key);
      const common = { ...about(subject, String(entry.created_at)), at: entry.created_at, offer: entry, count };
      // Several are seen in the lobby.
      if (rematch_of === null)
        return { ...common, kind: 'challenge', path: count > 1 ? '/' : `/?table=${entry.post_id}` };
      return { ...common, kind: 'rematch', table_id: rematch_of, path: count > 1 ? '/' : tablePath(rematch_of) };
    });

const isNewGuest = ({ role, table_id }: Table, isClosed: IsClosed) =>
  role === 'host' && !isClosed(guestSubject(table_id));

/** A date of this computer as the community would have told it. Right unless the date was set since. */
const communityTime = (at: number, { community, wall }: MomentClocks): number => community + at - wall;

function guestMoments(playing: readonly Table[], now: MomentClocks, isClosed: IsClosed): Moment[] {
  const newGuests = playing.filter((table) => isNewGuest(table, isClosed));
  const [newest] = newGuests.sort((a, b) => b.order - a.order);
  if (!newest) return [];
  const { table_id: mark } = newest;
  const at = communityTime(newest.started_at, now);
  const closes = newGuests.map(({ table_id }) => ({ subject: guestSubject(table_id), mark: '' }));
  const path = newGuests.length === 1 ? tablePath(mark) : '/tables';
  return [{ kind: 'guests', id: 'guests', mark, closes, at, path, tables: newGuests }];
}

function tableMoments(table: Table, now: MomentClocks, isClosed: IsClosed): Moment[] {
  const { table_id, ask, role, talk, protocol, connection } = table;
  const path = tablePath(table_id);
  const timeOf = (reading: number) => now.community - (now.main - reading);
  const draws = table.draw === 'asked' ? [drawMoment(table, now)] : [];
  // The card of a new guest leads to the same table.
  if (isNewGuest(table, isClosed)) return draws;
  if (asksPerson(table) && ask) {
    const low = warningOf(table, now.main) !== null;
    const mark = low ? `${ask.key} low` : ask.key;
    const turn: Moment = {
      ...{ kind: 'turn', ...about(turnSubject(table_id), mark), at: timeOf(ask.asked_at), path, table, low },
    };
    return [turn, ...draws];
  }
  const lastWords = protocol.mode === 'free' ? talk.findLast(({ by }) => by !== role) : undefined;
  const { quiet_since, returning } = connection;
  const moments: Moment[] = draws;
  if (lastWords) {
    const { number } = lastWords;
    const at = communityTime(lastWords.at, now);
    moments.push({ kind: 'talk', ...about(talkSubject(table_id), String(number)), at, path, table });
  }
  if (quiet_since !== null && !returning) {
    const subject = quietSubject(table_id);
    moments.push({ kind: 'quiet', ...about(subject, String(quiet_since)), at: timeOf(quiet_since), path, table });
  }
  return moments;
}

/** An offer lapses with the next message. */
function drawMoment(table: Table, now: MomentClocks): Moment {
  const { table_id, record, moves, started_at } = table;
  const at = communityTime(moves.at(-1)?.at ?? started_at, now);
  const subject = drawSubject(table_id);
  return { kind: 'draw', ...about(subject, String(record.frames)), at, path: tablePath(table_id), table };
}

/** One for each person, and one for all games of the agent. */
const endMoments = ({ ended }: Notices, now: MomentClocks): Moment[] =>
  ended.map((games) => {
    const { newest, count } = games;
    const byAgent = isAgents(newest);
    return {
      ...games,
      kind: byAgent ? 'agent' : 'ended',
      id: byAgent ? 'agent' : `ended ${endKindOf(newest)} ${newest.peer.public_key}`,
      mark: newest.table_id,
      closes: [],
      at: communityTime(newest.ended_at, now),
      path: count === 1 ? tablePath(newest.table_id) : '/tables',
    };
  });

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
