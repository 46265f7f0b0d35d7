/**
 * The contract between a table and its hooks: local code that implements one protocol's rules.
 * A hooks file is an ES module of pure functions over JSON; it runs in QuickJS, without disk, network or clock, with
 * `Math.random` seeded by the table. State is passed in and returned, so a table can be replayed from its record.
 */
import { z } from 'zod';
import { utf8Length } from '../json/utf8.ts';
import type { Direction } from '../protocol/spec.ts';

export const roles = ['host', 'guest'] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;
export const otherRole = (role: Role): Role => (role === 'host' ? 'guest' : 'host');
/** The direction of messages that `role` sends. */
export const directionFrom = (role: Role): Exclude<Direction, 'both'> =>
  role === 'guest' ? 'guest_to_host' : 'host_to_guest';

export const winnerSchema = z.enum([...roles, 'draw']);
export type Winner = z.infer<typeof winnerSchema>;

/** Who decides the moves of a side. */
export const controlModeSchema = z.enum(['autonomous', 'hybrid', 'human']);
export type ControlMode = z.infer<typeof controlModeSchema>;

/** Maximum bytes of a text answer. */
export const textEntryMaxBytes = 16_384;

/** An answer to a question: a business value (enum, integer, boolean), or a text if the question allows one. */
export const answerValueSchema = z.union([z.string().max(textEntryMaxBytes), z.int(), z.boolean()]);
export type Answer = z.infer<typeof answerValueSchema>;

export const choiceSchema = z.object({
  value: answerValueSchema,
  /** Short text for a button or a list, e.g. `column 5`. */
  label: z.string().min(1).max(80),
  /** Shown with the label, e.g. `height 2`. */
  hint: z.string().max(120).optional(),
});
export type Choice = z.infer<typeof choiceSchema>;

/** Free input, for more answers than a list of choices can hold. */
export const entrySchema = z.union([
  z.object({ type: z.literal('integer'), min: z.int(), max: z.int() }),
  z.object({ type: z.literal('text'), max_bytes: z.int().min(1).max(textEntryMaxBytes) }),
]);

/** A question with all legal answers: the choices, and what fits `entry`. `key` is unique within the table, e.g. `round:0` or `turn:7`. */
export const questionSchema = z.object({
  key: z.string().min(1).max(64),
  /** Describes the move, e.g. `Drop a disc`. */
  prompt: z.string().min(1).max(160),
  choices: z.array(choiceSchema).max(1024),
  entry: entrySchema.optional(),
});
export type Question = z.infer<typeof questionSchema>;

/** The result of `ahead`: the question that a seat may be asked next, with every answer that may be legal then. */
export const aheadSchema = questionSchema.pick({ prompt: true, choices: true });
export type Ahead = z.infer<typeof aheadSchema>;

/** The value if it is a legal answer, else null. */
export function legalAnswer(ask: Pick<Question, 'choices' | 'entry'>, value: unknown): Answer | null {
  const parsed = answerValueSchema.safeParse(value);
  if (!parsed.success) return null;
  const answer = parsed.data;
  return ask.choices.some((choice) => choice.value === answer) || fitsEntry(ask.entry, answer) ? answer : null;
}

/** Who made a proposal: the hooks' `decide`, or the client of the seat. */
export const proposerSchema = z.enum(['hooks', 'client']);
export type Proposer = z.infer<typeof proposerSchema>;

/** The agent's suggested answer, and the reason for it. */
export interface Proposal {
  answer: Answer;
  /** One line; null without a reason. */
  reason: string | null;
}

/** `decide` returns the answer itself, or this object. */
const reasonedSchema = z.object({ answer: answerValueSchema, reason: z.string().max(160) });

/** The result of `decide`, if it is a legal answer; otherwise null. */
export function proposalOf(ask: Pick<Question, 'choices' | 'entry'>, value: unknown): Proposal | null {
  const reasoned = reasonedSchema.safeParse(value);
  const answer = legalAnswer(ask, reasoned.success ? reasoned.data.answer : value);
  return answer === null ? null : { answer, reason: (reasoned.success && reasoned.data.reason) || null };
}

/** A move of a line of play. `value` is the answer that makes it. */
export const lineStepSchema = z.object({
  by: roleSchema,
  value: z.union([z.string().max(80), z.int(), z.boolean()]),
  label: choiceSchema.shape.label,
});
export type LineStep = z.infer<typeof lineStepSchema>;

/** Maximum moves of a line of play. */
export const lineStepsMax = 12;

/**
 * A legal move and what it is worth to the side that makes it: 1 is won, -1 lost, 0 even, and what is not certain lies between. `line`
 * begins with the move; then the best moves of both sides, as far as they are known.
 */
export const judgedMoveSchema = z.object({
  worth: z.number().min(-1).max(1),
  line: z.array(lineStepSchema).min(1).max(lineStepsMax),
});
export type JudgedMove = z.infer<typeof judgedMoveSchema>;

/** The result of `evaluate`: every move of the seat to move, best first. */
export const evaluationSchema = z
  .object({ seat: roleSchema, moves: z.array(judgedMoveSchema).min(1).max(1024) })
  .refine(({ seat, moves }) => moves.every(({ line }) => line[0]?.by === seat), {
    error: 'a line must begin with a move of the seat to move',
  });
export type Evaluation = z.infer<typeof evaluationSchema>;

function fitsEntry(entry: Question['entry'], answer: Answer): boolean {
  if (entry?.type === 'integer') return typeof answer === 'number' && answer >= entry.min && answer <= entry.max;
  if (entry?.type !== 'text' || typeof answer !== 'string') return false;
  return answer.trim() !== '' && answer.isWellFormed() && utf8Length(answer) <= entry.max_bytes;
}

export const endSchema = z.object({
  /** Only a completed table closes as `closed` and may report a winner. */
  completed: z.boolean(),
  winner: winnerSchema.optional(),
  /** One plain sentence for people, e.g. `Four in a line, columns 3 to 6.` */
  reason: z.string().max(200).optional(),
});
export type GameEnd = z.infer<typeof endSchema>;

const jsonObject = z.record(z.string(), z.json());

/** Result of a step method. `send` is validated like a peer's message. */
export const stepSchema = z.object({
  state: jsonObject,
  send: jsonObject.optional(),
  ask: questionSchema.optional(),
  end: endSchema.optional(),
});
export type Step = z.infer<typeof stepSchema>;

/** How a hosted table is presented. */
export const metadataSchema = z.object({
  /** Shown as the host's own text; empty unless the author of the hooks wrote one. */
  message: z.string().max(200),
  tags: z.array(z.string().regex(/^[A-Za-z0-9_.:-]{1,64}$/)).max(10),
  type: z.enum(['supply', 'demand', 'chat']),
  options: jsonObject,
});
export type HooksMetadata = z.infer<typeof metadataSchema>;

/** Argument of `init`. `manner` names a strength or style that the hooks file offers. */
export interface InitContext {
  role: Role;
  control_mode: ControlMode;
  options: { [key: string]: z.core.util.JSONType };
  manner: string | null;
  /** The user's input if the protocol's decisions are manual; otherwise empty. */
  extra_args: string[];
  /** Only when a record is played again: the messages that this seat sent, without texts, for what it drew at random and then revealed. */
  sent?: ({ [key: string]: z.core.util.JSONType } & { action: string })[];
}

/** Maximum number of strengths or styles in a hooks file. */
export const mannersMax = 8;
export const mannerSchema = z.string().regex(/^[a-z][a-z0-9_-]{0,31}$/);

/** Argument of `decide`: this side's current mode and manner, which may have changed since `init`. */
export interface DecideContext {
  control_mode: ControlMode;
  manner: string | null;
}

/**
 * Every method a hooks file may export, with its arguments. It may also export `manners`, a list of the names of its strengths
 * or styles; the first is the default.
 * - `metadata()` host: HooksMetadata. `init(context)` both: the first state.
 * - `join(state)` guest: step with the join message in `send`. `handle_join(state, message)` host: step with the ready message.
 * - `handle_ready(state, message)` guest: step. `first_action(state)` guest: step that sends or asks.
 * - `handle(state, message, opened?)` both, session_loop and request_response: step for a peer's message; the step for a response
 *   ends the table. Guest, simultaneous_round: step for `round_result`, where `end.winner` records the outcome and `opened` is
 *   `{round, host_value, guest_value}`: the revealed values, verified against their commitments, for checking the judge.
 * - `round_value(state, round)` both, simultaneous_round: step with an `ask`; the answer is the value that is committed.
 * - `round_judge(state, round, host_value, guest_value)` host: step with the round_result in `send`, `end` on the last round.
 * - `on_message(state, message)` both, free: handles a message; `send.text` is the agent's reply, `end` leaves.
 * - `act(state, key, answer)` both: turns an answer into a step that sends or asks again.
 * - `decide(state, ask, context)` both: the agent's own answer, or `{answer, reason}` with a line for the person. In free mode null
 *   sends nothing and false leaves.
 * - `evaluate(state)` both, session_loop: what each move is worth to the side whose turn it is, as far as this seat may know; null if
 *   nobody has to decide or this seat can't know. The same state gives the same result.
 * - `ahead(state)` both, session_loop: while the other side decides, what a person may choose for the next turn; null for nothing.
 *   A choice is played only if the next question has the same prompt and allows it.
 * - `view(state)` both: JSON that a board may see. `session_end(state, end)` both: the final state.
 * A method that receives a message refuses it with `end: {completed: false}`; step-rules.ts has what a step must contain.
 * Messages are passed without their `text` fields: the peer's text is shown to the user and must not affect the game.
 */
export const hookMethods = [
  'metadata',
  'init',
  'join',
  'handle_join',
  'handle_ready',
  'first_action',
  'handle',
  'round_value',
  'round_judge',
  'on_message',
  'act',
  'decide',
  'evaluate',
  'ahead',
  'view',
  'session_end',
] as const;
export type HookMethod = (typeof hookMethods)[number];
