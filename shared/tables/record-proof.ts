/**
 * The signatures of both sides under a completed game. Each record then ends with a line of kind `signed`, which covers every byte
 * before it: nobody can change the record any more, not even its writer.
 */
import { z } from 'zod';
import { asciiJson } from '../json/ascii.ts';
import { canonicalJson } from '../json/canonical.ts';
import { isJsonObject, type JsonObject } from '../json/value.ts';
import { verifyText } from '../signing/ed25519.ts';
import { hex64, hex128, sharedChain, sharedHash } from '../signing/grammar.ts';
import { sha256Hex } from '../signing/hash.ts';
import {
  type ConcessionParts,
  concessionText,
  type RecordParts,
  recordText,
  type SharedParts,
} from '../signing/texts.ts';
import { otherRole, type Role, roleSchema, roles } from './hooks.ts';
import type { Outcome } from './outcome.ts';
import { emptyHead, nextLine, type RecordEntry, type RecordLine } from './record.ts';
import { isProofEntry } from './record-order.ts';
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
  /** Between two sides that sign more than their first version could. */
  shared: z.strictObject({ sequence: sharedChain, reason_hash: sharedHash }).optional(),
  host_signature: hex128,
  guest_signature: hex128,
});
/** The last entry of a record whose loser conceded with a signature, and did not sign the whole record afterwards. */
const signedConcessionSchema = z.strictObject({
  kind: z.literal('signed_concession'),
  by: roleSchema,
  signature: hex128,
});

/** The running hashes of each side's messages, and of all of them in their order. */
export class MessageChains {
  readonly #chains = {
    ...{ host: { count: 0, head: emptyHead }, guest: { count: 0, head: emptyHead } },
    both: { count: 0, head: emptyHead },
  };

  add(by: Role, text: string): void {
    this.#extend(by, text);
    this.#extend('both', `${by}\n${text}`);
  }

  #extend(chain: Role | 'both', text: string): void {
    const { count, head } = this.#chains[chain];
    this.#chains[chain] = { count: count + 1, head: sha256Hex(head + text) };
  }

  /** Adds the message of an entry of kind `frame` in the record of `writer`; ignores other entries. */
  addEntry(writer: Role, entry: object): void {
    const { kind, direction, frame, text } = entry as JsonObject;
    if (kind !== 'frame') return;
    const messageText = isJsonObject(frame) ? messageTextOf(frame) : String(text);
    this.add(direction === 'sent' ? writer : otherRole(writer), messageText);
  }

  get parts(): Pick<RecordParts, 'host_messages' | 'guest_messages'> {
    return { host_messages: this.#textOf('host'), guest_messages: this.#textOf('guest') };
  }

  /** All messages in the order of this record. Messages of both sides that cross have another one in the other side's record. */
  get sequence(): string {
    return this.#textOf('both');
  }

  #textOf(chain: Role | 'both'): string {
    const { count, head } = this.#chains[chain];
    return `${count}:${head}`;
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
  agreed,
}: Pick<Outcome, 'winner' | 'conceded' | 'agreed'>): Pick<RecordParts, 'winner' | 'conceded'> => ({
  winner: winner ?? 'none',
  conceded: conceded ? `${conceded.by}:${conceded.code}` : agreed ? 'agreed' : 'none',
});

/** What both sides should have in common, besides what they must. */
export const sharedParts = (messages: MessageChains, { reason }: Pick<Outcome, 'reason'>): SharedParts => ({
  sequence: messages.sequence,
  reason_hash: sha256Hex(JSON.stringify(reason)),
});

/** What both sides sign of it. */
export const agreedParts = (own: SharedParts, peers: SharedParts): SharedParts => ({
  sequence: own.sequence === peers.sequence ? own.sequence : 'none',
  reason_hash: own.reason_hash === peers.reason_hash ? own.reason_hash : 'none',
});

export const optionsHash = (options: JsonObject): string => sha256Hex(canonicalJson(options));

/** What a record says apart from its last line, as far as signatures cover it. */
export interface SignedContent {
  session: Pick<RecordParts, 'session_id'> & Record<`${Role}_public_key`, string>;
  role: Role;
  options: JsonObject;
  end: Pick<Outcome, 'completed' | 'winner' | 'conceded' | 'agreed' | 'reason'>;
  messages(): MessageChains;
}

export interface Agreement {
  /** The order of all messages, also across the two sides. */
  order: boolean;
  /** The sentence about the end. */
  reason: boolean;
}
const noAgreement: Agreement = { order: false, reason: false };

export interface RecordProof {
  /** Both sides have signed exactly this record. */
  signedByBoth: boolean;
  /** What of it both sides have in common, beyond messages, options and result; the rest is its writer's word. */
  agreed: Agreement;
  /** The side whose signed concession the record contains. */
  concededBy: Role | null;
  /** Lines that claim signatures that are missing or don't match, from 1. */
  invalidLines: number[];
}

/** Checks the signatures below the end of a record. `content` null: the record lacks what they cover. */
export function checkProof(text: string, record: ParsedRecord, content: SignedContent | null): RecordProof {
  const claims = record.lines.filter(({ line }) => isProofEntry(line?.entry));
  const last = record.lines.at(-1);
  const proof: RecordProof = { signedByBoth: false, agreed: noAgreement, concededBy: null, invalidLines: [] };
  for (const { number, line } of claims) {
    const isLast = number === last?.number;
    const end = record.lines.at(-2)?.line;
    const agreed = isLast && content && end ? agreedBySignatures(text, record, content, end, line!) : null;
    if (agreed) Object.assign(proof, { signedByBoth: true, agreed });
    else if (isLast && content && isConcession(content, line!.entry)) proof.concededBy = content.end.conceded!.by;
    else proof.invalidLines.push(number);
  }
  return proof;
}

/** Null without valid signatures of both sides under this record. */
function agreedBySignatures(
  text: string,
  record: ParsedRecord,
  { session, role, options, end, messages }: SignedContent,
  endLine: RecordLine,
  line: RecordLine,
): Agreement | null {
  const entry = signedSchema.safeParse(line.entry).data;
  if (!entry || !end.completed) return null;
  // Nothing but the signed bytes: the line follows from the signatures, and the spec from the record.
  const ending = `${JSON.stringify(nextLine(endLine, endLine.at, signedEntry(entry)))}\n`;
  const beginning = record.spec === null ? '' : exportHead(record.spec);
  if (!text.startsWith(beginning) || !text.endsWith(ending)) return null;
  const own_record = sha256Hex(text.slice(beginning.length, -ending.length));
  if (entry[`${role}_record`] !== own_record) return null;
  try {
    const { host_record, guest_record, shared } = entry;
    const { session_id } = session;
    const parts = { session_id, host_record, guest_record, options_hash: optionsHash(options) };
    const chains = messages();
    const own = sharedParts(chains, end);
    const signedText = recordText({ ...parts, ...chains.parts, ...outcomeParts(end), ...(shared ? { shared } : {}) });
    if (!roles.every((each) => verifyText(signedText, entry[`${each}_signature`], session[`${each}_public_key`])))
      return null;
    if (!shared) return noAgreement;
    const agreed = { order: shared.sequence === own.sequence, reason: shared.reason_hash === own.reason_hash };
    // Its writer has signed another order or sentence than it shows.
    const isContradicted =
      (!agreed.order && shared.sequence !== 'none') || (!agreed.reason && shared.reason_hash !== 'none');
    return isContradicted ? null : agreed;
  } catch {
    return null;
  }
}

/** The last entry, in its one order of keys. */
export const signedEntry = ({
  host_record,
  guest_record,
  shared,
  host_signature,
  guest_signature,
}: z.infer<typeof signedSchema>): RecordEntry => ({
  kind: 'signed',
  host_record,
  guest_record,
  ...(shared ? { shared: { sequence: shared.sequence, reason_hash: shared.reason_hash } } : {}),
  host_signature,
  guest_signature,
});

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
