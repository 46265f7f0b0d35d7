/**
 * Verifies a table's record from its text alone: the hash chain, the signatures of both keys, every frame against the protocol's
 * rules, and every opened hand against its commitment. Two copies of one table are compared frame by frame.
 */
import { z } from 'zod';
import { canonicalJson } from '../json/canonical.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { protocolIdOf } from '../protocol/contract.ts';
import { validateMessage } from '../protocol/message.ts';
import { type Direction, flowMode, readSpec, type Spec } from '../protocol/spec.ts';
import { verifyText } from '../signing/ed25519.ts';
import { sessionIdOf, sessionText } from '../signing/texts.ts';
import { commitmentOf, commitValueText } from './commitment.ts';
import { actionOf } from './frames.ts';
import { answerValueSchema, otherRole, type Role, roleSchema, winnerSchema } from './hooks.ts';
import { concededSchema } from './outcome.ts';
import { firstBreak } from './record.ts';
import { type ParsedRecord, parseRecord } from './record-text.ts';
import { type OpeningReader, openingReader } from './sealed-rounds.ts';

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

const startSchema = z.object({ kind: z.literal('start'), role: roleSchema });
const frameSchema = z.object({ kind: z.literal('frame'), direction: z.enum(['sent', 'received']) });
const endSchema = z.object({
  kind: z.literal('end'),
  completed: z.boolean(),
  winner: winnerSchema.nullable(),
  reason: z.string().nullable(),
  problem: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  conceded: concededSchema.optional(),
});
const concessionSchema = concededSchema.extend({ kind: z.literal('concession') });
export type RecordedEnd = Omit<z.infer<typeof endSchema>, 'kind'>;

export const findingCodes = [
  'line_invalid',
  'chain_broken',
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
] as const;

export interface Finding {
  code: (typeof findingCodes)[number];
  /** Line of the text, from 1; null if it concerns the whole record. */
  line: number | null;
  message: string;
}

export interface Verification {
  /** What invalidates the record; empty if it is valid. */
  findings: Finding[];
  /** Violations by the peer that the record itself reports, by a warning or a failed end. */
  fouls: Finding[];
  session: RecordedSession | null;
  role: Role | null;
  end: RecordedEnd | null;
  frames: number;
  /** Number of opened hands that match their commitments. */
  opened: number;
  /** Head of the last valid line of the chain; null if there is none. */
  head: string | null;
}

/**
 * Checks the text of a `record.jsonl`, whose spec is `specText`, or of an export, which includes its spec. Never throws; every
 * problem is a finding.
 */
export function verifyRecord(text: string, specText: string | null = null): Verification {
  const copy = parseRecord(text);
  const findings: Finding[] = [];
  const find = (code: Finding['code'], line: number | null, message: string) => findings.push({ code, line, message });

  const head = checkChain(copy, find);
  const session = checkSession(copy, find);
  const spec = checkSpec(copy.spec ?? specText, session, find);
  const { role, end } = summaryOf(copy);
  if (role === null) find('start_missing', null, 'The record does not say which side wrote it.');
  const last = copy.lines.at(-1);
  if (end === null)
    find('end_missing', null, 'The record has no end: the table is still played, was cut, or lines were taken away.');
  else if (end.conceded && !isConceded(copy, end))
    find('concession_missing', last?.number ?? null, 'The end names a concession that the record does not hold.');

  const frames = framesOf(copy);
  const wrong = role && spec ? checkFrames(frames, role, spec) : [];
  const seals = role && spec ? checkSeals(frames, role, spec) : { wrong: [], opened: 0 };
  const fouls: Finding[] = [];
  for (const { finding, received } of [...wrong, ...seals.wrong]) {
    const reported = received && isReported(copy, finding);
    (reported ? fouls : findings).push(finding);
  }
  const byLine = (a: Finding, b: Finding) => (a.line ?? Infinity) - (b.line ?? Infinity);
  return {
    findings: findings.sort(byLine),
    fouls: fouls.sort(byLine),
    session,
    role,
    end,
    frames: frames.length,
    opened: seals.opened,
    head,
  };
}

export interface Difference {
  /** Position among the frames of that direction, from 1. */
  frame: number;
  direction: Exclude<Direction, 'both'>;
  /** Lines in the two texts, from 1; null if that copy lacks the frame. */
  lines: [number | null, number | null];
  frames: [string | null, string | null];
}

/**
 * The first frame in which two copies of one table differ, in the order of the first copy; null if there is none. The directions are
 * compared separately, since frames that crossed in transit are recorded in a different order on each side.
 */
export function firstRecordDifference(a: string, b: string): Difference | null {
  const [one, other] = [framesByDirection(parseRecord(a)), framesByDirection(parseRecord(b))];
  const differences = (['guest_to_host', 'host_to_guest'] as const).flatMap((direction): Difference[] => {
    const [left, right] = [one, other].map((frames) => frames.filter((frame) => frame.direction === direction));
    const length = Math.max(left!.length, right!.length);
    for (let index = 0; index < length; index += 1) {
      const [mine, theirs] = [left![index], right![index]];
      if (mine?.text === theirs?.text) continue;
      return [
        {
          frame: index + 1,
          direction,
          lines: [mine?.number ?? null, theirs?.number ?? null],
          frames: [mine?.text ?? null, theirs?.text ?? null],
        },
      ];
    }
    return [];
  });
  const place = ({ lines: [left, right] }: Difference) => left ?? right ?? Infinity;
  return differences.sort((left, right) => place(left) - place(right))[0] ?? null;
}

/** The unchecked contents of a record; null for what it lacks. */
export interface RecordSummary {
  session: RecordedSession | null;
  /** The side that wrote it. */
  role: Role | null;
  end: RecordedEnd | null;
}

export function summaryOf(copy: ParsedRecord): RecordSummary {
  const session = firstEntry(copy, sessionSchema)?.value;
  const end = endSchema.safeParse(copy.lines.at(-1)?.line?.entry).data;
  return { session: session ? withoutKind(session) : null, role: roleOf(copy), end: end ? withoutKind(end) : null };
}

/** The session of a record, which two copies of one table share; null if the record has none. */
export function sessionOf(text: string): string | null {
  return firstEntry(parseRecord(text), sessionSchema)?.value.session_id ?? null;
}

// ---- reading ----------------------------------------------------------------------------------------------------------

function firstEntry<T>(copy: ParsedRecord, schema: z.ZodType<T>): { number: number; value: T } | null {
  for (const { number, line } of copy.lines) {
    const parsed = schema.safeParse(line?.entry);
    if (parsed.success) return { number, value: parsed.data };
  }
  return null;
}

const roleOf = (copy: ParsedRecord): Role | null => firstEntry(copy, startSchema)?.value.role ?? null;

interface RecordedFrame {
  number: number;
  received: boolean;
  /** Null for a frame without a canonical form, which was recorded as text. */
  frame: JsonObject | null;
  text: string;
}

function framesOf(copy: ParsedRecord): RecordedFrame[] {
  return copy.lines.flatMap(({ number, line }): RecordedFrame[] => {
    const parsed = frameSchema.safeParse(line?.entry);
    if (!parsed.success) return [];
    const { frame, text } = line!.entry;
    const received = parsed.data.direction === 'received';
    if (typeof text === 'string') return [{ number, received, frame: null, text }];
    if (!isJsonObject(frame)) return [{ number, received, frame: null, text: '' }];
    return [{ number, received, frame, text: canonicalOf(frame) }];
  });
}

function canonicalOf(frame: JsonObject): string {
  try {
    return canonicalJson(frame);
  } catch {
    return JSON.stringify(frame);
  }
}

const directionOf = (role: Role, received: boolean): Difference['direction'] =>
  (received ? otherRole(role) : role) === 'guest' ? 'guest_to_host' : 'host_to_guest';

function framesByDirection(copy: ParsedRecord) {
  const role = roleOf(copy) ?? 'host';
  return framesOf(copy).map((frame) => ({ ...frame, direction: directionOf(role, frame.received) }));
}

function withoutKind<T extends { kind: string }>({ kind: _, ...rest }: T): Omit<T, 'kind'> {
  return rest;
}

// ---- checking ---------------------------------------------------------------------------------------------------------

type AddFinding = (code: Finding['code'], line: number | null, message: string) => void;

/** Stops at the first invalid line, since the lines after it aren't chained to anything. */
function checkChain({ lines }: ParsedRecord, find: AddFinding): string | null {
  const broken = firstBreak(lines.map(({ line }) => line));
  if (broken !== null) {
    const { number, line } = lines[broken]!;
    if (line === null) find('line_invalid', number, 'This line is no line of a record.');
    else find('chain_broken', number, 'This line was changed, moved or put in, or one before it was taken away.');
  }
  return lines[(broken ?? lines.length) - 1]?.line?.head ?? null;
}

function checkSession(copy: ParsedRecord, find: AddFinding): RecordedSession | null {
  const found = firstEntry(copy, sessionSchema);
  if (found === null) {
    find('session_missing', null, 'The record does not hold what both keys signed.');
    return null;
  }
  const { number } = found;
  const session = withoutKind(found.value);
  try {
    const text = sessionText(session);
    if (sessionIdOf(session) !== session.session_id)
      find('session_invalid', number, 'The session id is not the hash of what was signed.');
    for (const role of ['host', 'guest'] as const) {
      if (!verifyText(text, session[`${role}_signature`], session[`${role}_public_key`]))
        find('signature_invalid', number, `The ${role}'s signature does not fit its key and this session.`);
    }
  } catch {
    find('session_invalid', number, 'The parts of the session do not have their form.');
  }
  return session;
}

function checkSpec(specText: string | null, session: RecordedSession | null, find: AddFinding): Spec | null {
  if (specText === null) {
    find('spec_missing', null, 'The rules of this table are not here, so its frames cannot be checked.');
    return null;
  }
  try {
    const { spec, problems } = readSpec(specText);
    if (session !== null && protocolIdOf(specText) !== session.protocol_id)
      find('spec_mismatch', null, 'These are not the rules that both keys signed.');
    else if (problems.length === 0) return spec;
    else find('spec_mismatch', null, `The spec is invalid: ${problems[0]!.message}.`);
  } catch {
    find('spec_mismatch', null, 'The rules cannot be read.');
  }
  return null;
}

interface FrameFault {
  finding: Finding;
  received: boolean;
}

function checkFrames(frames: RecordedFrame[], role: Role, spec: Spec): FrameFault[] {
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

/** Every opened hand must match its commitment and be opened after both commitments. */
function checkSeals(frames: RecordedFrame[], role: Role, spec: Spec): { wrong: FrameFault[]; opened: number } {
  const reader = openingReader(spec);
  if (reader) return checkOpenings(frames, role, reader);
  if (flowMode(spec) !== 'simultaneous_round') return { wrong: [], opened: 0 };
  const valueField = spec.flow?.round?.value_field ?? 'value';
  const seals = new Map<string, string>();
  const wrong: FrameFault[] = [];
  let opened = 0;
  for (const { number, received, frame } of frames) {
    if (!frame) continue;
    const by = received ? otherRole(role) : role;
    const action = actionOf(frame);
    if (action === 'commit') seals.set(`${frame.round}:${by}`, String(frame.hash));
    if (action !== 'reveal') continue;
    const mine = seals.get(`${frame.round}:${by}`);
    const theirs = seals.get(`${frame.round}:${otherRole(by)}`);
    const value = answerValueSchema.safeParse(frame[valueField]);
    const message = !value.success
      ? 'A hand was opened without its value.'
      : mine === undefined || theirs === undefined
        ? 'A hand was opened before both were sealed.'
        : mine === theirs
          ? 'Both sides sealed with the same hash.'
          : commitmentOf(value.data, String(frame.nonce)) !== mine
            ? `The ${by} opened ${commitValueText(value.data)}, which does not match its commitment.`
            : null;
    if (message === null) opened += 1;
    else wrong.push({ received, finding: { code: 'seal_broken', line: number, message } });
  }
  return { wrong, opened };
}

/** Openings that a protocol names in `commit_reveal`. */
function checkOpenings(
  frames: RecordedFrame[],
  role: Role,
  reader: OpeningReader,
): { wrong: FrameFault[]; opened: number } {
  const wrong: FrameFault[] = [];
  let opened = 0;
  for (const { number, received, frame } of frames) {
    if (!frame) continue;
    const by = received ? otherRole(role) : role;
    const { openings } = reader.read(by, frame);
    const broken = openings.find(
      ({ sealed, value, nonce }) => value === null || nonce === null || commitmentOf(value, nonce) !== sealed,
    );
    opened += openings.length - (broken ? 1 : 0);
    if (!broken) continue;
    const message = `The ${by} opened ${broken.value ?? 'no value'}, which does not match its commitment.`;
    wrong.push({ received, finding: { code: 'seal_broken', line: number, message } });
  }
  return { wrong, opened };
}

/** A conceded game is won by the other side, and the concession is recorded before the end. */
function isConceded(copy: ParsedRecord, { completed, winner, conceded }: RecordedEnd): boolean {
  if (!conceded || !completed || winner !== otherRole(conceded.by)) return false;
  return copy.lines.some(({ line }) => {
    const entry = concessionSchema.safeParse(line?.entry);
    return entry.success && entry.data.by === conceded.by && entry.data.code === conceded.code;
  });
}

/** Whether the record continues as required after such a frame of the peer: with a warning, or an end without its success. */
function isReported(copy: ParsedRecord, { code, line }: Finding): boolean {
  const after = copy.lines.filter(({ number }) => number > (line ?? 0)).map((each) => each.line?.entry);
  if (code === 'frame_invalid' && after[0]?.kind === 'warning') return true;
  // Only frames sent by this side may come between it and the end.
  const next = after.find((entry) => entry?.kind !== 'frame' || entry.direction !== 'sent');
  const end = endSchema.safeParse(next);
  if (!end.success) return false;
  return end.data.problem !== null || (code === 'seal_broken' && end.data.winner === roleOf(copy));
}
