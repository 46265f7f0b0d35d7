import { describe, expect, it } from 'vitest';
import { findInvitation } from './invitation.ts';

const communityUrl = 'http://127.0.0.1:4100/';
const id = '7c21e0aa-1111-4222-8333-123456789abc';
const invitation = (text: string | null, table: string | null = null) => findInvitation({ text, table }, communityUrl);

describe('the table that a message refers to', () => {
  it('is found by a link to this community, with or without its address, and by its id', () => {
    const local = { post_id: id, foreignServer: null };
    expect(invitation(`A chair is free: parlor://join/${id} Come.`, id)).toEqual(local);
    expect(invitation(`Come (parlor://join/${id}?server=http%3A%2F%2Flocalhost%3A4100).`)).toEqual(local);
    expect(invitation(`Come: http://localhost:4100/join/${id}.`)).toEqual(local);
    expect(invitation(`table ${id.toUpperCase()}, until six`)).toEqual(local);
  });

  it('at another community is recognized as such', () => {
    expect(invitation(`parlor://join/${id}?server=https%3A%2F%2Fharbor.example`)).toEqual({
      post_id: id,
      foreignServer: 'https://harbor.example',
    });
  });

  it('is not found in similar text', () => {
    for (const text of [null, 'no table', `x${id}`, `${id}-1`, `parlor://join/${id}?server=javascript:1`]) {
      expect(invitation(text), String(text)).toBeNull();
    }
  });
});
