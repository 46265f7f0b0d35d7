/** Describes a protocol to a client, in pages: its texts if they are released, its messages with their fields, and its options. */
import type { Deprecation, Releases } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { Json } from '../../shared/json/value.ts';
import { flowMode, flowModes } from '../../shared/protocol/spec.ts';
import { decisionSeconds } from '../../shared/tables/deadlines.ts';
import { answerMaxBytes, cutText } from './answer-size.ts';
import { createRoom } from './legend.ts';
import { namesOf } from './names.ts';
import { presentDeprecation } from './present.ts';
import { authorText, type Rules, shownValue, sortNames } from './present-protocol.ts';
import { type FieldStructure, type MessageStructure, structureOf } from './protocol-structure.ts';
import { markUntrusted, type ShownName, type Untrusted } from './untrusted-text.ts';

/** The most values that a field of another author's protocol shows. */
const valuesMax = 64;
/** Characters of a page's part of the rules. */
const rulesPartLength = 3_000;

type FieldOutput = ReturnType<typeof describeField>;
type OptionOutput = ReturnType<typeof describeOption>;
interface MessageOutput {
  name: ShownName;
  direction: MessageStructure['direction'];
  written?: Untrusted;
  fields: FieldOutput[];
}

/** The smallest parts that a page consists of. */
type Part =
  | { kind: 'rules'; text: string }
  | { kind: 'message'; message: MessageOutput; field: FieldOutput | null }
  | { kind: 'option'; option: OptionOutput };

/** `cursor`: the number of parts on earlier pages. @throws ParlorError `not_found` for another cursor */
export function describeProtocol(
  rules: Rules,
  releases: Releases,
  cursor?: string,
  deprecation: Deprecation | null = null,
) {
  const { spec, protocol_id, bundled, rated } = rules;
  const head = {
    protocol_id,
    name: authorText(rules, rules.name, releases),
    shipped: bundled,
    ...presentDeprecation(deprecation),
    mode: flowModes.find((mode) => mode === flowMode(spec)) ?? 'unknown',
    rated,
    decision_seconds: Math.round(decisionSeconds(spec, {})),
    description: authorText(rules, spec.description, releases, 4_000),
  };
  const parts = partsOf(rules, releases);
  const start = cursor === undefined ? 0 : Number(cursor);
  if (!(start >= 0 && start <= parts.length)) throw new ParlorError('not_found', 'There is no such page.');
  const room = createRoom(null, answerMaxBytes);
  room.add(head);
  const page = room.fill(parts.slice(start));
  const end = start + page.length;
  const text = page.flatMap((part) => (part.kind === 'rules' ? [part.text] : [])).join('');
  return {
    ...head,
    messages: messagesOf(page),
    options: page.flatMap((part) => (part.kind === 'option' ? [part.option] : [])),
    rules: text === '' ? null : bundled ? text : markUntrusted(text),
    next_cursor: end < parts.length ? String(end) : null,
  };
}

/** Without the texts and words of an author whose texts are not released. */
function partsOf(rules: Rules, releases: Releases): Part[] {
  const { spec, bundled, protocol_id } = rules;
  const isReleased = releases.protocols.includes(protocol_id);
  const { messages, options } = structureOf(spec);
  const text = bundled || isReleased ? textOfRules(spec.rules) : '';
  const describe = { rules, isReleased: isReleased && !bundled };
  const names = namesOf(rules);
  const shownMessages = messages.map(({ name, direction, fields }) => ({
    message: { name: names.shown('message', name)!, direction, ...writtenName(describe, name), fields: [] },
    fields: [...fields].map(([fieldName, field]) => describeField(describe, 'field', fieldName, field)),
  }));
  return [
    ...partsOfText(text, bundled ? text.length : rulesPartLength).map((text) => ({ kind: 'rules', text }) as const),
    ...sortNames(rules, shownMessages, ({ message }) => message.name).flatMap(({ message, fields }): Part[] => {
      const sorted = sortNames(rules, fields, ({ name }) => name);
      return (sorted.length === 0 ? [null] : sorted).map((field) => ({ kind: 'message', message, field }));
    }),
    ...sortNames(
      rules,
      [...options].map(([name, option]) => describeOption(describe, name, option)),
      ({ name }) => name,
    ).map((option) => ({ kind: 'option', option }) as const),
  ];
}

/** A message whose fields are on two pages is on both. */
function messagesOf(page: readonly Part[]): MessageOutput[] {
  const fields = new Map<MessageOutput, FieldOutput[]>();
  for (const part of page) {
    if (part.kind !== 'message') continue;
    fields.set(part.message, [...(fields.get(part.message) ?? []), ...(part.field ? [part.field] : [])]);
  }
  return [...fields].map(([message, fields]) => ({ ...message, fields }));
}

interface DescribeContext {
  rules: Rules;
  /** Whether names are also given as their author wrote them. */
  isReleased: boolean;
}

const writtenName = ({ isReleased }: DescribeContext, name: string): { written?: Untrusted } =>
  isReleased ? { written: markUntrusted(cutText(name, 300)) } : {};

function describeField(context: DescribeContext, kind: 'field' | 'option', name: string, field: FieldStructure) {
  const { rules, isReleased } = context;
  const names = namesOf(rules);
  const values = sortNames(
    rules,
    [...new Set(field.values)].map((value) => ({ value, shown: names.shown('value', value)! })),
    ({ shown }) => shown,
  );
  const shownValues = rules.bundled ? values : values.slice(0, valuesMax);
  const written = shownValues.map(({ value }) => cutText(value, 60));
  return {
    name: names.shown(kind, name)!,
    ...writtenName(context, name),
    type: field.type,
    required: field.required,
    ...(values.length > 0 ? { values: shownValues.map(({ shown }) => shown) } : {}),
    ...(isReleased && values.length > 0 ? { values_written: markUntrusted(written.join(', ')) } : {}),
    ...(shownValues.length < values.length ? { values_total: values.length } : {}),
    ...field.limits,
  };
}

function describeOption(context: DescribeContext, name: string, option: FieldStructure) {
  return {
    ...describeField(context, 'option', name, option),
    required: false,
    default: shownValue(context.rules, option, option.default) ?? null,
  };
}

function textOfRules(rules: Json | undefined): string {
  if (rules === undefined || rules === null || typeof rules === 'string') return rules ?? '';
  return Object.entries(rules)
    .map(([topic, text]) => `${topic}: ${typeof text === 'string' ? text : JSON.stringify(text)}`)
    .join('\n');
}

const partsOfText = (text: string, length: number): string[] =>
  text === ''
    ? []
    : Array.from({ length: Math.ceil(text.length / length) }, (_, at) => text.slice(at * length, (at + 1) * length));
