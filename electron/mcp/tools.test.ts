import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { bundledNames } from './error-messages.ts';
import { inputs } from './schemas.ts';
import { tools } from './tools.ts';
import { badArgumentsResult } from './untrusted-text.ts';

/** The paths of strings that may contain any text, except those marked as untrusted and those within `view`, which is arbitrary JSON. */
function freeTexts(schema: unknown, path: string): string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  if (Array.isArray(schema)) return schema.flatMap((each) => freeTexts(each, path));
  const {
    type,
    pattern,
    format,
    const: literal,
    enum: values,
    properties = {},
    ...rest
  } = schema as Record<string, unknown>;
  if (Object.hasOwn(properties as object, 'untrusted')) return [];
  if (type === 'string') return pattern || format || literal || values ? [] : [path];
  const members = Object.entries(properties as object).flatMap(([name, each]) => freeTexts(each, `${path}.${name}`));
  return [...members, ...freeTexts([rest.items, rest.anyOf, rest.additionalProperties], path)];
}

test('results contain free text only where it comes with Parlor', () => {
  const paths = new Set(tools.flatMap(({ name, output }) => freeTexts(z.toJSONSchema(output, { io: 'output' }), name)));
  const table = ['protocol', 'ask.prompt', 'ask.choices.label', 'ask.choices.hint', 'problem.message'];
  const tables = ['join_table', 'get_table', 'wait_for_turn', 'answer.table', 'resign'];
  expect([...paths].sort()).toEqual(
    [
      ...tables.flatMap((name) => table.map((member) => `${name}.${member}`)),
      ...['list_tables.tables.protocol', 'list_my_tables.tables.protocol'],
      ...['name', 'description', 'rules'].map((member) => `describe_protocol.${member}`),
    ].sort(),
  );
});

test('the documentation lists every tool with its arguments', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/agents.md'), 'utf8');
  const rows = text.split('\n').filter((line) => line.startsWith('| `'));
  const missing = tools.flatMap(({ name, input }) => {
    const row = rows.find((line) => line.split('|')[1]!.includes(`\`${name}\``)) ?? '';
    return ['', ...Object.keys(input.shape)].filter((argument) => !row.includes(argument && `\`${argument}\``) || !row);
  });
  expect(missing).toEqual([]);
});

test('wrong arguments are named, with the reason', () => {
  const { error } = inputs.wait_for_turn.safeParse({ table_id: 'a', timeout_seconds: 999 });
  const [block] = badArgumentsResult(error!).content;
  const { code, message } = JSON.parse((block as { text: string }).text);
  expect(code).toBe('bad_arguments');
  expect(message).toMatch(/timeout_seconds: .*300/);
});

test('the error for an unknown protocol names those that come with Parlor', () => {
  const folders = readdirSync(join(import.meta.dirname, '../../resources/protocols'), { withFileTypes: true });
  expect(bundledNames).toEqual(folders.filter((entry) => entry.isDirectory()).map(({ name }) => name));
});
