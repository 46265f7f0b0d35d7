/** The list of moves as people read it. Words come from the hooks' own choices or from a message's business fields. */
import type { Table } from '../bridge/contract.ts';
import type { Json, JsonObject } from '../json/value.ts';
import { businessTypes, type FieldType, type MessageDefinition, type Spec } from '../protocol/spec.ts';
import type { Answer, Choice, Role } from './hooks.ts';

export type Move = Table['moves'][number];
export type MoveOrigin = NonNullable<Move['origin']>;
export type Said = Table['talk'][number];
export type SealedRound = Table['sealed_rounds'][number];

/** Fields that say where in the game a message belongs or how the game stands, not what was played. */
const bookkeeping = new Set([
  'action',
  'round',
  'turn',
  'attempt',
  'seq',
  'player',
  'game_over',
  'winner',
  'game_winner',
]);

/** Messages that open or close a table rather than play it. */
export const isMove = (action: string): boolean => !['join', 'ready', 'error', 'end'].includes(action);

/** Board games name whose piece a message is about; a host's last word may repeat the guest's own move. */
export const isEchoTo = (role: Role, frame: JsonObject): boolean => frame.player === role;

/** The definition of a message by its action, in whichever direction it goes. */
export function messageNamed(spec: Spec, action: string): MessageDefinition | undefined {
  return spec.messages.find(
    ({ fields: { action: field } }) => field?.type === 'enum' && field.values?.includes(action),
  );
}

/** The labels a table has offered so far, by answer, and the message field that carries an answer once one was sent. */
export class MoveWords {
  readonly #spec: Spec;
  readonly #labels = new Map<Answer, string>();
  #field: string | null = null;

  constructor(spec: Spec) {
    this.#spec = spec;
  }

  learnChoices(choices: readonly Choice[]): void {
    for (const choice of choices) this.#labels.set(choice.value, choice.label);
  }

  /** The message an answer turned into shows which field carries answers, if exactly one can. */
  learnMessage(answer: Answer, frame: JsonObject): void {
    const fields = Object.keys(frame).filter((name) => !bookkeeping.has(name) && frame[name] === answer);
    if (fields.length === 1) this.#field = fields[0] as string;
  }

  /** Whether a choice with this answer was offered. */
  knows(answer: Answer): boolean {
    return this.#labels.has(answer);
  }

  ofAnswer(answer: Answer): string {
    return this.#labels.get(answer) ?? String(answer);
  }

  /** Of a validated message: only integers, enums and booleans have words. */
  ofMessage(action: string, frame: JsonObject): string {
    const carried = this.#field === null ? undefined : frame[this.#field];
    const label = carried === undefined ? undefined : this.#labels.get(carried as Answer);
    if (label !== undefined) return label;
    const definition = messageNamed(this.#spec, action);
    const words = Object.entries(frame)
      .filter(([name]) => !bookkeeping.has(name) && isBusiness(definition?.fields[name]?.type))
      .map(([name, value]) => `${name} ${valueText(value)}`);
    return (words.length === 0 ? action : words.join(', ')).slice(0, 120);
  }
}

const isBusiness = (type: FieldType | undefined): boolean => type !== undefined && businessTypes.includes(type);

function valueText(value: Json): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return String(value);
}
