/** The specification's rules for a spec.json: messages and their fields, flow, timing, parameters. */
import { type LocatedProblem, locatedProblem, type PathStep, type ProblemParams } from '../json/pointer.ts';
import { getOwn, isJsonObject, type Json, type JsonObject } from '../json/value.ts';
import { directions, flowModes, scalarTypes } from './spec-types.ts';

export const specRuleTexts = {
  spec_too_large: 'larger than {kb} KiB',
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
export function checkSpec(spec: JsonObject): LocatedProblem[] {
  const checker = new Checker(spec);
  checker.check();
  return checker.problems;
}

const timingModes = ['simultaneous', 'sequential', 'none'];
const repeatModes = ['best_of', 'total_rounds', 'until game_over'];
const realtimeRanges: { [key: string]: [number, number] } = {
  tick_rate_hz: [1, 60],
  input_delay_ticks: [1, 120],
  snapshot_every_ticks: [1, 60],
  max_command_lead_ticks: [1, 600],
  max_commands_per_frame: [1, 1024],
};

class Checker {
  readonly problems: LocatedProblem[] = [];
  readonly #spec: JsonObject;
  readonly #isChat: boolean;

  constructor(spec: JsonObject) {
    this.#spec = spec;
    this.#isChat = getOwn(spec, 'type') === 'chat';
  }

  check(): void {
    const version = getOwn(this.#spec, 'spec_version');
    if (version && version !== '1.0')
      this.#report(['spec_version'], 'unsupported_version', { value: excerpt(version) });
    for (const key of ['name', 'description', 'type', 'family']) this.#expectString(this.#spec, key, []);
    const judge = getOwn(this.#spec, 'shadow_judge');
    if (judge !== undefined && judge !== null && typeof judge !== 'boolean')
      this.#report(['shadow_judge'], 'expected_boolean');
    this.#checkMessages(getOwn(this.#spec, 'messages'));
    this.#checkFlow(getOwn(this.#spec, 'flow'));
    this.#checkTiming(getOwn(this.#spec, 'timing'));
    this.#checkParameters(getOwn(this.#spec, 'parameters'));
  }

  #report(path: PathStep[], code: keyof typeof specRuleTexts, params?: ProblemParams): void {
    this.problems.push(locatedProblem(specRuleTexts, path, code, params));
  }

  // ---- messages ------------------------------------------------------------------------------------------------------

  #checkMessages(messages: Json | undefined): void {
    if (!Array.isArray(messages) || messages.length === 0) {
      this.#report(['messages'], 'expected_messages');
      return;
    }
    const messageKeys = new Set<string>();
    /** By action: the directions in which it is already used. */
    const directionsByAction = new Map<string, Set<string>>();
    messages.forEach((message, i) => {
      const path = ['messages', i];
      if (!isJsonObject(message)) {
        this.#report(path, 'expected_object');
        return;
      }
      const name = getOwn(message, 'name');
      const direction = getOwn(message, 'direction');
      if (typeof name !== 'string' || name === '') this.#report([...path, 'name'], 'expected_text');
      if (!isOneOf(direction, directions))
        this.#report([...path, 'direction'], 'expected_one_of', { values: directions.join(', ') });
      const fields = getOwn(message, 'fields');
      if (!isJsonObject(fields)) {
        this.#report([...path, 'fields'], 'expected_object');
        return;
      }
      const action = this.#checkAction(getOwn(fields, 'action'), [...path, 'fields', 'action']);
      for (const [key, field] of Object.entries(fields)) {
        if (key !== 'action' || action !== undefined) this.#checkField(field, [...path, 'fields', key]);
      }
      if (typeof name !== 'string' || typeof direction !== 'string') return;
      const key = JSON.stringify([name, direction]);
      if (messageKeys.has(key)) this.#report([...path, 'name'], 'repeated_message');
      else if (action !== undefined)
        this.#checkUnused(directionsByAction, action, direction, [...path, 'fields', 'action']);
      messageKeys.add(key);
    });
  }

  /** A required enum with one value, which identifies the message on the wire. */
  #checkAction(action: Json | undefined, path: PathStep[]): string | undefined {
    const values = isJsonObject(action) ? getOwn(action, 'values') : undefined;
    const value = Array.isArray(values) && values.length === 1 ? values[0] : undefined;
    if (
      isJsonObject(action) &&
      getOwn(action, 'type') === 'enum' &&
      getOwn(action, 'required') === true &&
      typeof value === 'string'
    ) {
      return value;
    }
    this.#report(path, 'expected_action');
    return undefined;
  }

  /** An action identifies one message per direction. */
  #checkUnused(
    directionsByAction: Map<string, Set<string>>,
    action: string,
    direction: string,
    path: PathStep[],
  ): void {
    const takenDirections = directionsByAction.get(action) ?? new Set<string>();
    directionsByAction.set(action, takenDirections);
    for (const singleDirection of direction === 'both' ? ['guest_to_host', 'host_to_guest'] : [direction]) {
      if (takenDirections.has(singleDirection)) this.#report(path, 'repeated_action', { action: excerpt(action) });
      takenDirections.add(singleDirection);
    }
  }

  #checkField(field: Json, path: PathStep[]): void {
    if (!isJsonObject(field)) {
      this.#report(path, 'expected_object');
      return;
    }
    const required = getOwn(field, 'required');
    if (required !== undefined && typeof required !== 'boolean')
      this.#report([...path, 'required'], 'expected_boolean');
    if (getOwn(field, 'type') !== 'array') {
      this.#checkScalar(field, path);
      return;
    }
    const items = getOwn(field, 'items');
    if (!isJsonObject(items)) this.#report([...path, 'items'], 'expected_object');
    else if (getOwn(items, 'type') === 'array') this.#report([...path, 'items', 'type'], 'nested_array');
    else this.#checkScalar(items, [...path, 'items']);
    this.#checkBounds(field, 'min_items', 'max_items', 0, path);
    this.#checkBounds(field, undefined, 'max_total_bytes', 0, path);
  }

  #checkScalar(field: JsonObject, path: PathStep[]): void {
    const type = getOwn(field, 'type');
    if (!isOneOf(type, scalarTypes)) {
      this.#report([...path, 'type'], 'unsupported_field_type', { type: excerpt(type) });
      return;
    }
    if (type === 'text' && !this.#isChat) this.#report([...path, 'type'], 'text_outside_chat');
    if (type === 'enum') this.#checkValues(field, path);
    if (type === 'integer') this.#checkBounds(field, 'min', 'max', undefined, path);
    if (type === 'text' || type === 'ciphertext' || type === 'ot_blob')
      this.#checkBounds(field, undefined, 'max_length', 0, path);
  }

  #checkValues(field: JsonObject, path: PathStep[]): void {
    const values = getOwn(field, 'values');
    if (!Array.isArray(values) || values.length === 0 || !values.every((value) => typeof value === 'string')) {
      this.#report([...path, 'values'], 'expected_texts');
    }
  }

  /** Two optional integers of which the lower bound must not exceed the upper; `floor`: minimum of both. */
  #checkBounds(
    object: JsonObject,
    low: string | undefined,
    high: string,
    floor: number | undefined,
    path: PathStep[],
  ): void {
    const readBound = (key: string): number | undefined => {
      const bound = getOwn(object, key);
      if (bound === undefined) return undefined;
      if (typeof bound === 'number' && Number.isSafeInteger(bound) && bound >= (floor ?? bound)) return bound;
      this.#report([...path, key], floor === undefined ? 'expected_integer' : 'expected_non_negative');
      return undefined;
    };
    const min = low === undefined ? undefined : readBound(low);
    const max = readBound(high);
    if (low !== undefined && min !== undefined && max !== undefined && min > max)
      this.#report([...path, high], 'bounds_reversed', { high, low });
  }

  // ---- flow, timing --------------------------------------------------------------------------------------------------

  #checkFlow(flow: Json | undefined): void {
    if (flow === undefined || flow === null) return;
    if (!isJsonObject(flow)) {
      this.#report(['flow'], 'expected_object');
      return;
    }
    const mode = getOwn(flow, 'mode');
    if (mode !== undefined && mode !== null && mode !== '' && !isOneOf(mode, flowModes)) {
      this.#report(['flow', 'mode'], 'unknown_mode', { mode: excerpt(mode) });
    }
    if (mode === 'simultaneous_round') this.#checkRound(getOwn(flow, 'round'));
    if (mode === 'authoritative_realtime') this.#checkRealtime(getOwn(flow, 'realtime'));
    if (mode === 'authoritative_group' && !isJsonObject(getOwn(flow, 'group')))
      this.#report(['flow', 'group'], 'expected_object');
    const phases = getOwn(flow, 'phases');
    if (phases === undefined || phases === null) return;
    if (!Array.isArray(phases)) {
      this.#report(['flow', 'phases'], 'expected_array');
      return;
    }
    phases.forEach((phase, i) => {
      const repeat = isJsonObject(phase) ? getOwn(phase, 'repeat') : undefined;
      if (repeat !== undefined && !isOneOf(repeat, repeatModes)) {
        this.#report(['flow', 'phases', i, 'repeat'], 'expected_one_of', { values: repeatModes.join(', ') });
      }
    });
  }

  #checkRound(round: Json | undefined): void {
    if (!isJsonObject(round)) {
      this.#report(['flow', 'round'], 'expected_object');
      return;
    }
    for (const key of ['value_field', 'value_type_ref']) {
      const value = getOwn(round, key);
      if (typeof value !== 'string' || value === '') this.#report(['flow', 'round', key], 'expected_text');
    }
  }

  #checkRealtime(realtime: Json | undefined): void {
    const path = ['flow', 'realtime'];
    if (!isJsonObject(realtime)) {
      this.#report(path, 'expected_object');
      return;
    }
    for (const [key, [min, max]] of Object.entries(realtimeRanges)) {
      const value = getOwn(realtime, key);
      if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max) {
        this.#report([...path, key], 'expected_range', { min, max });
      }
    }
    if (Number(getOwn(realtime, 'max_command_lead_ticks')) < Number(getOwn(realtime, 'input_delay_ticks'))) {
      this.#report([...path, 'max_command_lead_ticks'], 'bounds_reversed', {
        high: 'max_command_lead_ticks',
        low: 'input_delay_ticks',
      });
    }
    if (!isOneOf(getOwn(realtime, 'disconnect_policy'), ['abort', 'continue'])) {
      this.#report([...path, 'disconnect_policy'], 'expected_one_of', { values: 'abort, continue' });
    }
    for (const key of Object.keys(realtime)) {
      if (!Object.hasOwn(realtimeRanges, key) && key !== 'disconnect_policy')
        this.#report([...path, key], 'unknown_key');
    }
  }

  #checkTiming(timing: Json | undefined): void {
    if (timing === undefined || timing === null) return;
    if (!isJsonObject(timing)) {
      this.#report(['timing'], 'expected_object');
      return;
    }
    if (!isOneOf(getOwn(timing, 'mode'), timingModes))
      this.#report(['timing', 'mode'], 'expected_one_of', { values: timingModes.join(', ') });
    this.#checkBounds(timing, 'min_think_seconds', 'max_think_seconds', 0, ['timing']);
  }

  // ---- parameters ----------------------------------------------------------------------------------------------------

  #checkParameters(parameters: Json | undefined): void {
    if (parameters === undefined || parameters === null) return;
    if (!isJsonObject(parameters)) {
      this.#report(['parameters'], 'expected_object');
      return;
    }
    for (const [name, parameter] of Object.entries(parameters)) this.#checkParameter(parameter, ['parameters', name]);
  }

  #checkParameter(parameter: Json, path: PathStep[]): void {
    if (!isJsonObject(parameter)) {
      this.#report(path, 'expected_object');
      return;
    }
    const type = getOwn(parameter, 'type');
    if (type === 'integer') this.#checkBounds(parameter, 'min', 'max', undefined, path);
    else if (type === 'enum') this.#checkValues(parameter, path);
    else if (type === 'text') this.#checkBounds(parameter, undefined, 'max_length', 0, path);
    else if (type === 'table') this.#checkColumns(getOwn(parameter, 'columns'), [...path, 'columns']);
    else if (type !== 'boolean' && type !== 'id')
      this.#report([...path, 'type'], 'unsupported_parameter_type', { type: excerpt(type) });
  }

  /** Columns are given as one definition, or as one per name. */
  #checkColumns(columns: Json | undefined, path: PathStep[]): void {
    if (isJsonObject(columns) && typeof getOwn(columns, 'type') === 'string') this.#checkColumn(columns, path);
    else this.#checkColumnMap(columns, path);
  }

  #checkColumnMap(columns: Json | undefined, path: PathStep[]): void {
    if (!isJsonObject(columns)) {
      this.#report(path, 'expected_object');
      return;
    }
    for (const [name, column] of Object.entries(columns)) this.#checkColumn(column, [...path, name]);
  }

  #checkColumn(column: Json, path: PathStep[]): void {
    if (!isJsonObject(column)) {
      this.#report(path, 'expected_object');
      return;
    }
    const required = getOwn(column, 'required');
    if (required !== undefined && typeof required !== 'boolean')
      this.#report([...path, 'required'], 'expected_boolean');
    const type = getOwn(column, 'type');
    if (type === 'integer') this.#checkBounds(column, 'min', 'max', undefined, path);
    else if (type === 'enum') this.#checkValues(column, path);
    else if (type === 'object') this.#checkColumnMap(getOwn(column, 'fields'), [...path, 'fields']);
    else if (type !== 'boolean') this.#report([...path, 'type'], 'unsupported_column_type', { type: excerpt(type) });
  }

  #expectString(object: JsonObject, key: string, path: PathStep[]): void {
    const value = getOwn(object, key);
    if (value !== undefined && value !== null && typeof value !== 'string')
      this.#report([...path, key], 'expected_string');
  }
}

function isOneOf(value: Json | undefined, allowedValues: readonly string[]): boolean {
  return typeof value === 'string' && allowedValues.includes(value);
}

/** A value for an error text, truncated. */
function excerpt(value: Json | undefined): string {
  const text = value === undefined ? 'undefined' : JSON.stringify(value);
  return text.length > 80 ? `${text.slice(0, 80)}…` : text;
}
