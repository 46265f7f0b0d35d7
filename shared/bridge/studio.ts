/**
 * The Studio: an author's folder (spec.json, hooks.js, ui/) with a table of two seats on this computer. A project is known by
 * its id; no window sees a path. Nothing here leaves the computer.
 */
import { z } from 'zod';
import { answerValueSchema, hookMethods, roleSchema, winnerSchema } from '../tables/hooks.ts';
import { call, type GroupSpec } from './define.ts';
import { specDiffSchema } from './protocols.ts';
import { hex64, json, nothing, options, problemSchema, time } from './shapes.ts';
import { moveSchema, openAskSchema, saidSchema } from './tables.ts';

export const projectIdForm = /^[a-z0-9][a-z0-9-]{0,79}$/;
const projectRef = z.object({ project_id: z.string().regex(projectIdForm) });

/** What a first project is made of. */
export const studioTemplates = ['turns', 'rounds'] as const;

/** Who answers at a seat. */
export const studioBySchema = z.enum(['person', 'hooks']);

export const studioEntrySchema = projectRef.extend({
  /** As its spec says; else the folder's. */
  name: z.string(),
  /** The last part of its path. */
  folder: z.string(),
  /** Below the data directory; else a folder that a command opened. */
  own: z.boolean(),
  protocol_id: hex64.nullable(),
});
export type StudioEntry = z.infer<typeof studioEntrySchema>;

/** `error` keeps it from being played or published; `note` is worth knowing. */
export const studioProblemSchema = z.object({
  /** The same for as long as the problem is. */
  id: z.string(),
  severity: z.enum(['error', 'note']),
  kind: z.enum([
    'spec_missing',
    'spec_json',
    'spec_rule',
    'spec_mode',
    'spec_no_bound',
    'hooks_missing',
    'hooks_unfinished',
    'hooks_load',
    'hooks_call',
    'hooks_choice',
    'hooks_view',
    'ui_missing',
    'ui_entry',
    'ui_file',
    'ui_size',
    'table_failed',
    'folder_gone',
  ]),
  /** What it is about: a field, a method, a file. */
  subject: z.string(),
  /** As the checker says it. */
  message: z.string(),
  file: z.string().nullable(),
  line: z.int().nullable(),
  column: z.int().nullable(),
  /** Into spec.json. */
  pointer: z.string().nullable(),
});
export type StudioProblem = z.infer<typeof studioProblemSchema>;

const outcomeSchema = z.object({
  completed: z.boolean(),
  winner: winnerSchema.nullable(),
  reason: z.string().nullable(),
  problem: problemSchema.nullable(),
});

export const studioSeatSchema = z.object({
  by: studioBySchema,
  /** Whether its hooks can answer by themselves. */
  can_decide: z.boolean(),
  seq: z.int(),
  view: json,
  ask: openAskSchema.nullable(),
  moves: z.array(moveSchema),
  talk: z.array(saidSchema),
  outcome: outcomeSchema.nullable(),
});
export type StudioSeat = z.infer<typeof studioSeatSchema>;

export const studioFrameSchema = z.object({
  /** From 1. */
  number: z.int(),
  from: roleSchema,
  frame: options,
  at: time,
  /** What the spec says against it. */
  problems: z.array(z.string()),
});
export type StudioFrame = z.infer<typeof studioFrameSchema>;

export const studioGameSchema = z.object({
  /** Another one for every restart. */
  run: z.int(),
  /** The same seed and the same answers make the same game. */
  seed: z.string(),
  options,
  /** Hooks wait to be let on. */
  paused: z.boolean(),
  /** Whether time runs: without it nobody has a deadline. */
  deadline: z.boolean(),
  frame_count: z.int(),
  /** The newest, oldest first. */
  frames: z.array(studioFrameSchema),
  seats: z.object({ host: studioSeatSchema, guest: studioSeatSchema }),
});
export type StudioGame = z.infer<typeof studioGameSchema>;

export const studioProjectSchema = studioEntrySchema.extend({
  /** Counts what was saved since the project was opened, from 1. */
  version: z.int(),
  saved_at: time,
  /** From the first sign of a change on disk to this snapshot. */
  took_ms: z.int(),
  spec: z
    .object({
      mode: z.string(),
      type: z.string(),
      /** As the spec has them: a definition for each name. */
      parameters: options,
    })
    .nullable(),
  /** What the newest save changed; null before the first. */
  change: z
    .object({
      spec: z.boolean(),
      hooks: z.boolean(),
      files: z.object({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(z.string()) }),
      /** The game went on, since nothing it depends on was changed. */
      kept_game: z.boolean(),
    })
    .nullable(),
  /** What the newest change of the spec was, against the text before; null where none was seen. */
  spec_diff: specDiffSchema.nullable(),
  files: z.array(z.object({ path: z.string(), size_bytes: z.int() })),
  board: z.object({ url: z.url(), manifest_hash: hex64, size_bytes: z.int() }).nullable(),
  methods: z.array(z.enum(hookMethods)),
  problems: z.array(studioProblemSchema),
  game: studioGameSchema.nullable(),
  /** Board or game on screen are of an earlier version, since the newest cannot be used. */
  stale: z.object({ board: z.boolean(), game: z.boolean() }),
  /** What hooks printed, newest last. */
  log: z.array(z.object({ number: z.int(), seat: roleSchema, text: z.string(), at: time })),
});
export type StudioProject = z.infer<typeof studioProjectSchema>;

const seat = z.object({ seat: roleSchema });

export const studioGroup = {
  calls: {
    list: call('both', nothing, z.object({ projects: z.array(studioEntrySchema) })),
    /** A folder below the data directory: from a template, or a copy of a protocol of this computer. */
    create: call(
      'both',
      z.object({
        name: z.string().trim().min(1).max(60),
        from: z.union([
          z.object({ template: z.enum(studioTemplates) }),
          z.object({ protocol: z.string().min(1).max(128) }),
        ]),
      }),
      projectRef,
    ),
    /** A folder anywhere, kept in the list for as long as it is there. */
    open: call('terminal', z.object({ folder: z.string().min(1).max(4096) }), projectRef),
    /** Where its files lie. */
    path: call('terminal', projectRef, z.object({ path: z.string() })),
    /** Opens a project and keeps watching its folder; one at a time. */
    project: call('both', projectRef, studioProjectSchema),
    /** The lines around one, of a file of the project that is open. */
    excerpt: call(
      'both',
      projectRef.extend({ file: z.string().max(255), line: z.int().min(1) }),
      z.object({ lines: z.array(z.object({ number: z.int(), text: z.string() })) }),
    ),
    /** A person's answer at a seat. Rejects `decision_invalid`. */
    answer: call(
      'both',
      projectRef.extend(seat.shape).extend({ key: z.string().max(64), answer: answerValueSchema }),
      nothing,
    ),
    /** Who answers at a seat from now on. */
    sit: call('both', projectRef.extend(seat.shape).extend({ by: studioBySchema }), nothing),
    /** Lets hooks go on by themselves, or holds them; `step` plays one answer of theirs. */
    pace: call('both', projectRef.extend({ paused: z.boolean(), step: z.boolean().optional() }), nothing),
    deadline: call('both', projectRef.extend({ on: z.boolean() }), nothing),
    /** Gets up: ends a talk, and any other game failed. */
    leave: call('both', projectRef.extend(seat.shape), nothing),
    /** Another game; what is left out stays as it is. Rejects `options_invalid`. */
    restart: call(
      'both',
      projectRef.extend({ seed: z.string().min(1).max(64).optional(), options: options.optional() }),
      nothing,
    ),
    /** What both boards saw after so many messages. */
    position: call(
      'both',
      projectRef.extend({ run: z.int(), frame: z.int().min(0) }),
      z.object({ host: json, guest: json }),
    ),
  },
  events: { changed: studioProjectSchema, listed: z.object({ projects: z.array(studioEntrySchema) }) },
} as const satisfies GroupSpec;
