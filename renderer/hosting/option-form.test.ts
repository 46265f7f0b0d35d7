import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../../shared/json/value.ts';
import { validateOptions } from '../../shared/protocol/options.ts';
import type { Spec } from '../../shared/protocol/spec-types.ts';
import { createOptionForm, initialTexts, readOptions } from './option-form.ts';

const parameters: JsonObject = {
  best_of: { type: 'integer', min: 1, max: 99, default: 3 },
  floor: { type: 'integer', min: 0 },
  roof: { type: 'integer', max: 9 },
  open: { type: 'boolean', default: false, description: 'Everybody sees the bids' },
  termination: { type: 'enum', values: ['first_to_win', 'fixed_rounds'], default: 'first_to_win' },
  title: { type: 'text', max_length: 4 },
  seats: { type: 'table', columns: { name: { type: 'boolean' } } },
  ref: { type: 'id' },
  broken: { type: 'enum', values: [] },
};
const form = createOptionForm(parameters);
const read = (texts: { [name: string]: string }) => readOptions(form, texts);

describe('the form for a table’s options', () => {
  it('has a field for each parameter that can be filled in, in order, with its default', () => {
    expect(form.fields.map(({ name, kind }) => `${name} ${kind}`)).toEqual([
      'best_of integer',
      'floor integer',
      'roof integer',
      'open boolean',
      'termination enum',
      'title text',
    ]);
    expect(form.otherNames).toEqual(['seats', 'ref', 'broken']);
    expect(initialTexts(form)).toEqual({
      best_of: '3',
      floor: '',
      roof: '',
      open: 'no',
      termination: 'first_to_win',
      title: '',
    });
  });

  it('returns typed values, and omits empty fields', () => {
    expect(read(initialTexts(form))).toEqual({
      options: { best_of: 3, open: false, termination: 'first_to_win' },
      problems: {},
    });
    expect(read({ best_of: ' ', title: 'four', open: 'yes' }).options).toEqual({ title: 'four', open: true });
  });

  it('reports each problem at its field', () => {
    expect(read({ best_of: '0', floor: '-1', roof: '10', title: 'fünf' }).problems).toEqual({
      best_of: { kind: 'between', min: 1, max: 99 },
      floor: { kind: 'at_least', min: 0 },
      roof: { kind: 'at_most', max: 9 },
      title: { kind: 'too_long', bytes: 5, max: 4 },
    });
    for (const text of ['x', '1.5', '1e3', '99999999999999999999']) {
      expect(read({ best_of: text }).problems, text).toEqual({ best_of: { kind: 'whole_number' } });
    }
  });

  it('applies the default limit to a text without its own, as validateOptions does', () => {
    const note = createOptionForm({ note: { type: 'text' } });
    const spec = { parameters: { note: { type: 'text' } } } as unknown as Spec;
    for (const length of [2000, 2001]) {
      const text = 'x'.repeat(length);
      expect(Object.keys(readOptions(note, { note: text }).problems)).toHaveLength(
        validateOptions(spec, { note: text }).length,
      );
    }
    expect(readOptions(note, { note: 'x'.repeat(2001) }).problems).toEqual({
      note: { kind: 'too_long', bytes: 2001, max: 2000 },
    });
  });
});
