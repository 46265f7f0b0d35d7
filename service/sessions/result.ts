/** What two reports come to: settled, disputed or capped, once per session, and the points they award. */
import type { Selectable } from 'kysely';
import { isRated, ratingDelta } from '../../shared/community/elo.ts';
import { limits } from '../../shared/community/limits.ts';
import type { Result } from '../../shared/community/shapes.ts';
import { otherRole, type Role, type Winner } from '../../shared/tables/hooks.ts';
import { type Standing, standingOf } from '../agents/agent.ts';
import type { Reader, ResultTable, SessionTable, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { iso, isoOrNull } from '../time.ts';

type SessionKey = Pick<Selectable<SessionTable>, 'session_id' | 'host_id' | 'guest_id' | 'protocol_id'>;
type ResultRow = Selectable<ResultTable>;

export const reportsOf = statement((db, { session_id }: { session_id: string }) =>
  db.selectFrom('report').selectAll().where('session_id', '=', session_id),
);
const decisionOf = statement((db, { session_id }: { session_id: string }) =>
  db.selectFrom('result').selectAll().where('session_id', '=', session_id),
);

/** Null until a side has reported. */
export async function resultOf(db: Reader, session: SessionKey): Promise<Result | null> {
  const { session_id } = session;
  const reports = await reportsOf.all(db, { session_id });
  if (reports.length === 0) return null;
  const row = await decisionOf.first(db, { session_id });
  const of = (side: Role) => reports.find((report) => report.side === side);
  return {
    session_id,
    state: row ? (row.state as Result['state']) : 'pending',
    reports: { host: (of('host')?.winner as Winner) ?? null, guest: (of('guest')?.winner as Winner) ?? null },
    reported_at: {
      host: isoOrNull(of('host')?.reported_at ?? null),
      guest: isoOrNull(of('guest')?.reported_at ?? null),
    },
    decided_at: row ? iso(row.decided_at) : null,
    rating: row ? decidedRating(row) : await undecidedRating(db, session),
  };
}

function decidedRating(row: ResultRow): Result['rating'] {
  const change = (before: number, after: number) => ({ before, after, delta: after - before });
  return {
    applied: row.reason === 'awarded',
    reason: row.reason as Result['rating']['reason'],
    host: change(row.host_before, row.host_after),
    guest: change(row.guest_before, row.guest_after),
  };
}

async function undecidedRating(db: Reader, session: SessionKey): Promise<Result['rating']> {
  const host = await standingOf(db, session.host_id);
  const guest = await standingOf(db, session.guest_id);
  const unchanged = ({ rating }: Standing) => ({ before: rating, after: rating, delta: 0 });
  return { applied: false, reason: 'pending', host: unchanged(host), guest: unchanged(guest) };
}

/** Writes the result of a session on which both sides have reported, and moves the ratings. */
export async function settle(
  db: Writer,
  session: SessionKey,
  reports: { host: Winner; guest: Winner },
  now: number,
): Promise<void> {
  const { session_id, host_id, guest_id, protocol_id } = session;
  const protocol = await db
    .selectFrom('protocol')
    .select('family')
    .where('protocol_id', '=', protocol_id)
    .executeTakeFirst();
  const family = protocol?.family ?? null;
  const agreed = reports.host === reports.guest;
  const host = await standingOf(db, host_id);
  const guest = await standingOf(db, guest_id);
  const pair = pairOf(host_id, guest_id);

  let reason: Result['rating']['reason'] = 'awarded';
  if (!agreed) reason = 'disputed';
  else if (!isRated(family)) reason = 'unrated';
  else if ((await awardsBetween(db, pair, now)).length >= limits.elo_same_opponent_awards) reason = 'capped';

  const gain = (side: Role, own: Standing, opponent: Standing): number =>
    reason === 'awarded' ? ratingDelta(own.rating, opponent.rating, outcomeOf(side, reports.host)) : 0;
  const hostAfter = host.rating + gain('host', host, guest);
  const guestAfter = guest.rating + gain('guest', guest, host);

  await db
    .insertInto('result')
    .values({
      session_id,
      host_id,
      guest_id,
      ...pair,
      family,
      winner: agreed ? reports.host : null,
      state: reason === 'disputed' || reason === 'capped' ? reason : 'settled',
      reason,
      host_before: host.rating,
      host_after: hostAfter,
      guest_before: guest.rating,
      guest_after: guestAfter,
      decided_at: now,
    })
    .execute();
  if (reason === 'awarded' || reason === 'capped') {
    await play(db, host_id, hostAfter, now);
    await play(db, guest_id, guestAfter, now);
  }
}

function outcomeOf(side: Role, winner: Winner): 'win' | 'draw' | 'loss' {
  if (winner === 'draw') return 'draw';
  return winner === side ? 'win' : 'loss';
}

/** One more game, and the rating after it. */
async function play(db: Writer, agent_id: number, rating: number, now: number): Promise<void> {
  await db
    .insertInto('elo')
    .values({ agent_id, rating, games_played: 1, updated_at: now })
    .onConflict((conflict) =>
      conflict.column('agent_id').doUpdateSet((eb) => ({
        rating,
        games_played: eb('elo.games_played', '+', 1),
        updated_at: now,
      })),
    )
    .execute();
}

export interface Pair {
  low_id: number;
  high_id: number;
}

export const pairOf = (one: number, other: number): Pair => ({
  low_id: Math.min(one, other),
  high_id: Math.max(one, other),
});

const awardsOf = statement((db, { low_id, high_id, since }: Pair & { since: number }) =>
  db
    .selectFrom('result')
    .select('decided_at')
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('reason', '=', 'awarded')
    .where('decided_at', '>', since)
    .orderBy('decided_at'),
);

/** Times of the results between two agents that awarded points and still count towards the cap, oldest first. */
export async function awardsBetween(db: Reader, pair: Pair, now: number): Promise<number[]> {
  const rows = await awardsOf.all(db, { ...pair, since: capStart(now) });
  return rows.map((row) => row.decided_at);
}

const capStart = (now: number): number => now - limits.elo_same_opponent_seconds * 1000;

const awardsOnSide = (own: 'low_id' | 'high_id', other: 'low_id' | 'high_id') =>
  statement((db, { agent_id, since }: { agent_id: number; since: number }) =>
    db
      .selectFrom('result')
      .select([`${other} as opponent_id`, 'decided_at'])
      .where(own, '=', agent_id)
      .where('reason', '=', 'awarded')
      .where('decided_at', '>', since),
  );
const awardsAsLow = awardsOnSide('low_id', 'high_id');
const awardsAsHigh = awardsOnSide('high_id', 'low_id');

/** For every agent the caller took points with lately: when. Oldest first. */
export async function recentAwards(db: Reader, agent_id: number, now: number): Promise<Map<number, number[]>> {
  const caller = { agent_id, since: capStart(now) };
  const rows = [...(await awardsAsLow.all(db, caller)), ...(await awardsAsHigh.all(db, caller))];
  const awards = new Map<number, number[]>();
  for (const { opponent_id, decided_at } of rows.sort((a, b) => a.decided_at - b.decided_at)) {
    awards.set(opponent_id, [...(awards.get(opponent_id) ?? []), decided_at]);
  }
  return awards;
}

/** How far the cap between two agents is used up. `awards`: times, oldest first. */
export function presentCap(awards: readonly number[]) {
  const limit = limits.elo_same_opponent_awards;
  const freed = awards[awards.length - limit];
  return {
    used: Math.min(awards.length, limit),
    limit,
    again_at: freed === undefined ? null : iso(freed + limits.elo_same_opponent_seconds * 1000),
  };
}

const gamesOf = statement((db, { low_id, high_id }: Pair) =>
  db
    .selectFrom('result')
    .select(['host_id', 'winner'])
    .where('low_id', '=', low_id)
    .where('high_id', '=', high_id)
    .where('reason', 'in', ['awarded', 'capped']),
);

/** The caller's settled games against another agent, capped ones included. */
export async function headToHead(db: Reader, own: number, other: number) {
  const score = { won: 0, lost: 0, drawn: 0 };
  for (const { host_id, winner } of await gamesOf.all(db, pairOf(own, other))) {
    const side: Role = host_id === own ? 'host' : 'guest';
    if (winner === 'draw') score.drawn += 1;
    else if (winner === side) score.won += 1;
    else if (winner === otherRole(side)) score.lost += 1;
  }
  return score;
}
