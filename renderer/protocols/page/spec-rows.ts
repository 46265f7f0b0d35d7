/** The messages and options of a spec as table rows. Specs are untrusted, so nothing here assumes their shape. */
import type { Json } from '../../../shared/json/value.ts';
import { isJsonObject } from '../../../shared/json/value.ts';
import { type Direction, directions, type Spec } from '../../../shared/protocol/spec-types.ts';

/** A constraint of a field, localized by `useBoundsText`. */
export type Bound =
  | { kind: 'between'; min: number; max: number }
  | { kind: 'from'; min: number }
  | { kind: 'to'; max: number }
  | { kind: 'values'; values: string }
  | { kind: 'bytes'; max: number }
  | { kind: 'items'; min: number; max: number }
  | { kind: 'items_from'; min: number }
  | { kind: 'items_to'; max: number }
  | { kind: 'columns'; names: string };

export interface FieldRow {
  name: string;
  type: string;
  /** The type of an array's items; null for other types. */
  itemType: string | null;
  required: boolean;
  bounds: Bound[];
  description: string;
}

export interface MessageRow {
  name: string;
  direction: Direction;
  description: string;
  fields: FieldRow[];
}

export interface OptionRow extends FieldRow {
  /** The default: a text as it is, other values as JSON; empty if there is none. */
  defaultText: string;
}

const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const numberOf = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** Omits the field `action`, which holds the message's name. An unknown direction becomes `both`. */
export function messageRows(spec: Pick<Spec, 'messages'>): MessageRow[] {
  const messages = spec.messages as unknown as Json;
  return (Array.isArray(messages) ? messages : [])
    .filter(isJsonObject)
    .map(({ name, direction, description, fields }) => ({
      name: textOf(name),
      direction: directions.find((candidate) => candidate === direction) ?? 'both',
      description: textOf(description),
      fields: Object.entries(isJsonObject(fields) ? fields : {})
        .filter(([field]) => field !== 'action')
        .map(([field, definition]) => fieldRow(field, definition)),
    }));
}

export function optionRows(spec: Pick<Spec, 'parameters'>): OptionRow[] {
  const parameters = (spec.parameters ?? {}) as Json;
  return Object.entries(isJsonObject(parameters) ? parameters : {}).map(([name, definition]) => {
    const defaultValue = isJsonObject(definition) ? definition.default : undefined;
    const defaultText = typeof defaultValue === 'string' ? defaultValue : (JSON.stringify(defaultValue) ?? '');
    return { ...fieldRow(name, definition), defaultText };
  });
}

function fieldRow(name: string, definition: Json): FieldRow {
  if (!isJsonObject(definition))
    return { name, type: '', itemType: null, required: false, bounds: [], description: '' };
  const { type, items, required, description } = definition;
  return {
    name,
    type: textOf(type),
    itemType: isJsonObject(items) ? textOf(items.type) : null,
    required: required === true,
    bounds: boundsOf(definition),
    description: textOf(description),
  };
}

/** The constraints of a field beyond its type; an array's items come first. */
export function boundsOf(definition: Json): Bound[] {
  if (!isJsonObject(definition)) return [];
  const { values, columns, items } = definition;
  const bounds: Bound[] = [];
  const [min, max] = [numberOf(definition.min), numberOf(definition.max)];
  if (min !== null && max !== null) bounds.push({ kind: 'between', min, max });
  else if (min !== null) bounds.push({ kind: 'from', min });
  else if (max !== null) bounds.push({ kind: 'to', max });
  if (Array.isArray(values)) bounds.push({ kind: 'values', values: values.map(String).join(', ') });
  const bytes = numberOf(definition.max_length) ?? numberOf(definition.max_total_bytes);
  if (bytes !== null) bounds.push({ kind: 'bytes', max: bytes });
  const [minItems, maxItems] = [numberOf(definition.min_items), numberOf(definition.max_items)];
  if (minItems !== null && maxItems !== null) bounds.push({ kind: 'items', min: minItems, max: maxItems });
  else if (minItems !== null) bounds.push({ kind: 'items_from', min: minItems });
  else if (maxItems !== null) bounds.push({ kind: 'items_to', max: maxItems });
  if (isJsonObject(columns)) bounds.push({ kind: 'columns', names: Object.keys(columns).join(', ') });
  return isJsonObject(items) ? [...boundsOf(items), ...bounds] : bounds;
}
