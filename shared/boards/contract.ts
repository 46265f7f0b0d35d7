/**
 * The contract between a board (UI bundle) and Parlor: JSON-RPC 2.0 over one MessagePort, transferred once after load with
 * `{type: 'parlor-init', v: 1}`. renderer/boards/message-guard.ts enforces these schemas and limits, and accepts only legal answers.
 * A board can select an answer, but only the decision bar outside its frame can play it.
 */
import { z } from 'zod';
import { boardRecordSchema } from '../tables/board-record.ts';
import { answerValueSchema, controlModeSchema, lineStepsMax, questionSchema, roleSchema } from '../tables/hooks.ts';
import { boardTokenNames } from './tokens.ts';

/**
 * Version of this contract, named in the response to `ui/initialize`. Version 1 was not named and lacks `record`, `dir`, `width`, `height`
 * and `time_zone`; version 2 adds them. The number increases when a board that relies on the new part could not work without it.
 */
export const boardContractVersion = 2;

export const initMessage = { type: 'parlor-init', v: 1 } as const;

/** Token bucket for a board's messages: sustained per second, and burst. */
export const boardRate = { perSecond: 50, burst: 100 };
/** Of these, messages that change the size of the frame. */
export const boardSizeRate = { perSecond: 1, burst: 20 };
export const boardMessageMaxBytes = 64 * 1024;
export const boardMessageMaxDepth = 16;
/** The largest frame, in CSS pixels. */
export const boardMaxSize = { width: 1250, height: 900 };
/** A board is removed after this many missed pings. */
export const boardPing = { everyMs: 2000, misses: 3 };

const boardNumberSchema = z.object({ number: z.int().min(1).max(9), answer: answerValueSchema });
export type BoardNumber = z.infer<typeof boardNumberSchema>;

/** Board to Parlor. */
export const fromBoard = {
  /**
   * The response is BoardContext with `version`, the version of this contract. Sent once, first. `marks`: the board draws `ui/marks`,
   * which others don't receive. `ahead`: it also shows questions that are not asked yet (`ahead` in `ui/ask`), which others don't receive.
   * `draws`: it sends `ui/draws` for every question, if the response has `draws` too.
   */
  'ui/initialize': z.object({
    marks: z.boolean().default(false),
    ahead: z.boolean().default(false),
    draws: z.boolean().default(false),
  }),
  /**
   * Selects an answer to the open ask; the response is {picked}. `null` clears the selection. `plays`: false for an answer whose name is
   * being typed, which is only selected, also on boards whose selections are played at once.
   */
  'ui/answer': z.object({
    key: z.string().max(64),
    answer: answerValueSchema.nullable(),
    plays: z.boolean().default(true),
  }),
  /**
   * The smallest size in CSS pixels in which the board can be used, 0 for any; replaces an earlier one. Parlor gives at least this
   * much, up to `boardMaxSize`, and scrolls around the frame if the window has less room.
   */
  'ui/size': z.object({ height: z.number().min(0).max(10_000), width: z.number().min(0).max(10_000).default(0) }),
  /**
   * The numbers that the board shows beside answers, so that number keys pick them while the window has the focus. Replaces the earlier
   * ones; none before the first.
   */
  'ui/numbers': z.object({ numbers: z.array(boardNumberSchema).max(9) }),
  /**
   * The answers to the question `key` that can be picked on the board; replaces the earlier ones. Parlor lists the other choices beside the
   * board, and all of them if a board says nothing.
   */
  'ui/draws': z.object({ key: z.string().max(64), answers: z.array(answerValueSchema).max(1024) }),
  /** A log entry for the Studio and the table's log; untrusted text. */
  'ui/log': z.object({ level: z.enum(['info', 'warning', 'error']), text: z.string().max(2000) }),
} as const;
export type FromBoard = { [M in keyof typeof fromBoard]: z.output<(typeof fromBoard)[M]> };

export const boardContextSchema = z.object({
  theme: z.enum(['light', 'dark']),
  /** BCP 47 tag. */
  locale: z.string(),
  /** Writing direction of the locale. */
  dir: z.enum(['ltr', 'rtl']),
  /** IANA name, e.g. `Europe/Lisbon`. */
  time_zone: z.string(),
  /** Size of the frame in CSS pixels. */
  width: z.number(),
  height: z.number(),
  reduced_motion: z.boolean(),
  /** Times the usual size of texts, 1 to 1.3. */
  text_scale: z.number(),
  /** The person can't tell pieces apart by their colours: shapes and brightness should. */
  distinct_pieces: z.boolean(),
  role: roleSchema,
  control_mode: controlModeSchema,
  options: z.record(z.string(), z.json()),
  /** The window's colours in the current theme, as CSS colours. */
  tokens: z.record(z.enum(boardTokenNames), z.string()),
  /** Names of the two players: untrusted, to be shown as text. */
  names: z.object({ host: z.string(), guest: z.string() }),
});
export type BoardContext = z.infer<typeof boardContextSchema>;

const markedAnswerSchema = z.object({ by: roleSchema, answer: answerValueSchema });
/**
 * In the analysis of a finished game, at the position before a move: the move that was played, if the board can name it, and the best
 * line, whose moves are numbered.
 */
export const boardMarksSchema = z.object({
  played: markedAnswerSchema.nullable(),
  line: z.array(markedAnswerSchema).max(lineStepsMax),
});
export type BoardMarks = z.infer<typeof boardMarksSchema>;

/** A chat message. `at`: Unix milliseconds. */
export const boardChatSchema = z.object({ number: z.int(), by: roleSchema, text: z.string(), at: z.int() });
export type BoardChatMessage = z.infer<typeof boardChatSchema>;

/** Parlor to board. `ui/ping` requires a response; the others are notifications. */
export const toBoard = {
  'ui/context': boardContextSchema.partial(),
  /**
   * `record` is derived from this table's messages, the same for every board of the protocol. `view` is the result of the local hooks'
   * `view(state)`; null without hooks, as at a seat played by hand. `seq` increases with each change.
   * `talk` is the chat, newest last: untrusted, to be shown as text.
   */
  'ui/state': z.object({
    seq: z.int(),
    record: boardRecordSchema,
    view: z.json(),
    talk: z.array(boardChatSchema),
  }),
  'ui/ask': z.object({
    /**
     * Null while nothing can be picked. `ahead`: it is the other side's turn, and these are the choices of the next turn as far as they are
     * foreseen. A pick waits for that turn, and is played only if it is legal then.
     */
    ask: questionSchema.extend({ ahead: z.literal(true).exactOptional() }).nullable(),
    /** The answer in the decision bar: the user's selection, what waits for the next turn, or the agent's proposal. */
    picked: answerValueSchema.nullable(),
    /** When the game is lost or ended without an answer, by this computer's clock, Unix milliseconds; sent again if that clock is set. */
    deadline_at: z.int().nullable(),
    /** The same as milliseconds from the moment of sending; boards older than this member lack it. */
    left_ms: z.int().min(0).nullable(),
  }),
  /** Only in an analysis: what to mark in the state before this message. A new state has no marks. */
  'ui/marks': z.object({ marks: boardMarksSchema.nullable() }),
  'ui/ping': z.object({}),
} as const;
export type ToBoard = { [M in keyof typeof toBoard]: z.infer<(typeof toBoard)[M]> };
