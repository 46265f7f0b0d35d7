/** Derives a valid value from a schema, for calls of the fake bridge that have no handler. */
import { z } from 'zod';

/** Values for schemas with refinements; the first valid one is used. */
const strings = [
  '',
  'example',
  'a',
  '0'.repeat(64),
  '0'.repeat(16),
  '00000000-0000-4000-8000-000000000000',
  'http://127.0.0.1:1/',
  'https://relay.example/',
  '1970-01-01T00:00:00.000Z',
];
const numbers = [0, 1, 24];
const longestArray = 24;

/** The smallest value of a schema: null, empty or omitted wherever that is allowed. */
export function exampleOf(schema: z.core.$ZodType): unknown {
  const valid = (value: unknown) => z.safeParse(schema, value).success;
  const example = candidatesOf(schema).find(valid);
  if (example !== undefined || valid(undefined)) return example;
  throw new Error(`No example is valid for ${JSON.stringify(z.toJSONSchema(schema, { unrepresentable: 'any' }))}`);
}

function candidatesOf(schema: z.core.$ZodType): readonly unknown[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'optional':
      return [];
    case 'nullable':
    case 'null':
      return [null];
    case 'object':
      return [
        Object.fromEntries(
          Object.entries(def.shape)
            .filter(([, member]) => (member as z.core.$ZodType)._zod.optin !== 'optional')
            .map(([key, member]) => [key, exampleOf(member)] as const)
            .filter(([, value]) => value !== undefined),
        ),
      ];
    case 'array': {
      const item = exampleOf(def.element);
      return Array.from({ length: longestArray + 1 }, (_, length) => new Array<unknown>(length).fill(item));
    }
    case 'tuple':
      return [def.items.map(exampleOf)];
    case 'record':
      return [{}];
    case 'enum':
      return Object.values(def.entries);
    case 'literal':
      return def.values;
    case 'boolean':
      return [false];
    case 'number':
      return numbers;
    case 'union':
      return def.options.flatMap(candidatesOf);
    case 'lazy':
      return [null];
    case 'pipe':
      return candidatesOf(def.in);
    case 'readonly':
    case 'default':
    case 'nonoptional':
      return candidatesOf(def.innerType);
    default:
      return strings;
  }
}
