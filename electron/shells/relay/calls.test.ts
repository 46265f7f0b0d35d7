/** L9: what a browser may call, over the real relay and with the real core. Every call of the contract is tried. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { type Bridge, bridge } from '../../../shared/bridge/contract.ts';
import type { CallSpec, Client } from '../../../shared/bridge/define.ts';
import { connect } from '../../../shared/bridge/rpc-client.ts';
import type { ParlorError } from '../../../shared/errors.ts';
import type { Json, JsonObject } from '../../../shared/json/value.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { type Core, createCore } from '../../core/core.ts';
import { threadLauncher } from '../../hooks/thread-launcher.ts';
import { quickenArgon2 } from '../../identity/testing/quick-argon2.ts';
import { type Service, startTestService } from '../../tables/testing/community.ts';
import { type Relay, startRelay } from './relay.ts';
import { openWebWindow } from './testing/web-window.ts';

quickenArgon2();

const dir = temporaryFolder();
const dataDir = join(dir, 'data');
const outside = join(dir, 'outside');
const rendererDir = join(dir, 'renderer');
const canary = 'must never reach a browser';

type AnyCall = (args: unknown) => Promise<unknown>;
let service: Service;
let core: Core;
let relay: Relay;
/** Makes any call of the contract, including those that a browser's own client lacks. */
let call: (group: string, name: string, args: unknown) => Promise<unknown>;
let window: Client<Bridge, 'both'>;
/** Internal errors. */
const faults: unknown[] = [];

async function start(): Promise<void> {
  const launchHooks = threadLauncher();
  core = await createCore({ dataDir, server: service.url, shell: 'web', keychain: null, launchHooks });
  await core.start();
  relay = await startRelay({ core, rendererDir, headless: true, report: (fault) => faults.push(fault) });
  const client = connect<Bridge, 'terminal'>(await openWebWindow(relay));
  window = client;
  call = (group, name, args) => (client as unknown as Record<string, Record<string, AnyCall>>)[group]![name]!(args);
}
async function stop(): Promise<void> {
  await relay.close();
  await core.dispose();
}

beforeAll(async () => {
  mkdirSync(dataDir, { mode: 0o700 });
  mkdirSync(outside);
  mkdirSync(rendererDir);
  writeFileSync(join(rendererDir, 'index.html'), '<!doctype html>');
  for (const name of ['spec.json', 'hooks.js', 'record.jsonl', 'table.json', 'views.jsonl', 'identity.json'])
    writeFileSync(join(outside, name), canary);
  service = await startTestService(join(dir, 'community'));
  await start();
  await window.identity.create({ nickname: 'Ada', bio: '', passphrase: null });
  await vi.waitUntil(async () => (await window.app.state({})).phase === 'ready', { timeout: 60_000 });
});
afterAll(async () => {
  await stop();
  await service.dispose();
});

interface ContractCall {
  where: string;
  group: string;
  name: string;
  spec: CallSpec;
}
const calls: ContractCall[] = Object.entries(bridge).flatMap(([group, { calls }]) =>
  Object.entries(calls).map(([name, spec]) => ({ where: `${group}.${name}`, group, name, spec })),
);

it.each(calls.filter(({ spec }) => spec.surface !== 'both'))('refuses $where', async ({ group, name }) => {
  await expect(call(group, name, {})).rejects.toMatchObject({ code: 'forbidden' });
});

it('reveals a path on this computer only in app.storage', async () => {
  const results: [string, unknown][] = [];
  for (const { group, name, where, spec } of calls.filter(({ spec }) => spec.surface === 'both'))
    if (spec.args.safeParse({}).success) results.push([where, await call(group, name, {})]);
  expect(results.length).toBeGreaterThan(15);
  const revealing = results.filter(([, result]) => JSON.stringify(result).includes(dir)).map(([where]) => where);
  expect(revealing).toEqual(['app.storage']);
});

interface Schema {
  type?: string;
  enum?: Json[];
  const?: Json;
  anyOf?: Schema[];
  oneOf?: Schema[];
  properties?: Record<string, Schema>;
  items?: Schema;
  prefixItems?: Schema[];
  minItems?: number;
  pattern?: string;
  format?: string;
  maxLength?: number;
  minimum?: number;
  exclusiveMinimum?: number;
}

/** Texts that match the patterns of the contract. */
const patternSamples = ['connect-four', 'a'.repeat(64), '00000000-0000-4000-8000-000000000000'];

/** Yields arguments of every shape that the schema allows, with `text` wherever an arbitrary text is valid. */
function* argumentsOf(schema: Schema, text: string): Generator<Json> {
  const { anyOf = schema.oneOf, type, pattern, format, maxLength = Number.POSITIVE_INFINITY } = schema;
  if (schema.const !== undefined) yield schema.const;
  else if (schema.enum) yield schema.enum[0]!;
  else if (anyOf) for (const option of anyOf) yield* argumentsOf(option, text);
  else if (type === 'object') yield* objectsOf(Object.entries(schema.properties ?? {}), text);
  else if (type === 'array') {
    for (const item of argumentsOf(schema.prefixItems?.[0] ?? schema.items ?? {}, text))
      yield Array(Math.max(1, schema.minItems ?? 0)).fill(item);
  } else if (type === 'null') yield null;
  else if (type === 'boolean') yield false;
  else if (type === 'integer' || type === 'number') yield schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
  else if (format === 'uri') yield service.url;
  else if (pattern) yield patternSamples.find((each) => new RegExp(pattern).test(each))!;
  else if (text.length <= maxLength) yield text;
}

function* objectsOf([first, ...others]: [string, Schema][], text: string): Generator<JsonObject> {
  if (!first) return yield {};
  for (const value of argumentsOf(first[1], text))
    for (const rest of objectsOf(others, text)) yield { [first[0]]: value, ...rest };
}

/** The arguments of a call that contain a path; none if it takes no arbitrary text. */
function requestsOf(spec: CallSpec, paths: readonly string[]): Json[] {
  const schema = z.toJSONSchema(spec.args, { io: 'input', unrepresentable: 'any' }) as Schema;
  return paths.flatMap((path) => [...argumentsOf(schema, path)].filter((args) => JSON.stringify(args).includes(path)));
}

/** All files in a folder, with their contents. */
const contentsOf = (folder: string) =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map((entry) => [
    entry.name,
    entry.isFile() ? readFileSync(join(entry.parentPath, entry.name), 'utf8') : null,
  ]);

it('reads or writes no file outside the data directory, whatever text a call is given', {
  timeout: 600_000,
}, async () => {
  await window.studio.create({ name: 'Connect Four', from: { template: 'turns' } });
  await window.studio.open_project({ project_id: 'connect-four' });
  const before = [contentsOf(outside), readdirSync(dir)];
  // Climbs from any folder of Parlor to the root, and descends from there.
  const relative = '..'.concat('/..'.repeat(7), outside);
  const all = [outside, relative].flatMap((path) => [path, `${path}/spec.json`]);
  const paths = isLongRun ? all : [`${relative}/spec.json`];
  // Calls that change the identity come last.
  const ordered = calls.toSorted((a, b) => Number(a.group === 'identity') - Number(b.group === 'identity'));
  let callCount = 0;
  for (const { group, name, where, spec } of ordered.filter(({ spec }) => spec.surface === 'both')) {
    for (const args of requestsOf(spec, paths)) {
      const answer = await call(group, name, args).then(JSON.stringify, (error: ParlorError) => {
        expect(error.code, `${where} ${JSON.stringify(args)}`).not.toBe('bad_arguments');
        return JSON.stringify(error);
      });
      expect(answer, where).not.toContain(canary);
      callCount += 1;
    }
  }
  expect(callCount).toBeGreaterThan(isLongRun ? 250 : 75);
  expect(faults).toEqual([]);
  expect([contentsOf(outside), readdirSync(dir)]).toEqual(before);
});

/** Restarts with a new key in an empty data directory. */
async function restartWithNewKey(passphrase: string | null): Promise<void> {
  await stop();
  await rm(dataDir, { recursive: true });
  mkdirSync(dataDir, { mode: 0o700 });
  await start();
  await window.identity.create({ nickname: 'Ada', bio: '', passphrase });
}

it('reveals the key and installs player code only with the passphrase, if there is one', async () => {
  const passphrase = 'open sesame';
  await restartWithNewKey(passphrase);
  const governance = {
    family: null,
    status: 'active' as const,
    parent_protocol_id: null,
    tags: [],
    capabilities: [],
    created_reason: null,
    deprecated_reason: null,
  };
  const consent = { files_hash: '0'.repeat(64), trial: null, despite_comparison: false };
  const calls = {
    recovery_phrase: (given: string | null) => window.identity.recovery_phrase({ passphrase: given }),
    backup: (given: string | null) => window.identity.backup({ current: given, passphrase: 'another' }),
    set_hooks: (given: string | null) =>
      window.protocols.set_hooks({ protocol: 'connect-four', text: '', based_on: null, passphrase: given }),
    publish: (given: string | null) =>
      window.publishing.publish({ project_id: 'none', governance, consent, passphrase: given }),
  };
  for (const [name, call] of Object.entries(calls)) {
    // Deriving a key is slow: in a short run, only one call does so from a wrong passphrase.
    for (const wrong of [null, ...(isLongRun || name === 'recovery_phrase' ? ['guessed'] : [])])
      await expect(call(wrong), name).rejects.toMatchObject({ code: 'wrong_passphrase' });
  }
  expect((await calls.recovery_phrase(passphrase)).words).toHaveLength(24);
  expect(await calls.backup(passphrase)).toHaveProperty('text');
  // The hooks of bundled protocols can't be changed, and no publication was prepared.
  await expect(calls.set_hooks(passphrase)).rejects.toMatchObject({ code: 'forbidden' });
  await expect(calls.publish(passphrase)).rejects.toMatchObject({ code: 'not_found' });
});

it('does not reveal a confirmed key behind a passphrase that the browser itself has set, until a restart', async () => {
  await restartWithNewKey(null);
  const { words } = await window.identity.recovery_phrase({ passphrase: null });
  const answers = [1, 2, 3].map((position) => ({ position, word: words[position - 1]! }));
  expect(await window.identity.confirm_words({ answers })).toEqual({ confirmed: true });
  const refused = async (passphrase: string | null) => {
    const forbidden = { code: 'forbidden' };
    await expect(window.identity.recovery_phrase({ passphrase })).rejects.toMatchObject(forbidden);
    await expect(window.identity.backup({ current: passphrase, passphrase: 'x' })).rejects.toMatchObject(forbidden);
  };
  await refused(null);
  await window.identity.change_passphrase({ current: null, next: 'open sesame' });
  await refused('open sesame');
  await window.identity.lock({});
  await window.identity.unlock({ passphrase: 'open sesame' });
  await refused('open sesame');
  await stop();
  await start();
  await window.identity.unlock({ passphrase: 'open sesame' });
  expect(await window.identity.recovery_phrase({ passphrase: 'open sesame' })).toEqual({ words });
});
