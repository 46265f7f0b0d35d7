import { expect, it } from 'vitest';
import { diffSpecs } from '../../shared/protocol/diff.ts';
import { templateSpec } from '../../shared/protocol/templates.ts';
import { diffLines } from './diff-lines.ts';

const base = templateSpec('session_loop', 'Duel');
const linesTo = (after: object) =>
  diffLines(diffSpecs(JSON.stringify(base), JSON.stringify(after)) as never).map(({ text }) => text);

it('says in one line each what came, went or changed', () => {
  const messages = base.messages.flatMap((message): object[] => {
    if (message.name === 'error') return [];
    if (message.name !== 'move') return [message];
    const { turn: _, ...fields } = message.fields;
    return [{ ...message, fields: { ...fields, choice: { type: 'enum', values: ['a', 'b', 'c'], required: true } } }];
  });
  expect(linesTo({ ...base, name: 'Duello', messages, parameters: { best_of: { type: 'integer' } } })).toEqual([
    '- move.turn {"type":"integer","min":1,"max":1000,"required":true}',
    '~ move.choice/values ["a","b"] → ["a","b","c"]',
    '- message error',
    '+ parameters.best_of {"type":"integer"}',
    '~ /name "Duel" → "Duello"',
  ]);
});

it('has nothing to say of the same', () => expect(linesTo(base)).toEqual([]));
