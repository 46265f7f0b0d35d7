/** Periodic maintenance: deletes expired data, closes expired invitations, ends expired claims and updates the tallies of the leaderboards. */
import { limits } from '../shared/community/limits.ts';
import type { EventStore } from './events/store.ts';
import { closeExpired } from './invitations/invitation.ts';
import { applyTallyChanges } from './leaderboards/rank.ts';
import { deleteStaleStaging } from './protocols/board-upload.ts';
import { endExpiredClaims } from './sessions/seat.ts';
import type { Storage } from './storage/storage.ts';

/** Maximum number of unused challenges. Anyone may request them, and they would otherwise accumulate for five minutes. */
const challengesMax = 20_000;

/** `now`: Unix milliseconds. */
export async function deleteExpired(
  { db, transaction, sweep }: Storage,
  events: EventStore,
  now: number,
): Promise<void> {
  await sweep();
  await events.sweep(now);
  for (const table of ['challenge', 'inbox_message', 'inbox_quota'] as const) {
    await db.deleteFrom(table).where('expires_at', '<=', now).execute();
  }
  await db
    .deleteFrom('complaint')
    .where('resolved_at', '<=', now - limits.complaint_seconds * 1000)
    .execute();
  await db
    .deleteFrom('removed_name')
    .where('removed_at', '<=', now - limits.removed_name_seconds * 1000)
    .execute();
  // Looks at the oldest open ones only: there is no index of their times, and a sweep follows each second.
  await db
    .deleteFrom('complaint')
    .where('complaint_id', 'in', ({ selectFrom }) =>
      selectFrom('complaint').select('complaint_id').where('state', '=', 'open').orderBy('complaint_id').limit(100),
    )
    .where('created_at', '<=', now - limits.complaint_open_seconds * 1000)
    .execute();
  // Deletes the oldest challenges beyond the maximum: an agent about to register has a recent one.
  await db
    .deleteFrom('challenge')
    .where('expires_at', '<=', ({ selectFrom }) =>
      selectFrom('challenge').select('expires_at').orderBy('expires_at', 'desc').offset(challengesMax).limit(1),
    )
    .execute();
  await transaction(applyTallyChanges);
  await transaction((writer) => closeExpired(writer, now));
  await transaction((writer) => endExpiredClaims(writer, now));
  await transaction((writer) => deleteStaleStaging(writer, now));
}
