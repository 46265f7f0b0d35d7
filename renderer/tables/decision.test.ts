import { describe, expect, it } from 'vitest';
import type { OpenAsk, Table } from '../../shared/bridge/contract.ts';
import type { Answer } from '../../shared/tables/hooks.ts';
import { openAsk, playing } from '../testing/samples.ts';
import { choiceOf, clockOf, decide, digitsOf, named } from './decision.ts';

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
  it('asks, then names what is picked, and plays nothing before', () => {
    const table = playing({ ask });
    expect(decide(table, null, null)).toEqual({ kind: 'choose', prompt: 'Drop a disc' });
    expect(named(decide(table, null, null))).toBeNull();
    const picked = decide(table, { key: 'turn:1', answer: 5, by: 'person' }, null);
    expect(picked).toMatchObject({ kind: 'picked', choice: { label: 'column 5' } });
    expect(named(picked)).toBe(5);
    expect(clockOf(table, picked)).toEqual({ endsAt: 121_000, wholeMs: 120_000 });
  });

  it('forgets a pick of an older question and one that is no choice', () => {
    const table = playing({ ask });
    expect(decide(table, { key: 'turn:0', answer: 5, by: 'person' }, null).kind).toBe('choose');
    expect(decide(table, { key: 'turn:1', answer: 9, by: 'board' }, null).kind).toBe('choose');
    expect(choiceOf(table, 9)).toBeNull();
  });

  it('shows a proposal with its own clock, holds it, and lets a pick go first', () => {
    const hybrid = playing({ ask: { ...ask, proposal: 4, plays_at: 21_000 } });
    const proposal = decide(hybrid, null, null);
    expect(proposal.kind).toBe('proposal');
    expect(clockOf(hybrid, proposal)).toEqual({ endsAt: 21_000, wholeMs: 20_000 });
    const held = playing({ ask: { ...ask, proposal: 4, plays_at: null, held: true } });
    expect(decide(held, null, null).kind).toBe('held');
    expect(named(decide(hybrid, { key: 'turn:1', answer: 5, by: 'person' }, null))).toBe(5);
  });

  it('says sent until main has moved on', () => {
    const table = playing({ ask });
    const sent = decide(table, null, { key: 'turn:1', answer: 5 });
    expect(sent.kind).toBe('sent');
    expect(named(sent)).toBeNull();
    expect(clockOf(table, sent)).toBeNull();
    expect(decide(playing({ ask: { ...ask, key: 'turn:3' } }), null, { key: 'turn:1', answer: 5 }).kind).toBe('choose');
  });

  it('waits for the peer, and notices a silent one', () => {
    expect(decide(playing({ ask: null }), null, null).kind).toBe('waiting');
    const quiet = playing({
      ask: null,
      connection: { kind: 'direct', rtt_ms: null, quiet_since: 5, gives_up_at: null },
    });
    expect(decide(quiet, null, null)).toEqual({ kind: 'quiet', since: 5, until: null });
    const lost = playing({ ask: null, connection: { kind: 'none', rtt_ms: null, quiet_since: 5, gives_up_at: 65 } });
    expect(clockOf(lost, decide(lost, null, null))).toEqual({ endsAt: 65, wholeMs: 60 });
  });

  it('knows that the own hand is sealed while the other is not', () => {
    const none = { sealed: null, sealed_at: null, value: null, nonce: null };
    const table = playing({
      ask: null,
      sealed_rounds: [{ round: 0, host: none, guest: { ...none, sealed: 'a'.repeat(64), sealed_at: 1 } }],
    });
    expect(decide(table, null, null)).toMatchObject({ kind: 'waiting', sealed: true });
  });
});

describe('digit keys', () => {
  const choices = (...labels: string[]) => labels.map((label) => ({ label, value: label }));
  it('keep the numbers that choices carry', () => {
    expect(digitsOf(choices('column 1', 'column 3', 'column 10'))).toEqual([1, 3, null]);
  });
  it('count where there are none', () => {
    expect(digitsOf(choices('rock', 'paper', 'scissors'))).toEqual([1, 2, 3]);
    expect(digitsOf(choices('bid 5', 'pass'))).toEqual([1, 2]);
  });
});

describe('typed answers', () => {
  const asked = (entry: NonNullable<OpenAsk['entry']>) => playing({ ask: { ...openAsk('say:1'), choices: [], entry } });
  const label = (table: Table, answer: Answer) => {
    const decision = decide(table, { key: 'say:1', answer, by: 'person' }, null);
    return decision.kind === 'picked' ? decision.choice.label : decision.kind;
  };

  it('are named in quotes, on one line and not too long', () => {
    const words = asked({ type: 'text', max_bytes: 100 });
    expect(label(words, 'hello')).toBe('“hello”');
    expect(label(words, `two\nlines ${'x'.repeat(60)}`)).toBe(`“two lines ${'x'.repeat(29)}…”`);
    expect(label(words, 'x'.repeat(101))).toBe('choose');
    expect(label(words, ' ')).toBe('choose');
  });

  it('are numbers only within their bounds', () => {
    const number = asked({ type: 'integer', min: 1, max: 2000 });
    expect(label(number, 1500)).toBe('1500');
    expect(label(number, 2001)).toBe('choose');
    expect(label(number, '1500')).toBe('choose');
  });
});
