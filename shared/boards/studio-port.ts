/** What a board in the Studio reports beside the contract of boards, over a second port: refusals, errors and what it printed. */
import { z } from 'zod';

export const studioInit = { type: 'parlor-studio', v: 1 } as const;

/** A board that goes on for ever is not listened to for ever. */
export const studioReportMax = { perLoad: 300 };

const place = {
  /** Below ui/; empty where it is not the board's own file. */
  file: z.string().max(255),
  line: z.int().min(1).max(10_000_000).nullable(),
  column: z.int().min(1).max(10_000_000).nullable(),
};

export const studioReportSchema = z.discriminatedUnion('kind', [
  /** The policy of boards refused it. */
  z.object({ kind: z.literal('blocked'), directive: z.string().max(60), address: z.string().max(300), ...place }),
  /** A file that the board names and that is not there, or is no such file. */
  z.object({ kind: z.literal('missing'), address: z.string().max(300), ...place }),
  z.object({ kind: z.literal('error'), text: z.string().max(500), ...place }),
  z.object({
    kind: z.literal('print'),
    level: z.enum(['debug', 'log', 'info', 'warn', 'error']),
    text: z.string().max(500),
    ...place,
  }),
]);
export type StudioReport = z.infer<typeof studioReportSchema>;
