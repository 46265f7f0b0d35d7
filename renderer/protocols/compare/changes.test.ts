import { describe, expect, test } from 'vitest';
import { diffSpecs } from '../../../shared/protocol/diff.ts';
import { changeLines } from './changes.ts';

const action = (name: string) => ({ type: 'enum', values: [name], required: true });
const spec = (changes: object = {}) => ({
  name: 'Four',
  messages: [
    {
      name: 'move',
      direction: 'guest_to_host',
      fields: {
        action: action('move'),
        col: { type: 'integer', min: 0, max: 6, required: true },
        line: { type: 'text' },
      },
    },
  ],
  rules: { win: 'four' },
  parameters: { cols: { type: 'integer', min: 4, default: 7 } },
  ...changes,
});
const linesOf = (before: object, after: object) =>
  changeLines(diffSpecs(JSON.stringify(before), JSON.stringify(after))).map(({ part, change, subject, detail }) => ({
    part,
    change,
    subject,
    ...detail,
  }));

describe('the changes between two specs', () => {
  test('lists nothing for equal specs', () => expect(linesOf(spec(), spec())).toEqual([]));

  test('lists the changes of a message by field', () => {
    const col = { type: 'integer', min: 0, max: 9, description: 'From the left' };
    const fields = { action: action('move'), col, winner: { type: 'enum', values: ['host'], required: true } };
    const after = spec({ messages: [{ name: 'move', direction: 'guest_to_host', fields }] });
    expect(linesOf(spec(), after)).toEqual([
      { part: 'messages', change: 'changed', subject: 'move.col', kind: 'now_optional' },
      {
        part: 'messages',
        change: 'changed',
        subject: 'move.col',
        kind: 'bounds',
        before: [{ kind: 'between', min: 0, max: 6 }],
        after: [{ kind: 'between', min: 0, max: 9 }],
      },
      { part: 'messages', change: 'added', subject: 'move.col.description', kind: 'text_new', after: 'From the left' },
      { part: 'messages', change: 'removed', subject: 'move.line', kind: 'gone' },
      {
        part: 'messages',
        change: 'added',
        subject: 'move.winner',
        kind: 'field_new',
        required: true,
        type: 'enum',
        bounds: [{ kind: 'values', values: 'host' }],
      },
    ]);
  });

  test('lists a changed message, option, rule or text once', () => {
    const bye = { name: 'bye', direction: 'both', fields: { action: action('bye'), why: { type: 'text' } } };
    const after = spec({
      name: 'Five',
      messages: [bye],
      rules: { win: 'five', draw: 'full' },
      parameters: { cols: { type: 'integer', min: 4, default: 8 }, style: { type: 'boolean' } },
    });
    expect(linesOf(spec(), after)).toEqual([
      { part: 'messages', change: 'removed', subject: 'move', kind: 'gone' },
      { part: 'messages', change: 'added', subject: 'bye', kind: 'message_new', direction: 'both', fields: 1 },
      { part: 'options', change: 'changed', subject: 'cols', kind: 'start', before: '7', after: '8' },
      { part: 'options', change: 'added', subject: 'style', kind: 'option_new', type: 'boolean', bounds: [] },
      { part: 'rules', change: 'changed', subject: 'win', kind: 'text', before: 'four', after: 'five' },
      { part: 'rules', change: 'added', subject: 'draw', kind: 'text_new', after: 'full' },
      { part: 'about', change: 'changed', subject: 'name', kind: 'text', before: 'Four', after: 'Five' },
    ]);
  });
});
