/**
 * The signatures of both sides under a completed game. Each record then ends with a line of kind `signed`, which covers every byte
 * before it: nobody can change the record any more, not even its writer.
 */
import { z } from 'zod';
import { canonicalJson } from '../json/canonical.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { verifyText } from '../signing/ed25519.ts';
import { hex64, hex128 } from '../signing/grammar.ts';
import { sha256Hex } from '../signing/hash.ts';
import { type ConcessionParts, concessionText, type RecordParts, recordText } from '../signing/texts.ts';
import { otherRole, type Role, roleSchema, roles } from './hooks.ts';
import type { Outcome } from './outcome.ts';
import { asciiJson, emptyHead, nextLine, type RecordLine } from './record.ts';
import { exportHead, type ParsedRecord } from './record-text.ts';

/**
 * What a record proves:
 * - `both_sides`: both keys signed the whole record at its end; not even its writer has changed it since.
 * - `one_side`: every check passed, but only its writer says that this was played. Whoever has shaken hands once can write such a record.
 * - `incomplete`: its end or its rules are missing, and nothing else is wrong with it.
 * - `forged`: it was altered or made up, or breaks the rules.
 */
export const proofs = ['both_sides', 'one_side', 'incomplete', 'forged'] as const;
export type Proof = (typeof proofs)[number];

/** `findings`: what is wrong with the record. */
export function proofOf(findings: readonly { code: string }[], signedByBoth: boolean): Proof {
  if (findings.length === 0) return signedByBoth ? 'both_sides' : 'one_side';
  return findings.every(({ code }) => code === 'end_missing' || code === 'spec_missing') ? 'incomplete' : 'forged';
}

/** The last entry of a record that both sides signed. */
const signedSchema = z.strictObject({
  kind: z.literal('signed'),
  host_record: hex64,
  guest_record: hex64,
  host_signature: hex128,
  guest_signature: hex128,
});
/** The last entry of a record whose loser conceded with a signature, and did not sign the whole record afterwards. */
const signedConcessionSchema = z.strictObject({
  kind: z.literal('signed_concession'),
  by: roleSchema,
  signature: hex128,
});

/** Whether an entry may follow the end of the game. */
export const isProofEntry = (entry: JsonObject | undefined): boolean =>
  entry?.kind === 'signed' || entry?.kind === 'signed_concession';

/** The running hash of each side's messages. */
export class MessageChains {
  readonly #chains = { host: { count: 0, head: emptyHead }, guest: { count: 0, head: emptyHead } };

  add(by: Role, text: string): void {
    const { count, head } = this.#chains[by];
    this.#chains[by] = { count: count + 1, head: sha256Hex(head + text) };
  }

  /** Adds the message of an entry of kind `frame` in the record of `writer`; ignores other entries. */
  addEntry(writer: Role, entry: object): void {
    const { kind, direction, frame, text } = entry as JsonObject;
    if (kind !== 'frame') return;
    const messageText = isJsonObject(frame) ? messageTextOf(frame) : String(text);
    this.add(direction === 'sent' ? writer : otherRole(writer), messageText);
  }

  get parts(): Pick<RecordParts, 'host_messages' | 'guest_messages'> {
    const [host_messages, guest_messages] = roles.map((role) => {
      const { count, head } = this.#chains[role];
      return `${count}:${head}`;
    });
    return { host_messages: host_messages!, guest_messages: guest_messages! };
  }
}

/** `frames`: the messages in the record of `writer`. */
export function chainsOf(frames: readonly { received: boolean; text: string }[], writer: Role): MessageChains {
  const chains = new MessageChains();
  for (const { received, text } of frames) chains.add(received ? otherRole(writer) : writer, text);
  return chains;
}

/** As its line in the record has it: canonical, or as ASCII without a canonical form. */
function messageTextOf(frame: JsonObject): string {
  try {
    return canonicalJson(frame);
  } catch {
    return asciiJson(frame);
  }
}

/** The parts of the signed text that a completed outcome determines. */
export const outcomeParts = ({
  winner,
  conceded,
}: Pick<Outcome, 'winner' | 'conceded'>): Pick<RecordParts, 'winner' | 'conceded'> => ({
  winner: winner ?? 'none',
  conceded: conceded ? `${conceded.by}:${conceded.code}` : 'none',
});

export const optionsHash = (options: JsonObject): string => sha256Hex(canonicalJson(options));

/** What a record says apart from its last line, as far as signatures cover it. */
export interface SignedContent {
  session: Pick<RecordParts, 'session_id'> & Record<`${Role}_public_key`, string>;
  role: Role;
  options: JsonObject;
  end: Pick<Outcome, 'completed' | 'winner' | 'conceded'>;
  messages(): MessageChains;
}

export interface RecordProof {
  /** Both sides have signed exactly this record. */
  signedByBoth: boolean;
  /** The side whose signed concession the record contains. */
  concededBy: Role | null;
  /** Lines that claim signatures that are missing or don't match, from 1. */
  invalidLines: number[];
}

/** Checks the signatures below the end of a record. `content` null: the record lacks what they cover. */
export function checkProof(text: string, record: ParsedRecord, content: SignedContent | null): RecordProof {
  const claims = record.lines.filter(({ line }) => isProofEntry(line?.entry));
  const last = record.lines.at(-1);
  const proof: RecordProof = { signedByBoth: false, concededBy: null, invalidLines: [] };
  for (const { number, line } of claims) {
    const isLast = number === last?.number;
    const end = record.lines.at(-2)?.line;
    if (isLast && content && end && isSigned(text, record, content, end, line!)) proof.signedByBoth = true;
    else if (isLast && content && isConcession(content, line!.entry)) proof.concededBy = content.end.conceded!.by;
    else proof.invalidLines.push(number);
  }
  return proof;
}

function isSigned(
  text: string,
  record: ParsedRecord,
  { session, role, options, end, messages }: SignedContent,
  endLine: RecordLine,
  line: RecordLine,
): boolean {
  const entry = signedSchema.safeParse(line.entry).data;
  if (!entry || !end.completed) return false;
  // Nothing but the signed bytes: the line follows from the signatures, and the spec from the record.
  const ending = `${JSON.stringify(nextLine(endLine, endLine.at, entry))}\n`;
  const beginning = record.spec === null ? '' : exportHead(record.spec);
  if (!text.startsWith(beginning) || !text.endsWith(ending)) return false;
  const own_record = sha256Hex(text.slice(beginning.length, -ending.length));
  if (entry[`${role}_record`] !== own_record) return false;
  try {
    const { host_record, guest_record } = entry;
    const { session_id } = session;
    const parts = { session_id, host_record, guest_record, options_hash: optionsHash(options) };
    const signedText = recordText({ ...parts, ...messages().parts, ...outcomeParts(end) });
    return roles.every((each) => verifyText(signedText, entry[`${each}_signature`], session[`${each}_public_key`]));
  } catch {
    return false;
  }
}

function isConcession({ session, end, messages }: SignedContent, line: JsonObject): boolean {
  const entry = signedConcessionSchema.safeParse(line).data;
  if (!entry || !end.completed || entry.by !== end.conceded?.by) return false;
  return verifyConcession(
    { session_id: session.session_id, ...end.conceded, ...messages().parts },
    entry.signature,
    session,
  );
}

export function verifyConcession(
  parts: ConcessionParts & { by: Role },
  signature: string,
  session: Record<`${Role}_public_key`, string>,
): boolean {
  try {
    return verifyText(concessionText(parts), signature, session[`${parts.by}_public_key`]);
  } catch {
    return false;
  }
}
