import { expect, it } from 'vitest';
import { diffSpecs } from '../../../shared/protocol/diff.ts';
import { templateSpec } from '../../../shared/protocol/templates.ts';
import { playerChanges } from './player-changes.ts';

const base = templateSpec('session_loop', 'Duel');
const changesTo = (after: object) =>
  playerChanges(diffSpecs(JSON.stringify(base), JSON.stringify(after))).map(({ sentence, params }) => [
    sentence,
    params.subject,
    params.before,
    params.after,
  ]);

it('lists what was added, removed and changed', () => {
  const messages = base.messages.flatMap((message): object[] => {
    if (message.name === 'error') return [];
    if (message.name !== 'move') return [message];
    const { turn, ...fields } = message.fields;
    return [
      {
        ...message,
        fields: {
          ...fields,
          turn: { ...turn, max: 40, required: false },
          choice: { type: 'enum', values: ['a', 'c'], required: true },
        },
      },
    ];
  });
  const parameters = { best_of: { type: 'integer' } };
  const flow = { ...base.flow, mode: 'request_response' };
  expect(changesTo({ ...base, name: 'Duello', description: 'Other words.', messages, parameters, flow })).toEqual([
    ['at_most', 'move.turn', '1000', '40'],
    ['optional', 'move.turn', '', ''],
    ['values_added', 'move.choice', '', 'c'],
    ['values_removed', 'move.choice', 'b', ''],
    ['message_removed', 'error', 'both', 'both'],
    ['option_added', 'best_of', '', ''],
    ['mode', 'flow', 'session_loop', 'request_response'],
    ['name', 'name', 'Duel', 'Duello'],
    ['words', 'description', '', ''],
  ]);
});

it('lists nothing for equal specs', () => expect(changesTo(base)).toEqual([]));
