/** Puts what hides, reorders or closes into every free text of an answer, wherever its schema allows any text. */
import { z } from 'zod';

/** Reverses, hides, opens and closes isolates, breaks the line, and runs from right to left. */
export const hostileEnd = ' \u202Egnp\u200B\u2069\u2067\u00AD\u0007א3';

/** What isn't words: ids, positions in lists, addresses, names of Parlor's own, and the bytes of files. */
const notWords =
  /(^|_)(id|ids|key|url|next|cursor|hash|path|folder|mode|type|kind|code|manner|manners|spec|spec_text|skeleton|seed|version|family|families|at|clock|origin|hint_key)$/;

const poisoned = (text: string): string => (text === '' ? text : text + hostileEnd);

/** A valid answer stays valid. */
export function withHostileWords(schema: z.core.$ZodType, value: unknown, name = ''): unknown {
  if (notWords.test(name)) return value;
  const result = poisonedAs(schema as z.core.$ZodTypes, value, name);
  return z.safeParse(schema, result).success ? result : value;
}

function poisonedAs(schema: z.core.$ZodTypes, value: unknown, name: string): unknown {
  const { def } = schema._zod;
  switch (def.type) {
    case 'string':
      return typeof value === 'string' ? poisoned(value) : value;
    case 'object':
      return mapped(value, (member, key) => {
        const memberSchema = def.shape[key];
        return memberSchema ? withHostileWords(memberSchema, member, key) : member;
      });
    case 'record':
      return mapped(value, (member, key) => withHostileWords(def.valueType, member, key));
    case 'array':
      return Array.isArray(value) ? value.map((item) => withHostileWords(def.element, item, name)) : value;
    case 'nullable':
    case 'optional':
    case 'default':
    case 'readonly':
      return value === null || value === undefined ? value : withHostileWords(def.innerType, value, name);
    case 'union': {
      const option = def.options.find((each) => z.safeParse(each, value).success);
      return option ? withHostileWords(option, value, name) : value;
    }
    case 'lazy':
      return withHostileWords(def.getter(), value, name);
    default:
      return value;
  }
}

function mapped(value: unknown, change: (member: unknown, key: string) => unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, member]) => [key, change(member, key)]));
}
