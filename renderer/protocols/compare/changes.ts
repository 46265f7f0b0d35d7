/** Turns the diff of two specs into the lines of ChangeList.tsx. */
import type { Json } from '../../../shared/json/value.ts';
import { isJsonObject } from '../../../shared/json/value.ts';
import type { FieldChange, MessageChange, PointerChange, SpecDiff } from '../../../shared/protocol/diff.ts';
import { type Bound, boundsOf } from '../page/spec-rows.ts';

export const parts = ['messages', 'options', 'rules', 'flow', 'terms', 'about'] as const;
export type Part = (typeof parts)[number];

export type ChangeDetail =
  | { kind: 'message_new'; direction: string; fields: number }
  | { kind: 'gone' }
  | { kind: 'field_new'; required: boolean; type: string; bounds: Bound[] }
  | { kind: 'option_new'; type: string; bounds: Bound[] }
  | { kind: 'type'; before: string; after: string }
  | { kind: 'bounds'; before: Bound[]; after: Bound[] }
  | { kind: 'now_required' }
  | { kind: 'now_optional' }
  | { kind: 'start'; before: string; after: string }
  | { kind: 'text_new'; after: string }
  | { kind: 'text_gone'; before: string }
  | { kind: 'text'; before: string; after: string };

export interface ChangeLine {
  part: Part;
  change: 'added' | 'removed' | 'changed';
  /** A path of names in the spec, e.g. `move.col`. */
  subject: string;
  detail: ChangeDetail;
}

/** In reading order; empty if the specs are equal. */
export function changeLines(diff: SpecDiff): ChangeLine[] {
  return [
    ...diff.messages.flatMap(messageLines),
    ...diff.options.flatMap((option) => fieldLines('options', option.name, option)),
    ...(['rules', 'flow', 'terms', 'about'] as const).flatMap((part) => placeLines(part, '', diff[part])),
  ];
}

function messageLines({ name, direction, change, fields, places }: MessageChange): ChangeLine[] {
  const line = { part: 'messages' as const, change, subject: name };
  // `action` holds the message's name.
  const ownFields = fields.filter((field) => field.name !== 'action');
  if (change === 'added') return [{ ...line, detail: { kind: 'message_new', direction, fields: ownFields.length } }];
  if (change === 'removed') return [{ ...line, detail: { kind: 'gone' } }];
  return [
    ...fields.flatMap((field) => fieldLines('messages', `${name}.${field.name}`, field)),
    ...placeLines('messages', name, places),
  ];
}

const typeOf = (definition: Json): string =>
  isJsonObject(definition) && typeof definition.type === 'string' ? definition.type : '';
const isRequired = (definition: Json): boolean => isJsonObject(definition) && definition.required === true;
/** Differences that `fieldLines` describes; all others become text changes. */
const describedPointers = new Set(['/type', '/required', '/default']);
/** Pointers whose changes are shown as bounds. */
const boundPointers = /^\/(items\/)?(min|max|values|columns|max_length|min_items|max_items|max_total_bytes)$/;

function fieldLines(part: 'messages' | 'options', subject: string, field: FieldChange): ChangeLine[] {
  const { change, before, after, places } = field;
  const line = (detail: ChangeDetail): ChangeLine => ({ part, change, subject, detail });
  if (change === 'removed') return [line({ kind: 'gone' })];
  if (change === 'added') {
    const sharedDetail = { type: typeOf(after), bounds: boundsOf(after) };
    if (part === 'options') return [line({ kind: 'option_new', ...sharedDetail })];
    return [line({ kind: 'field_new', required: isRequired(after), ...sharedDetail })];
  }
  const lines: ChangeLine[] = [];
  if (typeOf(before) !== typeOf(after))
    lines.push(line({ kind: 'type', before: typeOf(before), after: typeOf(after) }));
  if (isRequired(before) !== isRequired(after))
    lines.push(line({ kind: isRequired(after) ? 'now_required' : 'now_optional' }));
  if (places.some(({ pointer }) => boundPointers.test(pointer)))
    lines.push(line({ kind: 'bounds', before: boundsOf(before), after: boundsOf(after) }));
  const defaultChange = places.find(({ pointer }) => pointer === '/default');
  if (defaultChange)
    lines.push(line({ kind: 'start', before: textOf(defaultChange.before), after: textOf(defaultChange.after) }));
  const otherPlaces = places.filter(({ pointer }) => !describedPointers.has(pointer) && !boundPointers.test(pointer));
  return [...lines, ...placeLines(part, subject, otherPlaces)];
}

/** One line per pointer. */
function placeLines(part: Part, prefix: string, places: readonly PointerChange[]): ChangeLine[] {
  return places.map(({ pointer, change, before, after }) => {
    const path = pointer.split('/').slice(1).map(unescapePointer);
    const subject = [prefix, ...path].filter((step) => step !== '').join('.');
    return { part, change, subject, detail: textChange(change, before, after) };
  });
}

function textChange(change: ChangeLine['change'], before: Json, after: Json): ChangeDetail {
  if (change === 'added') return { kind: 'text_new', after: textOf(after) };
  if (change === 'removed') return { kind: 'text_gone', before: textOf(before) };
  return { kind: 'text', before: textOf(before), after: textOf(after) };
}

/** RFC 6901, section 4. */
const unescapePointer = (step: string) => step.replaceAll('~1', '/').replaceAll('~0', '~');
const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));
