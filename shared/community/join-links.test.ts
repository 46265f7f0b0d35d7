import { describe, expect, it } from 'vitest';
import {
  appLink,
  findJoinLinks,
  findPostId,
  joinLink,
  parseJoinLink,
  parsePastedCommunity,
  parsePastedLink,
  pastedLinkFault,
  withoutJoinLinks,
} from './join-links.ts';

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
    ...['65536', '99999', '0', '00'].flatMap((port) => [
      `http://x:${port}/join/${post_id}`,
      `parlor://join/${post_id}?server=http://x:${port}`,
      `parlor://join/${post_id}?server=http%3A%2F%2F[::1]%3A${port}`,
    ]),
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

  it('can be replaced by words', () => {
    const server = 'https://games.example';
    const text = `Come (${joinLink(post_id, server)}), or ${appLink(post_id, null)}! parlor://join/x`;
    expect(withoutJoinLinks(text, 'a table')).toBe('Come (a table), or a table! parlor://join/x');
    expect(withoutJoinLinks('No link.', 'a table')).toBe('No link.');
  });

  describe('pasted', () => {
    const server = 'https://games.example';
    const web = joinLink(post_id, server);
    const app = appLink(post_id, server);

    it.each([
      web,
      app,
      `${web}.`,
      `${app}.`,
      `<${web}>`,
      `<${app}>`,
      `"${web}"`,
      `“${app}”`,
      `‘${web}’,`,
      `«${web}»`,
      `「${app}」。`,
      `（${web}）`,
      `\`${app}\``,
      `Join me: ${web}`,
      `Join me: ${app}, at six!`,
      `来一局：${web}，等你`,
      `来一局：${app}。`,
      `[Join](${web})`,
      `[${app}](${app})`,
      `*${web}*`,
      `<${web}|Join>`,
      `URL:${web}`,
      `<a href="${web}">Join</a>`,
      `${web}/`,
      `${web}?utm_source=chat&fbclid=1`,
      `${web}#top`,
      `${app}&utm_source=chat`,
      `parlor://join/${post_id}?from=mail&amp;server=${encodeURIComponent(server)}`,
      `parlor://join/${post_id}?server=${server})`,
      `parlor:join/${post_id}?server=${server}`,
      `\u2066${web}\u2069`,
      `https://\u200Bgames.example/join/${post_id}`,
      `ｈｔｔｐｓ：／／games.example／join／${post_id}`,
      web.toUpperCase().replace('JOIN', 'join').replace('GAMES.EXAMPLE', 'games.example'),
      `games.example/join/${post_id}`,
      `${web.slice(0, 40)}\n${web.slice(40)}`,
      `> ${web.slice(0, 40)}\r\n> ${web.slice(40)}`,
      `${web.slice(0, 40)}=\n${web.slice(40)}`,
      `${web.slice(0, 40)}> ${web.slice(40)}`,
      `Come and play: ${web.slice(0, 40)}   ${web.slice(40)}`,
      `${app.slice(0, 40)} \n\n  ${app.slice(40)}`,
      `${app.slice(0, 60)} ${app.slice(60)}`,
      `${app}\nor in a browser: ${web}`,
      `parlor://join/${post_id} or ${web}`,
      `https://safe.example/?url=${encodeURIComponent(web)}&data=05`,
      `https://safe.example/?url=${encodeURIComponent(`${web}?utm_source=chat`)}&data=05`,
      `https://safe.example/?url=${encodeURIComponent(app)}&data=05`,
    ])('is found: %j', (text) => {
      expect(parsePastedLink(text)).toEqual({ post_id, server });
    });

    it('keeps the address of the community', () => {
      for (const address of [
        'http://192.168.1.20:4100',
        'http://[fd00::1]:7400',
        'https://a.example/club',
        'http://localhost:1',
      ])
        for (const link of [joinLink(post_id, address), appLink(post_id, address)])
          for (const text of [link, `(${link})`, `<${link}>`, `See ${link}.`])
            expect(parsePastedLink(text), text).toEqual({ post_id, server: address });
      for (const address of ['192.168.1.20:4100', '[fd00::1]:7400', 'localhost:1'])
        expect(parsePastedLink(`${address}/join/${post_id}`)?.server).toBe(`http://${address}`);
    });

    it.each([
      post_id,
      post_id.toUpperCase(),
      `"${post_id}".`,
      `Table ${post_id}, at six`,
      `（${post_id}）`,
      `id:${post_id}`,
      `${post_id.slice(0, 20)}\n${post_id.slice(20)}`,
      `parlor://join/${post_id}`,
      `parlor://join/${post_id.slice(0, 20)}\n${post_id.slice(20)}`,
      `> parlor://join/${post_id.slice(0, 9)}> ${post_id.slice(9)}`,
    ])('may be the id alone: %s', (text) => {
      expect(parsePastedLink(text)).toEqual({ post_id, server: null });
    });

    it.each([
      '',
      'Join me',
      `${post_id}-1`,
      `x${post_id}`,
      `https://games.example/leave/${post_id}`,
      `https://games.example/?table=${post_id}`,
      `https://me:secret@games.example/join/${post_id}`,
      `ftp://games.example/join/${post_id}`,
      `//games.example/join/${post_id}`,
      `parlor://leave/${post_id}`,
      `parlor://join/${post_id}?server=javascript:alert(1)`,
      'https://games.example/join/x',
      `games.example/join/${post_id.slice(0, 20)} and ${post_id.slice(20)}`,
    ])('is not found in %j', (text) => {
      expect(parsePastedLink(text)).toBeNull();
    });

    it('says what is missing', () => {
      for (const text of ['', '  \n', '\u2066\u2069']) expect(pastedLinkFault(text), text).toBe('empty');
      for (const text of [
        web.slice(0, 40),
        `${server}/join/`,
        `${server}/join`,
        'games.example/join/7c21e0aa',
        app.slice(0, 20),
        'parlor://',
        'parlor://join',
        post_id.slice(0, 20),
      ])
        expect(pastedLinkFault(text), text).toBe('cut');
      for (const text of ['hello', server, `${server}/about`, 'Join me', 'parlor', `${server}/join/our/club`])
        expect(pastedLinkFault(text), text).toBe('other');
    });

    it('gives the community where only a community is asked for', () => {
      for (const text of [
        web,
        app,
        server,
        `${server}/`,
        'games.example',
        `See ${web}.`,
        `“${server}”`,
        `Ours: ${server}?a=1.`,
      ])
        expect(parsePastedCommunity(text), text).toBe(server);
      for (const text of ['', post_id, `parlor://join/${post_id}`, 'parlor://join/'])
        expect(parsePastedCommunity(text), text).toBeNull();
    });
  });
});

it('never leads to another community than the one that a link names', () => {
  const id = 'ab12cd34-5678-4abc-8def-0123456789ab';
  expect(parsePastedLink(`https://spiel.bücher.de/join/${id}`)).toEqual({
    post_id: id,
    server: 'https://spiel.xn--bcher-kva.de',
  });
  // Without a scheme, nothing tells the words before a host from its name.
  for (const text of [`spiel.bücher.de/join/${id}`, `来一局games.example/join/${id}`])
    expect(parsePastedLink(text), text).toBeNull();
  for (const text of [`https://play.example\r\n.org/join/${id}`, `https://play.\r\n> example.org/join/${id}`])
    expect(parsePastedLink(text), text).toEqual({ post_id: id, server: 'https://play.example.org' });
});
