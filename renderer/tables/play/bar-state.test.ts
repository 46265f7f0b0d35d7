import { describe, expect, it } from 'vitest';
import type { OpenQuestion, Table } from '../../../shared/bridge/contract.ts';
import type { Answer, Question } from '../../../shared/tables/hooks.ts';
import { openAsk, playing } from '../../testing/samples.ts';
import { choiceOf, decisionOf, digitsOf, fieldText, pendingAnswer, soleAnswer } from './bar-state.ts';
import { countdownOf } from './countdown.ts';

const ask = {
  key: 'turn:1',
  prompt: 'Drop a disc',
  choices: [
    { value: 4, label: 'column 4' },
    { value: 5, label: 'column 5' },
  ],
  asked_at: 1000,
  proposal: null,
  plays_at: null,
  held: false,
  deadline_at: 121_000,
};

describe('the decision bar', () => {
  it('prompts, then names the pick; nothing is pending before', () => {
    const table = playing({ ask });
    expect(decisionOf(table, null, null)).toEqual({ kind: 'choose', prompt: 'Drop a disc' });
    expect(pendingAnswer(decisionOf(table, null, null))).toBeNull();
    const picked = decisionOf(table, { key: 'turn:1', answer: 5, label: '', by: 'person' }, null);
    expect(picked).toMatchObject({ kind: 'picked', choice: { label: 'column 5' } });
    expect(pendingAnswer(picked)).toBe(5);
    expect(countdownOf(table, picked, 2_000)).toEqual({ leftMs: 119_000, totalMs: 120_000 });
  });

  it('knows whether this side has chosen and waits for the other', () => {
    const waiting = (own: boolean) => decisionOf(playing({ ask: null, chosen: { own, peer: false } }), null, null);
    expect(waiting(true)).toMatchObject({ kind: 'waiting', sealed: true });
    expect(waiting(false)).toMatchObject({ kind: 'waiting', sealed: false });
  });

  it('knows the only answer to a question', () => {
    const only = { value: 25, label: '25' };
    const entry = { type: 'integer' as const, min: 25, max: 25 };
    const sole = (choices: (typeof only)[], question: Partial<Question> = {}) =>
      soleAnswer({ key: 'k', prompt: '', choices, ...question });
    expect(sole([only])).toBe(25);
    expect(sole([only], { entry })).toBe(25);
    expect(sole([], { entry })).toBe(25);
    expect(sole([only, { value: 3, label: '3' }])).toBeNull();
    expect(sole([only], { entry: { ...entry, min: 0 } })).toBeNull();
    expect(sole([{ value: 3, label: '3' }], { entry })).toBeNull();
    expect(sole([], { entry: { type: 'text', max_bytes: 10 } })).toBeNull();
  });

  it('ignores a pick that is for an older question or illegal', () => {
    const table = playing({ ask });
    expect(decisionOf(table, { key: 'turn:0', answer: 5, label: '', by: 'person' }, null).kind).toBe('choose');
    expect(decisionOf(table, { key: 'turn:1', answer: 9, label: '', by: 'board' }, null).kind).toBe('choose');
    expect(choiceOf(table, 9)).toBeNull();
  });

  it('shows a proposal with its own clock, holds it, and gives a pick precedence', () => {
    const hybrid = playing({ ask: { ...ask, proposal: 4, plays_at: 21_000 } });
    const proposal = decisionOf(hybrid, null, null);
    expect(proposal.kind).toBe('proposal');
    expect(countdownOf(hybrid, proposal, 2_000)).toEqual({ leftMs: 19_000, totalMs: 20_000 });
    const held = playing({ ask: { ...ask, proposal: 4, plays_at: null, held: true } });
    expect(decisionOf(held, null, null).kind).toBe('held');
    expect(pendingAnswer(decisionOf(hybrid, { key: 'turn:1', answer: 5, label: '', by: 'person' }, null))).toBe(5);
  });

  it('shows that an answer was sent until the next question', () => {
    const table = playing({ ask });
    const sent = decisionOf(table, null, { key: 'turn:1', answer: 5 });
    expect(sent.kind).toBe('sent');
    expect(pendingAnswer(sent)).toBeNull();
    expect(countdownOf(table, sent, 2_000)).toBeNull();
    expect(decisionOf(playing({ ask: { ...ask, key: 'turn:3' } }), null, { key: 'turn:1', answer: 5 }).kind).toBe(
      'choose',
    );
  });

  it('waits for the peer, and reports a silent one', () => {
    expect(decisionOf(playing({ ask: null, peer_asked_at: 5 }), null, null)).toMatchObject({ kind: 'waiting' });
    const opening = { ask: null, moves: [], sealed_rounds: [] };
    expect(decisionOf(playing({ ...opening, peer_asked_at: null }), null, null)).toMatchObject({ begun: false });
    expect(decisionOf(playing({ ...opening, peer_asked_at: 5 }), null, null)).toMatchObject({ begun: true });
    const silent = playing({
      ask: null,
      connection: { kind: 'direct', rtt_ms: null, quiet_since: 5, gives_up_at: null },
    });
    expect(decisionOf(silent, null, null)).toEqual({ kind: 'quiet', since: 5, until: null });
    const lost = playing({ ask: null, connection: { kind: 'none', rtt_ms: null, quiet_since: 5, gives_up_at: 65 } });
    expect(countdownOf(lost, decisionOf(lost, null, null), 15)).toEqual({ leftMs: 50, totalMs: 60 });
  });
});

describe('digit keys', () => {
  const choices = (...labels: string[]) => labels.map((label) => ({ label, value: label }));
  it('match the numbers of choices', () => {
    expect(digitsOf(choices('column 1', 'column 3', 'column 10'))).toEqual([1, 3, null]);
  });
  it('count from 1 without such numbers', () => {
    expect(digitsOf(choices('rock', 'paper', 'scissors'))).toEqual([1, 2, 3]);
    expect(digitsOf(choices('bid 5', 'pass'))).toEqual([1, 2]);
    const points = Array.from({ length: 15 }, (_, at) => [`a${at + 1}`, `b${at + 1}`]).flat();
    expect(digitsOf(choices(...points)).every((digit) => digit === null)).toBe(true);
  });
});

describe('typed answers', () => {
  const withEntry = (entry: NonNullable<OpenQuestion['entry']>) =>
    playing({ ask: { ...openAsk('say:1'), choices: [], entry } });
  const label = (table: Table, answer: Answer) => {
    const decision = decisionOf(table, { key: 'say:1', answer, label: '', by: 'person' }, null);
    return decision.kind === 'picked' ? decision.choice.label : decision.kind;
  };

  it('are shown in quotes, on one line and not too long', () => {
    const textTable = withEntry({ type: 'text', max_bytes: 100 });
    expect(label(textTable, 'hello')).toBe('“hello”');
    expect(label(textTable, `two\nlines ${'x'.repeat(60)}`)).toBe(`“two lines ${'x'.repeat(29)}…”`);
    expect(label(textTable, 'x'.repeat(101))).toBe('choose');
    expect(label(textTable, ' ')).toBe('choose');
  });

  it('are accepted as numbers only within the bounds', () => {
    const numberTable = withEntry({ type: 'integer', min: 1, max: 2000 });
    expect(label(numberTable, 1500)).toBe('1500');
    expect(label(numberTable, 2001)).toBe('choose');
    expect(label(numberTable, '1500')).toBe('choose');
  });
});

describe('a move chosen ahead', () => {
  const ahead = { key: 'ahead:1', prompt: ask.prompt, choices: ask.choices };
  const premove = { answer: 5, label: 'column 5', dropped: null };

  it('is picked, then waits; only a pick is kept by Enter', () => {
    const table = playing({ ask: null, ahead, peer_asked_at: 0, peer_deadline_at: 120_000 });
    expect(decisionOf(table, null, null).kind).toBe('waiting');
    const picked = decisionOf(table, { key: 'ahead:1', answer: 5, label: '', by: 'person' }, null);
    expect(picked).toMatchObject({ kind: 'picked_ahead', choice: { label: 'column 5' } });
    expect(pendingAnswer(picked)).toBe(5);
    const waits = decisionOf({ ...table, premove }, null, null);
    expect(waits).toEqual({ kind: 'premove', choice: { value: 5, label: 'column 5' } });
    expect(pendingAnswer(waits)).toBeNull();
    expect(countdownOf(table, waits, 1_000)).toEqual(
      countdownOf(table, { kind: 'waiting', sealed: false, begun: true }, 1_000),
    );
  });

  it('is not picked by what was picked for a question', () => {
    const table = playing({ ask: null, ahead });
    expect(decisionOf(table, { key: 'turn:1', answer: 5, label: '', by: 'person' }, null).kind).toBe('waiting');
    expect(decisionOf(table, { key: 'ahead:1', answer: 9, label: '', by: 'board' }, null).kind).toBe('waiting');
  });

  it('that was dropped leaves the question as it is', () => {
    const table = playing({ ask, premove: { ...premove, dropped: 'illegal' } });
    expect(decisionOf(table, null, null)).toEqual({ kind: 'choose', prompt: 'Drop a disc' });
  });
});

describe('fieldText', () => {
  const ask = { ...openAsk('bid 1'), choices: [], entry: { type: 'integer' as const, min: 0, max: 100 } };
  const picked = (answer: number | string, key = ask.key) => ({
    key,
    answer,
    label: String(answer),
    by: 'person' as const,
  });
  const typed = (text: string, key = ask.key) => ({ key, text });
  it.each([
    ['nothing', null, null, ''],
    ['what is typed, as it was typed', picked(7), typed('07'), '07'],
    ['what is typed and can’t be played', null, typed('500'), '500'],
    ['what was picked on the board since', picked(38), typed('28'), '38'],
    ['nothing once the pick is cleared', null, typed('28'), ''],
    ['nothing of another question', picked(7, 'bid 0'), typed('7', 'bid 0'), ''],
  ])('shows %s', (_, pick, text, shown) => {
    expect(fieldText(ask, pick, text)).toBe(shown);
  });

  it('leaves out picks that can’t be typed', () => {
    expect(fieldText({ ...ask, choices: [{ value: 'pass', label: 'pass' }] }, picked('pass'), null)).toBe('');
  });
});
