import { describe, expect, it } from 'vitest';
import { checkHand, checkRound, firstDifference } from './fairness.ts';

const notSealed = { sealed: null, sealed_at: null, value: null, nonce: null };
// SHA-256 of `paper:81d2f0c94ab3e75d` and `rock:3ce7b5806f12d94a`.
const paper = {
  sealed: 'a42eba257f454f74c9866d87dc3f64d6d0fdb516c3ad07db0b4024974bd96ec3',
  sealed_at: 1,
  value: 'paper',
  nonce: '81d2f0c94ab3e75d',
};
const rock = {
  sealed: '3aede92870904277fe50ecda5a3fd51d4d09f0aa5cc712b3598a629b9f9a664a',
  sealed_at: 2,
  value: 'rock',
  nonce: '3ce7b5806f12d94a',
};

describe('commitments', () => {
  it('are recomputed and compared', () => {
    expect(checkHand(paper)).toEqual({ state: 'same', computed: paper.sealed });
    expect(checkRound({ round: 3, host: rock, guest: paper })).toBe('same');
  });

  it('detect a changed value', () => {
    const changed = checkHand({ ...paper, value: 'Paper' });
    expect(changed.state).toBe('different');
    expect(checkRound({ round: 3, host: rock, guest: { ...paper, value: 'Paper' } })).toBe('different');
    expect(firstDifference(paper.sealed, changed.computed ?? '')).toBe(0);
    expect(firstDifference('abc', 'abd')).toBe(2);
    expect(firstDifference('abc', 'abc')).toBe(3);
  });

  it('are pending until both values are opened', () => {
    expect(checkHand(notSealed).state).toBe('none');
    expect(checkHand({ ...paper, value: null, nonce: null }).state).toBe('sealed');
    expect(checkRound({ round: 0, host: { ...rock, value: null, nonce: null }, guest: paper })).toBe('open');
    expect(checkRound({ round: 0, host: notSealed, guest: { ...paper, value: null, nonce: null } })).toBe('open');
    expect(checkRound({ round: 0, host: notSealed, guest: notSealed })).toBe('open');
  });

  it('of one side only match once they are opened', () => {
    expect(checkRound({ round: 0, host: notSealed, guest: paper })).toBe('same');
    expect(checkRound({ round: 0, host: notSealed, guest: { ...paper, value: 'Paper' } })).toBe('different');
  });
});
