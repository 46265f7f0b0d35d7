/**
 * The Studio: plays an author's folder (spec.json, hooks.js, ui/) on two seats. Projects are identified by id. Nothing leaves this
 * computer.
 */
import { z } from 'zod';
import { bundleLimits } from '../bundle/limits.ts';
import { specDiffSchema } from '../protocol/diff.ts';
import { boardRecordSchema } from '../tables/board-record.ts';
import { budgets } from '../tables/budgets.ts';
import { answerValueSchema, controlModeSchema, hookMethods, roleSchema } from '../tables/hooks.ts';
import { chatMessageSchema, moveSchema } from '../tables/moves.ts';
import { boardImportSchema } from './board-import.ts';
import { call, type GroupSpec } from './define.ts';
import { next, pageArgs, pageMaxEntries } from './pages.ts';
import {
  fixtureName,
  pictureComparisonSchema,
  pictureMaxBytes,
  pictureRefSchema,
  pictureVersions,
} from './pictures.ts';
import { studioProblemSchema } from './problems.ts';
import { hex64, hooksOutcomeSchema, json, nothing, options, time } from './shapes.ts';
import { openQuestionSchema, tableSchema } from './tables.ts';
import { simulationSettingsSchema, trialKinds, trialsSchema } from './trials.ts';

export const projectIdPattern = /^[a-z0-9][a-z0-9-]{0,79}$/;
const projectRef = z.object({ project_id: z.string().regex(projectIdPattern) });

/** Templates of new projects. */
export const studioTemplates = ['turns', 'rounds'] as const;
export type StudioTemplate = (typeof studioTemplates)[number];

/** The hooks of a seat: the author's, or those of a player who has only the spec. */
export const studioHooksSchema = z.enum(['own', 'by_hand']);

/** The files that the Studio's editor can open. */
export const studioSourceFiles = ['spec.json', 'hooks.js'] as const;
export type StudioSourceFile = (typeof studioSourceFiles)[number];
const sourceRef = projectRef.extend({ file: z.enum(studioSourceFiles) });

/** The simulated connection between the seats. */
export const studioNetworkSchema = z.object({
  /** One way, milliseconds. */
  latency_ms: z.int().min(0).max(5000),
  /** The percentage of packets that are lost and sent again. */
  loss_percent: z.int().min(0).max(50),
});

/** Of a state of hooks, as JSON. */
export const studioStateMaxCharacters = 256 * 1024;

export const studioEntrySchema = projectRef.extend({
  /** The name in the spec, else the folder's. */
  name: z.string(),
  /** The last segment of its path. */
  folder: z.string(),
  /** True for a folder in the data directory, false for one that a command opened. */
  own: z.boolean(),
  protocol_id: hex64.nullable(),
});
export type StudioEntry = z.infer<typeof studioEntrySchema>;

/** What a seat's board receives. */
const positionSchema = z.object({ view: json, board_record: boardRecordSchema.nullable() });
export type StudioPosition = z.infer<typeof positionSchema>;

export const studioSeatSchema = z.object({
  control_mode: controlModeSchema,
  hooks: studioHooksSchema,
  /** Why this seat can't be played by hand; null if it can. */
  by_hand_problem: z.string().nullable(),
  /** Whether its hooks implement `decide`. */
  can_decide: z.boolean(),
  /** The number of the author's message that its hooks couldn't have sent, so that it can't follow the game; null while it can. */
  lost_at: z.int().nullable(),
  seq: z.int(),
  ...positionSchema.shape,
  ask: openQuestionSchema.nullable(),
  moves: z.array(moveSchema),
  talk: z.array(chatMessageSchema),
  /** As at a table; deadlines and limits are null while they are off. */
  ...tableSchema.pick({
    peer_asked_at: true,
    peer_deadline_at: true,
    limits: true,
    used_ms: true,
    sealed_rounds: true,
  }).shape,
  outcome: hooksOutcomeSchema.nullable(),
});
export type StudioSeat = z.infer<typeof studioSeatSchema>;

const reactionKinds = ['accepted', 'refused', 'failed', 'dropped', 'unread'] as const;
/**
 * What a seat made of a message that the author sent: `failed`: its hooks did. `dropped`: a chat ignores invalid messages. `unread`: its
 * game was over, or it couldn't follow.
 */
export const studioReactionSchema = z.object({
  kind: z.enum(reactionKinds),
  /** The error code with which its table has ended. */
  code: z.string().nullable(),
  /** For people; of the hooks, or else of the engine. */
  reason: z.string().nullable(),
});
export type StudioReaction = z.infer<typeof studioReactionSchema>;

export const studioFrameSchema = z.object({
  /** From 1. */
  number: z.int(),
  from: roleSchema,
  frame: options,
  at: time,
  /** The rules of the spec that it violates. */
  problems: z.array(z.string()),
  /**
   * Set if the author sent it in place of the seat; the reaction of the other seat is null until it is known. `in_step`: the seat knows that
   * it has sent a message.
   */
  forged: z.object({ reaction: studioReactionSchema.nullable(), in_step: z.boolean() }).nullable(),
});
export type StudioFrame = z.infer<typeof studioFrameSchema>;

const fixtureSeatSchema = studioSeatSchema.pick({ control_mode: true, view: true, board_record: true, ask: true });
/** What the boards of both seats receive at the position of a fixture. */
export const studioFixturePositionSchema = z.object({
  options,
  seats: z.object({ host: fixtureSeatSchema, guest: fixtureSeatSchema }),
});
export type StudioFixturePosition = z.infer<typeof studioFixturePositionSchema>;

export const studioGameSchema = z.object({
  /** Changes with every restart. */
  run: z.int(),
  /** The same seed and answers produce the same game. */
  seed: z.string(),
  options,
  /** Hooks don't answer until the game is resumed. */
  paused: z.boolean(),
  /** Whether questions have deadlines. */
  deadline: z.boolean(),
  network: studioNetworkSchema,
  frame_count: z.int(),
  /** The latest frames, oldest first. */
  frames: z.array(studioFrameSchema),
  /** The latest states that the author replaced: at which seat and after how many messages, oldest first. */
  edits: z.array(z.object({ seat: roleSchema, after: z.int() })).max(200),
  seats: z.object({ host: studioSeatSchema, guest: studioSeatSchema }),
});
export type StudioGame = z.infer<typeof studioGameSchema>;

export const studioProjectSchema = studioEntrySchema.extend({
  /** Number of saves since the project was opened, from 1. */
  version: z.int(),
  saved_at: time,
  /** From the first file-system event to this snapshot. */
  took_ms: z.int(),
  /** Identifies the spec and hooks; null if they can't be played. */
  rules_hash: hex64.nullable(),
  spec: z
    .object({
      mode: z.string(),
      type: z.string(),
      /** The definitions in the spec, by name. */
      parameters: options,
    })
    .nullable(),
  /** What the latest save changed; null before the first. */
  change: z
    .object({
      spec: z.boolean(),
      hooks: z.boolean(),
      files: z.object({ added: z.array(z.string()), removed: z.array(z.string()), changed: z.array(z.string()) }),
      /** The game continued, since the change doesn't affect it. */
      kept_game: z.boolean(),
    })
    .nullable(),
  /** The latest change of the spec; null if there was none. */
  spec_diff: specDiffSchema.nullable(),
  files: z.array(z.object({ path: z.string(), size_bytes: z.int() })),
  board: z.object({ url: z.url(), manifest_hash: hex64, size_bytes: z.int() }).nullable(),
  methods: z.array(z.enum(hookMethods)),
  problems: z.array(studioProblemSchema),
  /** Saved games in `fixtures/`. */
  fixtures: z.array(
    z.object({
      name: fixtureName,
      seed: z.string(),
      answers: z.int(),
      /** The number of messages after which it is looked at; null for all. */
      position: z.int().nullable(),
    }),
  ),
  game: studioGameSchema.nullable(),
  /** The board or game shown is of an earlier version, because the latest can't be used. */
  stale: z.object({ board: z.boolean(), game: z.boolean() }),
  /** Output of the hooks, newest last. */
  log: z.array(z.object({ number: z.int(), seat: roleSchema, text: z.string(), at: time })),
});
export type StudioProject = z.infer<typeof studioProjectSchema>;

/** Of the largest file of a board. */
const boardPageBase64Max = Math.ceil(bundleLimits.fileBytes / 3) * 4;

/** Of the largest picture that is read. */
const pictureBase64Max = Math.ceil(pictureMaxBytes / 3) * 4;

const projectTrialsSchema = projectRef.extend(trialsSchema.shape);
const seatRef = z.object({ seat: roleSchema });
/** A JSON object. Hooks return at most this much. */
const objectText = z.string().max(studioStateMaxCharacters);
/** A JSON object, as long as a message may be. */
const messageText = z.string().max(budgets.frame.bytes);

export const studioGroup = {
  calls: {
    /** In pages. */
    list: call('both', pageArgs, z.object({ projects: z.array(studioEntrySchema).max(pageMaxEntries), next })),
    /** Creates a folder in the data directory from a template, or from a protocol on this computer. */
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
    /** Adds a folder from anywhere; it stays in the list as long as it exists. */
    add_folder: call('terminal', z.object({ folder: z.string().min(1).max(4096) }), projectRef),
    /** The path of the project's folder. */
    path: call('both', projectRef, z.object({ path: z.string() })),
    /** Shows the folder in the system's file manager. Rejects `forbidden` outside the desktop app. */
    show_folder: call('both', projectRef, nothing),
    /** Opens a project and watches its folder; one project at a time. */
    open_project: call('both', projectRef, studioProjectSchema),
    /** The lines around the given one in a file of the open project. */
    excerpt: call(
      'both',
      projectRef.extend({ file: z.string().max(255), line: z.int().min(1) }),
      z.object({ lines: z.array(z.object({ number: z.int(), text: z.string() })) }),
    ),
    /** A source file as it is on disk; `hash` is null if it does not exist. */
    source: call('both', sourceRef, z.object({ text: z.string(), hash: hex64.nullable() })),
    /** Writes a source file and returns its new hash; null, and nothing is written, if it has changed since `based_on` was read. */
    write_source: call(
      'both',
      sourceRef.extend({ text: z.string().max(1024 * 1024), based_on: hex64.nullable() }),
      z.object({ hash: hex64.nullable() }),
    ),
    /**
     * Moves the code in a page of another client into files of the project's board; without `apply`, only tells what it would write. Existing
     * files are never replaced. Rejects `already_exists` and `file_refused`.
     */
    import_board: call(
      'both',
      projectRef.extend({ page_base64: z.base64().max(boardPageBase64Max), apply: z.boolean() }),
      boardImportSchema,
    ),
    /** A person's answer at a seat. Rejects `decision_invalid`. */
    answer: call(
      'both',
      projectRef.extend(seatRef.shape).extend({ key: z.string().max(64), answer: answerValueSchema }),
      nothing,
    ),
    /** Sets who answers at a seat; other hooks restart the game. */
    set_seat: call(
      'both',
      projectRef
        .extend(seatRef.shape)
        .extend({ control_mode: controlModeSchema.optional(), hooks: studioHooksSchema.optional() }),
      nothing,
    ),
    /** The states of both seats' hooks, as JSON, after the given number of messages; null for now. */
    states: call(
      'both',
      projectRef.extend({ run: z.int(), frame: z.int().min(0).nullable() }),
      z.object({ host: objectText, guest: objectText }),
    ),
    /**
     * Replaces the state of a seat's hooks once none of them is running. Rejects `malformed_json`, `duplicate_key`, `invalid_field`,
     * `decision_finalized` after the end, and `hook_failed` or `hook_timeout` if `view` can't show it.
     */
    set_state: call('both', projectRef.extend(seatRef.shape).extend({ run: z.int(), state: objectText }), nothing),
    /**
     * Sends a message in place of a seat, valid or not, once no hooks are running: by the answers that make exactly it, or else past the
     * seat, which then can't follow. Rejects `malformed_json`, `duplicate_key` and `invalid_field`.
     */
    forge: call('both', projectRef.extend(seatRef.shape).extend({ run: z.int(), message: messageText }), nothing),
    set_network: call('both', projectRef.extend(studioNetworkSchema.shape), nothing),
    /** Pauses or resumes the hooks; `step` plays one of their answers. */
    set_pace: call('both', projectRef.extend({ paused: z.boolean(), step: z.boolean().optional() }), nothing),
    set_deadline: call('both', projectRef.extend({ on: z.boolean() }), nothing),
    /** Leaves the seat: ends a chat; any other game ends as failed. */
    leave: call('both', projectRef.extend(seatRef.shape), nothing),
    /** Starts a new game; omitted settings stay the same. Rejects `options_invalid`. */
    restart: call(
      'both',
      projectRef.extend({ seed: z.string().min(1).max(64).optional(), options: options.optional() }),
      nothing,
    ),
    /** Replays the game up to the given number of messages and continues from there. */
    continue_from: call('both', projectRef.extend({ run: z.int(), frame: z.int().min(0) }), nothing),
    /**
     * Saves the game as it is now, or as it was after the given number of messages; replaces a fixture of the same name. Rejects
     * `data_dir_unusable`.
     */
    save_fixture: call(
      'both',
      projectRef.extend({ name: fixtureName, frame: z.int().min(0).exactOptional() }),
      nothing,
    ),
    /** Plays a fixture apart from the preview, and returns what its position looks like. Rejects `not_found`, `options_invalid`, `hook_failed`. */
    fixture_position: call('both', projectRef.extend({ name: fixtureName }), studioFixturePositionSchema),
    /**
     * Takes a picture of a seat's board at the position of a fixture in every variant, and compares them with the kept ones. Rejects
     * `browser_missing`, `bundle_missing` without a board, and as `fixture_position`.
     */
    compare_pictures: call(
      'both',
      projectRef.extend({ fixture: fixtureName, seat: roleSchema }),
      pictureComparisonSchema,
    ),
    /** Keeps new pictures in place of those kept before; or deletes them, and leaves those as they are. */
    settle_pictures: call(
      'both',
      projectRef.extend({ pictures: z.array(pictureRefSchema).max(100), keep: z.boolean() }),
      nothing,
    ),
    /** A PNG in the project's folder; null if there is none. */
    picture: call(
      'both',
      projectRef.extend(pictureRefSchema.shape).extend({ version: z.enum(pictureVersions) }),
      z.object({ png_base64: z.base64().max(pictureBase64Max).nullable() }),
    ),
    /** How many pictures of a seat at the position of a fixture are kept. */
    kept_pictures: call(
      'both',
      projectRef.extend({ fixture: fixtureName, seat: roleSchema }),
      z.object({ count: z.int() }),
    ),
    /** Plays a fixture from its start. Rejects `not_found`, `options_invalid`. */
    load_fixture: call('both', projectRef.extend({ name: fixtureName }), nothing),
    delete_fixture: call('both', projectRef.extend({ name: fixtureName }), nothing),
    /** What both boards receive after the given number of messages. */
    position: call(
      'both',
      projectRef.extend({ run: z.int(), frame: z.int().min(0) }),
      z.object({ host: positionSchema, guest: positionSchema }),
    ),
    /** The latest trials of the open project. */
    trials: call('both', projectRef, projectTrialsSchema),
    /** Starts the adversary with the saved spec and hooks. Rejects `not_found` if they can't be played. */
    start_adversary: call('both', projectRef, nothing),
    /** Starts simulated games with the options of the preview. Rejects `not_found` as above. */
    start_simulation: call('both', projectRef.extend(simulationSettingsSchema.shape), nothing),
    stop_trial: call('both', projectRef.extend({ trial: z.enum(trialKinds) }), nothing),
  },
  /** `listed`: the list of projects has changed. `tried`: the trials of a project have. */
  events: { changed: studioProjectSchema, listed: nothing, tried: projectTrialsSchema },
} as const satisfies GroupSpec;
