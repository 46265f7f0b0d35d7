/** Complaints as operators and those who made them read them, and their resolution. */
import type { z } from 'zod';
import {
  type ComplaintEvidence,
  complaintEvidence,
  type complaintOutcome,
  type OwnComplaint,
} from '../../shared/community/order-shapes.ts';
import { ParlorError } from '../../shared/errors.ts';
import { verifyText } from '../../shared/signing/ed25519.ts';
import { inboxMessageText } from '../../shared/signing/texts.ts';
import { hashOfPair } from '../inbox/pairs.ts';
import type { Reader, Writer } from '../storage/schema.ts';
import { iso } from '../time.ts';
import { type Act, logAct } from './log.ts';

export function selectComplaints(db: Reader) {
  return db
    .selectFrom('complaint')
    .innerJoin('agent as reporter', 'reporter.agent_id', 'complaint.reporter_id')
    .innerJoin('agent as accused', 'accused.agent_id', 'complaint.accused_id')
    .selectAll('complaint')
    .select([
      'reporter.public_key as reporter_key',
      'reporter.nickname as reporter_name',
      'accused.public_key as accused_key',
      'accused.nickname as accused_name',
      'accused.bio as accused_bio',
    ]);
}

export type ComplaintRow = Awaited<ReturnType<typeof complaintById>>;

/** Complaints that are read at once: the evidence of one can have 20 kB. */
const pageSize = 100;

/** Oldest first; resolved ones too with `all`. */
export async function* listComplaints(db: Reader, { all }: { all: boolean }): AsyncGenerator<ComplaintRow> {
  let lastId = 0;
  for (;;) {
    const rows: ComplaintRow[] = await selectComplaints(db)
      .$if(!all, (builder) => builder.where('complaint.state', '=', 'open'))
      .where('complaint.complaint_id', '>', lastId)
      .orderBy('complaint.complaint_id')
      .limit(pageSize)
      .execute();
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < pageSize) return;
    lastId = last.complaint_id;
  }
}

export async function countOpenComplaints(db: Reader): Promise<number> {
  const { count } = await db
    .selectFrom('complaint')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('state', '=', 'open')
    .executeTakeFirstOrThrow();
  return count;
}

/** Throws ParlorError `not_found`. */
export async function complaintById(db: Reader, complaint_id: number) {
  const row = await selectComplaints(db).where('complaint.complaint_id', '=', complaint_id).executeTakeFirst();
  if (!row) throw new ParlorError('not_found', `There is no report ${complaint_id}.`);
  return row;
}

export const evidenceOf = ({ evidence }: Pick<ComplaintRow, 'evidence'>): ComplaintEvidence =>
  complaintEvidence.parse(JSON.parse(evidence));

/** What the reporter is told. */
export interface Resolution {
  outcome: z.infer<typeof complaintOutcome> | null;
  answer: string | null;
}

/** Throws ParlorError `not_found` unless the complaint is open. */
export async function resolveComplaint(
  db: Writer,
  complaint_id: number,
  resolution: Resolution,
  act: Act,
): Promise<void> {
  const resolved = await db
    .updateTable('complaint')
    .set({ ...resolution, state: 'resolved', resolved_at: act.now })
    .where('complaint_id', '=', complaint_id)
    .where('state', '=', 'open')
    .returning('complaint_id')
    .executeTakeFirst();
  if (!resolved) throw new ParlorError('not_found', `There is no open report ${complaint_id}.`);
  const { outcome, answer } = resolution;
  // The report is deleted after a while, or with either person.
  const facts = [act.note, outcome && `Outcome: ${outcome}.`, answer && `Answer: ${answer}`].filter(Boolean);
  await logAct(db, { ...act, note: facts.join(' ') }, 'resolve', `report ${complaint_id}`);
}

/** For who made it. */
export function presentOwnComplaint(row: ComplaintRow): OwnComplaint {
  return {
    complaint_id: row.complaint_id,
    created_at: iso(row.created_at),
    public_key: row.accused_key,
    nickname: row.accused_name,
    about: evidenceOf(row).kind,
    reason: row.reason as OwnComplaint['reason'],
    words: row.words,
    state: row.state as OwnComplaint['state'],
    resolved_at: row.resolved_at === null ? null : iso(row.resolved_at),
    outcome: row.outcome as OwnComplaint['outcome'],
    answer: row.answer,
  };
}

/** What the service can tell about the evidence by itself; null where it can't tell. */
export interface Findings {
  /** Whether the accused has signed the text for the reporter. */
  written_by_accused: boolean | null;
  /** Whether the accused has sent this sealed message to the reporter. */
  sent_by_accused: boolean | null;
  /** Whether the two had this session. */
  played_together: boolean | null;
}

export async function examine(db: Reader, row: ComplaintRow): Promise<Findings> {
  const evidence = evidenceOf(row);
  const findings: Findings = { written_by_accused: null, sent_by_accused: null, played_together: null };
  if (evidence.kind === 'message') {
    const { opened, message_id, ciphertext } = evidence;
    if (opened?.signature && opened.written_at) {
      const parts = { recipient_public_key: row.reporter_key, written_at: opened.written_at, words: opened.words };
      findings.written_by_accused = isSigned(() => inboxMessageText(parts), opened.signature, row.accused_key);
    }
    if (ciphertext !== null) findings.sent_by_accused = await wasSent(db, row, message_id, ciphertext);
  }
  if (evidence.kind === 'table' && evidence.session_id !== null)
    findings.played_together = await havePlayed(db, row, evidence.session_id);
  return findings;
}

/** Null once the message has been deleted or has expired. */
async function wasSent(
  db: Reader,
  { reporter_id, reporter_key, accused_key }: ComplaintRow,
  message_id: number,
  ciphertext: string,
): Promise<boolean | null> {
  const message = await db
    .selectFrom('inbox_message')
    .select(['ciphertext', 'pair_hash'])
    .where('message_id', '=', message_id)
    .where('recipient_id', '=', reporter_id)
    .executeTakeFirst();
  if (!message) return null;
  const pair = { recipient_public_key: reporter_key, sender_public_key: accused_key };
  const isSame = Buffer.from(message.ciphertext).equals(Buffer.from(ciphertext, 'base64'));
  return isSame && message.pair_hash === (await hashOfPair(db, pair));
}

async function havePlayed(db: Reader, row: ComplaintRow, session_id: string): Promise<boolean> {
  const session = await db
    .selectFrom('session')
    .select(['host_id', 'guest_id'])
    .where('session_id', '=', session_id)
    .executeTakeFirst();
  const sides = new Set([session?.host_id, session?.guest_id]);
  return sides.has(row.reporter_id) && sides.has(row.accused_id);
}

function isSigned(text: () => string, signature: string, public_key: string): boolean {
  try {
    return verifyText(text(), signature, public_key);
  } catch {
    // The time or a text is malformed.
    return false;
  }
}
