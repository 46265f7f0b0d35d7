/** Who decided the moves of the side that wrote a record, and why. These are its own statements: nothing proves them. */
import { z } from 'zod';
import { clientNameMaxCharacters, reasonMaxCharacters } from './client.ts';
import { type Answer, answerValueSchema, proposerSchema } from './hooks.ts';
import { parseRecord } from './record-text.ts';

/** Later versions may record other origins. */
const decisionSchema = z.object({
  kind: z.literal('decision'),
  key: z.string(),
  value: answerValueSchema,
  origin: z.string().max(32),
  proposal: answerValueSchema.optional().catch(undefined),
  proposer: proposerSchema.optional().catch(undefined),
  reason: z.string().max(reasonMaxCharacters).optional().catch(undefined),
});

const startSchema = z.object({ kind: z.literal('start'), client: z.string().max(clientNameMaxCharacters) });

export interface RecordedDecision {
  /** Line of the text, from 1. */
  line: number;
  key: string;
  value: Answer;
  origin: string;
  /** The agent's, if the person played something else. */
  proposal: Answer | null;
  proposer: z.infer<typeof proposerSchema> | null;
  reason: string | null;
}

export function recordedDecisions(text: string): { client: string | null; decisions: RecordedDecision[] } {
  let client: string | null = null;
  const decisions: RecordedDecision[] = [];
  for (const { number, line } of parseRecord(text).lines) {
    client ??= startSchema.safeParse(line?.entry).data?.client ?? null;
    const found = decisionSchema.safeParse(line?.entry).data;
    if (!found) continue;
    const { kind: _, proposal = null, proposer = null, reason = null, ...rest } = found;
    decisions.push({ line: number, ...rest, proposal, proposer, reason });
  }
  return { client, decisions };
}
