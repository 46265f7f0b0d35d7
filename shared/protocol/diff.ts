/**
 * The differences between two specs: messages by name and direction, their fields, options, and all other parts by JSON pointer.
 * Numbers are compared as written, because ids distinguish `1` from `1.0`.
 */
import { z } from 'zod';
import { isTextJsonObject, NumberText, parseJson, type TextJson, type TextJsonObject } from '../json/parse.ts';
import { type PathStep, pointerOf } from '../json/pointer.ts';
import { pythonJson } from '../json/python.ts';
import { getOwn, type Json } from '../json/value.ts';
import { hex64 } from '../signing/grammar.ts';
import { protocolIdOf } from './contract.ts';
import { specMaxDepth } from './limits.ts';

const changeKindSchema = z.enum(['added', 'removed', 'changed']);
export type ChangeKind = z.infer<typeof changeKindSchema>;

/** One difference. `pointer` is relative to the part it is listed under; `before` or `after` is null if missing. */
const pointerChangeSchema = z.object({
  pointer: z.string(),
  change: changeKindSchema,
  before: z.json(),
  after: z.json(),
});
export type PointerChange = z.infer<typeof pointerChangeSchema>;

const fieldChangeSchema = pointerChangeSchema.omit({ pointer: true }).extend({
  name: z.string(),
  /** Differences within a changed field; empty for one that was added or removed. */
  places: z.array(pointerChangeSchema),
});
export type FieldChange = z.infer<typeof fieldChangeSchema>;

const messageChangeSchema = z.object({
  name: z.string(),
  direction: z.string(),
  change: changeKindSchema,
  fields: z.array(fieldChangeSchema),
  /** Differences outside the fields, e.g. in the description. */
  places: z.array(pointerChangeSchema),
});
export type MessageChange = z.infer<typeof messageChangeSchema>;

export const specDiffSchema = z.object({
  before_protocol_id: hex64,
  after_protocol_id: hex64,
  /** Both have the same id: the differences are not part of the contract. */
  same_contract: z.boolean(),
  messages: z.array(messageChangeSchema),
  options: z.array(fieldChangeSchema),
  flow: z.array(pointerChangeSchema),
  rules: z.array(pointerChangeSchema),
  /** choices, commit_reveal and timing, which are part of the contract. */
  terms: z.array(pointerChangeSchema),
  /** Name, description, tags and everything else outside the contract. */
  about: z.array(pointerChangeSchema),
});
export type SpecDiff = z.infer<typeof specDiffSchema>;

const termKeys = ['choices', 'commit_reveal', 'timing'];
const comparedParts = ['messages', 'parameters', 'flow', 'rules', ...termKeys];

/** Compares two spec texts. Throws ParlorError `malformed_json`, `duplicate_key` or `invalid_spec`. */
export function diffSpecs(beforeText: string, afterText: string): SpecDiff {
  const before_protocol_id = protocolIdOf(beforeText);
  const after_protocol_id = protocolIdOf(afterText);
  // Objects, since protocolIdOf throws for anything else.
  const [before, after] = [beforeText, afterText].map(
    (text) => parseJson(text, { numbers: 'text', maxDepth: specMaxDepth }) as TextJsonObject,
  ) as [TextJsonObject, TextJsonObject];
  const changesOf = (name: string) => pointerChanges(getOwn(before, name), getOwn(after, name));
  return {
    before_protocol_id,
    after_protocol_id,
    same_contract: before_protocol_id === after_protocol_id,
    messages: messageChanges(getOwn(before, 'messages'), getOwn(after, 'messages')),
    options: memberChanges(getOwn(before, 'parameters'), getOwn(after, 'parameters')),
    flow: changesOf('flow'),
    rules: changesOf('rules'),
    terms: pointerChanges(pickMembers(before, termKeys), pickMembers(after, termKeys)),
    about: pointerChanges(omitMembers(before, comparedParts), omitMembers(after, comparedParts)),
  };
}

// ---- messages and options -------------------------------------------------------------------------------------------

function messageChanges(before: TextJson | undefined, after: TextJson | undefined): MessageChange[] {
  const [oldMessages, newMessages] = [messagesByKey(before), messagesByKey(after)];
  return [...new Set([...oldMessages.keys(), ...newMessages.keys()])].flatMap((key) => {
    const [oldValue, newValue] = [oldMessages.get(key), newMessages.get(key)];
    const fields = memberChanges(oldValue && getOwn(oldValue, 'fields'), newValue && getOwn(newValue, 'fields'));
    const places =
      oldValue && newValue ? pointerChanges(omitMembers(oldValue, ['fields']), omitMembers(newValue, ['fields'])) : [];
    if (oldValue && newValue && fields.length === 0 && places.length === 0) return [];
    const [name, direction] = JSON.parse(key) as [string, string];
    return [{ name, direction, change: changeKindOf(oldValue, newValue), fields, places }];
  });
}

/** Messages by name and direction. */
function messagesByKey(messages: TextJson | undefined): Map<string, TextJsonObject> {
  const byKey = new Map<string, TextJsonObject>();
  for (const message of Array.isArray(messages) ? messages : []) {
    if (isTextJsonObject(message)) {
      byKey.set(JSON.stringify([stringMember(message, 'name'), stringMember(message, 'direction')]), message);
    }
  }
  return byKey;
}

const stringMember = (object: TextJsonObject, key: string): string => {
  const value = getOwn(object, key);
  return typeof value === 'string' ? value : '';
};

/** The members of two objects that were added, removed or changed. */
function memberChanges(before: TextJson | undefined, after: TextJson | undefined): FieldChange[] {
  const [oldMembers, newMembers] = [isTextJsonObject(before) ? before : {}, isTextJsonObject(after) ? after : {}];
  return [...new Set([...Object.keys(oldMembers), ...Object.keys(newMembers)])].flatMap((name) => {
    const [oldValue, newValue] = [getOwn(oldMembers, name), getOwn(newMembers, name)];
    const places = oldValue !== undefined && newValue !== undefined ? pointerChanges(oldValue, newValue) : [];
    if (oldValue !== undefined && newValue !== undefined && places.length === 0) return [];
    return [
      {
        name,
        change: changeKindOf(oldValue, newValue),
        places,
        before: toDisplayValue(oldValue),
        after: toDisplayValue(newValue),
      },
    ];
  });
}

// ---- places ---------------------------------------------------------------------------------------------------------

/** The innermost differences of two values, in document order; a list of scalars is compared as a whole. */
function pointerChanges(
  before: TextJson | undefined,
  after: TextJson | undefined,
  path: PathStep[] = [],
): PointerChange[] {
  if (before === undefined && after === undefined) return [];
  if (isTextJsonObject(before) && isTextJsonObject(after)) {
    return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((key) =>
      pointerChanges(getOwn(before, key), getOwn(after, key), [...path, key]),
    );
  }
  if (Array.isArray(before) && Array.isArray(after) && ![...before, ...after].every(isLeaf)) {
    return Array.from({ length: Math.max(before.length, after.length) }, (_, i) =>
      pointerChanges(before[i], after[i], [...path, i]),
    ).flat();
  }
  if (isSameValue(before, after)) return [];
  return [
    {
      pointer: pointerOf(path),
      change: changeKindOf(before, after),
      before: toDisplayValue(before),
      after: toDisplayValue(after),
    },
  ];
}

const isLeaf = (value: TextJson): boolean => !isTextJsonObject(value) && !Array.isArray(value);

function isSameValue(before: TextJson | undefined, after: TextJson | undefined): boolean {
  return before !== undefined && after !== undefined && pythonJson(before) === pythonJson(after);
}

const changeKindOf = (before: unknown, after: unknown): ChangeKind => {
  if (before === undefined) return 'added';
  return after === undefined ? 'removed' : 'changed';
};

/** A value for display; a number that JavaScript would format differently stays a string. */
function toDisplayValue(value: TextJson | undefined): Json {
  if (value === undefined) return null;
  if (value instanceof NumberText) return String(Number(value.text)) === value.text ? Number(value.text) : value.text;
  if (Array.isArray(value)) return value.map(toDisplayValue);
  if (isTextJsonObject(value))
    return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, toDisplayValue(member)]));
  return value;
}

const pickMembers = (object: TextJsonObject, keys: string[]): TextJsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => keys.includes(key)));

const omitMembers = (object: TextJsonObject, keys: string[]): TextJsonObject =>
  Object.fromEntries(Object.entries(object).filter(([key]) => !keys.includes(key)));
