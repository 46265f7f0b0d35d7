/** The differences between two specs, as protocol/diff.ts computes them. */
import { z } from 'zod';
import { hex64, json } from './shapes.ts';

const placeSchema = z.object({
  pointer: z.string(),
  change: z.enum(['added', 'removed', 'changed']),
  before: json,
  after: json,
});
const fieldChangeSchema = placeSchema
  .omit({ pointer: true })
  .extend({ name: z.string(), places: z.array(placeSchema) });
export const specDiffSchema = z.object({
  before_protocol_id: hex64,
  after_protocol_id: hex64,
  same_contract: z.boolean(),
  messages: z.array(
    z.object({
      name: z.string(),
      direction: z.string(),
      change: placeSchema.shape.change,
      fields: z.array(fieldChangeSchema),
      places: z.array(placeSchema),
    }),
  ),
  options: z.array(fieldChangeSchema),
  flow: z.array(placeSchema),
  rules: z.array(placeSchema),
  terms: z.array(placeSchema),
  about: z.array(placeSchema),
});
