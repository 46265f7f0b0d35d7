import { expect, test } from 'vitest';
import { ParlorError } from '../../shared/errors.ts';
import { parseAgentRef } from './agent-flags.ts';
import { parseHex64, parseJsonObject, parseLabels, parseWholeNumber } from './arguments.ts';
import { parsePage } from './page-flags.ts';

const errorMessageOf = (read: () => unknown): string => {
  try {
    read();
  } catch (error) {
    expect(error).toBeInstanceOf(ParlorError);
    expect((error as ParlorError).code).toBe('bad_arguments');
    return (error as ParlorError).message;
  }
  throw new Error('it was accepted');
};

test('rejects invalid capabilities and tags with the messages that scripts rely on', () => {
  expect(parseLabels('--tags', '["a.b:c_d-1"]')).toEqual(['a.b:c_d-1']);
  for (const text of ['{"a":1}', '[1]', 'a,b', '']) {
    expect(errorMessageOf(() => parseLabels('--tags', text))).toBe('--tags must be a JSON string array');
  }
  const many = JSON.stringify(Array(65).fill('a'));
  expect(errorMessageOf(() => parseLabels('--capabilities', many))).toBe(
    '--capabilities must contain at most 64 items',
  );
  for (const item of ['two words', '', 'a'.repeat(65), 'ä']) {
    const message = '--tags[1] must be 1-64 chars matching [A-Za-z0-9_.:-]+';
    expect(errorMessageOf(() => parseLabels('--tags', JSON.stringify(['a', item])))).toBe(message);
  }
});

test('reads or rejects numbers, keys, objects and pages', () => {
  expect(parseWholeNumber('--score', '5', 1, 5)).toBe(5);
  for (const text of ['0', '6', '1.5', 'five', '', ' ']) errorMessageOf(() => parseWholeNumber('--score', text, 1, 5));
  expect(parseHex64('id', 'ab'.repeat(32))).toBe('ab'.repeat(32));
  for (const text of ['AB'.repeat(32), 'ab', '']) errorMessageOf(() => parseHex64('id', text));
  expect(parseJsonObject('--options', '{"best_of":3}')).toEqual({ best_of: 3 });
  for (const text of ['[]', 'null', '{']) errorMessageOf(() => parseJsonObject('--options', text));
  expect(parsePage({ limit: '100', cursor: 'a_-9' })).toEqual({ limit: 100, cursor: 'a_-9' });
  for (const page of [{ limit: '101' }, { limit: '20', cursor: '?' }]) errorMessageOf(() => parsePage(page));
});

test('selects an agent by number or key, not both; by default its own', () => {
  expect(parseAgentRef({})).toEqual({});
  expect(parseAgentRef({ agentId: '7' })).toEqual({ agent_id: 7 });
  expect(parseAgentRef({ publicKey: 'ab'.repeat(32) })).toEqual({ public_key: 'ab'.repeat(32) });
  errorMessageOf(() => parseAgentRef({ agentId: '7', publicKey: 'ab'.repeat(32) }));
  errorMessageOf(() => parseAgentRef({ agentId: '0' }));
});
