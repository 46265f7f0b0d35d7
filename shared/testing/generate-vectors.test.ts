import { describe, expect, test } from 'vitest';
import { sealValue } from '../tables/commitment.ts';
import { storedVectors, vectorFiles } from './generate-vectors.ts';

const files = vectorFiles();
test.each(Object.keys(files) as (keyof typeof files)[])('%s is what the script makes', (path) => {
  expect(storedVectors(path)).toEqual(files[path]);
});

describe('commitments', () => {
  test.each(storedVectors('shared/tables/vectors/commitments.json'))('$value', ({ value, nonce, commitment }) =>
    expect(sealValue(value, nonce)).toBe(commitment),
  );
});
