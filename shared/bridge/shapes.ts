/** Schemas shared by several groups of the bridge. */
import { z } from 'zod';
import { limits } from '../community/limits.ts';
import { errorCodes } from '../errors.ts';
import { hex64 } from '../signing/grammar.ts';
import { winnerSchema } from '../tables/hooks.ts';

export { hex64 };

export const nothing = z.object({});
/** A code with which a community admits a new member, as people type it. */
export const admissionCode = z.string().trim().min(1).max(limits.admission_code_characters);
/** Unix milliseconds. */
export const time = z.int();
/**
 * Milliseconds on the clock of the main process, which knows no date and stands still while that process sleeps or is stopped. Only the
 * difference to another reading means something: to the `clock` that comes along, it is what was left when the answer was sent.
 */
export const clockTime = z.int();
export const json = z.json();
export const options = z.record(z.string(), json);
export const nickname = z.string().min(1).max(64);

export const problemSchema = z.object({
  code: z.enum(errorCodes as [(typeof errorCodes)[number], ...(typeof errorCodes)[number][]]),
  message: z.string(),
  detail: z.record(z.string(), json).optional(),
});

/** `local`: on this computer. `platform`: published by the protocol's author. `host_p2p`: sent by the host for one table. */
export const boardSourceSchema = z.enum(['local', 'platform', 'host_p2p']);
export const boardRefSchema = z.object({ source: boardSourceSchema, manifest_hash: hex64, author: z.string() });

export const tableProtocolSchema = z.object({
  protocol_id: hex64,
  name: z.string(),
  mode: z.string(),
  family: z.string().nullable(),
  /** As the spec says; absent if it doesn't, and for tables of earlier versions. */
  type: z.string().exactOptional(),
});

/** How a game ended for the hooks of one seat. */
export const hooksOutcomeSchema = z.object({
  completed: z.boolean(),
  winner: winnerSchema.nullable(),
  reason: z.string().nullable(),
  problem: problemSchema.nullable(),
});

export const personSchema = z.object({
  public_key: hex64,
  nickname: z.string(),
  agent_id: z.int().nullable(),
  rating: z.int().nullable(),
  /** True for the house players that this Parlor runs. */
  house: z.boolean(),
});
export type Person = z.infer<typeof personSchema>;

export const trustCheckSchema = z.object({
  /** rules: match the protocol id. ticket: signed by the host. board: matches its hash. peer: owns its key. session: signed by both. */
  id: z.enum(['rules', 'ticket', 'board', 'peer', 'session']),
  state: z.enum(['checked', 'to_come', 'not_needed', 'failed']),
  /** Inputs, computation and result for "Show me"; `name` is a fixed identifier, `value` is data. */
  evidence: z.array(z.object({ name: z.string(), value: z.string() })),
  problem: problemSchema.nullable(),
});
export type TrustCheck = z.infer<typeof trustCheckSchema>;

export const gainSchema = z.object({ win: z.int(), draw: z.int(), loss: z.int() });
export const capSchema = z.object({ used: z.int(), limit: z.int(), again_at: time.nullable() });

export const passphrase = z.string().min(1).max(1024);
/** Required in a browser if the key has a passphrase: anyone at an open tab could make this call. */
export const currentPassphrase = passphrase.nullable().default(null);
