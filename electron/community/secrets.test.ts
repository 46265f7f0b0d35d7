/**
 * No password, token or secret ever crosses the wire (specification, What the service does): records every byte that two identities
 * exchange with a real community, through the command line and through Parlor.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { hexToBytes } from '@noble/hashes/utils.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ManifestFile, manifestFileOf, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { open, seal } from '../../shared/inbox/sealed-box.ts';
import { publicKeyOf } from '../../shared/signing/ed25519.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openIdentity } from '../identity/identity.ts';
import { seedOf } from '../identity/recovery-phrase.ts';
import { leaks } from '../identity/testing/leaks.ts';
import { type Entry, entryPath, root } from '../installation.ts';
import { openLibrary } from '../library/library.ts';
import { type CommunityClient, createCommunityClient } from './client.ts';
import { type Recorder, recordingProxy } from './testing/recording-proxy.ts';

const running = new Set<ChildProcess>();
const passphrases = { ada: 'hollow-Ember-59-tangerine', grace: 'quiet-Lantern-27-marzipan' };
const privateText = 'meet me at the old observatory';
type Name = keyof typeof passphrases;

const dir = temporaryFolder();
let recorder: Recorder;
/** All output of all processes. */
const printed: Buffer[] = [];

interface Run {
  lines: string[];
  ended: Promise<number | null>;
}

function run(program: Entry, args: string[], env: NodeJS.ProcessEnv, onLine: (line: string) => void = () => {}): Run {
  const child = spawn(process.execPath, [entryPath(program), ...args], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  });
  running.add(child);
  const lines: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => printed.push(chunk));
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    onLine(line);
  });
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  return { lines, ended };
}

const dataDirOf = (name: Name) => join(dir, name);
const passphraseFile = (name: Name) => join(dir, `${name}.passphrase`);
function parlor(name: Name, args: string[], onLine?: (line: string) => void): Run {
  const env = { PARLOR_PASSPHRASE_FILE: passphraseFile(name), PARLOR_LOG: 'trace' };
  return run('cli', [...args, '--data-dir', dataDirOf(name)], env, onLine);
}

beforeAll(async () => {
  for (const name of ['ada', 'grace'] as const) {
    await writeFile(passphraseFile(name), `${passphrases[name]}\n`, { mode: 0o600 });
  }
  const { promise, resolve } = Promise.withResolvers<string>();
  const dataDir = join(dir, 'community');
  const args = [
    '--host',
    '127.0.0.1',
    '--port',
    '0',
    '--data-dir',
    dataDir,
    '--difficulty',
    '1',
    '--public-url',
    'any',
  ];
  run('service', args, { PARLOR_LOG: 'trace' }, resolve);
  recorder = await recordingProxy((JSON.parse(await promise) as { url: string }).url);
});
afterAll(async () => {
  recorder.close();
  for (const child of running) child.kill('SIGKILL');
});

interface Secrets {
  client: CommunityClient;
  seed: Uint8Array;
  words: string[];
}

async function openSecrets(name: Name): Promise<Secrets> {
  const identity = await openIdentity({ dataDir: dataDirOf(name), keychain: null });
  await identity.unlock(passphrases[name]);
  const words = await identity.words(passphrases[name]);
  return {
    client: createCommunityClient({ url: () => recorder.url, signer: identity.signer }),
    seed: seedOf(words),
    words,
  };
}

/** Headers that the HTTP client adds; each has the same value in every request. */
const clientHeaders = new Set([
  ...['host', 'connection', 'accept', 'accept-encoding', 'accept-language', 'content-type', 'sec-fetch-mode'],
  'user-agent',
]);
const signatureHeaders = ['x-public-key', 'x-request-id', 'x-signature', 'x-timestamp'];

test.runIf(isLongRun)(
  'no secret appears on the wire or in a log during a full session with a community',
  {
    timeout: 120_000,
  },
  async () => {
    for (const name of ['ada', 'grace'] as const) {
      expect(await parlor(name, ['init', '--nickname', name]).ended).toBe(0);
      expect(await parlor(name, ['register', '--nickname', name, '--server', recorder.url]).ended).toBe(0);
    }
    const common = ['--control-mode', 'autonomous', '--server', recorder.url, '--json'];
    const { promise: posted, resolve } = Promise.withResolvers<string>();
    const host = parlor('ada', ['host', '--protocol', 'rock-paper-scissors', ...common], (line) => {
      const event = JSON.parse(line) as { event: string; post_id: string };
      if (event.event === 'invite_created') resolve(event.post_id);
    });
    const post_id = await Promise.race([
      posted,
      host.ended.then(() => Promise.reject(new Error(host.lines.join('\n')))),
    ]);
    const guest = parlor('grace', ['join', post_id, ...common]);
    expect([await guest.ended, await host.ended]).toEqual([0, 0]);
    expect(JSON.parse(guest.lines.at(-1)!)).toMatchObject({ event: 'result', state: 'settled' });

    const ada = await openSecrets('ada');
    const grace = await openSecrets('grace');
    const library = await openLibrary({ resourcesDir: join(root, 'resources'), dataDir: dataDirOf('ada') });
    const protocol = library.list().find(({ folder }) => folder === 'rock-paper-scissors')!;
    await publishBoard(ada.client, protocol.protocol_id, protocol.board!.files);
    const recipient = Buffer.from(publicKeyOf(grace.seed)).toString('hex');
    const sealed = Buffer.from(seal(privateText, hexToBytes(recipient))).toString('base64');
    await ada.client.call('POST /api/v1/inbox', { body: { recipient_public_key: recipient, ciphertext: sealed } });
    const { entries } = (await grace.client.call('GET /api/v1/inbox', {})).body;
    const { body } = await grace.client.call('GET /api/v1/inbox/{id}', { params: { id: entries[0]!.id } });
    expect(open(Buffer.from(body.ciphertext, 'base64'), grace.seed)).toBe(privateText);

    // The recording is complete, and the search for leaks finds secrets that are there.
    const requests = recorder.requests();
    const calledRoutes = new Set(requests.map(({ method, target }) => `${method} ${target.split(/[/?]/)[3]}`));
    for (const route of ['POST auth', 'POST protocols', 'POST invitations', 'POST sessions', 'POST inbox']) {
      expect(calledRoutes).toContain(route);
    }
    const wire = recorder.bytes();
    expect(wire.includes(sealed)).toBe(true);
    for (const [name, secrets] of Object.entries({ ada, grace })) {
      const all = { ...secrets, passphrase: passphrases[name as Name] };
      const sample = Buffer.concat([
        wire,
        Buffer.from(`x${Buffer.from(all.seed).toString('hex')} ${all.words.join(' ')} ${all.passphrase}`),
      ]);
      expect(new Set(leaks(sample, all))).toEqual(new Set(['seed', 'passphrase', 'words']));
      for (const [what, bytes] of [
        ['wire', wire],
        ['logs', Buffer.concat(printed)],
        ['community', await everyFile(join(dir, 'community'))],
        // With a passphrase, the key is not stored in plain text.
        ['data', Buffer.concat([await everyFile(dataDirOf('ada')), await everyFile(dataDirOf('grace'))])],
      ] as const) {
        expect(bytes.length, what).toBeGreaterThan(500);
        expect(leaks(bytes, all), `${name}: ${what}`).toEqual([]);
      }
    }
    for (const bytes of [wire, Buffer.concat(printed), await everyFile(join(dir, 'community'))]) {
      expect(bytes.includes(privateText)).toBe(false);
      // Hooks never leave this computer.
      expect(bytes.includes(protocol.hooks!.slice(0, 200))).toBe(false);
    }

    // P-16: tickets contain IP addresses. They must be sent, but never logged.
    const tickets = [...wire.toString('latin1').matchAll(/"iroh_ticket":"([^"]+)"/g)].map(([, ticket]) => ticket!);
    expect(tickets.length).toBeGreaterThan(1);
    for (const ticket of tickets) expect(Buffer.concat(printed).includes(ticket)).toBe(false);

    const valuesByName = new Map<string, Set<string>>();
    for (const { method, target, headers, body: sent } of requests) {
      const request = `${method} ${target}`;
      const others = Object.keys(headers).filter(
        (name) => name !== 'content-length' && !signatureHeaders.includes(name),
      );
      for (const name of others) {
        expect(clientHeaders, request).toContain(name);
        valuesByName.set(name, (valuesByName.get(name) ?? new Set()).add(headers[name]!));
      }
      const sentSignature = Object.keys(headers).filter((name) => signatureHeaders.includes(name));
      const isPublic = /^\/(health|api\/v1\/(version|auth|agents|karma)\b)/.test(target);
      expect(sentSignature.sort(), request).toEqual(isPublic ? [] : signatureHeaders);
      if (method === 'GET' || method === 'DELETE') expect(sent.length, request).toBe(0);
    }
    for (const [name, values] of valuesByName) expect([name, values.size]).toEqual([name, 1]);
    expect(requests.filter(({ headers }) => 'x-signature' in headers).length).toBeGreaterThan(12);
  },
);

async function publishBoard(
  client: CommunityClient,
  protocol_id: string,
  contents: ReadonlyMap<string, { bytes: Uint8Array }>,
): Promise<void> {
  const files = [...contents].map(([path, { bytes }]) => ({
    ...manifestFileOf(path, bytes),
    content_base64: Buffer.from(bytes).toString('base64'),
  }));
  const manifest = { files: files.map(({ content_base64: _, ...file }): ManifestFile => file) };
  const manifest_hash = manifestHashOf(manifest.files);
  const params = { protocol_id };
  await client.call('POST /api/v1/protocols/{protocol_id}/ui-batch', {
    params,
    body: { manifest_hash, manifest, files },
  });
  const { body } = await client.call('POST /api/v1/protocols/{protocol_id}/ui-finalize', {
    params,
    body: { manifest_hash },
  });
  expect(body.status).toBe('published');
}

async function everyFile(folder: string): Promise<Buffer> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Buffer.concat(await Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name)))));
}
