/**
 * Runs the blocks of commands in README.md, docs/operators.md and docs/agents.md as they are written, in a folder of their own and on a free
 * port. Those of docs/protocol-authors.md have a test of their own, and docs.test.ts names what isn't run anywhere, with the reason.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { entryPath, root } from '../installation.ts';
import { endDaemons } from './testing/terminal.ts';

const dir = temporaryFolder();
const running = new Set<ChildProcess>();
let port = 0;

/** The lines of the first block that contains `line`, without comments. */
function linesOf(document: string, line: string): string[] {
  const blocks = readFileSync(join(root, document), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms);
  const block = [...blocks].map(([, text]) => text!).find((text) => text.includes(line));
  return block!.trimEnd().split('\n');
}

/** The line with this test's port, folders and keys. */
const adapted = (line: string, names: Record<string, string> = {}) =>
  Object.entries({ 7400: String(port), '/var/lib/parlor': join(dir, 'community'), '/backup': dir, ...names }).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    line,
  );

/** Starts lines of a shell in which `parlor` is this program. */
function start(lines: string[]): ChildProcess {
  const script = [`parlor() { "${process.execPath}" "${entryPath('cli')}" "$@"; }`, ...lines].join('\n');
  const { PARLOR_SERVER, PARLOR_DATA_DIR, ...env } = process.env;
  const child = spawn('bash', ['-ec', script], { cwd: dir, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  running.add(child);
  return child;
}

/** Runs lines to their end; returns what they print. */
async function run(lines: string[]): Promise<{ code: number; out: string; errors: string }> {
  const child = start(lines);
  let [out, errors] = ['', ''];
  child.stdout!.on('data', (text: Buffer) => (out += text));
  child.stderr!.on('data', (text: Buffer) => (errors += text));
  const [code] = (await once(child, 'close')) as [number];
  running.delete(child);
  return { code, out, errors };
}

const quickStart = linesOf('README.md', 'parlor register --nickname ada');
const [variables = '', service = '', ...commands] = quickStart;

beforeAll(async () => {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  ({ port } = probe.address() as { port: number });
  probe.close();
  await once(probe, 'close');
  expect(variables).toMatch(/^export /);
  expect(service).toMatch(/^parlor service .* &/);
  // In the foreground, so that the process can be ended with its shell.
  const child = start([adapted(`exec_service() { ${service.replace(/ &.*/, '')}; }; exec_service`)]);
  await once(createInterface({ input: child.stdout! }), 'line');
});
afterAll(async () => {
  await endDaemons(join(dir, 'ada'));
  for (const child of running) process.kill(-child.pid!, 'SIGKILL');
});

test('the README’s commands open a table in a community of their own', async () => {
  const { code, out, errors } = await run([variables, ...commands].map((line) => adapted(line)));
  expect(code, errors).toBe(0);
  expect(out.trim().split('\n').at(-1)).toMatch(/connect-four|Connect Four/);
});

test('the backup, the check and the moderation of docs/operators.md work on the data of a running service', async () => {
  const backup = linesOf('docs/operators.md', 'parlor service backup');
  expect(await run(backup.map((line) => adapted(line)))).toMatchObject({ code: 0 });
  const [list, , ban] = linesOf('docs/operators.md', 'parlor service moderate report 17');
  expect(await run([adapted(list!)])).toMatchObject({ code: 0, errors: '' });
  const { out } = await run([`PARLOR_DATA_DIR=./ada parlor identity list --json`]);
  const { public_key } = JSON.parse(out.trim().split('\n')[0]!) as { public_key: string };
  expect(await run([adapted(ban!, { KEY: public_key })])).toMatchObject({ code: 0, errors: '' });
});

test('the server of docs/agents.md starts with the permissions, and ends with its input', async () => {
  const lines = linesOf('docs/agents.md', 'parlor mcp --allow');
  expect(await run(['export PARLOR_DATA_DIR=./ada', ...lines])).toMatchObject({ code: 0, out: '' });
});
