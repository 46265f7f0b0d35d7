import { expect, test } from 'vitest';
import type { JsonObject } from '../json/value.ts';
import { readSpec } from './spec.ts';
import { findSpecNotes } from './spec-notes.ts';
import { templateSpec } from './templates.ts';

const { messages, spec_version } = templateSpec('session_loop', 'Nim');
const plain = { messages, spec_version } as unknown as JsonObject;
const action = { type: 'enum', values: ['take'], required: true };
const messageWith = (fields: JsonObject, more: JsonObject = {}) => ({
  messages: [{ name: 'take', direction: 'both', fields: { action, ...fields }, ...more }],
});
const notesOf = (change: JsonObject) => {
  const { spec, problems } = readSpec(JSON.stringify({ ...plain, ...change }));
  expect(problems).toEqual([]);
  return findSpecNotes(spec).map(({ pointer, code, params }) => [pointer, code, Object.values(params ?? {})[0]]);
};

test('a spec without mistakes has no notes, nor have free names in it', () => {
  expect(notesOf({})).toEqual([]);
  expect(notesOf({ $schema: './spec.schema.json', rules: { tag: 'x' }, note: 'mine' })).toEqual([]);
  expect(notesOf({ parameters: { typ: { type: 'boolean', default: false }, valuess: { type: 'id' } } })).toEqual([]);
  expect(notesOf(messageWith({ require: { type: 'integer' } }))).toEqual([]);
});

test.each<[string, JsonObject, string, string]>([
  ['left out', { parameter: {} }, '/parameter', 'parameters'],
  ['left out inside', { decison: {} }, '/decison', 'decision'],
  ['replaced', { timimg: {} }, '/timimg', 'timing'],
  ['exchanged', { famliy: 'x' }, '/famliy', 'family'],
  ['added', { ruless: {} }, '/ruless', 'rules'],
  ['in capitals', { Rules: {} }, '/Rules', 'rules'],
  ['in a field', messageWith({ n: { type: 'integer', requird: true } }), '/messages/0/fields/n/requird', 'required'],
  ['in a message', messageWith({}, { descripton: 'x' }), '/messages/0/descripton', 'description'],
  ['in an option', { parameters: { n: { type: 'integer', defalt: 3 } } }, '/parameters/n/defalt', 'default'],
])('asks whether another name is meant where one character is wrong: %s', (_, change, pointer, name) => {
  expect(notesOf(change)).toEqual([[pointer, 'similar_name', name]]);
});

test.each<[string, JsonObject, string]>([
  ['above the maximum', { type: 'integer', min: 3, max: 12, default: 60 }, 'n: value out of range'],
  ['of another type', { type: 'boolean', default: 'no' }, 'n: expected boolean'],
  ['outside the values', { type: 'enum', values: ['a'], default: 'b' }, 'n: invalid enum'],
])('notes a default that is %s', (_, parameter, problem) => {
  expect(notesOf({ parameters: { n: parameter } })).toEqual([['/parameters/n/default', 'default_invalid', problem]]);
});

test('notes a value that an enum lists twice', () => {
  const field = { type: 'enum', values: ['a', 'b', 'a'] };
  expect(notesOf(messageWith({ n: field }))).toEqual([['/messages/0/fields/n/values', 'repeated_value', 'a']]);
  expect(notesOf({ parameters: { n: field } })).toEqual([['/parameters/n/values', 'repeated_value', 'a']]);
});
