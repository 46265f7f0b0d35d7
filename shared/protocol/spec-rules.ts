/** The specification's rules for a spec.json: messages and their fields, flow, timing, parameters. */
import { type PathStep, type PlacedProblem, type ProblemParams, placedProblem } from '../json/pointer.ts';
import { isJsonObject, type Json, type JsonObject, own } from '../json/value.ts';
import { directions, flowModes, scalarTypes } from './spec-types.ts';

export const specRuleTexts = {
  spec_too_large: 'larger than {kb} KB',
  unsupported_version: 'unsupported spec_version: {value}',
  expected_string: 'expected a string',
  expected_boolean: 'expected boolean',
  expected_object: 'expected an object',
  expected_array: 'expected an array',
  expected_integer: 'expected an integer',
  expected_non_negative: 'expected a non-negative integer',
  expected_range: 'expected an integer from {min} to {max}',
  expected_text: 'expected a non-empty string',
  expected_texts: 'expected a non-empty array of strings',
  expected_one_of: 'expected one of {values}',
  expected_messages: 'expected a non-empty array of messages',
  expected_action: 'expected a required enum field with exactly one value',
  repeated_message: 'another message has this name and direction',
  repeated_action: 'another message has the action {action} in this direction',
  nested_array: 'an array cannot hold arrays',
  unsupported_field_type: 'unsupported field type {type}',
  unsupported_parameter_type: 'unsupported parameter type {type}',
  unsupported_column_type: 'unsupported column type {type}',
  text_outside_chat: 'text is allowed only in a spec of type chat',
  bounds_reversed: '{high} is below {low}',
  unknown_mode: 'unknown flow mode {mode}',
  unknown_key: 'unknown key',
} as const;

/** All violations in a parsed spec, in document order. */
export function checkSpec(spec: JsonObject): PlacedProblem[] {
  const checker = new Checker(spec);
  checker.check();
  return checker.problems;
}

const timingModes = ['simultaneous', 'sequential', 'none'];
const repeats = ['best_of', 'total_rounds', 'until game_over'];
const realtimeRanges: { [key: string]: [number, number] } = {
  tick_rate_hz: [1, 60],
  input_delay_ticks: [1, 120],
  snapshot_every_ticks: [1, 60],
  max_command_lead_ticks: [1, 600],
  max_commands_per_frame: [1, 1024],
};

class Checker {
  readonly problems: PlacedProblem[] = [];
  readonly #spec: JsonObject;
  readonly #isChat: boolean;

  constructor(spec: JsonObject) {
    this.#spec = spec;
    this.#isChat = own(spec, 'type') === 'chat';
  }

  check(): void {
    const version = own(this.#spec, 'spec_version');
    if (version && version !== '1.0')
      this.#report(['spec_version'], 'unsupported_version', { value: excerpt(version) });
    for (const key of ['name', 'description', 'type', 'family']) this.#expectString(this.#spec, key, []);
    const judge = own(this.#spec, 'shadow_judge');
    if (judge !== undefined && judge !== null && typeof judge !== 'boolean')
      this.#report(['shadow_judge'], 'expected_boolean');
    this.#messages(own(this.#spec, 'messages'));
    this.#flow(own(this.#spec, 'flow'));
    this.#timing(own(this.#spec, 'timing'));
    this.#parameters(own(this.#spec, 'parameters'));
  }

  #report(path: PathStep[], code: keyof typeof specRuleTexts, params?: ProblemParams): void {
    this.problems.push(placedProblem(specRuleTexts, path, code, params));
  }

  // ---- messages ------------------------------------------------------------------------------------------------------

  #messages(messages: Json | undefined): void {
    if (!Array.isArray(messages) || messages.length === 0) {
      this.#report(['messages'], 'expected_messages');
      return;
    }
    const seen = new Set<string>();
    /** By action: the directions in which it is already used. */
    const used = new Map<string, Set<string>>();
    messages.forEach((message, i) => {
      const path = ['messages', i];
      if (!isJsonObject(message)) {
        this.#report(path, 'expected_object');
        return;
      }
      const name = own(message, 'name');
      const direction = own(message, 'direction');
      if (typeof name !== 'string' || name === '') this.#report([...path, 'name'], 'expected_text');
      if (!isOneOf(direction, directions))
        this.#report([...path, 'direction'], 'expected_one_of', { values: directions.join(', ') });
      const fields = own(message, 'fields');
      if (!isJsonObject(fields)) {
        this.#report([...path, 'fields'], 'expected_object');
        return;
      }
      const action = this.#action(own(fields, 'action'), [...path, 'fields', 'action']);
      for (const [key, field] of Object.entries(fields)) {
        if (key !== 'action' || action !== undefined) this.#field(field, [...path, 'fields', key]);
      }
      if (typeof name !== 'string' || typeof direction !== 'string') return;
      const key = JSON.stringify([name, direction]);
      if (seen.has(key)) this.#report([...path, 'name'], 'repeated_message');
      else if (action !== undefined) this.#checkUnused(used, action, direction, [...path, 'fields', 'action']);
      seen.add(key);
    });
  }

  /** A required enum with one value, which identifies the message on the wire. */
  #action(action: Json | undefined, path: PathStep[]): string | undefined {
    const values = isJsonObject(action) ? own(action, 'values') : undefined;
    const value = Array.isArray(values) && values.length === 1 ? values[0] : undefined;
    if (
      isJsonObject(action) &&
      own(action, 'type') === 'enum' &&
      own(action, 'required') === true &&
      typeof value === 'string'
    ) {
      return value;
    }
    this.#report(path, 'expected_action');
    return undefined;
  }

  /** An action identifies one message per direction. */
  #checkUnused(used: Map<string, Set<string>>, action: string, direction: string, path: PathStep[]): void {
    const usedDirections = used.get(action) ?? new Set<string>();
    used.set(action, usedDirections);
    for (const each of direction === 'both' ? ['guest_to_host', 'host_to_guest'] : [direction]) {
      if (usedDirections.has(each)) this.#report(path, 'repeated_action', { action: excerpt(action) });
      usedDirections.add(each);
    }
  }

  #field(field: Json, path: PathStep[]): void {
    if (!isJsonObject(field)) {
      this.#report(path, 'expected_object');
      return;
    }
    const required = own(field, 'required');
    if (required !== undefined && typeof required !== 'boolean')
      this.#report([...path, 'required'], 'expected_boolean');
    if (own(field, 'type') !== 'array') {
      this.#scalar(field, path);
      return;
    }
    const items = own(field, 'items');
    if (!isJsonObject(items)) this.#report([...path, 'items'], 'expected_object');
    else if (own(items, 'type') === 'array') this.#report([...path, 'items', 'type'], 'nested_array');
    else this.#scalar(items, [...path, 'items']);
    this.#bounds(field, 'min_items', 'max_items', 0, path);
    this.#bounds(field, undefined, 'max_total_bytes', 0, path);
  }

  #scalar(field: JsonObject, path: PathStep[]): void {
    const type = own(field, 'type');
    if (!isOneOf(type, scalarTypes)) {
      this.#report([...path, 'type'], 'unsupported_field_type', { type: excerpt(type) });
      return;
    }
    if (type === 'text' && !this.#isChat) this.#report([...path, 'type'], 'text_outside_chat');
    if (type === 'enum') this.#values(field, path);
    if (type === 'integer') this.#bounds(field, 'min', 'max', undefined, path);
    if (type === 'text' || type === 'ciphertext' || type === 'ot_blob')
      this.#bounds(field, undefined, 'max_length', 0, path);
  }

  #values(field: JsonObject, path: PathStep[]): void {
    const values = own(field, 'values');
    if (!Array.isArray(values) || values.length === 0 || !values.every((value) => typeof value === 'string')) {
      this.#report([...path, 'values'], 'expected_texts');
    }
  }

  /** Two optional integers of which the lower bound must not exceed the upper; `floor`: minimum of both. */
  #bounds(
    object: JsonObject,
    low: string | undefined,
    high: string,
    floor: number | undefined,
    path: PathStep[],
  ): void {
    const read = (key: string): number | undefined => {
      const bound = own(object, key);
      if (bound === undefined) return undefined;
      if (typeof bound === 'number' && Number.isSafeInteger(bound) && bound >= (floor ?? bound)) return bound;
      this.#report([...path, key], floor === undefined ? 'expected_integer' : 'expected_non_negative');
      return undefined;
    };
    const min = low === undefined ? undefined : read(low);
    const max = read(high);
    if (low !== undefined && min !== undefined && max !== undefined && min > max)
      this.#report([...path, high], 'bounds_reversed', { high, low });
  }

  // ---- flow, timing --------------------------------------------------------------------------------------------------

  #flow(flow: Json | undefined): void {
    if (flow === undefined || flow === null) return;
    if (!isJsonObject(flow)) {
      this.#report(['flow'], 'expected_object');
      return;
    }
    const mode = own(flow, 'mode');
    if (mode !== undefined && mode !== null && mode !== '' && !isOneOf(mode, flowModes)) {
      this.#report(['flow', 'mode'], 'unknown_mode', { mode: excerpt(mode) });
    }
    if (mode === 'simultaneous_round') this.#round(own(flow, 'round'));
    if (mode === 'authoritative_realtime') this.#realtime(own(flow, 'realtime'));
    if (mode === 'authoritative_group' && !isJsonObject(own(flow, 'group')))
      this.#report(['flow', 'group'], 'expected_object');
    const phases = own(flow, 'phases');
    if (phases === undefined || phases === null) return;
    if (!Array.isArray(phases)) {
      this.#report(['flow', 'phases'], 'expected_array');
      return;
    }
    phases.forEach((phase, i) => {
      const repeat = isJsonObject(phase) ? own(phase, 'repeat') : undefined;
      if (repeat !== undefined && !isOneOf(repeat, repeats)) {
        this.#report(['flow', 'phases', i, 'repeat'], 'expected_one_of', { values: repeats.join(', ') });
      }
    });
  }

  #round(round: Json | undefined): void {
    if (!isJsonObject(round)) {
      this.#report(['flow', 'round'], 'expected_object');
      return;
    }
    for (const key of ['value_field', 'value_type_ref']) {
      const value = own(round, key);
      if (typeof value !== 'string' || value === '') this.#report(['flow', 'round', key], 'expected_text');
    }
  }

  #realtime(realtime: Json | undefined): void {
    const path = ['flow', 'realtime'];
    if (!isJsonObject(realtime)) {
      this.#report(path, 'expected_object');
      return;
    }
    for (const [key, [min, max]] of Object.entries(realtimeRanges)) {
      const value = own(realtime, key);
      if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
        this.#report([...path, key], 'expected_range', { min, max });
      }
    }
    if (Number(own(realtime, 'max_command_lead_ticks')) < Number(own(realtime, 'input_delay_ticks'))) {
      this.#report([...path, 'max_command_lead_ticks'], 'bounds_reversed', {
        high: 'max_command_lead_ticks',
        low: 'input_delay_ticks',
      });
    }
    if (!isOneOf(own(realtime, 'disconnect_policy'), ['abort', 'continue'])) {
      this.#report([...path, 'disconnect_policy'], 'expected_one_of', { values: 'abort, continue' });
    }
    for (const key of Object.keys(realtime)) {
      if (!Object.hasOwn(realtimeRanges, key) && key !== 'disconnect_policy')
        this.#report([...path, key], 'unknown_key');
    }
  }

  #timing(timing: Json | undefined): void {
    if (timing === undefined || timing === null) return;
    if (!isJsonObject(timing)) {
      this.#report(['timing'], 'expected_object');
      return;
    }
    if (!isOneOf(own(timing, 'mode'), timingModes))
      this.#report(['timing', 'mode'], 'expected_one_of', { values: timingModes.join(', ') });
    this.#bounds(timing, 'min_think_seconds', 'max_think_seconds', 0, ['timing']);
  }

  // ---- parameters ----------------------------------------------------------------------------------------------------

  #parameters(parameters: Json | undefined): void {
    if (parameters === undefined || parameters === null) return;
    if (!isJsonObject(parameters)) {
      this.#report(['parameters'], 'expected_object');
      return;
    }
    for (const [name, parameter] of Object.entries(parameters)) this.#parameter(parameter, ['parameters', name]);
  }

  #parameter(parameter: Json, path: PathStep[]): void {
    if (!isJsonObject(parameter)) {
      this.#report(path, 'expected_object');
      return;
    }
    const type = own(parameter, 'type');
    if (type === 'integer') this.#bounds(parameter, 'min', 'max', undefined, path);
    else if (type === 'enum') this.#values(parameter, path);
    else if (type === 'text') this.#bounds(parameter, undefined, 'max_length', 0, path);
    else if (type === 'table') this.#columns(own(parameter, 'columns'), [...path, 'columns']);
    else if (type !== 'boolean' && type !== 'id')
      this.#report([...path, 'type'], 'unsupported_parameter_type', { type: excerpt(type) });
  }

  /** Columns are given as one definition, or as one per name. */
  #columns(columns: Json | undefined, path: PathStep[]): void {
    if (isJsonObject(columns) && typeof own(columns, 'type') === 'string') this.#column(columns, path);
    else this.#columnMap(columns, path);
  }

  #columnMap(columns: Json | undefined, path: PathStep[]): void {
    if (!isJsonObject(columns)) {
      this.#report(path, 'expected_object');
      return;
    }
    for (const [name, column] of Object.entries(columns)) this.#column(column, [...path, name]);
  }

  #column(column: Json, path: PathStep[]): void {
    if (!isJsonObject(column)) {
      this.#report(path, 'expected_object');
      return;
    }
    const required = own(column, 'required');
    if (required !== undefined && typeof required !== 'boolean')
      this.#report([...path, 'required'], 'expected_boolean');
    const type = own(column, 'type');
    if (type === 'integer') this.#bounds(column, 'min', 'max', undefined, path);
    else if (type === 'enum') this.#values(column, path);
    else if (type === 'object') this.#columnMap(own(column, 'fields'), [...path, 'fields']);
    else if (type !== 'boolean') this.#report([...path, 'type'], 'unsupported_column_type', { type: excerpt(type) });
  }

  #expectString(object: JsonObject, key: string, path: PathStep[]): void {
    const value = own(object, key);
    if (value !== undefined && value !== null && typeof value !== 'string')
      this.#report([...path, key], 'expected_string');
  }
}

function isOneOf(value: Json | undefined, list: readonly string[]): boolean {
  return typeof value === 'string' && list.includes(value);
}

/** A value for an error text, truncated. */
function excerpt(value: Json | undefined): string {
  const text = value === undefined ? 'undefined' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
