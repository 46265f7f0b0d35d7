/** Board files under every name that a manifest allows, through the client, from a real community. */
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { manifestFileOf, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { holdKey } from '../identity/signer.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { type CommunityClient, createCommunityClient } from './client.ts';
import { register } from './registration.ts';

const dir = temporaryFolder();
let service: Service;
let client: CommunityClient;
beforeAll(async () => {
  service = await startTestService(dir);
  const { signer } = holdKey(randomBytes(32));
  client = createCommunityClient({ url: () => service.url, signer });
  await register({ client, signer, nickname: 'Author', bio: '' });
});
afterAll(async () => {
  await service.dispose();
});

const spec = {
  name: 'odd names',
  type: 'game',
  messages: [{ name: 'go', direction: 'both', fields: { action: { type: 'enum', required: true, values: ['go'] } } }],
};

const names = [
  'index.html',
  'a b/é%.SVG',
  'per%cent/100%.txt',
  '%41.txt',
  '%.txt',
  "it's (1)/~!*.js",
  'what?.txt',
  'mark?a=b&manifest=c.txt',
  'hash#top.txt',
  'semi;colon=a&b+c.css',
  'ünï/漢字😀.json',
  'e\u0301.txt',
  '{path}.txt',
  'pipe|^`"<>.txt',
  'a[1].png',
  '@at,comma$.txt',
  'ab:cd.txt',
  'deep/er/and/deeper.mjs',
];

test('returns the bytes of each file, whatever its name', async () => {
  const protocol_id = protocolIdOf(JSON.stringify(spec));
  const params = { protocol_id };
  const { name, type } = spec;
  await client.call('POST /api/v1/protocols', { body: { protocol_id, name, type, spec_json: spec } });
  // Bytes that are not valid UTF-8, different for each file.
  const contents = new Map(names.map((path, i) => [path, Uint8Array.of(0xff, 0xfe, 0, i)]));
  const files = [...contents].map(([path, bytes]) => ({
    ...manifestFileOf(path, bytes),
    content_base64: Buffer.from(bytes).toString('base64'),
  }));
  const manifest = { files: files.map(({ content_base64: _, ...file }) => file) };
  const manifest_hash = manifestHashOf(manifest.files);
  await client.call('POST /api/v1/protocols/{protocol_id}/ui-batch', {
    params,
    body: { manifest_hash, manifest, files },
  });
  await client.call('POST /api/v1/protocols/{protocol_id}/ui-finalize', { params, body: { manifest_hash } });

  for (const [path, bytes] of contents) {
    for (const query of [{}, { manifest: manifest_hash }]) {
      const response = await client.call('GET /api/v1/protocols/{protocol_id}/ui/{path}', {
        params: { protocol_id, path },
        query,
      });
      expect(response.status, path).toBe(200);
      expect(response.body, path).toBeInstanceOf(Uint8Array);
      expect([...response.body!], path).toEqual([...bytes]);
    }
  }
  await expect(
    client.call('GET /api/v1/protocols/{protocol_id}/ui/{path}', { params: { protocol_id, path: 'none.txt' } }),
  ).rejects.toMatchObject({ code: 'not_found' });
});

test('the OpenAPI description is returned unchanged', async () => {
  const { body } = await client.call('GET /openapi.json', {});
  expect(JSON.parse(new TextDecoder().decode(body))).toMatchObject({ openapi: '3.1.1' });
});
