/**
 * Generates a complete hooks file from a spec alone, which prompts the user for every message field by field. It does not know the
 * rules: the peer's claims about the game are accepted.
 */
import { commitRevealOf } from '../../shared/protocol/commit-reveal.ts';
import { isWinnerNamedIn, winnerFieldsOf } from '../../shared/protocol/named-winner.ts';
import type { FieldDefinition, MessageDefinition, ScalarDefinition } from '../../shared/protocol/spec.ts';
import { flowMode, isSupportedMode, type Spec } from '../../shared/protocol/spec.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { byHandCode, byHandMarker } from './by-hand-code.ts';

const markerLine = new RegExp(`^export const ${byHandMarker} = true;$`, 'm');

/** Whether a hooks file was generated here, and therefore cannot judge a game. */
export const isByHand = (source: string): boolean => markerLine.test(source);

const openingNames = ['join', 'ready'];
/** Messages that the engine sends, or that only end a failed game. */
const automaticNames = ['commit', 'reveal', 'error'];
/** Fields with the host's verdict, whose sender must know the rules. */
const verdictFields = ['winner', 'game_winner', 'round_winner', 'game_over'];

/** The reason why a seat cannot be played by hand, shown to the user; null if it can. */
export function byHandProblem(spec: Spec, role: Role): string | null {
  const mode = flowMode(spec);
  if (!isSupportedMode(mode)) return `Protocols of mode ${mode} cannot be played here.`;
  if (role === 'host' && needsJudge(spec)) {
    return 'The host of this game has to judge it by its rules, and hooks by hand know none. You can join a table of it.';
  }
  if (mode === 'free') return null;
  if (mode === 'simultaneous_round') {
    const value = valueField(spec);
    if (!value || !isAskable(value)) return 'A person cannot choose the value that is sealed in a round of this game.';
    if (!announcesEnd(spec)) return 'The results of this game do not say when it is over.';
  }
  const openingName = role === 'guest' ? 'join' : 'ready';
  const seal = sealOf(spec, role);
  for (const message of [...messagesOf(spec, role), ...spec.messages.filter(({ name }) => name === openingName)]) {
    const made = madeFields(message, seal);
    const unaskableField = Object.entries(message.fields).find(
      ([name, field]) => field.required && !isAskable(field) && !made.includes(name),
    );
    if (unaskableField) {
      const [name, field] = unaskableField;
      const type = field.type === 'array' ? field.items.type : field.type;
      return `The message ${message.name} needs a ${type} in ${name}, which a person cannot enter.`;
    }
  }
  const sendsNothing = mode !== 'simultaneous_round' && messagesOf(spec, role).length === 0;
  return sendsNothing ? 'This side has no message to send.' : null;
}

/** The text of the hooks file. The same spec always yields the same text. */
export function generateByHand(spec: Spec): string {
  const mode = flowMode(spec);
  const plan = {
    mode,
    join: fieldsOf(spec.messages.find(({ name }) => name === 'join')),
    ready: fieldsOf(spec.messages.find(({ name }) => name === 'ready')),
    guest: messagePlans(spec, 'guest'),
    host: messagePlans(spec, 'host'),
    seals: { guest: sealOf(spec, 'guest'), host: sealOf(spec, 'host') },
    value: mode === 'simultaneous_round' ? fieldPlan(valueField(spec)) : null,
    says_when_over: announcesEnd(spec),
    winners: Object.fromEntries(
      spec.messages.flatMap((message) => {
        const names = winnerFieldsOf(message);
        return names.length === 0 ? [] : [[actionValue(message), names]];
      }),
    ),
    defaults: Object.fromEntries(
      Object.entries(spec.parameters ?? {}).flatMap(([name, { default: value }]) =>
        value === undefined ? [] : [[name, value]],
      ),
    ),
  };
  return byHandCode(spec.name ?? 'a protocol', plan);
}

/** Whether the host's seat needs code that knows the rules. */
function needsJudge(spec: Spec): boolean {
  if (flowMode(spec) === 'simultaneous_round') return true;
  return messagesOf(spec, 'host').some(isVerdict);
}

/** Messages that a seat may send during the game. */
function messagesOf(spec: Spec, role: Role): MessageDefinition[] {
  const direction = role === 'guest' ? 'guest_to_host' : 'host_to_guest';
  return spec.messages.filter(
    (message) =>
      (message.direction === direction || message.direction === 'both') &&
      ![...openingNames, ...automaticNames].includes(message.name) &&
      // Only the host announces the verdict.
      !(role === 'guest' && message.direction === 'both' && isVerdict(message)),
  );
}

const isVerdict = ({ fields }: MessageDefinition) => verdictFields.some((name) => Object.hasOwn(fields, name));

/** Whether some message of the host announces the end of the game. */
function announcesEnd(spec: Spec): boolean {
  return spec.messages.some((message) => {
    const { name, fields } = message;
    return fields.game_over?.type === 'boolean' || isWinnerNamedIn(message) || ['end', 'game_over'].includes(name);
  });
}

function valueField(spec: Spec): FieldDefinition | undefined {
  const name = spec.flow?.round?.value_field ?? 'value';
  return spec.messages.find((message) => message.name === 'reveal')?.fields[name];
}

function isAskable(field: FieldDefinition): boolean {
  return ['enum', 'integer', 'boolean', 'text'].includes(field.type);
}

function messagePlans(spec: Spec, role: Role) {
  const seal = sealOf(spec, role);
  return messagesOf(spec, role).map((message) => {
    const action = actionValue(message);
    const made = madeFields(message, seal);
    const asked = Object.entries(fieldsOf(message)).filter(([name]) => !made.includes(name));
    const sealed = seal?.commit === action ? [[seal.value, seal.field] as const] : [];
    return { action, fields: Object.fromEntries([...asked, ...sealed]) };
  });
}

/** How a seat commits itself by hand: messages by their action, and names of fields. */
interface Seal {
  commit: string;
  hash: string;
  /** The sealed value, which is asked for with the commitment. */
  value: string;
  field: object;
  openings: { [action: string]: { value: string; nonce: string } };
}

/** The seal that code by hand can make and open: one value with its nonce, as `commit_reveal` declares. Null for any other. */
function sealOf(spec: Spec, role: Role): Seal | null {
  const declared = commitRevealOf(spec);
  if (!declared) return null;
  const byAction = new Map(messagesOf(spec, role).map((message) => [actionValue(message), message.fields]));
  const { message: commit, hashes: hash } = declared.commit;
  const openings = declared.openings.filter(({ message }) => byAction.has(message));
  const fieldOf = ({ message, value }: (typeof openings)[number]) => byAction.get(message)?.[value];
  const [first] = openings;
  const value = first && fieldOf(first);
  const committed = byAction.get(commit);
  if (!first || !value || committed?.[hash]?.type !== 'hash' || Object.hasOwn(committed, first.value)) return null;
  const isPossible = openings.every((opening) => {
    const field = fieldOf(opening);
    const isSame = JSON.stringify(fieldPlan(field)) === JSON.stringify(fieldPlan(value));
    const nonce = byAction.get(opening.message)?.[opening.nonce];
    return field && isAskable(field) && isSame && nonce?.type === 'nonce' && opening.index === undefined;
  });
  if (!isPossible || new Set(openings.map(({ message }) => message)).size < openings.length) return null;
  return {
    ...{ commit, hash, value: first.value, field: { ...fieldPlan(value), required: true } },
    openings: Object.fromEntries(openings.map(({ message, value, nonce }) => [message, { value, nonce }])),
  };
}

/** The fields of a message that code by hand makes from the seal. */
function madeFields(message: MessageDefinition, seal: Seal | null): string[] {
  const action = actionValue(message);
  if (seal?.commit === action) return [seal.hash];
  return Object.values(seal && Object.hasOwn(seal.openings, action) ? seal.openings[action]! : {});
}

function actionValue({ name, fields: { action } }: MessageDefinition): string {
  return (action?.type === 'enum' ? action.values?.[0] : undefined) ?? name;
}

/** Fields that can be entered by hand; other optional fields are omitted. */
function fieldsOf(message: MessageDefinition | undefined): { [name: string]: object } {
  return Object.fromEntries(
    Object.entries(message?.fields ?? {}).flatMap(([name, field]) =>
      name === 'action' || !isAskable(field) ? [] : [[name, fieldPlan(field)]],
    ),
  );
}

function fieldPlan(field: FieldDefinition | undefined): object {
  const { type, values, min, max, max_length, required } = (field ?? {}) as ScalarDefinition & { required?: boolean };
  return { type, values, min, max, max_length, required };
}
