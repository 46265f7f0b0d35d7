import { describe, expect, it } from 'vitest';
import { invitationIn } from './invitation.ts';

const here = 'http://127.0.0.1:4100/';
const id = '7c21e0aa-1111-4222-8333-123456789abc';
const found = (text: string | null, table: string | null = null) => invitationIn({ text, table }, here);

describe('the table in a message', () => {
  it('is found by a link to this community, with or without its address, and by its id', () => {
    const own = { post_id: id, foreign: null };
    expect(found(`A chair is free: parlor://join/${id} Come.`, id)).toEqual(own);
    expect(found(`Come (parlor://join/${id}?server=http%3A%2F%2Flocalhost%3A4100).`)).toEqual(own);
    expect(found(`Come: http://localhost:4100/join/${id}.`)).toEqual(own);
    expect(found(`table ${id.toUpperCase()}, until six`)).toEqual(own);
  });

  it('at another community is recognized as such', () => {
    expect(found(`parlor://join/${id}?server=https%3A%2F%2Fharbor.example`)).toEqual({
      post_id: id,
      foreign: 'https://harbor.example',
    });
  });

  it('is not found in similar text', () => {
    for (const text of [null, 'no table', `x${id}`, `${id}-1`, `parlor://join/${id}?server=javascript:1`]) {
      expect(found(text), String(text)).toBeNull();
    }
  });
});
