/** `parlor doctor`: checks of everything on this computer that a table needs. */
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

export const checkCodes = [
  'data_dir_ok',
  'data_dir_open',
  'data_dir_unusable',
  'disk_ok',
  'disk_scarce',
  'disk_unknown',
  'key_unreadable',
  'key_missing',
  'key_open',
  'key_plain',
  'key_words_due',
  'key_ok',
  'hooks_ok',
  'hooks_see',
  'hooks_failed',
  'offline',
  'service_ok',
  'service_away',
  'service_refused',
  'unknown',
  'version_old',
  'version_newer',
  'version_ok',
  'clock_ok',
  'clock_behind',
  'clock_ahead',
  'endpoint_ok',
  'endpoint_nowhere',
  'endpoint_failed',
  'others_closed',
  'others_failed',
  'others_opening',
  'others_dead',
  'others_changed',
  'others_came',
  'others_unseen',
  'udp_ok',
  'udp_beyond',
  'udp_nowhere',
  'udp_failed',
  'relay_none',
  'relay_off',
  'relay_own_none',
  'relay_ok',
  'browser_ok',
  'browser_none',
] as const;

export const checkSchema = z.object({
  id: z.enum(checkIds),
  /** `advice`: works, with a recommendation. `skipped`: not requested, or a check it depends on failed. */
  state: z.enum(['ok', 'advice', 'failed', 'skipped']),
  /** Identifies the finding; `facts` are its parameters. Windows translate both. */
  code: z.enum(checkCodes),
  facts: z.record(z.string(), z.union([z.string(), z.number()])),
  /** The finding, in English. */
  found: z.string(),
  /** What to do about it; null if nothing. */
  remedy: z.string().nullable(),
});
export type Check = z.infer<typeof checkSchema>;
