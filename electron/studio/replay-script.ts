/** The decisions of people and hooks in a preview, in order: enough to replay the same game from its seed. */
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

export const scriptEntrySchema = z.union([decisionSchema, switchSchema]);
export type ScriptEntry = z.infer<typeof scriptEntrySchema>;

/** The entries that lead to the given number of messages. */
export const scriptUntil = (script: readonly ScriptEntry[], frame: number): ScriptEntry[] =>
  script.filter(({ after = 0 }) => after < frame);
