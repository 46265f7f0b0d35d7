/** Long protocols, questions and records come in pages, which lose nothing. */
import { expect, test } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import type { Spec } from '../../shared/protocol/spec.ts';
import { answerBytes, answerMaxBytes, cutText } from './answer-size.ts';
import { describeProtocol } from './describe-protocol.ts';
import type { Rules } from './present-protocol.ts';
import { presentTable, type TablePage } from './present-table.ts';

const series = (name: string, count: number) => Array.from({ length: count }, (_, index) => `${name} of them ${index}`);
const values = series('value', 2_500);
const fields = Object.fromEntries(series('field', 900).map((name) => [name, { type: 'integer', min: 0, max: 9 }]));
const rules: Rules = {
  ...{ protocol_id: 'f'.repeat(64), bundled: false, name: 'Theirs', rated: false },
  spec: {
    messages: [
      {
        name: 'move',
        direction: 'both',
        fields: { action: { type: 'enum', values: ['move'] }, choice: { type: 'enum', values }, ...fields },
      },
    ],
    parameters: Object.fromEntries(series('option', 500).map((name) => [name, { type: 'boolean' }])),
    rules: { turns: 'One after the other. '.repeat(9_000) },
  } as unknown as Spec,
};
const client_id = '5f0c8a52-6b0e-4a5e-9d0b-3c1d2e4f5a6b';

test('a protocol of any size is described in pages', () => {
  const released = { protocols: [rules.protocol_id], people: [] };
  const shown = { fields: [] as string[], options: [] as string[], rules: '' };
  let cursor: string | undefined;
  do {
    const page = describeProtocol(rules, released, cursor);
    expect(answerBytes(page)).toBeLessThan(answerMaxBytes);
    shown.fields.push(...page.messages.flatMap((message) => message.fields.map(({ name }) => name)));
    shown.options.push(...page.options.map(({ name }) => name));
    shown.rules += (page.rules as { text: string } | null)?.text ?? '';
    cursor = page.next_cursor ?? undefined;
  } while (cursor !== undefined);
  expect(new Set(shown.fields).size).toBe(902);
  expect(shown.fields.length).toBe(902);
  expect(new Set(shown.options).size).toBe(500);
  expect(shown.rules).toBe(`turns: ${'One after the other. '.repeat(9_000)}`);
  expect(() => describeProtocol(rules, released, '9999')).toThrow(expect.objectContaining({ code: 'not_found' }));
  expect(() => describeProtocol(rules, released, 'page')).toThrow(expect.objectContaining({ code: 'not_found' }));
});

const table = {
  ...{ table_id: 'a', post_id: 'b', role: 'guest', control_mode: 'autonomous', phase: 'playing', view: null, talk: [] },
  protocol: { protocol_id: rules.protocol_id },
  peer: { public_key: 'e'.repeat(64), rating: 1200, nickname: 'x' },
  client: { client_id, name: 'tester', connected: true },
  ...{ result: null, problem: null, stall: null },
  ask: {
    ...{ key: 'turn:1', prompt: 'Choose', asked_at: 0, proposal: null, plays_at: null, held: false, deadline_at: null },
    choices: values.slice(0, 1_024).map((value) => ({ value, label: value })),
  },
  board_record: {
    ...{ seat: 'guest', options: {}, end: null },
    messages: series('message', 700).map((_, index) => ({
      ...{ number: index + 1, direction: 'host_to_guest', action: 'move' },
      fields: { choice: values[index * 3]!, [Object.keys(fields)[index]!]: 7 },
    })),
  },
} as unknown as Table;

const shownTable = (page?: TablePage) => {
  const shown = presentTable(table, { client_id, releases: { protocols: [], people: [] }, rules }, page);
  expect(answerBytes(shown)).toBeLessThan(answerMaxBytes);
  const numbers = JSON.stringify({ ...shown, names: null }).match(/(field|value|message|option)_\d+/g) ?? [];
  expect(Object.keys(shown.names ?? {})).toEqual(expect.arrayContaining(numbers));
  return shown;
};

test('the choices of a question are on pages, with explanations of their numbers', () => {
  const shown: unknown[] = [];
  while (shown.length < 1_024) {
    const { choices, choices_from, choices_total } = shownTable({ choices_from: shown.length }).ask!;
    expect([choices_from, choices_total]).toEqual([shown.length, 1_024]);
    shown.push(...choices.map(({ value }) => value));
  }
  expect(new Set(shown).size).toBe(1_024);
  expect(shown.slice(0, 2)).toEqual(['value_2', 'value_3']);
});

test('the record ends with the newest messages, and shows those before them', () => {
  const shown: number[] = [];
  let page: TablePage = {};
  for (;;) {
    const { messages, earlier } = shownTable(page).record!;
    shown.unshift(...messages.map(({ number }) => number));
    if (earlier === undefined) break;
    expect(earlier).toBe(messages[0]!.number - 1);
    page = { messages_before: messages[0]!.number };
  }
  expect(shown).toEqual(Array.from({ length: 700 }, (_, index) => index + 1));
});

test('a text is cut by the bytes that it takes in an answer', () => {
  expect(cutText('short', 100)).toBe('short');
  for (const text of ['x'.repeat(900), '"'.repeat(900), '\u0000'.repeat(900), '\u{1F600}'.repeat(900)]) {
    const cut = cutText(text, 500);
    expect(answerBytes(cut)).toBeLessThanOrEqual(503);
    expect(answerBytes(cut)).toBeGreaterThan(470);
    expect(cut.endsWith('…')).toBe(true);
  }
});
