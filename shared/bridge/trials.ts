/** Trials of the Studio: an adversary and simulated games, each in a process of the lowest priority. */
import { z } from 'zod';
import { roleSchema } from '../tables/hooks.ts';
import { hex64, problemSchema } from './shapes.ts';

export const trialKinds = ['adversary', 'simulation'] as const;
export type TrialKind = (typeof trialKinds)[number];

const runSchema = z.object({
  /** Of the spec and hooks that are tried, as in a project. */
  rules_hash: hex64,
  state: z.enum(['running', 'done', 'stopped', 'failed']),
  /** From 0 to 1. */
  progress: z.number(),
  /** Why it failed. */
  problem: problemSchema.nullable(),
});

/** Findings and gaps that are listed; the rest is counted. */
export const listedMax = 100;
/** UTF-16 units of a message as JSON; a longer one isn't shown. */
export const findingMessageMax = 2_000;

export const trialFindingSchema = z.object({
  /**
   * `accepted`: against the rules. `failed`: the hooks failed at it, so that the honest side is blamed. `undecided`: accepted, but nobody can
   * judge it. `failed_game`: a game of honest seats failed.
   */
  outcome: z.enum(['accepted', 'failed', 'undecided', 'failed_game']),
  /** What was done to the message, and its sender; null for a failed game. */
  attack: z.string().nullable(),
  from: roleSchema.nullable(),
  /** The message that was replaced, and the field that was changed in it. */
  action: z.string().nullable(),
  field: z.string().nullable(),
  /** The number of the message in its game, from 1. */
  number: z.int().nullable(),
  /** The message, as JSON. */
  message: z.string().max(findingMessageMax).nullable(),
  /** The method that accepted it or failed, and the line of hooks.js where that method begins, unless the failing line is known. */
  method: z.string().nullable(),
  line: z.int().nullable(),
  /** How many kinds of lies have likely the same cause, or messages of this kind are undecided. */
  count: z.int(),
  /** Why the game or the method failed, in English. */
  failure: z.string().nullable(),
});
export type TrialFinding = z.infer<typeof trialFindingSchema>;

/** `nothing_found` proves nothing: no lie that was tried was accepted. */
const verdicts = ['holes', 'failures', 'not_proven', 'nothing_found'] as const;

export const adversaryRunSchema = runSchema.extend({
  report: z
    .object({
      verdict: z.enum(verdicts),
      /** Holes first. */
      findings: z.array(trialFindingSchema).max(listedMax),
      finding_count: z.int(),
      /** Messages, values of fields and methods that no game had. */
      unreached: z.array(z.object({ kind: z.enum(['message', 'value', 'method']), name: z.string() })).max(listedMax),
      unreached_count: z.int(),
      games: z.int(),
      /** Dishonest messages that were sent. */
      messages: z.int(),
    })
    .nullable(),
});
export type AdversaryRun = z.infer<typeof adversaryRunSchema>;

/** `untried`: there is no result for exactly these rules and hooks. */
export const trialOutcomes = ['untried', ...verdicts] as const;
export type TrialOutcome = (typeof trialOutcomes)[number];

export function trialOutcomeOf(run: AdversaryRun | null, rules_hash: string): TrialOutcome {
  return run?.rules_hash === rules_hash && run.report ? run.report.verdict : 'untried';
}

/** `hooks`: their `decide`. */
const answererSchema = z.enum(['random', 'hooks']);
export const simulationSettingsSchema = z.object({
  games: z.literal([10, 100, 1000]),
  /** The same seed plays the same games. */
  seed: z.string().min(1).max(64),
  host: answererSchema,
  guest: answererSchema,
});
export type SimulationSettings = z.infer<typeof simulationSettingsSchema>;

export const simulationRunSchema = runSchema.extend({
  settings: simulationSettingsSchema,
  played: z.int(),
  /** `none`: it ended without a result. The most frequent one first. */
  results: z
    .array(
      z.object({
        result: z.enum(['host', 'guest', 'draw', 'none', 'failed']),
        games: z.int(),
        /** Of their messages. */
        shortest: z.int(),
        median: z.int(),
        longest: z.int(),
      }),
    )
    .max(5),
  /** The first games that failed, by number, and why. */
  failures: z.array(z.object({ number: z.int(), failure: z.string() })).max(20),
});
export type SimulationRun = z.infer<typeof simulationRunSchema>;

/** The latest runs; null if there was none since the project was opened. */
export const trialsSchema = z.object({
  adversary: adversaryRunSchema.nullable(),
  simulation: simulationRunSchema.nullable(),
});
export type Trials = z.infer<typeof trialsSchema>;
