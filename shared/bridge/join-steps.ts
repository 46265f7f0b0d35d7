/** The steps of joining a table, and the progress of each. */
import { z } from 'zod';
import { clockTime } from './shapes.ts';

/** The eight steps of the specification, in order. */
export const joinStepIds = [
  'invitation',
  'not_own',
  'terms',
  'binding',
  'protocol',
  'connect',
  'handshake',
  'lifecycle',
] as const;
export type JoinStepId = (typeof joinStepIds)[number];

export const joinStepSchema = z.object({
  id: z.enum(joinStepIds),
  state: z.enum(['to_come', 'now', 'done', 'failed']),
  started_at: clockTime.nullable(),
  deadline_at: clockTime.nullable(),
});
