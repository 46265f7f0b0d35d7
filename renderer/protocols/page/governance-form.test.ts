import { expect, test } from 'vitest';
import { type GovernanceDraft, governanceDraftOf, readGovernance } from './governance-form.ts';

const id = 'a'.repeat(64);
const draft = (changes: Partial<GovernanceDraft> = {}): GovernanceDraft => ({
  ...governanceDraftOf({
    governance: { family: 'game:x', status: 'active', parent_protocol_id: null, capabilities: [], tags: ['quick'] },
    community: null,
  }),
  ...changes,
});

test('turns the typed texts into a request', () => {
  const typed = draft({ tags: 'quick, small  quick', parent: ` ${'B'.repeat(64)} `, created_reason: ' Wider board. ' });
  const { change, problems } = readGovernance(typed, id);
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

test('reports the fields that the community would reject', () => {
  const wrong = draft({ family: 'no spaces', parent: id, tags: 'ö', created_reason: 'x'.repeat(2000) });
  expect([...readGovernance(wrong, id).problems]).toEqual(['family', 'parent', 'tags', 'created_reason']);
});

test('sends a deprecation reason only with the status deprecated', () => {
  const withReason = draft({ deprecated_reason: 'Use the wider one.' });
  expect(readGovernance(withReason, id).change.deprecated_reason).toBeNull();
  expect(readGovernance({ ...withReason, status: 'deprecated' }, id).change.deprecated_reason).toBe(
    'Use the wider one.',
  );
});
