/** What the doctor found: one plain sentence for each part of this computer that a table needs. */
import { z } from 'zod';

export const checkIds = [
  'data_dir',
  'disk',
  'key',
  'hooks',
  'service',
  'version',
  'clock',
  'others',
  'endpoint',
  'udp',
  'relay',
  'browser',
] as const;

export const checkSchema = z.object({
  id: z.enum(checkIds),
  /** `advice`: it works, and could be better. `skipped`: not asked for, or something before it failed. */
  state: z.enum(['ok', 'advice', 'failed', 'skipped']),
  /** What was found. */
  found: z.string(),
  /** What to do about it; null where there is nothing to do. */
  remedy: z.string().nullable(),
});
export type Check = z.infer<typeof checkSchema>;
