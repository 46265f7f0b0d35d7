/** Who decided the moves of the side that wrote a record, and why. These are that side's own claims: nothing proves them. */
import { z } from 'zod';
import { clientNameMaxCharacters, reasonMaxCharacters } from './client.ts';
import { type Answer, answerValueSchema, proposerSchema } from './hooks.ts';
import { entryOfKind } from './record-order.ts';
import { parseRecord } from './record-text.ts';

const decisionSchema = z.object({
  kind: z.literal('decision'),
  key: z.string(),
  value: answerValueSchema,
  /** Later versions may record other origins. */
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
  /** The agent's answer, if the person played something else. */
  proposal: Answer | null;
  proposer: z.infer<typeof proposerSchema> | null;
  reason: string | null;
}

/** Reads a record or export. `client`: the name of the client that played the seat; null without one. */
export function recordedDecisions(text: string): { client: string | null; decisions: RecordedDecision[] } {
  const { lines } = parseRecord(text);
  const start = entryOfKind(
    lines.map(({ line }) => line),
    'start',
  );
  const client = startSchema.safeParse(start).data?.client ?? null;
  const decisions: RecordedDecision[] = [];
  for (const { number, line } of lines) {
    const decision = decisionSchema.safeParse(line?.entry).data;
    if (!decision) continue;
    const { kind: _, proposal = null, proposer = null, reason = null, ...rest } = decision;
    decisions.push({ line: number, ...rest, proposal, proposer, reason });
  }
  return { client, decisions };
}
