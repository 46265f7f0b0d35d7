/** Advice of the agent on an ended table. */
import { z } from 'zod';
import { answerValueSchema } from '../tables/hooks.ts';

/** What the agent would have answered instead of the user. */
export const adviceSchema = z.object({
  /** Line of the record with the user's answer. */
  seq: z.int(),
  /** Number of moves before it. */
  moves: z.int(),
  answer: answerValueSchema,
  label: z.string(),
  reason: z.string().nullable(),
});
export type AgentAdvice = z.infer<typeof adviceSchema>;
