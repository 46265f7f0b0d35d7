/** Diagnostics of a board in the Studio, over a second port: blocked requests, errors, console output and accessibility. */
import { z } from 'zod';

export const studioInit = { type: 'parlor-studio', v: 1 } as const;

/** Limits of reports. */
export const studioReportMax = { perLoad: 300 };

const place = {
  /** Path below ui/; empty for other files. */
  file: z.string().max(255),
  line: z.int().min(1).max(10_000_000).nullable(),
  column: z.int().min(1).max(10_000_000).nullable(),
};

export const studioReportSchema = z.discriminatedUnion('kind', [
  /** Blocked by the content security policy. */
  z.object({ kind: z.literal('blocked'), directive: z.string().max(60), address: z.string().max(300), ...place }),
  /** A file that is missing or of the wrong type. */
  z.object({ kind: z.literal('missing'), address: z.string().max(300), ...place }),
  z.object({ kind: z.literal('error'), text: z.string().max(500), ...place }),
  /** An accessibility rule of axe that an element violates; `target` is its CSS selector. */
  z.object({
    kind: z.literal('access'),
    rule: z.string().max(60),
    text: z.string().max(300),
    target: z.string().max(300),
    ...place,
  }),
  z.object({
    kind: z.literal('print'),
    level: z.enum(['debug', 'log', 'info', 'warn', 'error']),
    text: z.string().max(500),
    ...place,
  }),
]);
export type StudioReport = z.infer<typeof studioReportSchema>;
