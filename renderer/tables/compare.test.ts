import { describe, expect, it } from 'vitest';
import { exportRecord } from '../../shared/tables/verify.ts';
import { sampleRecord, sampleSpec } from '../testing/record-samples.ts';
import { compare, parted } from './compare.ts';
import { copyProblemOf, verdictOf } from './verdict.ts';

const mine = sampleRecord('guest').text;
const theirs = exportRecord(sampleRecord('host').text, sampleSpec);
const meaning = (a: string, b: string) => compare(a, b, sampleSpec).meaning;
const withoutLast = (text: string) => `${text.trimEnd().split('\n').slice(0, -2).join('\n')}\n`;

describe('the verdict on a record', () => {
  it('answers every question of one that holds', () => {
    const { holds, answers } = verdictOf(mine, sampleSpec);
    expect(holds).toBe(true);
    expect(Object.fromEntries(answers.map(({ question, state }) => [question, state]))).toEqual({
      signatures: 'checked',
      chain: 'checked',
      rules: 'checked',
      messages: 'checked',
      hands: 'not_needed',
      end: 'checked',
    });
    expect(answers[0]?.evidence.map(({ name }) => name)).toContain('guest_signature');
  });

  it('names the line that was changed', () => {
    const changed = mine.replace('"col":4', '"col":5');
    const chain = verdictOf(changed, sampleSpec).answers.find(({ question }) => question === 'chain');
    expect(chain).toMatchObject({ state: 'failed', finding: { code: 'chain_broken', line: expect.any(Number) } });
  });

  it('says nothing of messages without the rules', () => {
    const states = verdictOf(mine, null).answers.map(({ question, state }) => `${question} ${state}`);
    expect(states).toEqual(expect.arrayContaining(['rules failed', 'messages to_come', 'hands to_come']));
  });
});

describe('two copies', () => {
  it('of one table can be compared, and of two cannot', () => {
    expect(copyProblemOf(mine, theirs)).toBeNull();
    expect(copyProblemOf(mine, 'a letter\n')).toBe('no_record');
    const other = theirs.replace(/session_id\\?":\\?"[0-9a-f]{64}/, (id) => `${id.slice(0, -64)}${'0'.repeat(64)}`);
    expect(copyProblemOf(mine, other)).toBe('other_table');
  });

  it('tell the same, or where they part and what follows', () => {
    expect(compare(mine, theirs, sampleSpec)).toMatchObject({ meaning: 'same', difference: null, same_seat: false });
    expect(compare(mine, mine, sampleSpec)).toMatchObject({ meaning: 'same', same_seat: true });
    const forged = sampleRecord('host', (said) => {
      said[4]![1].col = 6;
    }).text;
    expect(compare(mine, forged, sampleSpec)).toMatchObject({
      meaning: 'both_hold',
      by: 'guest',
      difference: { frame: 3, frames: ['{"action":"move","col":3,"turn":3}', '{"action":"move","col":6,"turn":3}'] },
    });
    expect(meaning(mine, theirs.replace('"col":4', '"col":5'))).toBe('theirs_changed');
    expect(meaning(mine.replace('"col":4', '"col":5'), theirs)).toBe('mine_changed');
    expect(meaning(mine, withoutLast(theirs))).toBe('theirs_shorter');
    expect(meaning(withoutLast(mine), theirs)).toBe('mine_shorter');
  });

  it('part at their first other character', () => {
    expect(parted('{"col":3,"turn":3}', '{"col":16,"turn":3}')).toEqual({
      before: '{"col":',
      differs: ['3', '16'],
      after: [',"turn":3}', ',"turn":3}'],
    });
    expect(parted('abc', 'abc')).toEqual({ before: 'abc', differs: ['', ''], after: ['', ''] });
  });
});
