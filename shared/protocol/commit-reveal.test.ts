import { expect, test } from 'vitest';
import { commitRevealOf, commitRevealProblems } from './commit-reveal.ts';
import type { Spec } from './spec.ts';

const integer = { type: 'integer' } as const;
const action = (name: string) => ({ type: 'enum' as const, values: [name], required: true });
const opening = { message: 'open', value: 'cells', nonce: 'nonces', index: 'at' };

/** `commit_reveal`: as the spec declares it. */
const specWith = (commit_reveal: unknown): Spec =>
  ({
    flow: { mode: 'session_loop' },
    messages: [
      { name: 'seal', direction: 'both', fields: { action: action('seal'), hash: { type: 'hash' }, turn: integer } },
      {
        name: 'open',
        direction: 'both',
        fields: {
          action: action('open'),
          cells: { type: 'array', items: integer },
          nonces: { type: 'array', items: { type: 'nonce' } },
          at: integer,
        },
      },
    ],
    commit_reveal,
  }) as Spec;

const problemsOf = (commit: object, openings: object[]) =>
  commitRevealProblems(specWith({ commit, openings })).map(({ pointer, code }) => `${pointer} ${code}`);
const commit = { message: 'seal', hashes: 'hash' };

test('accepts the names of declared messages and fields', () => {
  expect(problemsOf(commit, [opening])).toEqual([]);
});

test.each([
  [{ ...commit, message: 'sael' }, [opening], '/commit_reveal/commit/message unknown_message'],
  [{ ...commit, hashes: 'hashes' }, [opening], '/commit_reveal/commit/hashes unknown_field'],
  [{ ...commit, hashes: 'turn' }, [opening], '/commit_reveal/commit/hashes other_field_type'],
  [commit, [{ ...opening, message: 'opens' }], '/commit_reveal/openings/0/message unknown_message'],
  [commit, [opening, { ...opening, value: 'toString' }], '/commit_reveal/openings/1/value unknown_field'],
  [commit, [{ ...opening, nonce: 'cells' }], '/commit_reveal/openings/0/nonce other_field_type'],
  [commit, [{ ...opening, index: 'nonces' }], '/commit_reveal/openings/0/index other_field_type'],
])('points to a name that the messages do not declare, %#', (changed, openings, problem) => {
  expect(problemsOf(changed, openings)).toEqual([problem]);
});

test('says nothing about other forms, which the specification leaves open', () => {
  for (const form of [undefined, null, true, { scheme: 'sha256' }]) {
    expect(commitRevealOf(specWith(form))).toBeNull();
    expect(commitRevealProblems(specWith(form))).toEqual([]);
  }
});
