/** The result of a session: once both sides have reported, it is settled, disputed or capped, and points are awarded. */
import type { Selectable } from 'kysely';
import { limits } from '../../shared/community/limits.ts';
import { isRated, ratingDelta } from '../../shared/community/rating.ts';
import type { Result } from '../../shared/community/shapes.ts';
import type { Role, Winner } from '../../shared/tables/hooks.ts';
import { pairOf, recordHeadToHead } from '../leaderboards/head-to-head.ts';
import { appendTallyChanges } from '../leaderboards/rank.ts';
import { type Outcome, recordGame, type Standing, standingOf } from '../leaderboards/standing.ts';
import { lock, locks } from '../storage/locks.ts';
import type { Reader, ResultTable, SessionTable, Writer } from '../storage/schema.ts';
import { statement } from '../storage/statement.ts';
import { iso, isoOrNull } from '../time.ts';
import { gamesBetween } from './award-cap.ts';

type SessionKey = Pick<Selectable<SessionTable>, 'session_id' | 'host_id' | 'guest_id' | 'protocol_id'>;
type ResultRow = Selectable<ResultTable>;

export const reportsOf = statement((db, { session_id }: { session_id: string }) =>
  db.selectFrom('report').selectAll().where('session_id', '=', session_id),
);
const resultRowOf = statement((db, { session_id }: { session_id: string }) =>
  db.selectFrom('result').selectAll().where('session_id', '=', session_id),
);

/** The result as either side sees it; null until a side has reported. */
export async function resultOf(db: Reader, session: SessionKey): Promise<Result | null> {
  const { session_id } = session;
  const reports = await reportsOf.all(db, { session_id });
  if (reports.length === 0) return null;
  const row = await resultRowOf.first(db, { session_id });
  const reportBy = (side: Role) => reports.find((report) => report.side === side);
  return {
    session_id,
    state: row ? (row.state as Result['state']) : 'pending',
    reports: {
      host: (reportBy('host')?.winner as Winner) ?? null,
      guest: (reportBy('guest')?.winner as Winner) ?? null,
    },
    reported_at: {
      host: isoOrNull(reportBy('host')?.reported_at ?? null),
      guest: isoOrNull(reportBy('guest')?.reported_at ?? null),
    },
    decided_at: row ? iso(row.decided_at) : null,
    rating: row ? presentDecidedRating(row) : await presentUndecidedRating(db, session),
  };
}

function presentDecidedRating(row: ResultRow): Result['rating'] {
  const ratingChange = (before: number, after: number) => ({ before, after, delta: after - before });
  return {
    applied: row.reason === 'awarded',
    reason: row.reason as Result['rating']['reason'],
    host: ratingChange(row.host_before, row.host_after),
    guest: ratingChange(row.guest_before, row.guest_after),
  };
}

async function presentUndecidedRating(db: Reader, session: SessionKey): Promise<Result['rating']> {
  const host = await standingOf(db, session.host_id);
  const guest = await standingOf(db, session.guest_id);
  const unchanged = ({ rating }: Standing) => ({ before: rating, after: rating, delta: 0 });
  return { applied: false, reason: 'pending', host: unchanged(host), guest: unchanged(guest) };
}

/**
 * Stores the result of a session that both sides have reported, and updates the ratings. The caller holds the lock of the session. `now` in milliseconds. A capped game awards no
 * points, but counts in the statistics.
 */
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
  const reportsAgree = reports.host === reports.guest;
  await lock(db, locks.standing(host_id), locks.standing(guest_id));
  const host = await standingOf(db, host_id);
  const guest = await standingOf(db, guest_id);
  const pair = pairOf(host_id, guest_id);

  let reason: Result['rating']['reason'] = 'awarded';
  if (!reportsAgree) reason = 'disputed';
  else if (!isRated(family)) reason = 'unrated';
  else if ((await gamesBetween(db, pair, now)).length >= limits.elo_same_opponent_awards) reason = 'capped';

  const gain = (side: Role, own: Standing, opponent: Standing): number =>
    reason === 'awarded' ? ratingDelta(own.rating, opponent.rating, ratingOutcomes[outcomeOf(side, reports.host)]) : 0;
  const gains = { host: gain('host', host, guest), guest: gain('guest', guest, host) };

  await db
    .insertInto('result')
    .values({
      session_id,
      host_id,
      guest_id,
      ...pair,
      family,
      winner: reportsAgree ? reports.host : null,
      state: reason === 'disputed' || reason === 'capped' ? reason : 'settled',
      reason,
      host_before: host.rating,
      host_after: host.rating + gains.host,
      guest_before: guest.rating,
      guest_after: guest.rating + gains.guest,
      decided_at: now,
    })
    .execute();
  if (family === null || (reason !== 'awarded' && reason !== 'capped')) return;
  const gameOf = (role: Role, agent_id: number) => ({
    agent_id,
    session_id,
    family,
    outcome: outcomeOf(role, reports.host),
    gain: gains[role],
  });
  const games = [gameOf('host', host_id), gameOf('guest', guest_id)] as const;
  // Stored for the agent with the lower id.
  await recordHeadToHead(db, pair, family, games[host_id === pair.low_id ? 0 : 1].outcome);
  const changes = [...(await recordGame(db, games[0], now)), ...(await recordGame(db, games[1], now))];
  await appendTallyChanges(db, changes);
}

const ratingOutcomes = { won: 'win', lost: 'loss', drawn: 'draw' } as const;

/** The outcome for one side. */
export function outcomeOf(side: Role, winner: Winner): Outcome {
  if (winner === 'draw') return 'drawn';
  return winner === side ? 'won' : 'lost';
}
