/** What checking a record found, as the few questions a person has about it. Pure. */
import type { TrustCheck } from '../../shared/bridge/contract.ts';
import { type Finding, sessionOf, type Verification, verifyRecord } from '../../shared/tables/verify.ts';

export const questions = ['signatures', 'chain', 'rules', 'messages', 'hands', 'end'] as const;
export type Question = (typeof questions)[number];

const questionOf: Record<Finding['code'], Question> = {
  session_missing: 'signatures',
  session_invalid: 'signatures',
  signature_invalid: 'signatures',
  line_invalid: 'chain',
  chain_broken: 'chain',
  spec_missing: 'rules',
  spec_mismatch: 'rules',
  frame_invalid: 'messages',
  seal_broken: 'hands',
  start_missing: 'end',
  end_missing: 'end',
};

export interface Answer {
  question: Question;
  state: TrustCheck['state'];
  /** The first thing that is wrong. */
  finding: Finding | null;
  evidence: TrustCheck['evidence'];
}

export interface Verdict {
  holds: boolean;
  answers: Answer[];
  /** What the other side did wrong, and the record tells. */
  fouls: Finding[];
  verification: Verification;
}

/** `spec`: the rules of this computer, for a record that does not bring its own. */
export function verdictOf(text: string, spec: string | null): Verdict {
  const verification = verifyRecord(text, spec);
  const { findings, fouls } = verification;
  // Without the rules nobody can say anything of messages and hands.
  const unread = findings.some(({ code }) => questionOf[code] === 'rules');
  const answers = questions.map((question): Answer => {
    const found = findings.filter(({ code }) => questionOf[code] === question);
    const blind = unread && (question === 'messages' || question === 'hands');
    const idle = question === 'hands' && verification.opened === 0;
    return {
      question,
      state: found.length > 0 ? 'failed' : blind ? 'to_come' : idle ? 'not_needed' : 'checked',
      finding: found[0] ?? null,
      evidence: [...evidenceOf(question, verification), ...found.slice(0, 5).map(findingLine)],
    };
  });
  return { holds: findings.length === 0, answers, fouls, verification };
}

const findingLine = ({ code, line, message }: Finding) => ({
  name: line === null ? code : `${code} ${line}`,
  value: message,
});

function evidenceOf(question: Question, { session, head, frames, opened }: Verification): TrustCheck['evidence'] {
  if (question === 'chain') return head === null ? [] : [{ name: 'record_head', value: head }];
  if (question === 'rules') return session ? [{ name: 'protocol_id', value: session.protocol_id }] : [];
  if (question === 'messages') return [{ name: 'messages', value: String(frames) }];
  if (question === 'hands') return opened === 0 ? [] : [{ name: 'opened_hands', value: String(opened) }];
  if (question !== 'signatures' || !session) return [];
  const { session_id, host_public_key, host_signature, guest_public_key, guest_signature } = session;
  return Object.entries({ session_id, host_public_key, host_signature, guest_public_key, guest_signature }).map(
    ([name, value]) => ({ name, value }),
  );
}

/** Why another copy cannot be compared with this table's. */
export type CopyProblem = 'too_large' | 'unreadable' | 'no_record' | 'other_table';

/** Larger than any record that a table of a day could make. */
export const copyMaxBytes = 32 * 1024 * 1024;

export function copyProblemOf(own: string, other: string): CopyProblem | null {
  const session = sessionOf(other);
  if (session === null) return 'no_record';
  return session === sessionOf(own) ? null : 'other_table';
}
