/**
 * Labels for a spec: `words.json` with names, rules and templates for each language. It is not part of the protocol; a part
 * of it is sent with the board (sent-words.ts). Without it, names are derived from the spec.
 */

import { withoutHanSpaces } from '../han-spaces.ts';
import { getOwn, isJsonObject, type Json, type JsonObject } from '../json/value.ts';
import { shownText } from '../peer-text.ts';
import type { Answer, Choice, Role } from '../tables/hooks.ts';
import { textOfMessage, toldFields } from '../tables/move-labels.ts';
import type { Move } from '../tables/moves.ts';
import type { OptionDefaults } from './options.ts';
import { isPaceParameter } from './pace.ts';
import { matchingTemplates, templatePattern } from './template-match.ts';
import type { Guide, ProtocolWords } from './words.ts';

/** `{name}`, or `{name+1}` with an offset. */
const placeholder = /\{([a-z_][a-z0-9_]*)([+-]\d{1,3})?\}/gi;

/** The distinct placeholders of a template. */
export const placeholdersOf = (template: string): string[] => [
  ...new Set([...template.matchAll(placeholder)].map(([, name]) => name as string)),
];

/** Fills in a template; null if a value is missing, or has an offset and is not an integer. */
export function fillTemplate(template: string, valueFor: (name: string) => Json | undefined): string | null {
  let complete = true;
  const text = template.replace(placeholder, (_, name: string, offset: string | undefined) => {
    const value = valueFor(name);
    if (value === undefined || value === null || typeof value === 'object') complete = false;
    if (offset === undefined) return String(value);
    if (!/^-?\d{1,15}$/.test(String(value))) complete = false;
    return String(Number(value) + Number(offset));
  });
  return complete ? text : null;
}

const units = /^(.+) (seconds|minutes|hours|milliseconds|ms|bytes)$/;

/** A readable name: `round_delay_seconds` becomes `Round delay (seconds)`. */
export function humanize(name: string): string {
  const label = splitWords(name);
  return label.charAt(0).toUpperCase() + label.slice(1);
}

function splitWords(name: string): string {
  const words = name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replaceAll(/[_\s-]+/g, ' ')
    .trim();
  const caselessWords = words === words.toUpperCase() ? words : words.toLowerCase();
  const [, before, unit] = units.exec(caselessWords) ?? [];
  return before === undefined ? caselessWords : `${before} (${unit})`;
}

/** The labels of one protocol in one language, as plain text. */
export interface Labels {
  readonly words: ProtocolWords | null;
  name(name: string): string;
  description(description: string): string;
  /** Null without rules in `words.json`; the spec may have its author's own. */
  rules: readonly string[] | null;
  option(name: string): string;
  /** Null if there is none. */
  help(name: string): string | null;
  optionValue(name: string, value: string): string;
  /** Joins short texts on one line, without empty ones. None of them changes the order of the others. */
  list(parts: readonly (string | null | undefined | false)[]): string;
  /**
   * The options of a table on one line, everywhere: those that differ from the defaults that go without saying, and the essential ones.
   * Without the pace (protocol/pace.ts): `7 columns, 6 rows`.
   */
  options(options: { readonly [name: string]: unknown }): string;
  guide: Guide | null;
  /** How boards draw the pieces of each seat; null if unknown. */
  pieces: { host: string; guest: string } | null;
  /** A sentence for a step that nobody decides; null for any other move. */
  automatic(move: Pick<Move, 'text' | 'message'>, name: string): string | null;
  /** How a question is answered on the board; null if a click plays. */
  how(prompt: string): string | null;
  /** A field of a message, or a key of the view. */
  field(name: string): string;
  value(value: string): string;
  /** The short mark of a value in a grid; null if it has none. */
  mark(value: string): string | null;
  /** A message as readable text; null without a template. */
  message(message: JsonObject): string | null;
  /** A move: its label, or else the sentence of its message, or else the fields of its message by their names. */
  move(move: Pick<Move, 'text' | 'message'>): string;
  /** Translates a text of the hooks if a translation exists. */
  text(text: string): string;
  /** The label of a choice. Words that came with a board name only values that the spec declares, where nothing else was written. */
  choice(choice: Pick<Choice, 'label' | 'value'>): string;
  /** A question of hooks by hand, such as `shot: cell`, with the name of its field. */
  askedByHand(prompt: string): string;
  /** The hooks' reason of an end, told from one side with names where `words.json` has a text for it, else translated. */
  ending(reason: string, side: EndingSide): string;
}

/** The side that an end is told from. */
export interface EndingSide {
  role: Role;
  /** Null for a draw or no winner. */
  winner: Role | null;
  /** A player within a sentence, e.g. `you`, and at its start, e.g. `You`. */
  within(role: Role): string;
  starting(role: Role): string;
}

/** `defaults`: of the options, where they go without saying (library.ts). */
export function labelsOf(words: ProtocolWords | null, separator = ', ', defaults: OptionDefaults = {}): Labels {
  const valueLabel = (value: string) =>
    getOwn(words?.values, value) ?? getOwn(words?.values, value.replaceAll(' ', '_'));
  const option = (name: string) => getOwn(words?.options, name)?.label ?? humanize(name);
  const optionValue = (name: string, value: string) =>
    getOwn(getOwn(words?.options, name)?.values, value) ?? valueLabel(value) ?? humanize(value);
  const isEssential = (name: string) => getOwn(words?.options, name)?.essential === true;
  const essentialDefaults = Object.fromEntries(Object.entries(defaults).filter(([name]) => isEssential(name)));
  const isTold = (name: string, value: unknown) =>
    !isPaceParameter(name) && (isEssential(name) || getOwn(defaults, name) !== value);
  const optionLine = (name: string, value: string | number | boolean) => {
    const definition = getOwn(words?.options, name);
    const displayValue = typeof value === 'string' ? optionValue(name, value) : String(value);
    const template = typeof definition?.line === 'object' ? getOwn(definition.line, String(value)) : definition?.line;
    if (template) return fillTemplate(template, () => displayValue) ?? '';
    if (definition?.values) return displayValue;
    const label = definition?.label ?? splitWords(name);
    // A label by somebody else could say the opposite.
    if (value === true && !words?.sent) return label;
    return `${label} ${typeof value === 'string' ? (valueLabel(value) ?? splitWords(value)) : value}`;
  };
  const patternsOf = (texts: ProtocolWords['texts']) =>
    Object.entries(texts ?? {}).map(([from, to]) => ({ pattern: templatePattern(from), to }));
  const patterns = patternsOf(words?.texts);
  const endingPatterns = patternsOf(words?.endings);
  type ValueFor = (name: string, part: (name: string) => string | undefined) => string | undefined;
  /** The text of the first pattern that matches and can be filled in, else null. */
  const firstMatch = (text: string, templates: typeof patterns, valueFor: ValueFor): string | null => {
    for (const { template, values } of matchingTemplates(templates, text)) {
      const partOf = (name: string) => values.get(name);
      const result = fillTemplate(template.to, (name) => valueFor(name, partOf));
      if (result !== null) return result;
    }
    return null;
  };
  const partLabel: ValueFor = (name, part) => {
    const value = part(name);
    return value === undefined ? undefined : (valueLabel(value) ?? value);
  };
  const valueText = (value: Answer) => (typeof value === 'string' ? (valueLabel(value) ?? value) : String(value));
  const translated = new Map<string, string>();
  const translate = (text: string): string => {
    if (words?.sent) return text;
    const cached = translated.get(text);
    if (cached !== undefined) return cached;
    const result = firstMatch(text, patterns, partLabel) ?? valueLabel(text) ?? text;
    if (translated.size < 5_000) translated.set(text, result);
    return result;
  };
  const list = (parts: readonly (string | null | undefined | false)[]) =>
    parts.flatMap((part) => (part ? shownText(part) : [])).join(separator);
  const field = (name: string) => getOwn(words?.fields, name) ?? getOwn(words?.options, name)?.label ?? humanize(name);
  const messageText = (message: JsonObject): string | null => {
    const template = typeof message.action === 'string' ? getOwn(words?.messages, message.action) : undefined;
    if (template === undefined) return null;
    return fillTemplate(template, (name) => {
      const value = getOwn(message, name);
      return typeof value === 'string' ? valueText(value) : value;
    });
  };
  return {
    words,
    list,
    name: (name) => words?.name ?? name,
    description: (description) => words?.description ?? description,
    rules: words?.rules ?? null,
    option,
    help: (name) => getOwn(words?.options, name)?.help ?? null,
    optionValue,
    options: (options) =>
      list(
        Object.entries({ ...essentialDefaults, ...options }).map(([name, value]) =>
          isTold(name, value) && (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
            ? optionLine(name, value)
            : null,
        ),
      ),
    guide: words?.guide ?? null,
    pieces: words?.pieces ?? null,
    automatic({ text, message }, name) {
      // A message may have a sentence of its own, which names no step.
      const template = getOwn(words?.automatic, message === undefined ? text : translate(textOfMessage(message)));
      const sentence = template === undefined ? null : fillTemplate(template, () => name);
      return sentence === null ? null : withoutHanSpaces(sentence);
    },
    how: (prompt) => getOwn(words?.how, prompt) ?? null,
    field,
    value: (value) => valueLabel(value) ?? value,
    mark: (value) => getOwn(words?.marks, value) ?? null,
    message: messageText,
    move({ text, message }) {
      if (message === undefined) return translate(text);
      const sentence = messageText(message);
      if (sentence !== null) return sentence;
      // Without a name for any field, as the engine tells it.
      const fields = toldFields(message);
      if (!fields.some(([name]) => getOwn(words?.fields, name) !== undefined)) return translate(text);
      return list(fields.map(([name, value]) => `${field(name)} ${valueText(value)}`));
    },
    text: translate,
    choice({ label, value }) {
      if (!words?.sent) return translate(label);
      const isDeclaredName = typeof value === 'string' && label === value.replaceAll('_', ' ');
      return (isDeclaredName ? getOwn(words.values, value) : undefined) ?? label;
    },
    askedByHand(prompt) {
      const [, message, name = ''] = /^([^:]+): ([^:]+)$/.exec(prompt) ?? [];
      const label = getOwn(words?.fields, name) ?? getOwn(words?.fields, name.replaceAll(' ', '_'));
      return label === undefined ? translate(prompt) : `${message}: ${label}`;
    },
    ending(reason, { role, winner, within, starting }) {
      const other = role === 'host' ? 'guest' : 'host';
      const told = firstMatch(reason, endingPatterns, (name, part) => {
        if (name === 'seat') return starting(part('seat') === 'host' ? 'host' : 'guest');
        if (name === 'own') return within(role);
        if (name === 'their') return within(other);
        if (name === 'own_n') return part(`${role}_n`) ?? part(winner === role ? 'winner_n' : 'loser_n');
        if (name === 'their_n') return part(`${other}_n`) ?? part(winner === role ? 'loser_n' : 'winner_n');
        return partLabel(name, part);
      });
      return told === null ? translate(reason) : withoutHanSpaces(told);
    },
  };
}

/** Translates the hooks' texts in a view: its `reason`, and the labels and hints of its moves. */
export function translateView(view: Json, { words, text }: Labels): Json {
  if (words === null || !isJsonObject(view)) return view;
  const translate = (value: Json | undefined) => (typeof value === 'string' ? text(value) : value);
  const moves = Array.isArray(view.moves)
    ? view.moves.map((move) =>
        isJsonObject(move)
          ? {
              ...move,
              ...('label' in move && { label: translate(move.label) as Json }),
              ...('hint' in move && { hint: translate(move.hint) as Json }),
            }
          : move,
      )
    : view.moves;
  return {
    ...view,
    ...('reason' in view && { reason: translate(view.reason) as Json }),
    ...(moves !== undefined && { moves }),
  };
}
