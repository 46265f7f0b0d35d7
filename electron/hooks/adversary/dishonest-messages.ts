/** Valid messages that break the game's own rules, as a cheating peer would send. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import { flowMode, type ScalarDefinition, type Spec } from '../../../shared/protocol/spec.ts';
import { commitmentOf } from '../../../shared/tables/commitment.ts';
import { type Answer, otherRole, type Role, stepSchema } from '../../../shared/tables/hooks.ts';
import { messageByAction } from '../../../shared/tables/move-labels.ts';
import { businessFields, changesOf, otherValues, replaysOf, sample } from './changed-values.ts';
import type { HonestSeat } from './honest-seat.ts';
import type { PlayedGame } from './played-game.ts';

export const dishonestKinds = [
  'changed_value',
  'changed_values',
  'replayed_values',
  'illegal_answer',
  'sealed_value',
  'repeated_message',
  'other_message',
  'withheld_message',
] as const;
export type DishonestKind = (typeof dishonestKinds)[number];

/** An attempt: `frames` are sent instead of the sender's message number `index`. If there are none, the sender stays silent. */
export interface DishonestAttempt {
  kind: DishonestKind;
  from: Role;
  index: number;
  field: string | null;
  frames: JsonObject[];
  /** Earlier messages of the sender that were replaced too, by number. */
  replaced?: ReadonlyMap<number, JsonObject>;
  /** The value that was sealed in a round, for attempts with such a value. */
  sealed?: { round: number; value: Answer };
}

export interface AttackLimits {
  /** Maximum number of messages of each action and side that are replaced. */
  positions: number;
}

const answersMax = 12;
const replaysMax = 12;

/** The attempts that a game allows, grouped by message. */
export async function* dishonestMessages(
  game: PlayedGame,
  honestSeats: Record<Role, HonestSeat>,
  { positions }: AttackLimits,
  random: () => number,
): AsyncGenerator<DishonestAttempt> {
  for (const from of ['guest', 'host'] as const) {
    const frames = game.messagesFrom(from).map(({ frame }) => frame);
    for (const index of indexesOf(frames, positions, random)) {
      yield* changedMessages(game, from, index, random);
      yield* sequenceChanges(game, from, index);
      yield* illegalAnswers(game, honestSeats[from], from, index, random);
      if (frames[index]!.action === 'commit') yield* sealedValues(game, honestSeats[from], from, index, random);
    }
  }
}

/** The first and last message of each action, and some in between. */
function indexesOf(frames: readonly JsonObject[], positions: number, random: () => number): number[] {
  const actions = new Set(frames.map(({ action }) => action));
  return [...actions].flatMap((action) => {
    const indexes = frames.flatMap((frame, index) => (frame.action === action ? [index] : []));
    if (indexes.length <= positions) return indexes;
    return [indexes[0]!, ...sample(indexes.slice(1, -1), positions - 2, random), indexes.at(-1)!];
  });
}

function* changedMessages(
  game: PlayedGame,
  from: Role,
  index: number,
  random: () => number,
): Generator<DishonestAttempt> {
  const { spec } = game.parts;
  const ownFrames = game.messagesFrom(from).map(({ frame }) => frame);
  const frame = ownFrames[index]!;
  const others = [...ownFrames, ...game.messagesFrom(otherRole(from)).map((message) => message.frame)];
  for (const change of changesOf(spec, frame, others, random)) {
    const kind = change.field === null ? 'changed_values' : 'changed_value';
    yield { kind, from, index, field: change.field, frames: [change.frame] };
  }
  for (const replay of sample(replaysOf(spec, frame, ownFrames, others), replaysMax, random)) {
    yield { kind: 'replayed_values', from, index, field: null, frames: [replay] };
  }
}

/** A message repeated, replaced by another one of the same side, or omitted. */
function* sequenceChanges(game: PlayedGame, from: Role, index: number): Generator<DishonestAttempt> {
  const { spec } = game.parts;
  const ownFrames = game.messagesFrom(from).map(({ frame }) => frame);
  const frame = ownFrames[index]!;
  yield { kind: 'repeated_message', from, index, field: null, frames: [frame, frame] };
  const replacements = [
    ownFrames[index - 1],
    ownFrames[index + 1],
    ownFrames[index + 2],
    ownFrames.at(-1),
    ...untimelyMessages(spec, from, ownFrames, frame),
  ];
  for (const other of replacements) {
    if (other && other !== frame) yield { kind: 'other_message', from, index, field: null, frames: [other] };
  }
  if (flowMode(spec) !== 'free') yield { kind: 'withheld_message', from, index, field: null, frames: [] };
}

const engineActions = ['join', 'ready', 'commit', 'reveal', 'error'];

/** Messages with other actions that the seat may send at other times, filled with values from this game. */
function untimelyMessages(spec: Spec, from: Role, ownFrames: readonly JsonObject[], frame: JsonObject): JsonObject[] {
  const direction = from === 'guest' ? 'guest_to_host' : 'host_to_guest';
  return spec.messages.flatMap((definition) => {
    const actions = definition.fields.action?.type === 'enum' ? (definition.fields.action.values ?? []) : [];
    if (definition.direction !== direction && definition.direction !== 'both') return [];
    return actions.flatMap((action) => {
      if (engineActions.includes(action) || action === frame.action) return [];
      const example = ownFrames.find((ownFrame) => ownFrame.action === action) ?? {};
      const message: JsonObject = { action };
      for (const [name, field] of Object.entries(definition.fields)) {
        if (name === 'action') continue;
        const value =
          frame[name] ?? example[name] ?? (field.required ? defaultValue(field as ScalarDefinition) : undefined);
        if (value !== undefined) message[name] = value;
      }
      const enumField = Object.entries(definition.fields).find(
        ([name, { type }]) => name !== 'action' && type === 'enum',
      );
      const values = enumField?.[1].type === 'enum' ? (enumField[1].values ?? []) : [];
      return [message, ...values.map((value) => ({ ...message, [enumField![0]]: value }))];
    });
  });
}

function defaultValue(field: ScalarDefinition): Json | undefined {
  if (field.type === 'enum') return field.values?.[0];
  if (field.type === 'integer') return field.min ?? 0;
  if (field.type === 'boolean') return false;
  return undefined;
}

/** Messages that the sender's own hooks make from answers that they did not offer, and that are therefore wrong in only one way. */
async function* illegalAnswers(
  game: PlayedGame,
  honestSeat: HonestSeat,
  from: Role,
  index: number,
  random: () => number,
): AsyncGenerator<DishonestAttempt> {
  const question = honestSeat.questionBefore(index);
  if (!question) return;
  const { frame } = game.messagesFrom(from)[index]!;
  const fields = businessFields(game.parts.spec, frame);
  // Fields that contain the answer come first, and so do values from earlier moves: they are the most likely to be accepted.
  fields.sort(([a], [b]) => Number(frame[b] === question.answer) - Number(frame[a] === question.answer));
  const values = fields.flatMap(([name, field]) => {
    const seenValues = game.report.frames.flatMap(({ frame: other }) =>
      Object.hasOwn(other, name) ? [other[name]!] : [],
    );
    return [...seenValues, ...otherValues(field, frame[name]!, [], random)];
  });
  let count = 0;
  for (const answer of new Set(values)) {
    if (count === answersMax) return;
    if (typeof answer === 'object' || answer === null) continue;
    const message = await honestSeat.illegalMessage(index, answer);
    if (message === null) continue;
    count += 1;
    yield { kind: 'illegal_answer', from, index, field: null, frames: [message] };
  }
}

/** Commits to a value that was not offered, and reveals it; a host also judges by it. `index` is the commit message. */
async function* sealedValues(
  game: PlayedGame,
  honestSeat: HonestSeat,
  from: Role,
  index: number,
  random: () => number,
): AsyncGenerator<DishonestAttempt> {
  const { spec, hooks } = game.parts;
  const frames = game.messagesFrom(from).map(({ frame }) => frame);
  const [commit, reveal] = [frames[index]!, frames[index + 1]];
  const name = spec.flow?.round?.value_field ?? 'value';
  const field = messageByAction(spec, 'reveal')?.fields[name];
  if (!reveal || !field || field.type === 'array' || typeof reveal.nonce !== 'string') return;
  const round = Number(commit.round ?? Math.floor((index - 1) / (from === 'host' ? 3 : 2)));
  const seenValues = game.report.frames.flatMap(({ frame }) => (Object.hasOwn(frame, name) ? [frame[name]!] : []));
  for (const value of otherValues(field, reveal[name]!, seenValues, random) as Answer[]) {
    if (await honestSeat.couldSeal(round, value)) continue;
    const sealed = { round, value };
    const replaced = new Map<number, JsonObject>([[index, { ...commit, hash: commitmentOf(value, reveal.nonce) }]]);
    const revealMessage = { ...reveal, [name]: value };
    const attempt = { kind: 'sealed_value', from, field: name, sealed } as const;
    if (from === 'guest') yield { ...attempt, index: index + 1, replaced, frames: [revealMessage] };
    else {
      const judgeCall = game
        .trace('host')
        .calls.find(({ method, args }) => method === 'round_judge' && args[1] === round);
      if (!judgeCall) continue;
      const [state, , , guestValue] = judgeCall.args as [JsonObject, number, Answer, Answer];
      const step = await hooks.host.call('round_judge', [state, round, value, guestValue]).catch(() => null);
      const { data } = stepSchema.safeParse(step);
      if (!data?.send || data.end?.completed === false) continue;
      replaced.set(index + 1, revealMessage);
      yield { ...attempt, index: index + 2, replaced, frames: [data.send as JsonObject] };
    }
  }
}
