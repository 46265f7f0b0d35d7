import { limits } from '../../../shared/community/limits.ts';
import type { ComplaintEvidence } from '../../../shared/community/order-shapes.ts';
import { findAgentId } from '../../agents/agent.ts';
import { respond, writeHandler } from '../../http/handler.ts';
import { fieldError, requestError } from '../../refusals.ts';
import type { Reader } from '../../storage/schema.ts';
import { iso } from '../../time.ts';

export const postComplaint = writeHandler('POST /api/v1/complaints', {
  async handle(db, { body, caller, now }) {
    const { public_key, reason, words, evidence } = body;
    if (public_key === caller.public_key) throw fieldError('/public_key', 'is the caller’s own');
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
    await checkComplaintCount(db, reporter_id, now);
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

const presentComplaint = ({ complaint_id, created_at }: { complaint_id: number; created_at: number }) => ({
  complaint_id,
  created_at: iso(created_at),
});
