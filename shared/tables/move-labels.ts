/** Readable texts for moves, from the labels of the hooks' choices or from a message's business fields. */
import type { JsonObject } from '../json/value.ts';
import { type FieldType, gameFieldTypes, type MessageDefinition, type Spec } from '../protocol/spec.ts';
import type { Answer, Choice, Role } from './hooks.ts';
import type { Move } from './moves.ts';

/** Fields about the position or the score rather than the move itself. */
const nonMoveFields = new Set([
  'action',
  'round',
  'turn',
  'attempt',
  'seq',
  'due',
  'player',
  'game_over',
  'winner',
  'game_winner',
]);

/** Whether a message is a move, rather than opening or closing the table. */
export const isMove = (action: string): boolean => !['join', 'ready', 'error', 'end'].includes(action);

/** Messages of board games name the player of a move; a host's last message may repeat the guest's move. */
export const isEchoTo = (role: Role, frame: JsonObject): boolean => frame.player === role;

/** The definition of a message by its action, in either direction. */
export function messageByAction(spec: Spec, action: string): MessageDefinition | undefined {
  return spec.messages.find(
    ({ fields: { action: field } }) => field?.type === 'enum' && field.values?.includes(action),
  );
}

/** The labels offered at a table, by answer, and the message field that carries an answer, once known. */
export class MoveLabels {
  readonly #spec: Spec;
  readonly #labels = new Map<Answer, string>();
  #field: string | null = null;
  #learned = 0;

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  /** Grows whenever a later label may differ from an earlier one. */
  get learned(): number {
    return this.#learned;
  }

  learnChoices(choices: readonly Choice[]): void {
    for (const { value, label } of choices) {
      if (this.#labels.get(value) === label) continue;
      this.#labels.set(value, label);
      this.#learned += 1;
    }
  }

  /** Learns which field carries the answer, if exactly one matches. */
  learnMessage(answer: Answer, frame: JsonObject): void {
    const fields = Object.keys(frame).filter((name) => !nonMoveFields.has(name) && frame[name] === answer);
    if (fields.length !== 1 || fields[0] === this.#field) return;
    this.#field = fields[0] as string;
    this.#learned += 1;
  }

  /** The value of the field that carries answers; undefined if the field is unknown or missing. */
  answerIn(frame: JsonObject): Answer | undefined {
    return this.#field === null ? undefined : (frame[this.#field] as Answer | undefined);
  }

  /** Whether a choice with this answer was offered. */
  hasLabel(answer: Answer): boolean {
    return this.#labels.has(answer);
  }

  ofAnswer(answer: Answer): string {
    return this.#labels.get(answer) ?? String(answer);
  }

  /** Text of a validated message: integers, enums and booleans only. With the message if it has no label. */
  ofMessage(action: string, frame: JsonObject): Pick<Move, 'text' | 'message'> {
    const answer = this.answerIn(frame);
    const label = answer === undefined ? undefined : this.#labels.get(answer);
    if (label !== undefined) return { text: label };
    const definition = messageByAction(this.#spec, action);
    // An answer that was never offered here, such as a pass that the hooks send automatically.
    if (this.#field !== null && definition?.fields[this.#field]?.type === 'enum' && typeof answer === 'string')
      return { text: answer.replaceAll('_', ' ') };
    const told = Object.entries(frame).filter(([name]) => affectsGame(definition?.fields[name]?.type));
    const message = { ...(Object.fromEntries(told) as { [name: string]: Answer }), action };
    const onlyAnswer = this.#field === null && definition?.direction === 'both' ? toldFields(message) : [];
    const offered = onlyAnswer.length === 1 ? this.#labels.get(onlyAnswer[0]![1]) : undefined;
    // The peer's first move, of the same kind as those that this side is offered but has not made yet.
    if (offered !== undefined) return { text: offered };
    return { text: textOfMessage(message), message };
  }
}

/** What hooks and words without a label of their own call the move of a message. `message`: as in `Move`. */
export function textOfMessage(message: NonNullable<Move['message']>): string {
  const parts = toldFields(message).map(([name, value]) => `${name} ${valueText(value)}`);
  return (parts.length === 0 ? String(message.action) : parts.join(', ')).slice(0, 120);
}

/** The fields of a message that say what the move was. */
export const toldFields = (message: { readonly [name: string]: Answer }): [string, Answer][] =>
  Object.entries(message).filter(([name]) => !nonMoveFields.has(name));

const affectsGame = (type: FieldType | undefined): boolean => type !== undefined && gameFieldTypes.includes(type);

function valueText(value: Answer): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
