/** The npm package: its contents, and that it works once installed. */
import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, mkdirSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import packageFile from '../package.json' with { type: 'json' };
import pins from '../resources/protocols/pins.json' with { type: 'json' };
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { root } from './imports.ts';
import { writeProgram } from './testing/programs.ts';
import {
  cleanEnv,
  copyNode,
  giveToUnprivileged,
  type RunningProcess,
  runToEnd,
  startProcess,
} from './testing/unprivileged.ts';

const folder = temporaryFolder();
const stage = join(folder, 'stage');
const home = join(folder, 'home');
const nodeFolder = copyNode(folder);
let tarball: string;
let files: { path: string; size: number }[];

interface Packed {
  filename: string;
  size: number;
  files: { path: string; size: number }[];
}
/** npm 11 prints an array, later versions an object by package. */
const parsePackOutput = (text: string) => Object.values(JSON.parse(text) as Record<string, Packed>)[0]!;
const npm = (args: string[], cwd: string) => execFileSync('npm', args, { cwd, encoding: 'utf8' });

beforeAll(async () => {
  mkdirSync(home);
  for (const each of [folder, home]) giveToUnprivileged(each);
  await writeProgram(join(stage, 'dist'));
  for (const file of ['package.json', 'README.md', 'LICENSE']) cpSync(join(root, file), join(stage, file));
  const packed = parsePackOutput(npm(['pack', '--ignore-scripts', '--json'], stage));
  tarball = join(stage, packed.filename);
  files = packed.files;
  expect(packed.size).toBeLessThan(5_000_000);
});

describe('the package', () => {
  it('contains the program and nothing else', () => {
    const paths = files.map(({ path }) => path);
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'dist/parlor.cjs',
        'dist/cli.js',
        'dist/service.js',
        'dist/parlor.service',
        'dist/renderer/index.html',
      ]),
    );
    const superfluous =
      /\.test\.|\/testing\/|(?<!\.d)\.tsx?$|\.svg$(?<!renderer\/assets\/.*)|^(?!dist\/|package\.json$|README\.md$|LICENSE$)/;
    expect(paths.filter((path) => superfluous.test(path))).toEqual([]);
  });

  it.runIf(isLongRun)('contains only dist when packed in a checkout', () => {
    const { files: packed } = parsePackOutput(npm(['pack', '--dry-run', '--ignore-scripts', '--json'], root));
    const outside = packed.map(({ path }) => path).filter((path) => !path.startsWith('dist/'));
    expect(outside.sort()).toEqual(['LICENSE', 'README.md', 'package.json']);
  });

  it('has the licence of every package that it contains or depends on', () => {
    const licences = `\n${readFileSync(join(stage, 'dist/THIRD-PARTY-LICENCES.txt'), 'utf8')}`;
    const sources = globSync(join(stage, 'dist/*.js.map')).flatMap(
      (map) => (JSON.parse(readFileSync(map, 'utf8')) as { sources: string[] }).sources,
    );
    const bundled = sources.flatMap((source) => /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(source)?.[1] ?? []);
    const names = new Set([...bundled, ...Object.keys(packageFile.dependencies)]);
    expect(names.size).toBeGreaterThan(20);
    for (const name of names) expect(licences.includes(`\n${name} `), name).toBe(true);
  });

  it('has all built files in one folder', () => {
    expect(globSync(join(stage, 'dist/*/**/*.js.map'))).toEqual([]);
  });
});

/** A Node on this computer that is too old for Parlor; null if there is none. */
const oldNode =
  (process.env.PATH ?? '')
    .split(delimiter)
    .map((directory) => join(directory, process.platform === 'win32' ? 'node.exe' : 'node'))
    .filter((path) => existsSync(path))
    .find((path) => Number(execFileSync(path, ['--version'], { encoding: 'utf8' }).slice(1).split('.')[0]) < 24) ??
  null;

/** Unpacks the package next to copies of its dependencies; returns the command. */
function unpack(): string {
  const at = join(folder, 'unpacked');
  mkdirSync(at, { recursive: true });
  execFileSync('tar', ['-xzf', tarball, '-C', at]);
  // Copies, because hooks may only read the folders of these packages, and links would lead to the checkout.
  for (const name of ['quickjs-emscripten', 'quickjs-emscripten-core', '@jitl', '@number0'])
    cpSync(join(root, 'node_modules', name), join(at, 'node_modules', name), { recursive: true });
  return join(at, 'package', packageFile.bin.parlor);
}

/** Installs the package and its dependencies with npm; returns the command. */
async function install(): Promise<string> {
  const prefix = join(folder, 'prefix');
  mkdirSync(prefix, { recursive: true });
  giveToUnprivileged(prefix);
  const args = ['install', '--global', tarball, '--prefix', prefix, '--prefer-offline'];
  const installed = await runToEnd('npm', args, { env: cleanEnv(home), cwd: home });
  expect(installed).toMatchObject({ code: 0 });
  // npm on Windows installs no manual pages.
  if (process.platform !== 'win32') expect(existsSync(join(prefix, 'share', 'man', 'man1', 'parlor.1'))).toBe(true);
  return process.platform === 'win32' ? join(prefix, 'parlor.cmd') : join(prefix, 'bin', 'parlor');
}

describe.each([['unpacked', unpack], ...(isLongRun ? [['installed by npm', install] as const] : [])] as const)(
  '%s',
  (name, obtain) => {
    const data = join(folder, name.replaceAll(' ', '-'));
    const running = new Set<RunningProcess>();
    let command: string;
    // The command is started through `env node`, which uses the first Node on the path.
    const env = cleanEnv(home, {
      PATH: `${nodeFolder}${delimiter}${process.env.PATH}`,
      PARLOR_SERVICE_DIFFICULTY: '1',
    });
    const run = (...args: string[]) => runToEnd(command, args, { env, cwd: home });
    const start = (...args: string[]) => {
      const started = startProcess(command, args, { env, cwd: home });
      running.add(started);
      return started;
    };

    beforeAll(async () => {
      mkdirSync(data);
      giveToUnprivileged(data);
      command = await obtain();
    });
    afterAll(async () => {
      for (const { child } of running) child.kill('SIGTERM');
      await Promise.all([...running].map(({ ended }) => ended));
    });

    it('prints its version', async () => {
      expect(await run('--version')).toEqual({ code: 0, stdout: `${packageFile.version}\n`, stderr: '' });
    });

    it.runIf(isLongRun)('passes the self-test', async () => {
      const { code, stdout, stderr } = await run('--self-test');
      const report = JSON.parse(stdout) as { ok: boolean; versions: object; checks: { id: string; ok: boolean }[] };
      expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
      expect(report.versions).toMatchObject({ parlor: packageFile.version, built: true });
      expect({ code, stderr, ok: report.ok }).toEqual({ code: 0, stderr: '', ok: true });
    });

    // Simulated, for computers without an old Node.
    it.runIf(isLongRun || oldNode === null)('reports in one sentence that Node is too old', async () => {
      const old = `Object.defineProperty(process.versions, 'node', { value: '20.20.2' }); require(${JSON.stringify(command)})`;
      const outcome = await runToEnd('node', ['--eval', old], { env, cwd: home });
      expect(outcome).toMatchObject({ code: 1, stdout: '' });
      expect(outcome.stderr).toMatch(/^Parlor needs Node\.js 24 or later, but this is 20\.20\.2\..*\n$/);
    });

    it.runIf(oldNode !== null)('prints that sentence on an actual old Node', async () => {
      const outcome = await runToEnd(oldNode!, [command, '--version'], { env, cwd: home });
      expect(outcome).toMatchObject({
        code: 1,
        stdout: '',
        stderr: expect.stringMatching(/^Parlor needs Node\.js 24.*\n$/),
      });
    });

    it.runIf(isLongRun)('serves a community and plays a rated game between two of its agents', async () => {
      const service = start('service', '--port', '0', '--data-dir', join(data, 'community'));
      const { url } = await service.waitForLine('event', 'listening');
      const accountOf = (who: string) => ['--data-dir', join(data, who), '--server', url!];
      for (const who of ['ada', 'grace']) {
        expect(
          await run('init', '--data-dir', join(data, who), '--nickname', who, '--insecure-plain-key'),
        ).toMatchObject({
          code: 0,
        });
        expect(await run('register', '--nickname', who, ...accountOf(who))).toMatchObject({ code: 0 });
      }
      const autonomous = ['--control-mode', 'autonomous', '--json'];
      const host = start('host', '--protocol', 'rock-paper-scissors', ...accountOf('ada'), ...autonomous);
      const { post_id } = await host.waitForLine('event', 'invite_created');
      const guest = await run('join', post_id!, ...accountOf('grace'), ...autonomous);
      const result = await host.waitForLine('event', 'result');
      expect([guest.code, await host.ended]).toEqual([0, 0]);
      expect(result).toMatchObject({ state: 'settled', before: 1200 });
      expect(JSON.parse(guest.stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({
        event: 'result',
        state: 'settled',
      });
    });

    it.runIf(isLongRun)('starts the app without a command, with house players', async () => {
      const dataDir = join(data, 'app');
      const app = start('--web', 'headless', '--data-dir', dataDir);
      const { url } = await app.waitForLine('event', 'web');
      const page = await fetch(new URL('/', url));
      expect(page.status).toBe(200);
      expect(await page.text()).toContain('<title>Parlor</title>');
      for (const command of [['init', '--insecure-plain-key'], ['register']])
        expect(await run(...command, '--nickname', 'hopper', '--data-dir', dataDir)).toMatchObject({ code: 0 });
      const filter = ['--protocol-id', pins['rock-paper-scissors'].protocol_id];
      const browse = async () => (await run('browse', ...filter, '--data-dir', dataDir, '--json')).stdout.trim();
      await expect.poll(browse).not.toBe('');
      const { post_id } = JSON.parse((await browse()).split('\n')[0]!) as { post_id: string };
      const game = await run('join', post_id, '--data-dir', dataDir, '--control-mode', 'autonomous', '--json');
      expect(JSON.parse(game.stdout.trimEnd().split('\n').at(-1)!)).toMatchObject({
        event: 'result',
        state: 'settled',
      });
      app.child.kill('SIGTERM');
      expect(await app.ended).toBe(0);
    });
  },
);
