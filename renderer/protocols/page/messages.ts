/** The messages and options of a spec as table rows. Specs are untrusted: nothing here assumes their shape. */
import type { Json } from '../../../shared/json/value.ts';
import { isJsonObject } from '../../../shared/json/value.ts';
import { type Direction, directions, type Spec } from '../../../shared/protocol/definition.ts';

/** A constraint of a field, not yet localized. */
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
  /** The type of an array's items. */
  of: string | null;
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
  /** As JSON; empty if there is none. */
  start: string;
}

const text = (value: Json | undefined): string => (typeof value === 'string' ? value : '');
const number = (value: Json | undefined): number | null => (typeof value === 'number' ? value : null);

/** `action` is the message's name, not a field. */
export function messageRows(spec: Pick<Spec, 'messages'>): MessageRow[] {
  const messages = spec.messages as unknown as Json;
  return (Array.isArray(messages) ? messages : [])
    .filter(isJsonObject)
    .map(({ name, direction, description, fields }) => ({
      name: text(name),
      direction: directions.find((known) => known === direction) ?? 'both',
      description: text(description),
      fields: Object.entries(isJsonObject(fields) ? fields : {})
        .filter(([field]) => field !== 'action')
        .map(([field, definition]) => fieldRow(field, definition)),
    }));
}

export function optionRows(spec: Pick<Spec, 'parameters'>): OptionRow[] {
  const parameters = (spec.parameters ?? {}) as Json;
  return Object.entries(isJsonObject(parameters) ? parameters : {}).map(([name, definition]) => {
    const start = isJsonObject(definition) ? definition.default : undefined;
    const written = typeof start === 'string' ? start : JSON.stringify(start);
    return { ...fieldRow(name, definition), start: start === undefined ? '' : (written ?? '') };
  });
}

function fieldRow(name: string, definition: Json): FieldRow {
  if (!isJsonObject(definition)) return { name, type: '', of: null, required: false, bounds: [], description: '' };
  const { type, items, required, description } = definition;
  return {
    name,
    type: text(type),
    of: isJsonObject(items) ? text(items.type) : null,
    required: required === true,
    bounds: boundsOf(definition),
    description: text(description),
  };
}

/** The constraints of a definition beyond its type. */
export function boundsOf(definition: Json): Bound[] {
  if (!isJsonObject(definition)) return [];
  const { values, columns, items } = definition;
  const bounds: Bound[] = [];
  const [min, max] = [number(definition.min), number(definition.max)];
  if (min !== null && max !== null) bounds.push({ kind: 'between', min, max });
  else if (min !== null) bounds.push({ kind: 'from', min });
  else if (max !== null) bounds.push({ kind: 'to', max });
  if (Array.isArray(values)) bounds.push({ kind: 'values', values: values.map(String).join(', ') });
  const bytes = number(definition.max_length) ?? number(definition.max_total_bytes);
  if (bytes !== null) bounds.push({ kind: 'bytes', max: bytes });
  const [least, most] = [number(definition.min_items), number(definition.max_items)];
  if (least !== null && most !== null) bounds.push({ kind: 'items', min: least, max: most });
  else if (least !== null) bounds.push({ kind: 'items_from', min: least });
  else if (most !== null) bounds.push({ kind: 'items_to', max: most });
  if (isJsonObject(columns)) bounds.push({ kind: 'columns', names: Object.keys(columns).join(', ') });
  return isJsonObject(items) ? [...boundsOf(items), ...bounds] : bounds;
}
