/** What a cheating peer could send in place of a message: valid by the spec, but other than what it had to send. */
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import type { FieldDefinition, MessageDefinition, Spec } from '../../../shared/protocol/spec.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { messageByAction } from '../../../shared/tables/move-labels.ts';
import { sentBy } from '../../../shared/tables/sample-message.ts';
import {
  absentValues,
  businessFields,
  distinct,
  domainOf,
  fieldsOf,
  isBusiness,
  otherValues,
  sample,
} from './field-values.ts';

export const changeKinds = [
  'changed_value',
  'changed_values',
  'changed_move',
  'replayed_values',
  'omitted_field',
  'added_field',
  'wrong_opening',
  'other_message',
  'error_message',
] as const;
export type ChangeKind = (typeof changeKinds)[number];

export interface Change {
  kind: ChangeKind;
  /** The changed field; null if several changed, or the message as a whole. */
  field: string | null;
  frame: JsonObject;
}

/** A message of a game, and what its sender knows. */
export interface MessagePlace {
  spec: Spec;
  from: Role;
  /** All messages of the game, in order, and the position of this one. */
  messages: readonly { from: Role; frame: JsonObject }[];
  position: number;
  /** Fields that carry the sender's answers. */
  moveFields: readonly string[];
  random: () => number;
}

const replaysMax = 12;
/** How many moves that were played before, and how many others, are tried with the values that could follow from them. */
const seenMoves = 2;
const otherMoves = 2;
const pairsMax = 40;
const productMax = 64;
/** Fields with at most this many values are combined with each other. */
const combinedDomain = 8;

/** Every change of a message. */
export function changesOf(place: MessagePlace): Change[] {
  return [
    ...changedValues(place),
    ...changedPairs(place),
    ...combinedValues(place),
    ...moveChanges(place),
    ...replays(place),
    ...presenceChanges(place),
    ...wrongOpenings(place),
    ...otherMessages(place),
    ...errorMessages(place),
  ];
}

const frameOf = ({ messages, position }: MessagePlace): JsonObject => messages[position]!.frame;

/** The values of a field in the other messages of the game, the newest before this message last. */
function seenValues({ messages, position }: MessagePlace, name: string): Json[] {
  const valuesIn = (list: MessagePlace['messages']) =>
    list.flatMap(({ frame }) => (Object.hasOwn(frame, name) ? [frame[name]!] : []));
  return [...valuesIn(messages.slice(position + 1)).reverse(), ...valuesIn(messages.slice(0, position))];
}

function alternatives(place: MessagePlace) {
  const frame = frameOf(place);
  return businessFields(place.spec, frame).map(([name, field]) => ({
    name,
    field,
    values: otherValues(field, frame[name]!, seenValues(place, name), place.random),
  }));
}

function changedValues(place: MessagePlace): Change[] {
  const frame = frameOf(place);
  return alternatives(place).flatMap(({ name, values }) =>
    values.map((value) => ({ kind: 'changed_value' as const, field: name, frame: { ...frame, [name]: value } })),
  );
}

function changedPairs(place: MessagePlace): Change[] {
  const frame = frameOf(place);
  const fields = alternatives(place);
  const isClosed = ({ field }: { field: FieldDefinition }) => field.type === 'enum' || field.type === 'boolean';
  const pairsOf = (pairFields: typeof fields) =>
    pairFields.flatMap((first, index) =>
      pairFields
        .slice(index + 1)
        .flatMap((second) =>
          sample(first.values, 12, place.random).flatMap((a) =>
            sample(second.values, 12, place.random).map((b) => ({ ...frame, [first.name]: a, [second.name]: b })),
          ),
        ),
    );
  // Verdicts usually consist of several flags and names that must agree.
  const pairs = [
    ...sample(pairsOf(fields.filter(isClosed)), pairsMax, place.random),
    ...sample(pairsOf(fields), pairsMax, place.random),
  ];
  return pairs.map((changed) => ({ kind: 'changed_values', field: null, frame: changed }));
}

/** Every combination of the small fields, each also absent if it may be: claims of a winner, with every reason. */
function combinedValues(place: MessagePlace): Change[] {
  const frame = frameOf(place);
  return productOf(place, frame, messageByAction(place.spec, String(frame.action))).map((changed) => ({
    kind: 'changed_values',
    field: null,
    frame: changed,
  }));
}

function productOf(place: MessagePlace, frame: JsonObject, definition: MessageDefinition | undefined): JsonObject[] {
  let frames: JsonObject[] = [frame];
  for (const [name, field] of Object.entries(definition?.fields ?? {})) {
    if (name === 'action' || field.type === 'array' || !isBusiness(field)) continue;
    const domain = domainOf(field);
    const values: (Json | undefined)[] =
      domain && domain.length <= combinedDomain
        ? [...domain]
        : field.required
          ? []
          : [...distinct(seenValues(place, name).slice(-2), null), ...(domain ?? [field.min ?? 0]).slice(0, 1)];
    if (!field.required) values.push(undefined);
    const variants = distinctValues([frame[name], ...values]);
    if (variants.length * frames.length > 8 * productMax) continue;
    frames = variants.flatMap((value) => frames.map((each) => withField(each, name, value)));
  }
  return sample(frames, productMax, place.random);
}

function distinctValues(values: readonly (Json | undefined)[]): (Json | undefined)[] {
  return [...new Map(values.map((value) => [JSON.stringify(value) ?? '', value])).values()];
}

function withField(frame: JsonObject, name: string, value: Json | undefined): JsonObject {
  const { [name]: _, ...rest } = frame;
  return value === undefined ? rest : { ...rest, [name]: value };
}

/** Another move, with whatever it would change: scores and places that follow from a move are near those before it. */
function moveChanges(place: MessagePlace): Change[] {
  const frame = frameOf(place);
  const fields = alternatives(place);
  const others = fields.filter(({ name }) => !place.moveFields.includes(name) && !isCounter(place, name));
  const moves = fields.filter(({ name, field }) => place.moveFields.includes(name) && field.type !== 'array');
  return moves.flatMap(({ name, values }) =>
    [...values.slice(0, seenMoves), ...sample(values.slice(seenMoves), otherMoves, place.random)].flatMap((value) => {
      let frames: JsonObject[] = [{ ...frame, [name]: value }];
      for (const other of others) {
        const near = nearValues(other.field, frame[other.name]!, seenValues(place, other.name));
        if (near.length === 0 || frames.length * (near.length + 1) > productMax) continue;
        frames = [undefined, ...near].flatMap((next) =>
          frames.map((each) => (next === undefined ? each : { ...each, [other.name]: next })),
        );
      }
      return frames.map((changed) => ({ kind: 'changed_move' as const, field: name, frame: changed }));
    }),
  );
}

/** The values that a field may have after another move: the last one, and the ones beside it. */
function nearValues(field: FieldDefinition, value: Json, seen: readonly Json[]): Json[] {
  if (field.type !== 'integer') return [];
  const last = Number(seen.at(-1) ?? value);
  const { min = last - 1, max = last + 1 } = field;
  return distinct([last, last + 1, last - 1], value).filter((near) => Number(near) >= min && Number(near) <= max);
}

/** Whether a field has an integer that grows with each message of its action. */
function isCounter({ from, messages, position }: MessagePlace, name: string): boolean {
  const { action } = messages[position]!.frame;
  const sameAction = messages.filter((each) => each.from === from && each.frame.action === action);
  return (
    sameAction.length > 1 &&
    sameAction.every(
      ({ frame }, index) =>
        typeof frame[name] === 'number' &&
        (index === 0 || Number(frame[name]) > Number(sameAction[index - 1]!.frame[name])),
    )
  );
}

/** The message with the values of other messages, except for its counters. */
function replays(place: MessagePlace): Change[] {
  const frame = frameOf(place);
  const names = businessFields(place.spec, frame)
    .map(([name]) => name)
    .filter((name) => !isCounter(place, name));
  const frames = place.messages.flatMap(({ frame: other }) => {
    const sharedNames = names.filter((name) => Object.hasOwn(other, name));
    return sharedNames.length === 0
      ? []
      : [{ ...frame, ...Object.fromEntries(sharedNames.map((name) => [name, other[name]!])) }];
  });
  return sample(frames, replaysMax, place.random).map((replayed) => ({
    kind: 'replayed_values',
    field: null,
    frame: replayed,
  }));
}

/** Optional fields left out or put in. */
function presenceChanges(place: MessagePlace): Change[] {
  const frame = frameOf(place);
  return fieldsOf(place.spec, frame).flatMap(([name, field]): Change[] => {
    if (field.required) return [];
    if (Object.hasOwn(frame, name)) {
      return [{ kind: 'omitted_field', field: name, frame: withField(frame, name, undefined) }];
    }
    return absentValues(field, seenValues(place, name), place.random).map((value) => ({
      kind: 'added_field' as const,
      field: name,
      frame: { ...frame, [name]: value },
    }));
  });
}

const otherNonce = 'f'.repeat(32);

/** Commitments and openings with other contents: a nonce that doesn't fit, one too few or too many, in another order. */
function wrongOpenings(place: MessagePlace): Change[] {
  const frame = frameOf(place);
  return fieldsOf(place.spec, frame).flatMap(([name, field]): Change[] => {
    const value = frame[name];
    if (value === undefined || isBusiness(field)) return [];
    const change = (other: Json): Change => ({
      kind: 'wrong_opening',
      field: name,
      frame: { ...frame, [name]: other },
    });
    if (field.type === 'nonce') return [change(otherNonce)];
    if (field.type !== 'array' || !Array.isArray(value) || !['nonce', 'hash'].includes(field.items.type)) return [];
    const others = otherValues(field, value, [], place.random);
    if (field.items.type === 'nonce')
      others.push(
        value.with(-1, otherNonce),
        value.map(() => otherNonce),
      );
    return others.map(change);
  });
}

/** Messages that the engine sends or reads itself. */
const engineActions = ['join', 'ready', 'commit', 'reveal', 'end', 'error'];

/** The other messages that this seat may send at some time: those of this game, and every other one filled with its values. */
function otherMessages(place: MessagePlace): Change[] {
  const { spec, from, messages, position } = place;
  const frame = frameOf(place);
  const own = messages.filter((each) => each.from === from);
  const index = messages.slice(0, position).filter((each) => each.from === from).length;
  const moved = [own[index - 1], own[index + 1], own[index + 2], own.at(-1)].flatMap((each) =>
    each && each.frame !== frame && !['join', 'ready'].includes(String(each.frame.action)) ? [each.frame] : [],
  );
  const built = sentBy(spec, from)
    .filter(({ name }) => !engineActions.includes(name) && name !== frame.action)
    .flatMap((definition) => {
      const message = filled(place, definition);
      return [...besideCounters(definition, message), ...productOf(place, message, definition)];
    });
  return [...moved, ...built].map((other) => ({ kind: 'other_message', field: null, frame: other }));
}

/** The message with each number one less and one more: turns are counted before or after a move. */
const besideCounters = (definition: MessageDefinition, message: JsonObject): JsonObject[] =>
  Object.keys(definition.fields).flatMap((name) => {
    const value = message[name];
    return typeof value === 'number' ? [-1, 1].map((step) => ({ ...message, [name]: value + step })) : [];
  });

/** A message with the values of this place, or else of another message. */
function filled(place: MessagePlace, definition: MessageDefinition): JsonObject {
  const frame = frameOf(place);
  const examples = place.messages.filter((each) => each.frame.action === definition.name);
  const example = (examples.find(({ from }) => from === place.from) ?? examples[0])?.frame ?? {};
  const message: JsonObject = { action: definition.name };
  for (const [name, field] of Object.entries(definition.fields)) {
    if (name === 'action') continue;
    const value =
      frame[name] ??
      example[name] ??
      seenValues(place, name).at(-1) ??
      (field.required ? defaultValue(field) : undefined);
    if (value !== undefined) message[name] = value;
  }
  return message;
}

function defaultValue(field: FieldDefinition): Json {
  if (field.type === 'enum') return field.values?.[0] ?? '';
  if (field.type === 'integer') return field.min ?? 0;
  if (field.type === 'boolean') return false;
  if (field.type === 'array') return Array.from({ length: field.min_items ?? 0 }, () => defaultValue(field.items));
  if (field.type === 'nonce') return otherNonce;
  return field.type === 'hash' || field.type === 'key' ? 'f'.repeat(64) : 'x';
}

/** The engine ends a table at an `error`, and no hooks may take one for a result. */
function errorMessages(place: MessagePlace): Change[] {
  const definition = sentBy(place.spec, place.from).find(({ name }) => name === 'error');
  if (!definition) return [];
  const frames = productOf(place, filled(place, definition), definition);
  return sample(frames, 4, place.random).map((frame) => ({ kind: 'error_message', field: null, frame }));
}
