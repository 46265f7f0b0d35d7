/** Groups the findings of a record's verification by check, for display. Pure. */
import type { TrustCheck } from '../../../shared/bridge/contract.ts';
import type { Proof } from '../../../shared/tables/record-proof.ts';
import {
  type Finding,
  recordedSessionId,
  type Verification,
  verifyRecord,
} from '../../../shared/tables/verify-record.ts';

const checkIds = ['signatures', 'proof', 'chain', 'rules', 'messages', 'hands', 'end'] as const;
type CheckId = (typeof checkIds)[number];

const checkOf: Record<Finding['code'], CheckId> = {
  session_missing: 'signatures',
  session_invalid: 'signatures',
  signature_invalid: 'signatures',
  line_invalid: 'chain',
  chain_broken: 'chain',
  line_misplaced: 'chain',
  spec_missing: 'rules',
  spec_mismatch: 'rules',
  frame_invalid: 'messages',
  seal_broken: 'hands',
  start_missing: 'end',
  end_missing: 'end',
  concession_missing: 'end',
  agreement_missing: 'end',
  proof_invalid: 'proof',
};

export interface RecordCheck {
  id: CheckId;
  state: TrustCheck['state'];
  /** The first finding. */
  finding: Finding | null;
  evidence: TrustCheck['evidence'];
}

export interface Verdict {
  valid: boolean;
  proof: Proof;
  checks: RecordCheck[];
  /** The peer's violations of the protocol, as the record proves: the first ones, and how many there are. */
  peerViolations: Finding[];
  peerViolationCount: number;
  verification: Omit<Verification, 'findings' | 'peerViolations'>;
}

/** Of a record that may contain any number of them. */
const maxShownViolations = 20;

/** `spec`: the installed spec, for records that do not contain theirs. */
export function verdictOf(text: string, spec: string | null): Verdict {
  const { findings, peerViolations, ...verification } = verifyRecord(text, spec);
  // Messages and commitments cannot be checked without the spec.
  const withoutRules = findings.some(({ code }) => checkOf[code] === 'rules');
  const checks = checkIds.map((id): RecordCheck => {
    const ownFindings = findings.filter(({ code }) => checkOf[code] === id);
    const isSkipped = withoutRules && (id === 'messages' || id === 'hands');
    const isEmpty =
      (id === 'hands' && verification.openedCount === 0) || (id === 'proof' && !verification.signedByBoth);
    return {
      id,
      state: ownFindings.length > 0 ? 'failed' : isSkipped ? 'to_come' : isEmpty ? 'not_needed' : 'checked',
      finding: ownFindings[0] ?? null,
      evidence: [...evidenceOf(id, verification), ...ownFindings.slice(0, 5).map(findingEvidence)],
    };
  });
  return {
    valid: findings.length === 0,
    proof: verification.proof,
    checks,
    peerViolations: peerViolations.slice(0, maxShownViolations),
    peerViolationCount: peerViolations.length,
    verification,
  };
}

const findingEvidence = ({ code, line, message }: Finding) => ({
  name: line === null ? code : `${code} ${line}`,
  value: message,
});

function evidenceOf(
  id: CheckId,
  { session, head, frames, openedCount }: Verdict['verification'],
): TrustCheck['evidence'] {
  if (id === 'chain') return head === null ? [] : [{ name: 'record_head', value: head }];
  if (id === 'rules') return session ? [{ name: 'protocol_id', value: session.protocol_id }] : [];
  if (id === 'messages') return [{ name: 'messages', value: String(frames) }];
  if (id === 'hands') return openedCount === 0 ? [] : [{ name: 'opened_hands', value: String(openedCount) }];
  if (id !== 'signatures' || !session) return [];
  const { session_id, host_public_key, host_signature, guest_public_key, guest_signature } = session;
  return Object.entries({ session_id, host_public_key, host_signature, guest_public_key, guest_signature }).map(
    ([name, value]) => ({ name, value }),
  );
}

/** Whether two valid records are of the same session. */
export function isSameTable(own: string, other: string): boolean {
  const session = recordedSessionId(own);
  return session !== null && session === recordedSessionId(other);
}
