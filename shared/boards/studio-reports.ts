/**
 * Diagnostics of a board in the Studio, over a second port: blocked requests, errors, console output and accessibility. Sent by the
 * probe in its frame (electron/studio/board-diagnostics.ts) and untrusted, since the board's own scripts could send them too.
 */
import { z } from 'zod';

export const studioInit = { type: 'parlor-studio', v: 1 } as const;

/** Reports after this many per load are dropped. */
export const studioReportMax = { perLoad: 300 };

const location = {
  /** Path below ui/; empty for other files. */
  file: z.string().max(255),
  line: z.int().min(1).max(10_000_000).nullable(),
  column: z.int().min(1).max(10_000_000).nullable(),
};

export const studioReportSchema = z.discriminatedUnion('kind', [
  /** Blocked by the content security policy. */
  z.object({ kind: z.literal('blocked'), directive: z.string().max(60), address: z.string().max(300), ...location }),
  /** A file that is missing or of the wrong type. */
  z.object({ kind: z.literal('missing'), address: z.string().max(300), ...location }),
  /** An uncaught error. */
  z.object({ kind: z.literal('error'), text: z.string().max(500), ...location }),
  /** An element violates an accessibility rule (axe); `target` is its CSS selector. */
  z.object({
    kind: z.literal('accessibility'),
    rule: z.string().max(60),
    text: z.string().max(300),
    target: z.string().max(300),
    ...location,
  }),
  /** A call of `console`. */
  z.object({
    kind: z.literal('console'),
    level: z.enum(['debug', 'log', 'info', 'warn', 'error']),
    text: z.string().max(500),
    ...location,
  }),
]);
export type StudioReport = z.infer<typeof studioReportSchema>;
