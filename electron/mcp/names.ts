/**
 * The names that a client sees of a protocol's messages, fields, options and values: those of bundled protocols as they are; those of
 * others only if they are words of games, and else their numbers in the spec, such as `field_1`. They are the same in all answers, and
 * both forms are accepted as arguments.
 */
import type { Spec } from '../../shared/protocol/spec.ts';
import { gameWordOf, isCode } from './game-words.ts';
import { structureOf } from './protocol-structure.ts';
import { type ShownName, tokenPattern } from './untrusted-text.ts';

export const nameKinds = ['message', 'field', 'option', 'value'] as const;
export type NameKind = (typeof nameKinds)[number];

export interface Names {
  /** Whether the spec has this name, of any kind. */
  has(name: string): boolean;
  /** Undefined for a name that is not in the spec. */
  shown(kind: NameKind, name: string): ShownName | undefined;
  /** For a value in an array: a code, or else its number, since the sender chooses the order. */
  shownInArray(value: string): ShownName | undefined;
  /** The name in the spec of a shown one; undefined for others. */
  written(kind: NameKind, shown: string): string | undefined;
}

const cache = new WeakMap<Spec, Map<boolean, Names>>();

export function namesOf({ spec, bundled }: { spec: Spec; bundled: boolean }): Names {
  const known = cache.get(spec) ?? new Map<boolean, Names>();
  cache.set(spec, known);
  const names = known.get(bundled) ?? createNames(spec, bundled);
  known.set(bundled, names);
  return names;
}

function createNames(spec: Spec, bundled: boolean): Names {
  const { messages, options } = structureOf(spec);
  const fields = messages.flatMap((message) => [...message.fields.values()]);
  const written: Record<NameKind, string[]> = {
    message: messages.map(({ name }) => name),
    field: messages.flatMap((message) => [...message.fields.keys()]),
    option: [...options.keys()],
    value: [...fields, ...options.values()].flatMap(({ values }) => values),
  };
  const tables = Object.fromEntries(
    nameKinds.map((kind) => [kind, tableOf(kind, [...new Set(written[kind])], bundled)]),
  ) as Record<NameKind, NameTable>;
  return {
    has: (name) => nameKinds.some((kind) => tables[kind].shown.has(name)),
    shown: (kind, name) => tables[kind].shown.get(name),
    shownInArray(value) {
      const shown = tables.value.shown.get(value);
      return shown === undefined || bundled || isCode(shown) ? shown : tables.value.numbers.get(value);
    },
    written: (kind, shown) => tables[kind].written.get(shown),
  };
}

interface NameTable {
  shown: Map<string, ShownName>;
  numbers: Map<string, ShownName>;
  /** By both. */
  written: Map<string, string>;
}

function tableOf(kind: NameKind, names: readonly string[], bundled: boolean): NameTable {
  const table: NameTable = { shown: new Map(), numbers: new Map(), written: new Map() };
  names.forEach((name, index) => {
    const word = bundled && tokenPattern.test(name) ? name : gameWordOf(name);
    const number = `${kind}_${index + 1}` as ShownName;
    // Two spellings of one word can't share it.
    const shownName = word === null || table.written.has(word) ? number : (word as ShownName);
    table.shown.set(name, shownName);
    table.numbers.set(name, number);
    table.written.set(number, name).set(shownName, name);
  });
  return table;
}
