/**
 * Verifies a table's record from its text alone: the hash chain, the signatures of both keys, every frame against the protocol's
 * rules, and every opened value against its commitment.
 */
import { z } from 'zod';
import { canonicalOrPlainJson } from '../json/canonical.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { protocolIdOf } from '../protocol/contract.ts';
import { validateMessage } from '../protocol/message.ts';
import { type Direction, flowMode, readSpec, type Spec } from '../protocol/spec.ts';
import { verifyText } from '../signing/ed25519.ts';
import { sha256Hex } from '../signing/hash.ts';
import { sessionIdOf, sessionText } from '../signing/texts.ts';
import { commitmentOf, commitValueText } from './commitment.ts';
import { actionOf } from './frames.ts';
import { answerValueSchema, otherRole, type Role, roleSchema, roles } from './hooks.ts';
import { firstBreak } from './record.ts';
import { entryOfKind, firstMisplaced, indexOfKind, isFrameEntry } from './record-order.ts';
import { type Agreement, chainsOf, checkProof, type Proof, proofOf } from './record-proof.ts';
import { type ParsedRecord, parseRecord, recordedSpecHash } from './record-text.ts';
import { isAgreedIn, isConcededIn, type RecordedEnd, recordedEndSchema } from './recorded-end.ts';
import { isKept, type OpeningReader, openingReader } from './sealed-rounds.ts';

const sessionSchema = z.object({
  kind: z.literal('session'),
  session_id: z.string(),
  post_id: z.string(),
  host_public_key: z.string(),
  guest_public_key: z.string(),
  protocol_id: z.string(),
  session_nonce: z.string(),
  host_signature: z.string(),
  guest_signature: z.string(),
});
export type RecordedSession = Omit<z.infer<typeof sessionSchema>, 'kind'>;

const startSchema = z.object({
  kind: z.literal('start'),
  role: roleSchema,
  options: z.custom<JsonObject>(isJsonObject).catch({}),
});
export const findingCodes = [
  'line_invalid',
  'chain_broken',
  'line_misplaced',
  'session_missing',
  'session_invalid',
  'signature_invalid',
  'spec_missing',
  'spec_mismatch',
  'start_missing',
  'frame_invalid',
  'seal_broken',
  'end_missing',
  'concession_missing',
  'agreement_missing',
  'proof_invalid',
] as const;

export interface Finding {
  code: (typeof findingCodes)[number];
  /** Line of the text, from 1; null if it concerns the whole record. */
  line: number | null;
  message: string;
}

export interface Verification {
  proof: Proof;
  /** Whether the signatures of both sides cover the record, whatever else is wrong with it. */
  signedByBoth: boolean;
  /** What both sides have signed besides messages, options and result. */
  agreed: Agreement;
  /** The side whose concession the record proves, although only its writer kept the record. */
  concededBy: Role | null;
  /** What invalidates the record; empty if it is valid. */
  findings: Finding[];
  /** Violations by the peer that the record itself reports, by a warning or a failed end. */
  peerViolations: Finding[];
  session: RecordedSession | null;
  role: Role | null;
  end: RecordedEnd | null;
  frames: number;
  /** Number of opened values that match their commitments. */
  openedCount: number;
  /** Head of the last valid line of the chain; null if there is none. */
  head: string | null;
}

/**
 * Checks the text of a `record.jsonl`, whose spec is `specText`, or of an export, which includes its spec. Never throws; every
 * problem is a finding.
 */
export function verifyRecord(text: string, specText: string | null = null): Verification {
  const record = parseRecord(text);
  const findings: Finding[] = [];
  const addFinding: AddFinding = (code, line, message) => findings.push({ code, line, message });

  const head = checkChain(record, addFinding);
  const session = checkSession(record, addFinding);
  const spec = checkSpec(record.spec ?? specText, session, addFinding);
  checkLines(record, addFinding);
  const spec_hash = recordedSpecHash(record);
  if (record.spec !== null && spec_hash !== null && sha256Hex(record.spec) !== spec_hash)
    addFinding('spec_mismatch', null, 'This is not the text of the rules with which this record was kept.');
  const { role, end } = summaryOf(record);
  if (role === null) addFinding('start_missing', null, 'The record does not say which side wrote it.');
  const endNumber = record.lines[indexOfKind(linesOf(record), 'end')]?.number ?? null;
  if (end === null)
    addFinding('end_missing', null, 'The record has no end: the table is still being played, or lines were removed.');
  else if (end.conceded && !isConcededIn(record, end))
    addFinding('concession_missing', endNumber, 'The end names a concession that the record does not contain.');
  else if (end.agreed && !isAgreedIn(record, end))
    addFinding('agreement_missing', endNumber, 'The end names an agreed draw that the record does not contain.');

  const frames = framesOf(record);
  const options = startOf(record)?.options ?? {};
  const content = session && role && end && { session, role, options, end, messages: () => chainsOf(frames, role) };
  const { signedByBoth, agreed, concededBy, invalidLines } = checkProof(text, record, content);
  for (const number of invalidLines)
    addFinding('proof_invalid', number, 'The signatures of both sides do not match this record.');
  const frameFindings = role && spec ? checkFrames(frames, role, spec) : [];
  if (spec) checkWarnings(record, spec, frameFindings, addFinding);
  const commitmentCheck = role && spec ? checkCommitments(frames, role, spec) : { findings: [], openedCount: 0 };
  const peerViolations: Finding[] = [];
  const isReported = reportReader(record);
  for (const { finding, received } of [...frameFindings, ...commitmentCheck.findings]) {
    const reported = received && isReported(finding);
    (reported ? peerViolations : findings).push(finding);
  }
  // The signatures cover messages, options and result. A foul or an error is only what the writer says, and rules without a hash could be
  // exchanged.
  const coversAll = spec_hash !== null && peerViolations.length === 0 && (end?.problem ?? null) === null;
  const byLine = (a: Finding, b: Finding) => (a.line ?? Infinity) - (b.line ?? Infinity);
  return {
    proof: proofOf(findings, signedByBoth && coversAll),
    signedByBoth,
    agreed,
    concededBy,
    findings: findings.sort(byLine),
    peerViolations: peerViolations.sort(byLine),
    session,
    role,
    end,
    frames: frames.length,
    openedCount: commitmentCheck.openedCount,
    head,
  };
}

/** The unverified contents of a record; null for missing parts. */
export interface RecordSummary {
  session: RecordedSession | null;
  /** The side that wrote it. */
  role: Role | null;
  end: RecordedEnd | null;
}

export function summaryOf(record: ParsedRecord): RecordSummary {
  const session = sessionOf(record);
  const end = recordedEndSchema.safeParse(entryOfKind(linesOf(record), 'end')).data;
  return { session, role: startOf(record)?.role ?? null, end: end ? withoutKind(end) : null };
}

/** The session id of a record, which two copies of one record share; null if the record has none. */
export function recordedSessionId(text: string): string | null {
  return sessionOf(parseRecord(text))?.session_id ?? null;
}

// ---- reading ----------------------------------------------------------------------------------------------------------

const linesOf = (record: ParsedRecord) => record.lines.map(({ line }) => line);

function sessionOf(record: ParsedRecord): RecordedSession | null {
  const session = sessionSchema.safeParse(entryOfKind(linesOf(record), 'session')).data;
  return session ? withoutKind(session) : null;
}

const startOf = (record: ParsedRecord) => startSchema.safeParse(entryOfKind(linesOf(record), 'start')).data ?? null;

interface RecordedFrame {
  number: number;
  received: boolean;
  /** Null for a frame without a canonical form, which was recorded as text. */
  frame: JsonObject | null;
  text: string;
}

function framesOf(record: ParsedRecord): RecordedFrame[] {
  return record.lines.flatMap(({ number, line }): RecordedFrame[] => {
    if (line?.entry.kind !== 'frame' || !isFrameEntry(line.entry)) return [];
    const { direction, frame, text } = line.entry;
    const received = direction === 'received';
    return isJsonObject(frame)
      ? [{ number, received, frame, text: canonicalOrPlainJson(frame) }]
      : [{ number, received, frame: null, text: String(text) }];
  });
}

const directionOf = (role: Role, received: boolean): Exclude<Direction, 'both'> =>
  (received ? otherRole(role) : role) === 'guest' ? 'guest_to_host' : 'host_to_guest';

/** With the side that sent each of them, for comparing two copies. */
export function framesByDirection(record: ParsedRecord) {
  const role = startOf(record)?.role ?? 'host';
  return framesOf(record).map((frame) => ({ ...frame, direction: directionOf(role, frame.received) }));
}

function withoutKind<T extends { kind: string }>({ kind: _, ...rest }: T): Omit<T, 'kind'> {
  return rest;
}

// ---- checking ---------------------------------------------------------------------------------------------------------

type AddFinding = (code: Finding['code'], line: number | null, message: string) => void;

/** Stops at the first invalid line, since the lines after it aren't chained to anything. */
function checkChain({ lines }: ParsedRecord, addFinding: AddFinding): string | null {
  const invalidIndex = firstBreak(lines.map(({ line }) => line));
  if (invalidIndex !== null) {
    const { number, line } = lines[invalidIndex]!;
    if (line === null) addFinding('line_invalid', number, 'This is not a line of a record.');
    else addFinding('chain_broken', number, 'This line was changed, moved or inserted, or one before it was removed.');
  }
  return lines[(invalidIndex ?? lines.length) - 1]?.line?.head ?? null;
}

/** Lines that readers could understand in different ways would let a record show another game than the signed one. */
function checkLines(record: ParsedRecord, addFinding: AddFinding) {
  const lines = linesOf(record);
  const numberOf = (index: number | null) => record.lines[index ?? -1]?.number ?? null;
  const misplaced = numberOf(firstMisplaced(lines));
  if (misplaced !== null)
    addFinding('line_misplaced', misplaced, 'This line is repeated, or not where a record has it.');
  const ambiguous = numberOf(lines.findIndex((line) => line?.entry.kind === 'frame' && !isFrameEntry(line.entry)));
  if (ambiguous !== null) addFinding('line_invalid', ambiguous, 'This line does not have exactly one message.');
}

/** Boards and replays leave out the message before a warning. Only a chat may have dropped one that follows the rules. */
function checkWarnings({ lines }: ParsedRecord, spec: Spec, frameFindings: FrameFinding[], addFinding: AddFinding) {
  if (flowMode(spec) === 'free') return;
  const invalidFrames = new Set(frameFindings.map(({ finding }) => finding.line));
  const misplaced = lines.find(
    ({ line }, index) => line?.entry.kind === 'warning' && !invalidFrames.has(lines[index - 1]?.number ?? null),
  );
  if (misplaced) addFinding('line_misplaced', misplaced.number, 'The message before this warning follows the rules.');
}

function checkSession(record: ParsedRecord, addFinding: AddFinding): RecordedSession | null {
  const session = sessionOf(record);
  if (session === null) {
    addFinding('session_missing', null, 'The record does not contain the session that both keys signed.');
    return null;
  }
  const { number } = record.lines[indexOfKind(linesOf(record), 'session')]!;
  try {
    const text = sessionText(session);
    if (sessionIdOf(session) !== session.session_id)
      addFinding('session_invalid', number, 'The session id is not the hash of the signed text.');
    for (const role of roles) {
      if (!verifyText(text, session[`${role}_signature`], session[`${role}_public_key`]))
        addFinding('signature_invalid', number, `The ${role}'s signature does not match its key and this session.`);
    }
  } catch {
    addFinding('session_invalid', number, 'The session is malformed.');
  }
  return session;
}

function checkSpec(specText: string | null, session: RecordedSession | null, addFinding: AddFinding): Spec | null {
  if (specText === null) {
    addFinding('spec_missing', null, 'The rules of this table are missing, so its frames cannot be checked.');
    return null;
  }
  try {
    const { spec, problems } = readSpec(specText);
    if (session !== null && protocolIdOf(specText) !== session.protocol_id)
      addFinding('spec_mismatch', null, 'These are not the rules that both keys signed.');
    else if (problems.length === 0) return spec;
    else addFinding('spec_mismatch', null, `The spec is invalid: ${problems[0]!.message}.`);
  } catch {
    addFinding('spec_mismatch', null, 'The rules cannot be read.');
  }
  return null;
}

interface FrameFinding {
  finding: Finding;
  received: boolean;
}

function checkFrames(frames: RecordedFrame[], role: Role, spec: Spec): FrameFinding[] {
  return frames.flatMap(({ number, received, frame }) => {
    if (frame && isUnchecked(frame, spec)) return [];
    const [problem] = frame
      ? validateMessage(spec, frame, directionOf(role, received))
      : ['the message has no canonical form'];
    if (problem === undefined) return [];
    const by = received ? 'The other side' : 'This side';
    return [
      { received, finding: { code: 'frame_invalid', line: number, message: `${by} broke the rules: ${problem}.` } },
    ];
  });
}

/** Frames that engines send outside the protocol: `error`, and the `end` of sealed rounds. */
function isUnchecked(frame: JsonObject, spec: Spec): boolean {
  const action = actionOf(frame);
  return action === 'error' || (action === 'end' && flowMode(spec) === 'simultaneous_round');
}

/** Every opened value must match its commitment, and be opened after both sides have committed. */
function checkCommitments(
  frames: RecordedFrame[],
  role: Role,
  spec: Spec,
): { findings: FrameFinding[]; openedCount: number } {
  const reader = openingReader(spec);
  if (reader) return checkOpenings(frames, role, reader);
  if (flowMode(spec) !== 'simultaneous_round') return { findings: [], openedCount: 0 };
  const valueField = spec.flow?.round?.value_field ?? 'value';
  /** By round and side. */
  const commitments = new Map<string, string>();
  const frameFindings: FrameFinding[] = [];
  let openedCount = 0;
  for (const { number, received, frame } of frames) {
    if (!frame) continue;
    const by = received ? otherRole(role) : role;
    const action = actionOf(frame);
    if (action === 'commit') commitments.set(`${frame.round}:${by}`, String(frame.hash));
    if (action !== 'reveal') continue;
    const ownCommitment = commitments.get(`${frame.round}:${by}`);
    const peerCommitment = commitments.get(`${frame.round}:${otherRole(by)}`);
    const value = answerValueSchema.safeParse(frame[valueField]);
    const message = !value.success
      ? 'A commitment was opened without a value.'
      : ownCommitment === undefined || peerCommitment === undefined
        ? 'A value was opened before both sides had committed.'
        : ownCommitment === peerCommitment
          ? 'Both sides sent the same commitment.'
          : commitmentOf(value.data, String(frame.nonce)) !== ownCommitment
            ? `The ${by} opened ${commitValueText(value.data)}, which does not match its commitment.`
            : null;
    if (message === null) openedCount += 1;
    else frameFindings.push({ received, finding: { code: 'seal_broken', line: number, message } });
  }
  return { findings: frameFindings, openedCount: openedCount };
}

/** Checks the openings of a protocol that names them in `commit_reveal`. */
function checkOpenings(
  frames: RecordedFrame[],
  role: Role,
  reader: OpeningReader,
): { findings: FrameFinding[]; openedCount: number } {
  const frameFindings: FrameFinding[] = [];
  let openedCount = 0;
  for (const { number, received, frame } of frames) {
    if (!frame) continue;
    const by = received ? otherRole(role) : role;
    const { openings } = reader.read(by, frame);
    const invalidOpenings = openings.filter((opening) => !isKept(opening));
    openedCount += openings.length - invalidOpenings.length;
    if (!invalidOpenings[0]) continue;
    const message = `The ${by} opened ${invalidOpenings[0].value ?? 'no value'}, which does not match its commitment.`;
    frameFindings.push({ received, finding: { code: 'seal_broken', line: number, message } });
  }
  return { findings: frameFindings, openedCount: openedCount };
}

/** Tells whether this side handled the peer's invalid frame as required: with a warning, a failed end, or a win after a broken commitment. */
function reportReader(record: ParsedRecord): (finding: Finding) => boolean {
  const role = startOf(record)?.role ?? null;
  const entries = record.lines.map(({ line }) => line?.entry);
  const indexes = new Map(record.lines.map(({ number }, index) => [number, index]));
  /** The first entry from each index on that is not a frame sent by this side. */
  const nextEntries: (JsonObject | undefined)[] = new Array(entries.length);
  for (let index = entries.length - 1; index >= 0; index -= 1) {
    const entry = entries[index];
    const isSent = entry?.kind === 'frame' && entry.direction === 'sent';
    nextEntries[index] = isSent ? nextEntries[index + 1] : entry;
  }
  return ({ code, line }) => {
    const next = (indexes.get(line ?? 0) ?? -1) + 1;
    if (code === 'frame_invalid' && entries[next]?.kind === 'warning') return true;
    // Only frames sent by this side may come between it and the end.
    const end = recordedEndSchema.safeParse(nextEntries[next]).data;
    return end !== undefined && (end.problem !== null || (code === 'seal_broken' && end.winner === role));
  };
}
