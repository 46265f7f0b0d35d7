/** What is said beside a game. For windows alone: no table, list, record or client has it. */
import { z } from 'zod';
import { keptRemarksSchema, sayingSchema } from '../tables/remarks.ts';
import { call, type GroupSpec } from './define.ts';
import { nothing } from './shapes.ts';

const tableRef = z.object({ table_id: z.string().max(64) });

export const tableRemarksSchema = keptRemarksSchema.pick({ remarks: true, ignored: true, muted: true }).extend({
  table_id: z.string(),
  /** Whether something can be said: both sides show remarks, and are connected or may be again. */
  open: z.boolean(),
  /** Who allows texts; phrases need no permission. `null`: this seat isn't played by a person, and can't. */
  texts: z.object({ own: z.boolean().nullable(), peer: z.boolean() }),
});
export type TableRemarks = z.infer<typeof tableRemarksSchema>;

export const remarksGroup = {
  calls: {
    /** Rejects `not_found`. */
    get: call('both', tableRef, tableRemarksSchema),
    /** Rejects `rate_limited`, `forbidden` for a text that isn't allowed, and `peer_disconnected` if nothing can be said. */
    say: call('both', tableRef.extend({ saying: sayingSchema }), nothing),
    /** Drops what the other side says, or shows it again from now on. It isn't told. */
    mute: call('both', tableRef.extend({ muted: z.boolean() }), nothing),
    /** Allows texts at this table, whatever the setting says, also after a restart. */
    allow_texts: call('both', tableRef, nothing),
  },
  events: {
    changed: tableRemarksSchema,
  },
} as const satisfies GroupSpec;
