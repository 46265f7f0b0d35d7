import { describe, expect, it } from 'vitest';
import { nextLine, type RecordEntry, type RecordLine } from '../../../shared/tables/record.ts';
import { exportRecord } from '../../../shared/tables/record-text.ts';
import { sampleRecord, sampleSpec, signedSampleRecord } from '../../testing/record-samples.ts';
import { compareRecords } from './compare.ts';
import { splitAtDifference } from './split-at-difference.ts';
import { isSameTable, verdictOf } from './verdict.ts';

const mine = sampleRecord('guest').text;
const signed = signedSampleRecord('guest');
const theirs = exportRecord(sampleRecord('host').text, sampleSpec);
const meaning = (a: string, b: string) => compareRecords(a, b, sampleSpec).meaning;
const withoutLast = (text: string) => `${text.trimEnd().split('\n').slice(0, -2).join('\n')}\n`;

describe('the verification of a record', () => {
  it('has one result for every check of a valid record', () => {
    const { valid, checks } = verdictOf(mine, sampleSpec);
    expect(valid).toBe(true);
    expect(Object.fromEntries(checks.map(({ id, state }) => [id, state]))).toEqual({
      signatures: 'checked',
      proof: 'not_needed',
      chain: 'checked',
      rules: 'checked',
      messages: 'checked',
      hands: 'not_needed',
      end: 'checked',
    });
    expect(checks[0]?.evidence.map(({ name }) => name)).toContain('guest_signature');
  });

  it('says what the record proves', () => {
    const proven = verdictOf(signed, sampleSpec);
    expect(proven).toMatchObject({ valid: true, proof: 'both_sides' });
    expect(proven.checks.find(({ id }) => id === 'proof')).toMatchObject({ state: 'checked' });
    expect(verdictOf(mine, sampleSpec).proof).toBe('one_side');
    expect(verdictOf(mine, null).proof).toBe('incomplete');
    const changed = verdictOf(signed.replace('"col":4', '"col":5'), sampleSpec);
    expect(changed.proof).toBe('forged');
    expect(changed.checks.find(({ id }) => id === 'proof')).toMatchObject({ state: 'failed' });
  });

  it('names the changed line', () => {
    const changed = mine.replace('"col":4', '"col":5');
    const chain = verdictOf(changed, sampleSpec).checks.find(({ id }) => id === 'chain');
    expect(chain).toMatchObject({ state: 'failed', finding: { code: 'chain_broken', line: expect.any(Number) } });
  });

  it('leaves messages and commitments unchecked without the spec', () => {
    const states = verdictOf(mine, null).checks.map(({ id, state }) => `${id} ${state}`);
    expect(states).toEqual(expect.arrayContaining(['rules failed', 'messages to_come', 'hands to_come']));
  });
});

it('of a record with very many violations, the first are kept and all are counted', () => {
  const entries = mine
    .trimEnd()
    .split('\n')
    .map((line): RecordEntry => JSON.parse(line).entry);
  const violation: RecordEntry[] = [
    { kind: 'frame', direction: 'received', frame: { action: 'none' } },
    { kind: 'warning', code: 'message_invalid', problems: ['unknown action'] },
  ];
  const all = entries.toSpliced(-1, 0, ...Array.from({ length: 30 }, () => violation).flat());
  const lines: RecordLine[] = [];
  for (const entry of all) lines.push(nextLine(lines.at(-1) ?? null, 1, entry));
  const verdict = verdictOf(lines.map((line) => JSON.stringify(line)).join('\n'), sampleSpec);
  expect(verdict).toMatchObject({ valid: true, peerViolationCount: 30 });
  expect(verdict.peerViolations.map(({ line }) => line)).toEqual(
    Array.from({ length: 20 }, (_, index) => entries.length + 2 * index),
  );
});

describe('two copies of a record', () => {
  it('can be compared only if they are of the same table', () => {
    expect(isSameTable(mine, theirs)).toBe(true);
    const other = theirs.replace(/session_id\\?":\\?"[0-9a-f]{64}/, (id) => `${id.slice(0, -64)}${'0'.repeat(64)}`);
    expect(isSameTable(mine, other)).toBe(false);
  });

  it('are equal, or get a meaning from the first message that differs', () => {
    expect(compareRecords(mine, theirs, sampleSpec)).toMatchObject({
      meaning: 'same',
      difference: null,
      sameSeat: false,
    });
    expect(compareRecords(mine, mine, sampleSpec)).toMatchObject({ meaning: 'same', sameSeat: true });
    const forged = sampleRecord('host', (messages) => {
      messages[4]![1].col = 6;
    }).text;
    expect(compareRecords(mine, forged, sampleSpec)).toMatchObject({
      meaning: 'both_hold',
      by: 'guest',
      difference: { frame: 3, frames: ['{"action":"move","col":3,"turn":3}', '{"action":"move","col":6,"turn":3}'] },
    });
    expect(meaning(signed, forged)).toBe('mine_proven');
    expect(meaning(forged, signed)).toBe('theirs_proven');
    expect(meaning(signed, withoutLast(mine))).toBe('mine_proven');
    expect(meaning(mine, theirs.replace('"col":4', '"col":5'))).toBe('theirs_changed');
    expect(meaning(mine.replace('"col":4', '"col":5'), theirs)).toBe('mine_changed');
    expect(meaning(mine, withoutLast(theirs))).toBe('theirs_shorter');
    expect(meaning(withoutLast(mine), theirs)).toBe('mine_shorter');
  });

  it('are split into the common start, the difference and the common end', () => {
    expect(splitAtDifference('{"col":3,"turn":3}', '{"col":16,"turn":3}')).toEqual({
      prefix: '{"col":',
      differences: ['3', '16'],
      suffix: ',"turn":3}',
    });
    expect(splitAtDifference('abc', 'abc')).toEqual({ prefix: 'abc', differences: ['', ''], suffix: '' });
  });
});
