/**
 * The part of an author's words that is sent with a board, so that players without the author's files read names instead of identifiers.
 * It is data by a stranger: only names, for what the spec declares and for keys of views, in the form that the schema allows, and nothing that
 * translates texts of the reader's own hooks, or tells how a game ended.
 */
import { parseJson } from '../json/parse.ts';
import { languages } from '../language.ts';
import type { Spec } from './spec.ts';
import { type ProtocolWords, type ProtocolWordsFile, protocolWordsFileSchema, wordsMaxBytes } from './words.ts';

/** In the bundle of a board. */
export const sentWordsPath = 'parlor-words.json';

/** Null if nothing is left. */
export function sentWordsOf(words: ProtocolWordsFile, spec: Spec): ProtocolWordsFile | null {
  const declared = declaredNames(spec);
  const sent = languages.flatMap((language) => {
    const part = words[language] && declaredPart(words[language], declared);
    return part && Object.keys(part).length > 0 ? [[language, part] as const] : [];
  });
  return sent.length === 0 ? null : Object.fromEntries(sent);
}

/** What a board that somebody sent names; null if it has no words, or they break a rule. */
export function readSentWords(text: string, spec: Spec): ProtocolWordsFile | null {
  if (text.length > wordsMaxBytes) return null;
  try {
    const { data } = protocolWordsFileSchema.safeParse(parseJson(text));
    return data ? sentWordsOf(data, spec) : null;
  } catch {
    // Not JSON.
    return null;
  }
}

interface DeclaredNames {
  actions: ReadonlySet<string>;
  options: ReadonlySet<string>;
  values: ReadonlySet<string>;
}

function declaredNames({ messages, parameters }: Spec): DeclaredNames {
  const fields = messages.flatMap((message) => Object.values(message.fields));
  const options = parameters ?? {};
  const values = [...fields, ...Object.values(options)].flatMap((definition) => {
    const scalar = definition.type === 'array' ? definition.items : definition;
    return scalar.type === 'enum' ? (scalar.values ?? []) : [];
  });
  return {
    actions: new Set(
      messages.flatMap(({ fields: { action } }) => (action?.type === 'enum' ? (action.values ?? []) : [])),
    ),
    options: new Set(Object.keys(options)),
    values: new Set(values),
  };
}

function declaredPart(words: ProtocolWords, declared: DeclaredNames): ProtocolWords {
  const { name, description, rules, guide, pieces } = words;
  const parts: ProtocolWords = {
    ...{ name, description, rules, guide, pieces },
    options: only(words.options, declared.options),
    fields: words.fields,
    values: only(words.values, declared.values),
    marks: only(words.marks, declared.values),
    messages: only(words.messages, declared.actions),
  };
  return Object.fromEntries(Object.entries(parts).filter(([, part]) => part !== undefined));
}

function only<T>(
  words: { [name: string]: T } | undefined,
  names: ReadonlySet<string>,
): { [name: string]: T } | undefined {
  const entries = Object.entries(words ?? {}).filter(([name]) => names.has(name));
  return entries.length === 0 ? undefined : Object.fromEntries(entries);
}
