import { expect, test } from 'vitest';
import { storedVectors } from '../testing/generate-vectors.ts';
import { audienceMark, isAudienceMark, namesAudience, originOf } from './audience.ts';
import { challengeNonce, requestId, sessionNonce } from './grammar.ts';

const vectors = storedVectors('shared/signing/vectors/audience.json');

test.each(vectors)('a mark for $address', ({ address, origin, random, mark }) => {
  expect(originOf(address)).toBe(origin);
  expect(audienceMark(origin, random)).toBe(mark);
  expect(isAudienceMark(mark)).toBe(true);
  for (const grammar of [requestId, sessionNonce, challengeNonce]) expect(grammar.safeParse(mark).success).toBe(true);
  for (const other of vectors) expect(namesAudience(mark, other.origin)).toBe(other.origin === origin);
});

test('a changed mark names nobody', () => {
  const { origin, mark } = vectors[0]!;
  for (let at = 0; at < mark.length; at += 1) {
    const changed = `${mark.slice(0, at)}${mark[at] === '0' ? '1' : '0'}${mark.slice(at + 1)}`;
    expect(namesAudience(changed, origin), `digit ${at + 1}`).toBe(false);
  }
});

test('random digits of other clients are no marks', () => {
  const { mark } = vectors[0]!;
  for (const text of ['', '0'.repeat(64), mark.slice(0, 63), `${mark}0`, mark.slice(0, 32), mark.toUpperCase()])
    expect(isAudienceMark(text), text).toBe(false);
});
