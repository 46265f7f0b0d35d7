/** The end of a record, and what the record must contain before it. */
import { z } from 'zod';
import { otherRole, roleSchema, winnerSchema } from './hooks.ts';
import { concededSchema, toldEndSchema } from './outcome.ts';
import type { ParsedRecord } from './record-text.ts';

export const recordedEndSchema = z.object({
  kind: z.literal('end'),
  completed: z.boolean(),
  winner: winnerSchema.nullable(),
  reason: z.string().nullable(),
  problem: z.looseObject({ code: z.string(), message: z.string() }).nullable(),
  conceded: concededSchema.optional(),
  agreed: z.literal(true).optional(),
  told: toldEndSchema.optional(),
});
export type RecordedEnd = Omit<z.infer<typeof recordedEndSchema>, 'kind'>;

const concessionSchema = concededSchema.extend({ kind: z.literal('concession') });
const drawSchema = z.object({ kind: z.literal('draw'), offered_by: roleSchema });

const entriesOf = ({ lines }: ParsedRecord) => lines.map(({ line }) => line?.entry);

/** A conceded game is won by the other side, and the concession is recorded before the end. */
export function isConcededIn(record: ParsedRecord, { completed, winner, conceded }: RecordedEnd): boolean {
  if (!conceded || !completed || winner !== otherRole(conceded.by)) return false;
  return entriesOf(record).some((entry) => {
    const concession = concessionSchema.safeParse(entry).data;
    return concession?.by === conceded.by && concession.code === conceded.code;
  });
}

/** A draw by agreement is recorded before the end. */
export function isAgreedIn(record: ParsedRecord, { completed, winner, conceded }: RecordedEnd): boolean {
  if (!completed || winner !== 'draw' || conceded) return false;
  return entriesOf(record).some((entry) => drawSchema.safeParse(entry).success);
}
