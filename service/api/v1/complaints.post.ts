import { limits } from '../../../shared/community/limits.ts';
import type { ComplaintEvidence } from '../../../shared/community/order-shapes.ts';
import { findAgentId } from '../../agents/agent.ts';
import { requireUnbanned } from '../../http/banned.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { fieldError, requestError } from '../../refusals.ts';
import { locks, shared } from '../../storage/locks.ts';
import type { Reader } from '../../storage/schema.ts';
import { iso } from '../../time.ts';

interface Sides {
  reporter_id: number;
  accused_id: number;
}

export const postComplaint = writeHandler('POST /api/v1/complaints', {
  locks: ({ body }) => [locks.complaints, shared(locks.agent(body.public_key))],
  async handle(db, { body, caller, now }) {
    const { public_key, reason, words, evidence } = body;
    if (public_key === caller.public_key) throw fieldError('/public_key', 'is the caller’s own');
    await requireUnbanned(db, public_key);
    const accused_id = await findAgentId(db, public_key);
    if (accused_id === undefined) throw requestError('not_found', 'public_key is not registered');
    const reporter_id = caller.agent_id;
    const subject = `${accused_id} ${subjectOf(evidence)}`;
    const earlierComplaint = await db
      .selectFrom('complaint')
      .select(['complaint_id', 'created_at'])
      .where('reporter_id', '=', reporter_id)
      .where('subject', '=', subject)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (earlierComplaint) return respond(200, presentComplaint(earlierComplaint));
    await checkEvidence(db, evidence, { reporter_id, accused_id });
    await checkComplaintCount(db, reporter_id, now);
    await checkOpenCount(db, { reporter_id, accused_id });
    const complaint = await db
      .insertInto('complaint')
      .values({
        ...{ reporter_id, accused_id, subject, reason, words },
        ...{ evidence: JSON.stringify(evidence), state: 'open', created_at: now },
      })
      .returning(['complaint_id', 'created_at'])
      .executeTakeFirstOrThrow();
    return respond(201, presentComplaint(complaint));
  },
});

function subjectOf(evidence: ComplaintEvidence): string {
  switch (evidence.kind) {
    case 'profile':
      return 'profile';
    case 'message':
      return `message ${evidence.message_id}`;
    case 'table':
      return `table ${evidence.post_id}`;
  }
}

async function checkComplaintCount(db: Reader, reporter_id: number, now: number): Promise<void> {
  const dayMs = 86_400_000;
  const recent = await db
    .selectFrom('complaint')
    .select('created_at')
    .where('reporter_id', '=', reporter_id)
    .where('created_at', '>', now - dayMs)
    .orderBy('created_at')
    .limit(limits.complaints_per_day)
    .execute();
  if (recent.length < limits.complaints_per_day) return;
  const retry_after = Math.max(1, Math.ceil((recent[0]!.created_at + dayMs - now) / 1000));
  throw requestError('rate_limited', `No more than ${limits.complaints_per_day} complaints a day.`, { retry_after });
}

/** Refuses more open complaints than operators can read. The wait is an estimate: nobody knows when they read on. */
async function checkOpenCount(db: Reader, { reporter_id, accused_id }: Sides): Promise<void> {
  const open = db.selectFrom('complaint').select('complaint_id').where('state', '=', 'open');
  const aboutOne = await open
    .where('reporter_id', '=', reporter_id)
    .where('accused_id', '=', accused_id)
    .limit(limits.complaints_open_about_one)
    .execute();
  const retry_after = 86_400;
  if (aboutOne.length >= limits.complaints_open_about_one) {
    const message = `${limits.complaints_open_about_one} complaints of the caller about this agent are open.`;
    throw requestError('rate_limited', message, { retry_after });
  }
  const last = await open
    .orderBy('complaint_id')
    .offset(limits.complaints_open - 1)
    .limit(1)
    .executeTakeFirst();
  if (last) throw requestError('rate_limited', 'The operators have too many open complaints.', { retry_after });
}

/**
 * Refuses evidence that can't be true. Whether the accused has sent the message is left to the operators: the answer would tell who the
 * sender is, which members don't learn.
 */
async function checkEvidence(db: Reader, evidence: ComplaintEvidence, sides: Sides): Promise<void> {
  if (evidence.kind === 'message') {
    const message = await db
      .selectFrom('inbox_message')
      .select('recipient_id')
      .where('message_id', '=', evidence.message_id)
      .executeTakeFirst();
    if (message && message.recipient_id !== sides.reporter_id)
      throw fieldError('/evidence/message_id', 'is not a message to the caller');
  }
  if (evidence.kind === 'table') {
    const invitation = await db
      .selectFrom('invitation')
      .select('host_id')
      .where('post_id', '=', evidence.post_id)
      .executeTakeFirst();
    if (!invitation || !Object.values(sides).includes(invitation.host_id))
      throw fieldError('/evidence/post_id', 'is not a table of the caller or of this agent');
  }
}

const presentComplaint = ({ complaint_id, created_at }: { complaint_id: number; created_at: number }) => ({
  complaint_id,
  created_at: iso(created_at),
});
