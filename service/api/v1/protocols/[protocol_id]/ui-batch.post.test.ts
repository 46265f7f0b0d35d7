import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ManifestFile, manifestFileOf, manifestHashOf } from '../../../../../shared/bundle/manifest.ts';
import { limits } from '../../../../../shared/community/limits.ts';
import { permissionsPolicy } from '../../../../../shared/permissions-policy.ts';
import { statusAndPointer, type TestAgent, TestCommunity } from '../../../../testing/community.ts';
import { sendRequest } from '../../../../testing/http.ts';
import { registerProtocol } from '../../../../testing/specs.ts';

let community: TestCommunity;
let author: TestAgent;
let reader: TestAgent;
beforeAll(async () => {
  community = await TestCommunity.start();
  author = await community.agent('Author');
  reader = await community.agent('Reader');
});
afterAll(() => community.dispose());

interface Bundle {
  manifest_hash: string;
  manifest: { files: ManifestFile[] };
  files: (ManifestFile & { content_base64: string })[];
}

function bundleOf(contents: { [path: string]: string | Uint8Array }): Bundle {
  const files = Object.entries(contents).map(([path, content]) => {
    const bytes = Buffer.from(content as string);
    return { ...manifestFileOf(path, bytes), content_base64: bytes.toString('base64') };
  });
  const manifest = { files: files.map(({ path, content_hash, size_bytes }) => ({ path, content_hash, size_bytes })) };
  return { manifest_hash: manifestHashOf(manifest.files), manifest, files };
}

const stage = (protocol_id: string, body: object, agent = author) =>
  agent.call('POST /api/v1/protocols/{protocol_id}/ui-batch', { params: { protocol_id }, body: body as never });
const upload = (protocol_id: string, body: object, agent = author) =>
  agent.call('POST /api/v1/protocols/{protocol_id}/ui', { params: { protocol_id }, body: body as never });
const finalize = (protocol_id: string, manifest_hash: string, agent = author) =>
  agent.call('POST /api/v1/protocols/{protocol_id}/ui-finalize', { params: { protocol_id }, body: { manifest_hash } });
const publishedBundle = async (protocol_id: string) =>
  (await reader.call('GET /api/v1/protocols/{protocol_id}/bundle', { params: { protocol_id } })).body;
function file(protocol_id: string, path: string, headers: { [name: string]: string } = {}) {
  const request = { method: 'GET', target: `/api/v1/protocols/${protocol_id}/ui/${path}` };
  return sendRequest(community.url, { ...request, headers: { ...reader.headers(request), ...headers } });
}

test('stages a bundle, publishes it once and returns it byte for byte', async () => {
  const protocol_id = await registerProtocol(author, 'whole');
  const bundle = bundleOf({ 'index.html': '<p>hi</p>', 'a/dot.png': Uint8Array.of(0, 255, 128, 10), 'empty.txt': '' });
  const { manifest_hash } = bundle;
  expect(await stage(protocol_id, bundle)).toMatchObject({
    status: 200,
    body: { manifest_hash, status: 'staging', staging_files: 3 },
  });
  // Staging is idempotent, and a staged bundle is not visible.
  expect((await stage(protocol_id, bundle)).body.staging_files).toBe(3);
  expect(await publishedBundle(protocol_id)).toMatchObject({ ui_manifest: null, ui_manifest_hash: null, ui_files: [] });
  expect((await file(protocol_id, 'index.html')).status).toBe(404);

  expect((await finalize(protocol_id, manifest_hash)).body).toEqual({
    manifest_hash,
    status: 'published',
    idempotent: false,
  });
  expect(await finalize(protocol_id, manifest_hash)).toMatchObject({ status: 200, body: { idempotent: true } });
  expect(await publishedBundle(protocol_id)).toMatchObject({
    ui_manifest: bundle.manifest,
    ui_manifest_hash: manifest_hash,
    ui_files: bundle.files,
  });
  expect([...(await file(protocol_id, 'a/dot.png')).bytes]).toEqual([0, 255, 128, 10]);
  expect((await file(protocol_id, 'empty.txt')).bytes.length).toBe(0);

  expect(await stage(protocol_id, bundle)).toMatchObject({ status: 409, code: 'manifest_closed' });
  expect(await upload(protocol_id, { manifest_hash, ...bundle.files[0] })).toMatchObject({
    status: 409,
    code: 'manifest_closed',
  });
});

test('accepts files one by one and publishes only a complete bundle', async () => {
  const protocol_id = await registerProtocol(author, 'parts');
  const bundle = bundleOf({ 'index.html': 'x', 'b.js': 'y' });
  const { manifest_hash } = bundle;
  expect((await upload(protocol_id, { manifest_hash, ...bundle.files[0] })).status).toBe(404);
  expect((await finalize(protocol_id, manifest_hash)).status).toBe(404);
  expect((await stage(protocol_id, { ...bundle, files: [] })).body.staging_files).toBe(0);
  expect((await upload(protocol_id, { manifest_hash, ...bundle.files[1] })).body).toEqual({
    manifest_hash,
    status: 'staging',
    staging_files: 1,
  });
  expect(await finalize(protocol_id, manifest_hash)).toMatchObject({
    status: 409,
    code: 'manifest_incomplete',
    body: { missing: ['index.html'] },
  });
  expect(statusAndPointer(await upload(protocol_id, { manifest_hash, ...bundle.files[0], size_bytes: 2 }))).toEqual([
    400,
    '/size_bytes',
  ]);
  expect((await upload(protocol_id, { manifest_hash, ...bundle.files[0] })).body.staging_files).toBe(2);
  expect((await finalize(protocol_id, manifest_hash)).body.idempotent).toBe(false);
});

test('publishing permanently deprecates the previous bundle', async () => {
  const protocol_id = await registerProtocol(author, 'twice');
  const first = bundleOf({ 'index.html': 'one', 'old.js': 'old' });
  const second = bundleOf({ 'index.html': 'two' });
  for (const bundle of [first, second]) {
    expect((await stage(protocol_id, bundle)).status).toBe(200);
    expect((await finalize(protocol_id, bundle.manifest_hash)).body.idempotent).toBe(false);
  }
  expect(await publishedBundle(protocol_id)).toMatchObject({
    ui_manifest_hash: second.manifest_hash,
    ui_files: second.files,
  });
  expect((await file(protocol_id, 'index.html')).text).toBe('two');
  expect((await file(protocol_id, 'old.js')).status).toBe(404);
  expect((await file(protocol_id, `index.html?manifest=${first.manifest_hash}`)).status).toBe(404);
  expect(await stage(protocol_id, first)).toMatchObject({ status: 409, code: 'manifest_closed' });
  const { manifest_hash } = first;
  expect(await upload(protocol_id, { manifest_hash, ...first.files[0] })).toMatchObject({
    status: 409,
    code: 'manifest_closed',
  });
  expect(await finalize(protocol_id, manifest_hash)).toMatchObject({ status: 409, code: 'manifest_closed' });
  expect((await file(protocol_id, 'index.html')).text).toBe('two');
});

test('allows at most four staging manifests per protocol', async () => {
  const protocol_id = await registerProtocol(author, 'many at once');
  const bundleNumber = (i: number) => bundleOf({ 'index.html': `${i}` });
  expect(limits.ui_staging_manifests).toBe(4);
  for (let i = 0; i < 4; i += 1) {
    expect((await stage(protocol_id, bundleNumber(i))).status).toBe(200);
    community.advance(10);
  }
  const refused = await stage(protocol_id, bundleNumber(4));
  expect(refused).toMatchObject({ status: 429, code: 'rate_limited' });
  expect(refused.headers['retry-after']).toBe(String(limits.ui_staging_seconds - 40));
  // Manifests already staging can continue; other protocols are not affected.
  expect((await stage(protocol_id, bundleNumber(0))).status).toBe(200);
  expect((await stage(await registerProtocol(author, 'another'), bundleNumber(4))).status).toBe(200);
  // Publishing frees a slot, and so does expiry.
  expect((await finalize(protocol_id, bundleNumber(1).manifest_hash)).status).toBe(200);
  expect((await stage(protocol_id, bundleNumber(4))).status).toBe(200);
  expect((await stage(protocol_id, bundleNumber(5))).status).toBe(429);
  community.advance(limits.ui_staging_seconds);
  expect((await stage(protocol_id, bundleNumber(5))).status).toBe(200);
});

test('only the author can upload', async () => {
  const protocol_id = await registerProtocol(author, 'owned');
  const bundle = bundleOf({ 'index.html': 'x' });
  await stage(protocol_id, bundle);
  const { manifest_hash } = bundle;
  for (const refused of [
    await stage(protocol_id, bundle, reader),
    await upload(protocol_id, { manifest_hash, ...bundle.files[0] }, reader),
    await finalize(protocol_id, manifest_hash, reader),
  ]) {
    expect(refused).toMatchObject({ status: 403, code: 'not_owner' });
  }
  expect((await stage('0'.repeat(64), bundle)).status).toBe(404);
});

test('points to the field that makes an upload invalid, and stores nothing', async () => {
  const protocol_id = await registerProtocol(author, 'broken');
  const valid = bundleOf({ 'index.html': 'x', 'b.js': 'yy' });
  const [index, b] = valid.files as [Bundle['files'][0], Bundle['files'][0]];
  const files = (change: object) => ({ ...valid, files: [index, { ...b, ...change }] });
  const invalid: [object, string][] = [
    [{ ...valid, manifest_hash: '0'.repeat(64) }, '/manifest_hash'],
    [{ ...valid, manifest: { files: [] } }, '/manifest/files'],
    [bundleOf({ '../x.js': 'x' }), '/manifest/files/0/path'],
    [bundleOf({ 'hooks.py': 'x' }), '/manifest/files/0/path'],
    [bundleOf({ 'a.js': 'x', 'A.js': 'y' }), '/manifest/files/1/path'],
    [files({ path: 'c.js' }), '/files/1/path'],
    [{ ...valid, files: [index, index] }, '/files/1/path'],
    [files({ content_hash: index.content_hash }), '/files/1/content_hash'],
    [files({ size_bytes: 3 }), '/files/1/size_bytes'],
    [files({ content_base64: Buffer.from('zz').toString('base64') }), '/files/1/content_hash'],
    [files({ content_base64: Buffer.from('yyy').toString('base64') }), '/files/1/size_bytes'],
    [files({ content_base64: 'eXk' }), '/files/1/content_base64'],
    [files({ content_base64: 'eXl=' }), '/files/1/content_base64'],
    [files({ content_base64: 'eX k=' }), '/files/1/content_base64'],
  ];
  for (const [body, pointer] of invalid)
    expect(statusAndPointer(await stage(protocol_id, body)), pointer).toEqual([400, pointer]);
  expect((await finalize(protocol_id, valid.manifest_hash)).status).toBe(404);
});

test('enforces the limits on file size, total size, number of files and path length', async () => {
  const protocol_id = await registerProtocol(author, 'sized');
  const whole = Buffer.alloc(limits.ui_file_bytes, 7);
  const full: { [path: string]: Uint8Array } = {};
  for (let i = 0; i < 10; i += 1) full[`${i}.png`] = whole;
  const bundle = bundleOf(full);
  expect((await stage(protocol_id, bundle)).body.staging_files).toBe(10);
  expect((await finalize(protocol_id, bundle.manifest_hash)).status).toBe(200);
  expect((await file(protocol_id, '9.png')).bytes.equals(whole)).toBe(true);

  expect(statusAndPointer(await stage(protocol_id, bundleOf({ ...full, 'x.txt': 'x' })))).toEqual([
    400,
    '/manifest/files',
  ]);
  const over = bundleOf({ 'x.png': Buffer.alloc(limits.ui_file_bytes + 1) });
  expect(statusAndPointer(await stage(protocol_id, over))).toEqual([400, '/manifest/files/0/size_bytes']);
  // A file of the maximum size also fits the single-file route.
  const one = bundleOf({ 'x.png': whole });
  await stage(protocol_id, { ...one, files: [] });
  expect((await upload(protocol_id, { manifest_hash: one.manifest_hash, ...one.files[0] })).status).toBe(200);

  // Paths of the maximum length, in characters that JSON may escape with twelve bytes each.
  const many = (n: number) =>
    bundleOf(Object.fromEntries(Array.from({ length: n }, (_, i) => [`${'😀'.repeat(248)}${100 + i}.txt`, `${i}`])));
  const escaped = JSON.stringify(many(100)).replace(
    /[\u0080-\uffff]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
  const target = `/api/v1/protocols/${protocol_id}/ui-batch`;
  expect((await author.send({ method: 'POST', target, body: escaped })).body.staging_files).toBe(100);
  expect(statusAndPointer(await stage(protocol_id, many(101)))).toEqual([400, '/manifest/files']);
  const long = (n: number) => bundleOf({ [`${'a'.repeat(n - 4)}.txt`]: 'x' });
  expect((await stage(protocol_id, long(255))).status).toBe(200);
  expect(statusAndPointer(await stage(protocol_id, long(256)))).toEqual([400, '/manifest/files/0/path']);
});

test('a staged bundle expires a day after its newest upload', async () => {
  const protocol_id = await registerProtocol(author, 'stale');
  const bundle = bundleOf({ 'index.html': 'x' });
  const { manifest_hash } = bundle;
  await stage(protocol_id, { ...bundle, files: [] });
  community.now += limits.ui_staging_seconds * 1000 - 1;
  expect((await upload(protocol_id, { manifest_hash, ...bundle.files[0] })).status).toBe(200);
  community.advance(limits.ui_staging_seconds);
  expect((await finalize(protocol_id, manifest_hash)).status).toBe(404);
  // Staged again, it can be published until the last millisecond, and then does not expire.
  await stage(protocol_id, bundle);
  community.now += limits.ui_staging_seconds * 1000 - 1;
  expect((await finalize(protocol_id, manifest_hash)).status).toBe(200);
  community.advance(limits.ui_staging_seconds);
  await stage(protocol_id, bundleOf({ 'other.html': 'y' }));
  expect((await file(protocol_id, 'index.html')).text).toBe('x');
});

test('deletes the files of deprecated and expired bundles', async () => {
  const protocol_id = await registerProtocol(author, 'kept');
  const first = bundleOf({ 'index.html': 'first' });
  const second = bundleOf({ 'index.html': 'second' });
  for (const bundle of [first, second]) {
    await stage(protocol_id, bundle);
    await finalize(protocol_id, bundle.manifest_hash);
  }
  await stage(protocol_id, bundleOf({ 'index.html': 'third' }));
  community.advance(limits.ui_staging_seconds);
  await stage(protocol_id, bundleOf({ 'index.html': 'fourth' }));
  const rows = await community.sql`SELECT content FROM ui_file WHERE protocol_id = ${protocol_id}`;
  expect(rows.map(({ content }) => Buffer.from(content as Uint8Array).toString()).sort()).toEqual(['fourth', 'second']);
});

test('deletes expired bundles without a request', async () => {
  const protocol_id = await registerProtocol(author, 'swept');
  await stage(protocol_id, bundleOf({ 'index.html': 'x' }));
  const storedRows = async () => {
    const manifests = await community.sql`SELECT status FROM ui_manifest WHERE protocol_id = ${protocol_id}`;
    const files = await community.sql`SELECT path FROM ui_file WHERE protocol_id = ${protocol_id}`;
    return [manifests.length, files.length];
  };
  expect(await storedRows()).toEqual([1, 1]);
  community.advance(limits.ui_staging_seconds);
  await expect.poll(storedRows).toEqual([0, 0]);
});

test('serves a file with security, content type and cache headers', async () => {
  const protocol_id = await registerProtocol(author, 'served');
  const bundle = bundleOf({ 'index.html': '<p>', 'a b/é%.SVG': '<svg/>', 'app.mjs': '1' });
  await stage(protocol_id, bundle);
  await finalize(protocol_id, bundle.manifest_hash);
  const page = await file(protocol_id, 'index.html');
  const etag = `"${createHash('sha256').update('<p>').digest('hex')}"`;
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-length': '3',
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data: blob:; " +
      "font-src 'self'; media-src 'self'; connect-src 'none'; form-action 'none'; base-uri 'none'; frame-src 'none'; " +
      "worker-src 'none'; frame-ancestors 'none'; sandbox allow-scripts",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'private, max-age=31536000',
    etag,
  });
  expect(page.headers['permissions-policy']).toBe(permissionsPolicy());
  expect((await file(protocol_id, 'app.mjs')).headers['content-type']).toBe('text/javascript; charset=utf-8');
  const named = await file(protocol_id, `index.html?manifest=${bundle.manifest_hash}`);
  expect([named.status, named.headers['cache-control']]).toEqual([200, 'private, max-age=31536000, immutable']);

  for (const [given, status] of [
    [etag, 304],
    [`W/${etag}`, 304],
    [`"x", ${etag}`, 304],
    ['*', 304],
    ['"x"', 200],
    [etag.slice(1, -1), 200],
  ] as const) {
    const again = await file(protocol_id, 'index.html', { 'If-None-Match': given });
    expect([again.status, again.bytes.length, again.headers.etag], given).toEqual([
      status,
      status === 304 ? 0 : 3,
      etag,
    ]);
  }

  // Each path segment is decoded exactly once.
  const svg = await file(protocol_id, 'a%20b/%C3%A9%25.SVG');
  expect([svg.text, svg.headers['content-type']]).toEqual(['<svg/>', 'image/svg+xml']);
  for (const path of [
    '',
    'Index.html',
    'index.html/',
    '/index.html',
    './index.html',
    'x/../index.html',
    '%2e/index.html',
    '%252e/index.html',
    'a%20b%2F%C3%A9%25.SVG',
    'a%2520b/%C3%A9%25.SVG',
    'index.html%00',
    '%E0%A4%A',
    '%',
    `index.html?manifest=${'0'.repeat(64)}`,
  ]) {
    expect((await file(protocol_id, path)).status, path).toBe(404);
  }
  expect((await file(protocol_id, 'index.html?manifest=x')).status).toBe(400);
  const unsigned = { method: 'GET', target: `/api/v1/protocols/${protocol_id}/ui/index.html` };
  expect((await sendRequest(community.url, unsigned)).status).toBe(401);
  const put = await sendRequest(community.url, { ...unsigned, method: 'PUT' });
  expect([put.status, put.headers.allow]).toEqual([405, 'GET, HEAD']);
});
