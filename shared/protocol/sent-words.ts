/**
 * The part of an author's words that is sent with a board, so that players without the author's files read names instead of identifiers.
 * It is data by a stranger, who is often the opponent, and appears in Parlor's own window. So it consists of short names for what the spec
 * declares, is read as if nobody had checked it, and each name is shown with the declared one: `Highest number (max)`.
 */
import { parseJson } from '../json/parse.ts';
import { type Language, languages } from '../language.ts';
import { languageTexts } from '../locales/languages.ts';
import { formsOf } from '../look-alike-forms.ts';
import type { Spec } from './spec.ts';
import {
  type ProtocolWords,
  type ProtocolWordsFile,
  protocolWordsFileSchema,
  shortTextMax,
  wordsMaxBytes,
} from './words.ts';

/** In the bundle of a board. */
export const sentWordsPath = 'parlor-words.json';

/** What is sent; null if nothing is left. */
export const sentWordsOf = (words: ProtocolWordsFile, spec: Spec): ProtocolWordsFile | null =>
  inEachLanguage(words, declaredPart(declaredNames(spec)));

/** What a board that somebody sent names; null if it has no words, or they break a rule. */
export function readSentWords(text: string, spec: Spec): ProtocolWordsFile | null {
  if (text.length > wordsMaxBytes) return null;
  try {
    const { data } = protocolWordsFileSchema.safeParse(parseJson(text));
    if (!data) return null;
    const declared = declaredNames(spec);
    const sent = inEachLanguage(data, declaredPart(declared));
    const shown = sent && inEachLanguage(sent, shownPart(declared));
    return shown && inEachLanguage(shown, (part) => ({ ...part, sent: true }));
  } catch {
    // Not JSON.
    return null;
  }
}

/** Null if `partOf` leaves nothing in any language. */
function inEachLanguage(
  words: ProtocolWordsFile,
  partOf: (words: ProtocolWords, language: Language) => ProtocolWords,
): ProtocolWordsFile | null {
  const parts = languages.flatMap((language) => {
    const part = words[language] ? partOf(words[language], language) : {};
    const named = Object.entries(part).filter(([, names]) => names === true || Object.keys(names ?? {}).length > 0);
    return named.length > 0 ? [[language, Object.fromEntries(named)] as const] : [];
  });
  return parts.length === 0 ? null : Object.fromEntries(parts);
}

/** Names that stand beside each other, and must not be mistaken for one another. */
type Group = readonly string[];
interface DeclaredNames {
  actions: ReadonlySet<string>;
  options: Group;
  /** Of messages, and the options, which by-hand play shows as well. */
  fields: Group;
  /** The values of each enum. */
  enums: readonly Group[];
}

function declaredNames({ messages, parameters }: Spec): DeclaredNames {
  const options = parameters ?? {};
  const fields = messages.flatMap((message) => Object.entries(message.fields)).filter(([name]) => name !== 'action');
  const enums = [...fields.map(([, definition]) => definition), ...Object.values(options)].flatMap((definition) => {
    const scalar = definition.type === 'array' ? definition.items : definition;
    return scalar.type === 'enum' ? [scalar.values ?? []] : [];
  });
  return {
    actions: new Set(
      messages.flatMap(({ fields: { action } }) => (action?.type === 'enum' ? (action.values ?? []) : [])),
    ),
    options: Object.keys(options),
    fields: [...new Set([...fields.map(([name]) => name), ...Object.keys(options)])],
    // Messages often share the cells of a grid.
    enums: [...new Map(enums.map((values) => [JSON.stringify(values), values])).values()],
  };
}

/** Names of options, fields and values. An action, such as to accept a draw, is told in Parlor's own words or the spec's. */
function declaredPart({ actions, options, fields, enums }: DeclaredNames): (words: ProtocolWords) => ProtocolWords {
  const values = enums.flat().filter((value) => !actions.has(value));
  return (words) => {
    const sentOptions = Object.entries(words.options ?? {}).filter(([name]) => options.includes(name));
    const valuesOfOptions = sentOptions.map(([, option]) => option.values ?? {});
    return {
      options: Object.fromEntries(sentOptions.map(([name, { label }]) => [name, { label }])),
      fields: only(words.fields, fields),
      values: only(Object.assign({}, words.values, ...valuesOfOptions), values),
      marks: only(words.marks, values),
    };
  };
}

/** Sent names as they are shown: each with the declared one, and none in a group where one could be taken for another. */
function shownPart({
  options,
  fields,
  enums,
}: DeclaredNames): (words: ProtocolWords, language: Language) => ProtocolWords {
  return (words, language) => {
    const labels = Object.fromEntries(Object.entries(words.options ?? {}).map(([name, { label }]) => [name, label]));
    const shownOptions = withDeclared(distinct(labels, [options]), language);
    return {
      options: Object.fromEntries(
        Object.entries(shownOptions).map(([name, label]) => [name, { ...words.options?.[name], label }]),
      ),
      fields: withDeclared(distinct(words.fields, [fields]), language),
      values: withDeclared(distinct(words.values, enums), language),
      marks: distinct(words.marks, enums),
    };
  };
}

interface Names {
  [name: string]: string;
}

function only(words: Names | undefined, names: Group): Names {
  const known = new Set(names);
  return Object.fromEntries(Object.entries(words ?? {}).filter(([name]) => known.has(name)));
}

const nameMaxLength = 40;
/** What separates names in a list, or could imitate the declared name after it. */
const separators = /[\p{Ps}\p{Pe}\p{C}\p{Zl}\p{Zp},،、，;；:：=]/u;

const isShortName = (label: string) =>
  label.length <= nameMaxLength && !separators.test(label.normalize('NFKC')) && comparedForms(label).length > 0;

/** Without the names of all groups in which one resembles another declared name or another label. */
function distinct(labels: Names = {}, groups: readonly Group[]): Names {
  const short = Object.entries(labels).filter(([, label]) => isShortName(label));
  const byName = new Map(short);
  const refused = new Set(groups.filter((group) => hasLookAlikes(group, byName)).flat());
  return Object.fromEntries(short.filter(([name]) => !refused.has(name)));
}

function hasLookAlikes(group: Group, labels: ReadonlyMap<string, string>): boolean {
  if (!group.some((name) => labels.has(name))) return false;
  const owners = new Map<string, Set<string>>();
  const claim = (form: string, name: string) => owners.set(form, (owners.get(form) ?? new Set()).add(name));
  for (const name of new Set(group)) for (const form of comparedForms(name)) claim(form, name);
  const formsOfLabels = [...new Set(group)].flatMap((name) =>
    comparedForms(labels.get(name) ?? '').map((form) => ({ form, name })),
  );
  for (const { form, name } of formsOfLabels) claim(form, name);
  return formsOfLabels.some(({ form }) => (owners.get(form)?.size ?? 0) > 1);
}

/** Punctuation is easily overlooked, unless there is nothing else. */
const comparedForms = (text: string) => formsOf(text.replaceAll(/\p{P}/gu, '') || text);

/** `Highest number (max)`; the label alone where it only spells the declared name. */
function withDeclared(labels: Names, language: Language): Names {
  const shown = Object.entries(labels).map(([name, label]): [string, string] => {
    const declared = name.replaceAll('_', ' ');
    if (label.toLowerCase() === declared.toLowerCase()) return [name, label];
    return [
      name,
      languageTexts[language].with_original.replace('{{label}}', () => label).replace('{{original}}', () => declared),
    ];
  });
  return Object.fromEntries(shown.filter(([, label]) => label.length <= shortTextMax));
}
