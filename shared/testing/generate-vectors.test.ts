import { describe, expect, test } from 'vitest';
import { commitmentOf } from '../tables/commitment.ts';
import { storedVectors, vectorFiles } from './generate-vectors.ts';

const files = vectorFiles();
test.each(Object.keys(files) as (keyof typeof files)[])('%s matches the generator', (path) => {
  expect(storedVectors(path)).toEqual(files[path]);
});

describe('commitmentOf', () => {
  test.each(storedVectors('shared/tables/vectors/commitments.json'))(
    'commits to $value',
    ({ value, nonce, commitment }) => expect(commitmentOf(value, nonce)).toBe(commitment),
  );
});
