/** The decisions of people and hooks in a preview, and what its author changed, in order: enough to replay the same game from its seed. */
import { z } from 'zod';
import { answerValueSchema, controlModeSchema, roleSchema } from '../../shared/tables/hooks.ts';

/** The number of messages sent before the entry; without it, the entry is played as soon as its question is open. */
const after = z.int().min(0).optional();

export const decisionSchema = z.strictObject({
  seat: roleSchema,
  key: z.string().min(1).max(64),
  answer: answerValueSchema,
  after,
});

/** A change of who decides at a seat. `key`: the question that was open there. */
export const switchSchema = z.strictObject({
  seat: roleSchema,
  control_mode: controlModeSchema,
  key: z.string().min(1).max(64).optional(),
  after,
});

/** The author replaced the state of a seat's hooks. */
export const editSchema = z.strictObject({ seat: roleSchema, state: z.record(z.string(), z.json()), after });

/** The author sent a message in place of a seat. */
export const forgerySchema = z.strictObject({ seat: roleSchema, message: z.record(z.string(), z.json()), after });

export const scriptEntrySchema = z.union([decisionSchema, switchSchema, editSchema, forgerySchema]);
export type ScriptEntry = z.infer<typeof scriptEntrySchema>;
export type Forgery = z.infer<typeof forgerySchema>;
export type Intervention = z.infer<typeof editSchema> | Forgery;

/** Whether the author did it, rather than someone who decides at a seat. */
export const isIntervention = (entry: ScriptEntry): entry is Intervention => 'state' in entry || 'message' in entry;

/** The entries that lead to the given number of messages. */
export const scriptUntil = (script: readonly ScriptEntry[], frame: number): ScriptEntry[] =>
  script.filter(({ after = 0 }) => after < frame);
