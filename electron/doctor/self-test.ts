/** `parlor --self-test`: whether this copy of Parlor is complete and runs here, with no data directory and no network. */
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { hexToBytes } from '@noble/hashes/utils.js';
import { sign, verifySignature } from '../../shared/signing/ed25519.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import { selfTest } from '../hooks/self-test.ts';
import {
  defaultResourcesDir,
  type Entry,
  entries,
  entryPath,
  entryUrl,
  isBuilt,
  rendererDir,
} from '../installation.ts';
import { openLibrary } from '../library/library.ts';
import { createTransport } from '../p2p/iroh-transport.ts';
import { solveProofOfWork } from '../proof-of-work/proof-of-work.ts';
import { version } from '../version.ts';
import type { LaunchWorker } from '../workers/worker.ts';

export interface SelfTestReport {
  ok: boolean;
  versions: { parlor: string; built: boolean; platform: string; arch: string; [component: string]: string | boolean };
  checks: { id: string; what: string; ok: boolean; ms: number; reason: string | null }[];
}

/** Its id, what it checks, and the check, which has failed if it throws. */
export type SelfTestCheck = [id: string, what: string, check: () => unknown];

export interface SelfTestParts {
  launchHooks: LaunchHooks;
  launchWorker: LaunchWorker;
  /** Further versions and checks of the shell. */
  versions?: Record<string, string | boolean>;
  checks?: SelfTestCheck[];
}

/** A failing check makes `ok` false instead of rejecting. */
export async function testInstallation(parts: SelfTestParts): Promise<SelfTestReport> {
  const folder = await mkdtemp(join(tmpdir(), 'parlor-self-test-'));
  const checks: SelfTestCheck[] = [
    ['files', 'every program and page is here', checkFiles],
    ['sqlite', 'a database is written and read', () => checkSqlite(join(folder, 'test.db'))],
    ['signatures', 'signatures are as in RFC 8032, and forged ones are refused', checkSignatures],
    ['proof-of-work', 'a proof of work is found', checkProofOfWork],
    ['resources', 'the bundled protocols and boards are unchanged', () => checkResources(folder)],
    ['hooks', 'a game is played to its end in the sandbox', () => checkHooks(folder, parts.launchHooks)],
    ['iroh', 'a message goes from one endpoint to another', checkTransport],
    ['service', 'a community starts and answers', () => checkService(folder, parts.launchWorker)],
    ...(parts.checks ?? []),
  ];
  try {
    const results: SelfTestReport['checks'] = [];
    for (const check of checks) results.push(await run(check));
    const { node, electron, v8 } = process.versions;
    const { platform, arch } = process;
    return {
      ok: results.every(({ ok }) => ok),
      versions: {
        parlor: version,
        built: isBuilt,
        platform,
        arch,
        node,
        v8,
        sqlite: sqliteVersion(),
        electron: electron ?? false,
        ...parts.versions,
      },
      checks: results,
    };
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function run([id, what, check]: SelfTestCheck): Promise<SelfTestReport['checks'][number]> {
  const started = performance.now();
  const reason = await Promise.resolve()
    .then(check)
    .then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    );
  return { id, what, ok: reason === null, ms: Math.round(performance.now() - started), reason };
}

function assert(condition: boolean, problem: string): void {
  if (!condition) throw new Error(problem);
}

async function checkFiles(): Promise<void> {
  for (const name of Object.keys(entries) as Entry[]) await stat(entryPath(name));
  if (isBuilt) await stat(join(rendererDir, 'index.html'));
}

function checkSqlite(file: string): void {
  const database = new DatabaseSync(file);
  database.exec('PRAGMA journal_mode = WAL; CREATE TABLE move (number INTEGER); INSERT INTO move VALUES (1), (2)');
  const row = database.prepare('SELECT sum(number) AS sum FROM move').get();
  database.close();
  assert(row?.sum === 3, 'SQLite returned a wrong sum.');
}

function sqliteVersion(): string {
  const database = new DatabaseSync(':memory:');
  const row = database.prepare('SELECT sqlite_version() AS version').get();
  database.close();
  return String(row?.version);
}

/** RFC 8032, section 7.1, tests 2 and 3. */
const signatureVectors = [
  {
    seed: '4ccd089b28ff96da9db6c346ec114e0f5b8a319f35aba624da8cf6ed4fb8a6fb',
    key: '3d4017c3e843895a92b70aa74d1b7ebc9c982ccf2ec4968cc0cd55f12af4660c',
    message: '72',
    signature:
      '92a009a9f0d4cab8720e820b5f642540a2b27b5416503f8fb3762223ebdb69da085ac1e43e15996e458f3613d0f11d8c387b2eaeb4302aeeb00d291612bb0c00',
  },
  {
    seed: 'c5aa8df43f9f837bedb7442f31dcb7b166d38535076f094b85ce3a2e0b4458f7',
    key: 'fc51cd8e6218a1a38da47ed00230f0580816ed13ba3303ac5deb911548908025',
    message: 'af82',
    signature:
      '6291d657deec24024827e69c3abe01a30ce548a284743a445e3680d7db5ac3ac18ff9b538d16f290ae67f760984dc6594a7c15e9716ed28dc027beceea1ec40a',
  },
];

function checkSignatures(): void {
  for (const vector of signatureVectors) {
    const message = hexToBytes(vector.message);
    const signature = hexToBytes(vector.signature);
    assert(Buffer.from(sign(message, hexToBytes(vector.seed))).equals(signature), 'A signature differs from RFC 8032.');
    assert(verifySignature(message, signature, hexToBytes(vector.key)), 'A valid signature is refused.');
    assert(!verifySignature(hexToBytes('00'), signature, hexToBytes(vector.key)), 'A forged signature is accepted.');
  }
}

async function checkProofOfWork(): Promise<void> {
  await solveProofOfWork({ nonce: '00'.repeat(32), public_key: '11'.repeat(32), difficulty: 1 });
}

/** Opening the library compares every bundled file with its hash. */
async function checkResources(dataDir: string): Promise<void> {
  const protocols = (await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir })).list();
  assert(protocols.length > 0, 'There are no bundled protocols.');
  for (const { folder, hooks, boardProblem } of protocols) {
    assert(hooks !== null, `The hooks of ${folder} were changed.`);
    assert(boardProblem === null, `The board of ${folder} is refused: ${boardProblem?.message}`);
  }
  await stat(join(defaultResourcesDir(), 'studio', 'turns'));
}

async function checkHooks(folder: string, launchHooks: LaunchHooks): Promise<void> {
  const library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: folder });
  const game = library.list().find((protocol) => protocol.folder === 'connect-four');
  if (!game) throw new Error('Connect Four is missing.');
  const { ok, stopped, evaluation } = await selfTest(launchHooks, {
    spec: game.spec,
    source: await library.requireHooks(game),
  });
  assert(ok, `A game against itself failed: ${evaluation?.message ?? stopped ?? 'it has no common result'}.`);
}

async function checkTransport(): Promise<void> {
  const transport = createTransport({ reach: 'loopback' });
  try {
    const listener = await transport.listen();
    const guest = await transport.dial(listener.ticket);
    await guest.send({ hello: 'host' });
    const host = await listener.accept();
    const received = await host?.receive();
    assert(received?.hello === 'host', 'A frame was altered on the way.');
  } finally {
    await transport.close();
  }
}

async function checkService(folder: string, launchWorker: LaunchWorker): Promise<void> {
  const dataDir = join(folder, 'community');
  const args = ['--host', '127.0.0.1', '--port', '0', '--data-dir', dataDir];
  const service = launchWorker(entryUrl('service'), args, join(folder, 'community.log'));
  try {
    const { url } = await service.ready;
    const { status } = await fetch(`${url}/health`);
    assert(status === 200, `The service is not healthy (${status}).`);
  } finally {
    await service.stop();
  }
}
