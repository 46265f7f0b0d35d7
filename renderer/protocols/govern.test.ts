import { expect, test } from 'vitest';
import { type GovernDraft, readGovern, startGovern } from './govern.ts';

const id = 'a'.repeat(64);
const draft = (changes: Partial<GovernDraft> = {}): GovernDraft => ({
  ...startGovern({
    governance: { family: 'game:x', status: 'active', parent_protocol_id: null, capabilities: [], tags: ['quick'] },
    community: null,
  }),
  ...changes,
});

test('what a keeper types becomes what is sent', () => {
  const typed = draft({ tags: 'quick, small  quick', parent: ` ${'B'.repeat(64)} `, created_reason: ' Wider board. ' });
  const { change, problems } = readGovern(typed, id);
  expect([...problems]).toEqual([]);
  expect(change).toEqual({
    protocol: id,
    status: 'active',
    family: 'game:x',
    parent_protocol_id: 'b'.repeat(64),
    tags: ['quick', 'small'],
    capabilities: [],
    created_reason: 'Wider board.',
    deprecated_reason: null,
  });
});

test('what the community would refuse is said before', () => {
  const wrong = draft({ family: 'no spaces', parent: id, tags: 'ö', created_reason: 'x'.repeat(2000) });
  expect([...readGovern(wrong, id).problems]).toEqual(['family', 'parent', 'tags', 'created_reason']);
});

test('a reason for the end goes with the status it belongs to', () => {
  const over = draft({ deprecated_reason: 'Use the wider one.' });
  expect(readGovern(over, id).change.deprecated_reason).toBeNull();
  expect(readGovern({ ...over, status: 'deprecated' }, id).change.deprecated_reason).toBe('Use the wider one.');
});
