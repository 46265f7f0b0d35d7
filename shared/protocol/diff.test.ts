import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { diffSpecs } from './diff.ts';
import { preflight } from './preflight.ts';
import type { PreflightClass } from './preflight-classes.ts';

const connectFour = readFileSync(new URL('../../resources/protocols/connect-four/spec.json', import.meta.url), 'utf8');
// biome-ignore lint/suspicious/noExplicitAny: tests modify arbitrary parts of specs
const changed = (change: (spec: any) => void): string => {
  const spec = JSON.parse(connectFour);
  change(spec);
  return JSON.stringify(spec);
};
// biome-ignore lint/suspicious/noExplicitAny: see above
const message = (spec: any, name: string) => spec.messages.find((each: any) => each.name === name);

test('finds no differences between two formats of one spec', () => {
  const diff = diffSpecs(connectFour, JSON.stringify(JSON.parse(connectFour), null, 8));
  expect(diff.same_contract).toBe(true);
  const { before_protocol_id, after_protocol_id, same_contract, ...lists } = diff;
  expect(Object.values(lists).flat()).toEqual([]);
});

test('lists each difference under its part', () => {
  const diff = diffSpecs(
    connectFour,
    changed((spec) => {
      spec.description = 'Other words.';
      spec.parameters.cols.default = 9;
      spec.parameters.gravity = { type: 'boolean' };
      spec.flow.phases[0].phase = 'hello';
      spec.timing.mode = 'none';
      spec.messages = spec.messages.filter(({ name }: { name: string }) => name !== 'ready');
      const { fields } = message(spec, 'move');
      fields.col.max = 11;
      fields.spin = { type: 'enum', values: ['left', 'right'] };
      delete fields.turn;
    }),
  );
  expect(diff.same_contract).toBe(false);
  expect(diff.about).toEqual([
    { pointer: '/description', change: 'changed', before: expect.any(String), after: 'Other words.' },
  ]);
  expect(diff.options.map(({ name, change, places }) => [name, change, places.map(({ pointer }) => pointer)])).toEqual([
    ['cols', 'changed', ['/default']],
    ['gravity', 'added', []],
  ]);
  expect(diff.flow).toEqual([{ pointer: '/phases/0/phase', change: 'changed', before: 'join', after: 'hello' }]);
  expect(diff.terms).toMatchObject([{ pointer: '/timing/mode', after: 'none' }]);
  const [ready, move, ...others] = diff.messages.toSorted((a, b) => b.change.localeCompare(a.change));
  expect(others).toEqual([]);
  expect(ready).toMatchObject({ name: 'ready', direction: 'host_to_guest', change: 'removed' });
  expect(move).toMatchObject({ name: 'move', change: 'changed', places: [] });
  expect(move!.fields.map(({ name, change }) => `${name} ${change}`).sort()).toEqual([
    'col changed',
    'spin added',
    'turn removed',
  ]);
  expect(move!.fields.find(({ name }) => name === 'col')!.places).toMatchObject([{ pointer: '/max', after: 11 }]);
});

test('distinguishes numbers by their notation, as ids do', () => {
  const [integer, decimal] = ['{"rules":{"n":1},"messages":[]}', '{"rules":{"n":1.0},"messages":[]}'];
  const diff = diffSpecs(integer, decimal);
  expect(diff.same_contract).toBe(false);
  expect(diff.rules).toEqual([{ pointer: '/n', change: 'changed', before: 1, after: '1.0' }]);
});

const known = [
  { protocol_id: diffSpecs(connectFour, connectFour).before_protocol_id, specText: connectFour, family: null },
];
// biome-ignore lint/suspicious/noExplicitAny: see above
const drafts: [PreflightClass, string, (spec: any) => void][] = [
  ['same_hash', 'nothing', () => {}],
  ['metadata_only', 'another description', (spec) => (spec.description = 'Other words.')],
  [
    'metadata_only',
    'a description inside the contract',
    (spec) => (message(spec, 'move').fields.col.description = 'Where.'),
  ],
  ['options_only', 'another default', (spec) => (spec.parameters.cols.default = 9)],
  ['options_only', 'a narrower option', (spec) => (spec.parameters.cols.max = 8)],
  ['options_only', 'without an option that had a default', (spec) => delete spec.parameters.cols],
  ['compatible_extension', 'a wider option', (spec) => (spec.parameters.cols.max += 8)],
  ['compatible_extension', 'an additional option', (spec) => (spec.parameters.pace = { type: 'integer', default: 1 })],
  [
    'contract_change',
    'an option with both bounds raised',
    (spec) => {
      spec.parameters.cols.min += 1;
      spec.parameters.cols.max += 1;
    },
  ],
  [
    'compatible_extension',
    'an additional optional field',
    (spec) => (message(spec, 'move').fields.spin = { type: 'boolean' }),
  ],
  ['compatible_extension', 'a wider field', (spec) => (message(spec, 'move').fields.col.max += 5)],
  ['contract_change', 'a narrower field', (spec) => (message(spec, 'move').fields.col.max -= 1)],
  [
    'contract_change',
    'an additional required field',
    (spec) => (message(spec, 'move').fields.spin = { type: 'boolean', required: true }),
  ],
  ['contract_change', 'another rule', (spec) => (spec.rules = { win: 'five in a line' })],
  ['contract_change', 'another mode', (spec) => (spec.flow.mode = 'request_response')],
  [
    'new_family',
    'other messages under another name',
    (spec) => {
      Object.assign(spec, { name: 'Nim', family: 'nim', parameters: {} });
      spec.messages = [
        {
          name: 'take',
          direction: 'both',
          fields: { action: { type: 'enum', values: ['take'], required: true }, matches: { type: 'integer' } },
        },
      ];
    },
  ],
];

test.each(drafts)('classifies as %s: %s', (classification, _description, change) => {
  expect(preflight(changed(change), known)).toMatchObject({ classification });
});

test('allows contract changes and new families, and extensions only with a reason or allowNew', () => {
  const draftOf = (classification: PreflightClass) => changed(drafts.find(([name]) => name === classification)![2]);
  const isAllowed = (classification: PreflightClass, options = {}) =>
    preflight(draftOf(classification), known, options).status === 'allowed';
  const all = [...new Set(drafts.map(([name]) => name))];
  expect(all.filter((name) => isAllowed(name))).toEqual(['contract_change', 'new_family']);
  for (const options of [{ allowNew: true }, { reason: 'longer games' }]) {
    expect(all.filter((name) => isAllowed(name, options))).toEqual([
      'compatible_extension',
      'contract_change',
      'new_family',
    ]);
  }
  expect(all.filter((name) => isAllowed(name, { publishing: true }))).toContain('same_hash');
});

test('suggests family and nearest parent for governance', () => {
  const draft = changed((spec) => (spec.rules = { win: 'five in a line' }));
  const result = preflight(draft, known, { family: 'game:line-up', reason: 'longer games' });
  expect(result.required_metadata).toEqual({
    family: 'game:line-up',
    parent_protocol_id: known[0]!.protocol_id,
    created_reason: 'longer games',
  });
  expect(result.nearest).toMatchObject([{ protocol_id: known[0]!.protocol_id, name: 'Connect Four', similarity: 1 }]);
  expect(preflight(connectFour, []).existing_protocol_id).toBeNull();
});
