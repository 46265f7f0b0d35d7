import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { appLink, joinLink } from '../../shared/community/join-links.ts';
import { invitationSummary } from '../../shared/community/shapes.ts';
import { permissionsPolicy } from '../../shared/permissions-policy.ts';
import { TestCommunity } from '../testing/community.ts';
import { sendRequest } from '../testing/http.ts';

const post_id = '7c21e0aa-1111-4222-8333-123456789abc';
const host = 'games.example:7400';

let community: TestCommunity;
beforeAll(async () => {
  community = await TestCommunity.start();
});
afterAll(() => community.dispose());

const get = (target: string, headers: { [name: string]: string } = {}, at = community) =>
  sendRequest(at.url, { method: 'GET', target, headers: { Host: host, ...headers } });

describe('the page behind a shared link', () => {
  test('contains the app link and the join command', async () => {
    const { status, text, headers } = await get(`/join/${post_id}`);
    expect(status).toBe(200);
    expect(headers['content-type']).toBe('text/html; charset=utf-8');
    expect(text).toContain(`<a href="${appLink(post_id, `http://${host}`)}">`);
    expect(text).toContain(`<code>parlor join ${joinLink(post_id, `http://${host}`)}</code>`);
  });

  test('has no scripts and no external resources, and a policy that allows its own style', async () => {
    const { text, headers } = await get(`/join/${post_id}`);
    const style = /<style>([\s\S]*)<\/style>/.exec(text)?.[1] ?? '';
    const hash = createHash('sha256').update(style).digest('base64');
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    expect(text).not.toMatch(/<script|<img|<link|\ssrc=|\sstyle=|\son\w+=|url\(|@import/);
    expect(headers).toMatchObject({
      'cache-control': 'no-store',
      'permissions-policy': permissionsPolicy(),
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
    });
  });

  test('names host and game of an open invitation, escaped and isolated', async () => {
    const owner = await community.agent('<b>\u202Eann');
    const { body } = await owner.call('POST /api/v1/invitations', { body: owner.invitation('0'.repeat(64)) });
    const { text } = await get(`/join/${body.post_id}`, { 'Accept-Language': 'en' });
    expect(text).toContain('<p><b><bdi>&lt;b&gt;U+202Eann</bdi></b> invites you to a table.</p>');
    const summary = await get(`/join/${body.post_id}/summary`);
    expect(invitationSummary.strict().parse(JSON.parse(summary.text))).toMatchObject({
      post_id: body.post_id,
      nickname: '<b>\u202Eann',
      public_key: owner.public_key,
      protocol_name: null,
    });
    expect(summary.text).not.toContain(body.iroh_ticket);
  });

  test('discloses nothing of an invitation that has ended or is addressed to one agent', async () => {
    const [owner, guest] = [await community.agent('bea'), await community.agent('cleo')];
    const draft = owner.invitation('0'.repeat(64));
    const ended = (await owner.call('POST /api/v1/invitations', { body: draft })).body.post_id;
    await owner.call('DELETE /api/v1/invitations/{post_id}', { params: { post_id: ended } });
    const addressed = await owner.call('POST /api/v1/invitations', {
      body: { ...draft, for_public_key: guest.public_key },
    });
    const unknown = await get(`/join/${post_id}`);
    for (const id of [ended, addressed.body.post_id]) {
      expect((await get(`/join/${id}`)).text.replaceAll(id, post_id)).toBe(unknown.text);
      expect((await get(`/join/${id}/summary`)).status).toBe(404);
    }
    expect((await get(`/join/${post_id}/summary`)).status).toBe(404);
  });

  test('responds to a malformed id as to an unknown path', async () => {
    for (const target of [
      '/join/',
      '/join/x',
      `/join/${post_id.toUpperCase()}`,
      `/join/${post_id}/x`,
      '/join/%3Cb%3E',
    ]) {
      expect((await get(target)).status, target).toBe(404);
    }
  });

  test.each([
    [undefined, 'en'],
    ['zh-CN,zh;q=0.9,en;q=0.8', 'zh-CN'],
    ['de, en;q=0.5, zh;q=0.9', 'zh-CN'],
    ['zh-TW, en;q=0.1', 'en'],
    ['zh;q=0, en', 'en'],
    ['*;;;q=x,,', 'en'],
  ])('selects the language for %s: %s', async (accepted, language) => {
    const { text } = await get(`/join/${post_id}`, accepted === undefined ? {} : { 'Accept-Language': accepted });
    expect(text).toContain(`<html lang="${language}">`);
  });

  test.each(['a"onclick="x', '<b>', 'a@b', 'a b', 'a/b'])('rejects an invalid host: %s', async (invalidHost) => {
    expect((await get(`/join/${post_id}`, { Host: invalidHost })).status).toBe(400);
  });

  test('uses X-Forwarded-Proto only behind a trusted proxy', async () => {
    const forwarded = { 'X-Forwarded-Proto': 'https' };
    expect((await get(`/join/${post_id}`, forwarded)).text).toContain(joinLink(post_id, `http://${host}`));
    const proxied = await TestCommunity.start({ proxies: ['127.0.0.1'] });
    try {
      expect((await get(`/join/${post_id}`, forwarded, proxied)).text).toContain(joinLink(post_id, `https://${host}`));
    } finally {
      await proxied.dispose();
    }
  });

  test('uses the configured public URL', async () => {
    const publicUrl = 'https://play.example/club';
    const configured = await TestCommunity.start({ publicUrls: [publicUrl, 'https://other.example'] });
    try {
      expect((await get(`/join/${post_id}`, {}, configured)).text).toContain(joinLink(post_id, publicUrl));
    } finally {
      await configured.dispose();
    }
  });
});
