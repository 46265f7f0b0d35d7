/** Moves, chat messages and sealed rounds of a table, as windows show them. */
import { z } from 'zod';
import { hex64 } from '../signing/grammar.ts';
import { answerValueSchema, choiceSchema, type Role, roleSchema } from './hooks.ts';

/** Unix milliseconds. */
const time = z.int();

/**
 * How a move of this side was decided. `you`: by the person, without a proposal. `accepted`, `override`: by the person, who saw a
 * proposal. `timeout`: the person left the proposal to be played. `agent`: by the hooks alone. At a seat with a client, `client`: by
 * the client alone; `fallback`: by the hooks, because the client did not answer in time.
 */
export const moveOriginSchema = z.enum(['you', 'override', 'accepted', 'agent', 'timeout', 'client', 'fallback']);
export type MoveOrigin = z.infer<typeof moveOriginSchema>;

/** Who decided a move of this side, and the agent's reason for it if the seat has a client. */
export interface MoveSource {
  origin: MoveOrigin;
  reason: string | null;
}

export const moveSchema = z.object({
  number: z.int(),
  by: roleSchema,
  /** Short text of the move, from the choice's label or the message's business fields. */
  text: z.string(),
  /** Set if no label is known for the move: what its message says of the game, as `text` lists it by the names in the spec. */
  message: z.record(z.string(), answerValueSchema).exactOptional(),
  at: time,
  origin: moveOriginSchema.nullable(),
  /**
   * Nobody decided it: hooks sent it without asking, such as a pass without a legal move, or the opening of a commitment. The peer's are
   * recognized by what this side's hooks send without asking.
   */
  automatic: z.boolean(),
  /** The agent's reason for an own move at a seat with a client: untrusted text. */
  reason: z.string().nullable(),
});
export type Move = z.infer<typeof moveSchema>;

/** A move that the person has chosen for the next turn, before it is asked. */
export const premoveSchema = z.object({
  answer: answerValueSchema,
  label: choiceSchema.shape.label,
  /**
   * Why it won't be played: `illegal` in the position, `other_question` than the one it was chosen for, or `mode`: someone else decides
   * now. Null while it waits.
   */
  dropped: z.enum(['illegal', 'other_question', 'mode']).nullable(),
});
export type Premove = z.infer<typeof premoveSchema>;

/** A chat message. Untrusted text: displayed only, never executed, never part of a prompt. */
export const chatMessageSchema = z.object({
  /** From 1, counted over both sides. */
  number: z.int(),
  by: roleSchema,
  text: z.string(),
  at: time,
  origin: moveOriginSchema.nullable(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

/** One side's value in a round: `sealed` is its commitment, `value` and `nonce` its opening. */
const sealedValueSchema = z.object({
  sealed: hex64.nullable(),
  sealed_at: time.nullable(),
  value: z.string().nullable(),
  nonce: z.string().nullable(),
});

export const sealedRoundSchema = z.object({ round: z.int(), host: sealedValueSchema, guest: sealedValueSchema });
export type SealedRound = z.infer<typeof sealedRoundSchema>;

/** The value of a side that has not committed yet. */
export const emptySealedValue: SealedRound['host'] = { sealed: null, sealed_at: null, value: null, nonce: null };

/** Whether a side has sealed its choice of the newest round, and not opened it yet. */
export function hasSealed(rounds: readonly SealedRound[], role: Role): boolean {
  const side = rounds.at(-1)?.[role];
  return side !== undefined && side.sealed !== null && side.value === null;
}
