/** The report of a protocol that was played against itself, and against an adversary. */
import { z } from 'zod';
import { hookMethods, roleSchema } from '../tables/hooks.ts';
import { studioProblemSchema } from './problems.ts';
import { hooksOutcomeSchema, options, problemSchema } from './shapes.ts';

const seatSchema = z.object({
  outcome: hooksOutcomeSchema.nullable(),
  /** Rejected frames with their problems. */
  warnings: z.array(z.array(z.string())),
});

/** Maximum rounds of an adversary; each takes as long as the first. */
export const adversaryRoundsMax = 50;

const acceptedSchema = z.object({
  number: z.int(),
  frame: options,
  method: z.enum(hookMethods).nullable(),
  /** The fields in which it differs from an honest message; empty if it came at the wrong time, `action` for another message. */
  changed: z.array(z.string()),
});

export const selfTestSchema = z.object({
  ok: z.boolean(),
  mode: z.string(),
  /** Why the game was stopped, if it didn't end. */
  stopped: z.enum(['stuck', 'endless']).nullable(),
  /** The first frames; `frame_count` is the total. */
  frames: z.array(z.object({ from: roleSchema, frame: options })),
  frame_count: z.int(),
  seats: z.object({ host: seatSchema, guest: seatSchema }),
  /** Empty without `adversarial`. */
  attacks: z.array(
    z.object({
      kind: z.string(),
      against: roleSchema,
      message: z.string(),
      reaction: z.enum(['ended', 'dropped', 'taken']),
      code: z.string().nullable(),
      /** Whether no message that could be judged was accepted. */
      refused: z.boolean(),
      /** The changed field; null if the message as a whole was invalid. */
      field: z.string().nullable(),
      /** How many messages of this kind were sent, without those that an honest seat could have sent. */
      tried: z.int(),
      /** The first accepted message, its number in the game, and the method that accepted it; null if all were refused. */
      accepted: acceptedSchema.nullable(),
      /** How many accepted messages could not be judged, and the first of them. */
      undecided: z.int(),
      undecided_message: acceptedSchema.nullable(),
      /** At how many messages the hooks failed, and the first of them, with the method that failed. */
      failed: z.int(),
      failed_message: acceptedSchema.extend({ problem: problemSchema }).nullable(),
    }),
  ),
  /** What the adversary concludes; null without it. */
  adversary: z
    .object({
      /**
       * `holes`: a message against the rules was accepted, or a game failed. `failures`: else, the hooks failed at a message.
       * `not_proven`: else, an accepted message could not be judged.
       */
      result: z.enum(['ok', 'holes', 'failures', 'not_proven']),
      /** The games between which it lied. `failure` is null if the game ended, the same for both sides. */
      games: z.array(
        z.object({
          options,
          /** Who answered: the hooks, or choices at random, or always the first or last one. */
          guest: z.enum(['hooks', 'random', 'first', 'last']),
          host: z.enum(['hooks', 'random', 'first', 'last']),
          seed: z.string(),
          messages: z.int(),
          failure: z.string().nullable(),
        }),
      ),
      /** Messages, values of fields and methods that none of these games had. */
      unreached: z.array(z.object({ kind: z.enum(['message', 'value', 'method']), name: z.string() })),
      /** Calls of the hooks. */
      calls: z.int(),
    })
    .nullable(),
  /** The same seed plays the same games. */
  seed: z.string(),
  problems: z.array(studioProblemSchema),
  /** What the hooks printed in the game, in order; the first lines. */
  log: z.array(z.object({ seat: roleSchema, method: z.string(), text: z.string() })),
});
export type SelfTestReport = z.infer<typeof selfTestSchema>;
