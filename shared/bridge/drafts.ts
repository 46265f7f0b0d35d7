/** What the user has typed at a table and not sent yet. Main keeps it, so that a reload, another window or a restart loses nothing. */
import { z } from 'zod';
import { call, type GroupSpec } from './define.ts';
import { nothing } from './shapes.ts';

/** UTF-16 units of a draft: more than any message may have. */
export const draftMaxLength = 16 * 1024;

const draft = z.object({ text: z.string().max(draftMaxLength) });
const tableRef = z.object({ table_id: z.string().max(64) });

export const draftsGroup = {
  calls: {
    /** Empty without a draft. */
    get: call('both', tableRef, draft),
    /** Replaces the draft of a table; an empty text removes it. */
    set: call('both', tableRef.extend(draft.shape), nothing),
  },
  events: {},
} as const satisfies GroupSpec;
