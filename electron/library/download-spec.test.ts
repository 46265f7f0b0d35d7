/** Fetching from communities that are old, wrap specs in strings, or send wrong data: nothing is stored before its hash is verified. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { manifestFileOf, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { protocolIdOf } from '../../shared/protocol/contract.ts';
import { type HttpServer, startHttpServer } from '../../shared/testing/http-server.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import { holdKey } from '../identity/signer.ts';
import { defaultResourcesDir } from '../installation.ts';
import { fetchProtocol } from './download-spec.ts';
import { type Library, openLibrary } from './library.ts';
import { fetchBoard } from './published-board.ts';

const spec = `{"name":"Old","messages":[{"name":"go","direction":"both","fields":{"action":
  {"type":"enum","values":["go"],"required":true}}}],"rules":{"pace":1.0}}`;
const protocol_id = protocolIdOf(spec);
const key = 'ab'.repeat(32);

let dir: string;
let library: Library;
let server: HttpServer;
let client: CommunityClient;
/** The community's responses, by the end of the path; 404 for any other path. */
let answers: { [end: string]: string };
let requested: string[];

beforeEach(async () => {
  dir = temporaryFolder();
  library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: dir });
  answers = {};
  requested = [];
  server = await startHttpServer((request, response) => {
    const end = request.url!.split('/').at(-1)!;
    requested.push(end === protocol_id ? 'detail' : end);
    const answer = answers[requested.at(-1)!];
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(answer ?? '{}');
  });
  const { url } = server;
  client = createCommunityClient({ url: () => url, signer: holdKey(new Uint8Array(32).fill(3)).signer });
});
afterEach(() => server.close());

const storedFiles = async () => readdir(join(dir, 'protocols', protocol_id)).catch(() => []);

test('requests the bundle first, and stores the spec byte for byte', async () => {
  answers.bundle = `{"spec_json":${spec}}`;
  await fetchProtocol(client, library, protocol_id);
  expect(requested).toEqual(['bundle']);
  expect(await readFile(join(dir, 'protocols', protocol_id, 'spec.json'), 'utf8')).toBe(spec);
});

test.each([
  ['as an object', () => spec],
  ['as JSON in a string', () => JSON.stringify(spec)],
])('falls back to the detail route, with the spec %s', async (_, member) => {
  answers.detail = `{"spec_json":${member()}}`;
  expect((await fetchProtocol(client, library, protocol_id)).source).toBe('cached');
  expect(requested).toEqual(['bundle', 'detail']);
  expect(await storedFiles()).toEqual(['spec.json']);
});

test.each([
  ['another spec', '{"spec_json":{"name":"Other","messages":[]}}', 'spec_mismatch'],
  ['a number written differently', `{"spec_json":${spec.replace('1.0', '1')}}`, 'spec_mismatch'],
  ['a response without a spec', '{"name":"Old"}', 'community_invalid_answer'],
  ['a response that is not JSON', '<html>', 'community_invalid_answer'],
])('rejects %s, and stores nothing', async (_, answer, code) => {
  answers.bundle = answer;
  await expect(fetchProtocol(client, library, protocol_id)).rejects.toMatchObject({ code });
  expect(await storedFiles()).toEqual([]);
  expect(library.get(protocol_id)).toBeNull();
});

test('rejects a protocol that neither this computer nor the community has', async () => {
  await expect(fetchProtocol(client, library, protocol_id)).rejects.toMatchObject({ code: 'protocol_missing' });
});

test('stores a board completely or not at all', async () => {
  const bytes = new TextEncoder().encode('<!doctype html>');
  const file = manifestFileOf('index.html', bytes);
  const bundle = (content: Uint8Array, ui_manifest_hash: string) => {
    const summary = { protocol_id, name: 'Old', description: '', type: 'game', author_public_key: key };
    const governance = { family: null, status: 'active', parent_protocol_id: null, capabilities: [], tags: [] };
    return `${JSON.stringify({
      ...summary,
      governance,
      created_at: '2026-01-01T00:00:00.000Z',
      ui_manifest: { files: [file] },
      ui_manifest_hash,
      ui_files: [{ ...file, content_base64: Buffer.from(content).toString('base64') }],
    }).slice(0, -1)},"spec_json":${spec}}`;
  };
  const hash = manifestHashOf([file]);
  answers.bundle = bundle(bytes, hash);
  const protocol = await fetchProtocol(client, library, protocol_id);
  for (const invalid of [bundle(new TextEncoder().encode('<!doctype htmx>'), hash), bundle(bytes, 'cd'.repeat(32))]) {
    answers.bundle = invalid;
    await expect(fetchBoard(client, library, protocol)).rejects.toMatchObject({ code: 'bundle_invalid' });
    expect(await storedFiles()).toEqual(['spec.json']);
  }
  answers.bundle = bundle(bytes, hash);
  expect((await fetchBoard(client, library, protocol)).board).toMatchObject({ manifest_hash: hash, author: key });
  expect((await storedFiles()).sort()).toEqual(['spec.json', 'ui', 'ui.json']);
});
