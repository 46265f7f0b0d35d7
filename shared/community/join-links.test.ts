import { describe, expect, it } from 'vitest';
import { appLink, findJoinLinks, findPostId, joinLink, parseJoinLink } from './join-links.ts';

const post_id = '7c21e0aa-1111-4222-8333-123456789abc';

describe('join links', () => {
  it.each([
    'http://192.168.1.20:4100/',
    'https://games.example',
    'https://games.example/club/',
    'http://[fd00::1]:7400',
  ])('parses both forms to the same table and community: %s', (server) => {
    const expected = { post_id, server: server.replace(/\/$/, '') };
    expect(parseJoinLink(` ${joinLink(post_id, server)}\n`)).toEqual(expected);
    expect(parseJoinLink(`${joinLink(post_id, server)}/`)).toEqual(expected);
    expect(parseJoinLink(appLink(post_id, server))).toEqual(expected);
  });

  it('writes one form for browsers and one for the app', () => {
    expect(joinLink(post_id, 'https://games.example/')).toBe(`https://games.example/join/${post_id}`);
    expect(appLink(post_id, 'http://a:1/')).toBe(`parlor://join/${post_id}?server=http%3A%2F%2Fa%3A1`);
    expect(parseJoinLink(`parlor://join/${post_id}?server=http://a:1`)).toEqual({ post_id, server: 'http://a:1' });
  });

  it('resolves a link without a community to the reader’s own', () => {
    const own = { post_id, server: null };
    for (const text of [post_id.toUpperCase(), `parlor://join/${post_id}`, `PARLOR://join/${post_id}/?from=inbox`])
      expect(parseJoinLink(text), text).toEqual(own);
    expect(parseJoinLink(appLink(post_id, null))).toEqual(own);
  });

  it.each([
    '',
    'parlor://join/x?server=http://a',
    `parlor://join/${post_id}?server=`,
    `parlor://join/${post_id}?server=javascript:alert(1)`,
    `parlor://join/${post_id}?server=http://me:secret@a`,
    `parlor://join/${post_id}?server=%E0%A4%A`,
    `parlor://leave/${post_id}?server=http://a`,
    `https://games.example/join/${post_id}?server=http://a`,
    `https://games.example/join/${post_id}#x`,
    `https://games.example/leave/${post_id}`,
    'https://games.example/join/x',
    `https://me:secret@games.example/join/${post_id}`,
    `ftp://games.example/join/${post_id}`,
    `//games.example/join/${post_id}`,
  ])('rejects anything else: %s', (text) => {
    expect(parseJoinLink(text)).toBeNull();
  });

  it('finds links in running text, without trailing punctuation', () => {
    const server = 'https://games.example';
    expect(findJoinLinks(`Come (${joinLink(post_id, server)}).`)).toEqual([{ post_id, server }]);
    expect(findJoinLinks(`${appLink(post_id, server)}! Or ${appLink(post_id, null)}。Later: parlor://join/x`)).toEqual([
      { post_id, server },
      { post_id, server: null },
      null,
    ]);
    expect(findJoinLinks('https://games.example/about')).toEqual([]);
    expect(findPostId(`table ${post_id.toUpperCase()}, at six`)).toBe(post_id);
    for (const text of [`x${post_id}`, `${post_id}-1`]) expect(findPostId(text), text).toBeNull();
  });
});
