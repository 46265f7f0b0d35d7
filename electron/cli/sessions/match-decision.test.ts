import { expect, test } from 'vitest';
import type { OpenQuestion } from '../../../shared/bridge/contract.ts';
import { matchDecision } from './match-decision.ts';

const ask = (key: string, values: (string | number)[], entry?: OpenQuestion['entry']): OpenQuestion => ({
  key,
  prompt: 'Choose',
  choices: values.map((value) => ({ value, label: String(value) })),
  ...(entry ? { entry } : {}),
  asked_at: 0,
  proposal: null,
  plays_at: null,
  held: false,
  deadline_at: null,
});
const none = new Set<string>();
const hands = ask('round:1', ['rock', 'paper', 'scissors']);

test('a decision answers the question that it identifies, by its key or by the protocol’s own counter', () => {
  const matched = { status: 'matched', key: 'round:1', answer: 'rock' };
  expect(matchDecision({ round: 1, choice: 'rock' }, hands, none)).toEqual(matched);
  expect(matchDecision({ key: 'round:1', answer: 'rock', _meta: { origin: 'me' } }, hands, none)).toEqual(matched);
  expect(matchDecision({ turn: 7, col: 3 }, ask('turn:7', [0, 3]), none)).toMatchObject({ answer: 3 });
  // The counter is not the answer, though its value would be legal.
  expect(matchDecision({ turn: 3, col: 0 }, ask('turn:3', [0, 3]), none)).toMatchObject({ answer: 0 });
  expect(matchDecision({ sign: 'yes' }, ask('sign', ['yes', 'no']), none)).toMatchObject({
    key: 'sign',
    answer: 'yes',
  });
  const talk = ask('say:4', [], { type: 'text', max_bytes: 100 });
  expect(matchDecision({ text: 'Hello' }, talk, none)).toMatchObject({ key: 'say:4', answer: 'Hello' });
});

test('rejects late, early, unidentified or illegal decisions with a reason', () => {
  const reason = (decision: Parameters<typeof matchDecision>[0], open: OpenQuestion | null = hands, decided = none) => {
    const match = matchDecision(decision, open, decided);
    return match.status === 'rejected' ? match.reason : match;
  };
  expect(reason({ round: 0, choice: 'rock' }, hands, new Set(['round:0']))).toBe('decision_finalized');
  expect(reason({ round: 0, choice: 'rock' }, null, new Set(['round:0']))).toBe('decision_finalized');
  expect(reason({ round: 2, choice: 'rock' })).toBe('decision_not_open');
  expect(reason({ choice: 'rock' })).toBe('decision_unmatched');
  expect(reason('rock')).toBe('decision_unmatched');
  expect(reason({ round: 1, choice: 'fire' })).toBe('decision_invalid');
  expect(reason({ round: 1, choice: 'rock', other: 'paper' })).toBe('decision_invalid');
});
