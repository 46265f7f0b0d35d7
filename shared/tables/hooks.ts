/**
 * The contract between a table and its hooks: local code that knows one protocol's rules.
 * A hooks file is an ES module of pure functions over JSON; it runs in QuickJS, without disk, network or clock, with
 * `Math.random` seeded by the table. State is handed in and handed back, so a table can be replayed from its record.
 */
import { z } from 'zod';
import { utf8Length } from '../json/utf8.ts';

export const roleSchema = z.enum(['host', 'guest']);
export type Role = z.infer<typeof roleSchema>;
export const otherRole = (role: Role): Role => (role === 'host' ? 'guest' : 'host');

export const winnerSchema = z.enum(['host', 'guest', 'draw']);
export type Winner = z.infer<typeof winnerSchema>;

/** Who decides a seat's moves. */
export const controlModeSchema = z.enum(['autonomous', 'hybrid', 'human']);
export type ControlMode = z.infer<typeof controlModeSchema>;

/** The longest text that can be typed into an ask, in bytes. */
export const textEntryMaxBytes = 16_384;

/** An answer to an ask: a business value (enum, integer, boolean), or this side's own words where the ask wants text. */
export const answerValueSchema = z.union([z.string().max(textEntryMaxBytes), z.int(), z.boolean()]);
export type Answer = z.infer<typeof answerValueSchema>;

export const choiceSchema = z.object({
  value: answerValueSchema,
  /** Short words for a button or a list, e.g. `column 5`. */
  label: z.string().min(1).max(80),
  /** What a person should know before choosing, e.g. `height 2`. */
  hint: z.string().max(120).optional(),
});
export type Choice = z.infer<typeof choiceSchema>;

/** What may be typed where a list of choices would be endless or too long. */
export const entrySchema = z.union([
  z.object({ type: z.literal('integer'), min: z.int(), max: z.int() }),
  z.object({ type: z.literal('text'), max_bytes: z.int().min(1).max(textEntryMaxBytes) }),
]);

/** A question with every legal answer: the choices, and what fits `entry`. `key` is unique within the table, e.g. `round:0` or `turn:7`. */
export const askSchema = z.object({
  key: z.string().min(1).max(64),
  /** Names the move, e.g. `Drop a disc`. */
  prompt: z.string().min(1).max(160),
  choices: z.array(choiceSchema).max(1024),
  entry: entrySchema.optional(),
});
export type Ask = z.infer<typeof askSchema>;

/** The value if it answers the ask, else null. */
export function legalAnswer(ask: Pick<Ask, 'choices' | 'entry'>, value: unknown): Answer | null {
  const parsed = answerValueSchema.safeParse(value);
  if (!parsed.success) return null;
  const answer = parsed.data;
  return ask.choices.some((choice) => choice.value === answer) || fitsEntry(ask.entry, answer) ? answer : null;
}

function fitsEntry(entry: Ask['entry'], answer: Answer): boolean {
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
export type End = z.infer<typeof endSchema>;

const jsonObject = z.record(z.string(), z.json());

/** What a step hands back. `send` goes through the same validation as a peer's message. */
export const stepSchema = z.object({
  state: jsonObject,
  send: jsonObject.optional(),
  ask: askSchema.optional(),
  end: endSchema.optional(),
});
export type Step = z.infer<typeof stepSchema>;

/** How a hosted table introduces itself. */
export const metadataSchema = z.object({
  message: z.string().max(200),
  tags: z.array(z.string().regex(/^[A-Za-z0-9_.:-]{1,64}$/)).max(10),
  type: z.enum(['supply', 'demand', 'chat']),
  options: jsonObject,
});
export type HooksMetadata = z.infer<typeof metadataSchema>;

/** What `init` is told. `manner` names a playing strength or style that the hooks file may offer. */
export interface InitContext {
  role: Role;
  control_mode: ControlMode;
  options: { [key: string]: z.core.util.JSONType };
  manner: string | null;
  /** Words of the person at this seat, where the protocol's decisions are manual; else empty. */
  extra_args: string[];
}

/**
 * Every method a hooks file may export, with its arguments.
 * - `metadata()` host: HooksMetadata. `init(context)` both: the first state.
 * - `join(state)` guest: step with the join message in `send`. `handle_join(state, message)` host: step with the ready message.
 * - `handle_ready(state, message)` guest: step. `first_action(state)` guest: step that sends or asks.
 * - `handle(state, message, opened?)` both: step for a peer's message (session_loop, request_response; the step for a response
 *   ends the table) or, for the guest of a
 *   simultaneous_round, for `round_result`, where `end.winner` records the outcome. There `opened` is
 *   `{round, host_value, guest_value}`: the two values as revealed and found equal to their commits, for checking the judge.
 * - `round_value(state, round)` both, simultaneous_round: step with an `ask`; the answer is the value that is committed.
 * - `round_judge(state, round, host_value, guest_value)` host: step with the round_result in `send`, `end` on the last round.
 * - `on_message(state, message)` both, free: takes note of a message; `send.text` is what the agent would answer, `end` leaves.
 * - `act(state, key, answer)` both: turns an answer into a step that sends, or that asks on.
 * - `decide(state, ask)` both: the agent's own answer. In free mode null stays silent and false says goodbye.
 * Messages come without their `text` fields: a stranger's words are shown to people and steer nothing.
 * - `view(state)` both: JSON that a board may see. `session_end(state, end)` both: state after the end.
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
  'view',
  'session_end',
] as const;
export type HookMethod = (typeof hookMethods)[number];
