/** Moves, chat messages and sealed rounds of a table, as windows show them. */
import { z } from 'zod';
import { hex64 } from '../signing/grammar.ts';
import { roleSchema } from './hooks.ts';

/** Unix milliseconds. */
const time = z.int();

/**
 * Own moves only: you chose, you overrode, you accepted, agent alone, time ran out. At a seat with a client also: the client alone,
 * and the hooks in its place because it did not answer in time.
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
  at: time,
  origin: moveOriginSchema.nullable(),
  /** The agent's reason for an own move at a seat with a client: untrusted text. */
  reason: z.string().nullable(),
});
export type Move = z.infer<typeof moveSchema>;

/** A chat message. Untrusted text: displayed only, never executed, never part of a prompt. */
export const chatMessageSchema = z.object({
  /** From 1, of both sides together. */
  number: z.int(),
  by: roleSchema,
  text: z.string(),
  at: time,
  origin: moveOriginSchema.nullable(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;

const sealedHandSchema = z.object({
  sealed: hex64.nullable(),
  sealed_at: time.nullable(),
  value: z.string().nullable(),
  nonce: z.string().nullable(),
});

export const sealedRoundSchema = z.object({ round: z.int(), host: sealedHandSchema, guest: sealedHandSchema });
export type SealedRound = z.infer<typeof sealedRoundSchema>;
