/** Trials of an author's hooks: what they report, that they stop, and that the same seed plays the same games. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SimulationSettings, Trials } from '../../shared/bridge/contract.ts';
import { readSpec } from '../../shared/protocol/spec.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import { defaultResourcesDir } from '../installation.ts';
import { rulesHash } from '../library/rules-hash.ts';
import { systemEnvironment } from '../tables/environment.ts';
import { launchPlainHooks } from '../tables/testing/plain-hooks.ts';
import type { GameFiles } from './problems/runtime.ts';
import { ProjectTrials } from './trials.ts';

const folder = join(defaultResourcesDir(), 'studio/turns');
const specText = await readFile(join(folder, 'spec.json'), 'utf8');
const hooks = await readFile(join(folder, 'hooks.js'), 'utf8');
const whole: GameFiles = { spec: readSpec(specText).spec, specText, hooks };

let trials: ProjectTrials;
let seen: Trials[];
let onSeen: (() => void) | null;
let launched: Parameters<LaunchHooks>[1][];
/** Attacks by an adversary take seconds in the sandbox, so most tests of them call the hooks without it. */
let launch: LaunchHooks;

beforeEach(() => {
  [seen, onSeen, launched] = [[], null, []];
  launch = nodeLauncher();
  trials = new ProjectTrials({
    launchHooks(source, options) {
      launched.push(options);
      // At the lowest priority, a busy computer would let the tests wait for minutes.
      return launch(source, { ...options, background: false });
    },
    environment: systemEnvironment,
    onChange(latest) {
      seen.push(latest);
      onSeen?.();
    },
  });
});
afterEach(() => trials.dispose());

/** Resolves as soon as the latest trials match. */
async function until(matches: (latest: Trials) => boolean): Promise<Trials> {
  while (!matches(trials.latest)) {
    await new Promise<void>((resolve) => {
      onSeen = resolve;
    });
  }
  return trials.latest;
}
const adversaryEnds = async () => (await until(({ adversary }) => adversary?.state !== 'running')).adversary!;
const simulationEnds = async () => (await until(({ simulation }) => simulation?.state !== 'running')).simulation!;

const settings: SimulationSettings = { games: 10, seed: 'a', host: 'random', guest: 'random' };

test('finds nothing in whole hooks, in a process of the lowest priority', async () => {
  launch = launchPlainHooks;
  await trials.startAdversary(whole);
  const run = await adversaryEnds();
  expect(run).toMatchObject({ state: 'done', progress: 1, rules_hash: rulesHash(specText, hooks) });
  expect(run.report).toMatchObject({ verdict: 'nothing_found', findings: [], finding_count: 0 });
  expect(run.report!.messages).toBeGreaterThan(100);
  expect(launched.map(({ background }) => background)).toEqual([true]);
  const shares = seen.map(({ adversary }) => adversary!.progress);
  expect(shares.toSorted((a, b) => a - b)).toEqual(shares);
});

test('reports a hole with its message, method and line', async () => {
  launch = launchPlainHooks;
  const check = " && (secret === guess) === (winner === 'guest')";
  expect(hooks).toContain(check);
  const holed = hooks.replace(check, '');
  await trials.startAdversary({ ...whole, hooks: holed });
  const { report } = await adversaryEnds();
  expect(report).toMatchObject({ verdict: 'holes' });
  const line = 1 + hooks.split('\n').findIndex((text) => text.startsWith('export function handle('));
  expect(report!.findings).toContainEqual(
    expect.objectContaining({
      ...{ outcome: 'accepted', from: 'host', action: 'game_over', method: 'handle', line },
      message: expect.stringContaining('"action":"game_over"'),
    }),
  );
});

test('reports a message at which the hooks fail, with the line', async () => {
  const refuse = 'function refuse(state) {';
  expect(hooks).toContain(refuse);
  await trials.startAdversary({ ...whole, hooks: hooks.replace(refuse, `${refuse} throw new Error('no');`) });
  const { report } = await adversaryEnds();
  expect(report).toMatchObject({ verdict: 'failures' });
  const line = 1 + hooks.split('\n').findIndex((text) => text.startsWith(refuse));
  expect(report!.findings[0]).toMatchObject({
    ...{ outcome: 'failed', method: 'handle', line, failure: expect.stringContaining('no') },
    message: expect.stringContaining('"action"'),
  });
});

test('reports a game that cannot be played', async () => {
  launch = launchPlainHooks;
  const broken = hooks.replace(
    'export function handle(',
    'export function handle() { throw new Error("no"); }\nfunction old(',
  );
  expect(broken).not.toBe(hooks);
  await trials.startAdversary({ ...whole, hooks: broken });
  const { report } = await adversaryEnds();
  expect(report).toMatchObject({ verdict: 'holes', games: 1, messages: 0 });
  expect(report!.findings[0]).toMatchObject({ outcome: 'failed_game', line: expect.any(Number) });
});

test('fails if the hooks cannot be loaded', async () => {
  await trials.startAdversary({ ...whole, hooks: 'export function (' });
  expect(await adversaryEnds()).toMatchObject({ state: 'failed', report: null, problem: { code: 'hook_failed' } });
});

test('stops at once, and can be started again', async () => {
  await trials.startAdversary(whole);
  await until(({ adversary }) => adversary!.progress > 0);
  await trials.stop('adversary');
  expect(trials.latest.adversary).toMatchObject({ state: 'stopped', report: null });
  await trials.startSimulation(whole, {}, { ...settings, games: 1000 });
  await until(({ simulation }) => simulation!.played > 0);
  await trials.startSimulation(whole, {}, settings);
  expect(await simulationEnds()).toMatchObject({ state: 'done', played: 10 });
});

test('runs only the last of two that are started at once', async () => {
  const start = (games: SimulationSettings['games']) => trials.startSimulation(whole, {}, { ...settings, games });
  await Promise.all([start(1000), start(10)]);
  expect(await simulationEnds()).toMatchObject({ state: 'done', played: 10 });
  const reported = seen.map(({ simulation }) => simulation!.settings.games);
  expect(reported.lastIndexOf(1000)).toBeLessThan(reported.indexOf(10));
});

test('counts the results and lengths of simulated games, the same for the same seed', async () => {
  await trials.startSimulation(whole, { max: 10 }, settings);
  const first = await simulationEnds();
  expect(first).toMatchObject({ state: 'done', progress: 1, played: 10, failures: [] });
  expect(first.results.reduce((sum, { games }) => sum + games, 0)).toBe(10);
  for (const { shortest, median, longest } of first.results) {
    expect(shortest).toBeGreaterThan(2);
    expect([shortest, median, longest].toSorted((a, b) => a - b)).toEqual([shortest, median, longest]);
  }
  await trials.startSimulation(whole, { max: 10 }, settings);
  expect((await simulationEnds()).results).toEqual(first.results);
  await trials.startSimulation(whole, { max: 10 }, { ...settings, seed: 'b', host: 'hooks', guest: 'hooks' });
  expect((await simulationEnds()).played).toBe(10);
});

test('lists games that fail', async () => {
  const broken = hooks.replace(
    'export function handle(',
    'export function handle() { throw new Error("no"); }\nfunction old(',
  );
  await trials.startSimulation({ ...whole, hooks: broken }, {}, settings);
  const run = await simulationEnds();
  expect(run.results).toMatchObject([{ result: 'failed', games: 10 }]);
  expect(run.failures).toHaveLength(10);
  expect(run.failures[0]!.failure).toContain('no');
});
