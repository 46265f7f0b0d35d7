/**
 * What a board (UI bundle) and Parlor say to each other: JSON-RPC 2.0 over one MessagePort, handed over once after load in
 * `{type: 'parlor-init', v: 1}`. Everything a board sends is checked here and then against the open ask; a board can pick
 * an answer, but only the decision bar outside its frame plays one.
 */
import { z } from 'zod';
import { answerValueSchema, askSchema, controlModeSchema, roleSchema } from '../tables/hooks.ts';

export const initMessage = { type: 'parlor-init', v: 1 } as const;

/** Token bucket for a board's messages: sustained per second, and burst. */
export const boardRate = { perSecond: 50, burst: 100 };
export const boardMessageMaxBytes = 64 * 1024;
export const boardMessageMaxDepth = 16;
/** A board that misses this many pings is removed. */
export const boardPing = { everyMs: 2000, misses: 3 };

/** Board to Parlor. */
export const fromBoard = {
  /** Answered with BoardContext. Sent once, first. */
  'ui/initialize': z.object({}),
  /** Picks an answer to the open ask; answered with {picked}. `null` clears the pick. */
  'ui/answer': z.object({ key: z.string().max(64), answer: answerValueSchema.nullable() }),
  /** The height in CSS pixels the board would like; Parlor decides. */
  'ui/size': z.object({ height: z.number().min(0).max(10_000) }),
  /** Shown in the studio and the table's own log, as the words of a stranger. */
  'ui/log': z.object({ level: z.enum(['info', 'warning', 'error']), text: z.string().max(2000) }),
} as const;
export type FromBoard = { [M in keyof typeof fromBoard]: z.infer<(typeof fromBoard)[M]> };

export const boardContextSchema = z.object({
  theme: z.enum(['light', 'dark']),
  locale: z.string(),
  reduced_motion: z.boolean(),
  role: roleSchema,
  control_mode: controlModeSchema,
  options: z.record(z.string(), z.json()),
});
export type BoardContext = z.infer<typeof boardContextSchema>;

export const spokenSchema = z.object({ number: z.int(), by: roleSchema, text: z.string(), at: z.int() });
export type Spoken = z.infer<typeof spokenSchema>;

/** Parlor to board. `ui/ping` must be answered; the others are notifications. */
export const toBoard = {
  'ui/context': boardContextSchema.partial(),
  /**
   * `view` is what the hooks' `view(state)` returned; `seq` rises with each change. `talk` is what was said at the table, the
   * newest at the end; words of people, to be shown as text.
   */
  'ui/state': z.object({ seq: z.int(), view: z.json(), talk: z.array(spokenSchema) }),
  'ui/ask': z.object({
    ask: askSchema.nullable(),
    /** The answer that stands in the decision bar, the person's pick or the agent's proposal. */
    picked: answerValueSchema.nullable(),
    deadline_at: z.int().nullable(),
  }),
  'ui/ping': z.object({}),
} as const;
export type ToBoard = { [M in keyof typeof toBoard]: z.infer<(typeof toBoard)[M]> };
