import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readSpec } from '../../../shared/protocol/spec.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { isLongRun, sampled } from '../../../shared/testing/long.ts';
import { defaultResourcesDir } from '../../installation.ts';
import { launchPlainHooks } from '../../tables/testing/plain-hooks.ts';
import type { LaunchedHooks, LaunchHooks } from '../hook-host.ts';
import { nodeLauncher } from '../node-launcher.ts';
import { selfPlay } from '../self-play.ts';
import { selfTest } from '../self-test.ts';
import { broken, honest } from '../testing/broken.ts';
import { bundled, type PlayableProtocol, packed } from '../testing/protocols.ts';
import { type AdversaryReport, adversarialPlay } from './adversary.ts';
import { type AttackReport, attackKinds } from './attack-log.ts';
import { failureCauses } from './causes.ts';

const seeds = isLongRun ? ['x', ...Array.from({ length: 12 }, (_, seed) => String(seed))] : ['x'];
const limits = { rounds: 1, calls: isLongRun ? 5_000 : 1_500 };
/** In a short run, of the many games, only the one with every kind of commitment gets all calls. */
const limitsOf = ({ name }: { name: string }) =>
  isLongRun || !network.some((each) => each.name === name) || name === 'Battleship'
    ? limits
    : { ...limits, calls: 600 };

/** Short runs call the hooks without the sandbox, which would take seconds for thousands of calls. */
async function attack(
  { spec, source, options }: Omit<PlayableProtocol, 'hooks'>,
  seed: string,
  within = limits,
): Promise<AdversaryReport> {
  const hooks = await launchPlainHooks(source, { seed });
  const parts = { spec, hooks: { host: hooks, guest: hooks }, options, seed };
  const fair = await selfPlay(parts);
  expect(fair).toMatchObject({ ok: true });
  return adversarialPlay(parts, fair, within);
}

const accepted = (attacks: AttackReport[]) => attacks.filter(({ refused }) => !refused);

function template(name: string, options: PlayableProtocol['options']): PlayableProtocol {
  const file = (path: string) => readFileSync(join(defaultResourcesDir(), 'studio', name, path), 'utf8');
  const hooks = new URL(`file:${join(defaultResourcesDir(), 'studio', name, 'hooks.js')}`);
  return { name: `template ${name}`, spec: readSpec(file('spec.json')).spec, source: file('hooks.js'), hooks, options };
}

/** With options, so that there are terms which a dishonest host can change. */
const templates = [template('turns', { max: 10 }), template('rounds', { rounds_to_win: 3 })];
const tried = new Set<string>();

const network = [...bundled, ...sampled(packed, 2)];
const all = [...network, ...templates, ...honest];

describe.each(all.map((each) => [each.name, each] as const))('%s', (_name, protocol) => {
  test.each(seeds)('accepts nothing that is invalid or dishonest, seed %s', async (seed) => {
    const { attacks, games, result } = await attack(protocol, seed, limitsOf(protocol));
    for (const { kind } of attacks) tried.add(kind);
    expect(accepted(attacks)).toEqual([]);
    expect(attacks.filter(({ undecided }) => undecided > 0)).toEqual([]);
    expect(games.filter(({ failure }) => failure !== null)).toEqual([]);
    expect(result).toBe('ok');
    for (const against of ['host', 'guest']) {
      expect(attacks.filter((each) => each.against === against).length).toBeGreaterThan(5);
    }
  });
});

test('tries every kind of attack', () => {
  expect([...tried].sort()).toEqual([...attackKinds].sort());
});

describe.each(broken.map((each) => [each.name, each] as const))('%s', (name, protocol) => {
  test.each(seeds)('reports the message and method of a broken check, seed %s', async (seed) => {
    const [kind, against, message, field, method] = protocol.finding!;
    const { attacks, result } = await attack(protocol, seed);
    expect(result).toBe('holes');
    // With other seeds, another kind of attack may come to the same check first.
    const attempt = seed === 'x' ? { kind, field } : {};
    expect(accepted(attacks)).toContainEqual(
      expect.objectContaining({ ...attempt, against, message, accepted: expect.objectContaining({ method }) }),
    );
    const from: Role = against === 'host' ? 'guest' : 'host';
    const other = accepted(attacks).filter((each) => each.against !== against);
    expect(other, `only messages from the ${from}`).toEqual([]);
  });

  test('lacks one check of the honest hooks', () => {
    const model = honest.find((each) => name.startsWith(each.name.split('/')[0]!))!;
    const remaining = new Set(protocol.source.split('\n'));
    const removed = model.source.split('\n').filter((line) => !remaining.has(line));
    expect(removed.length).toBeLessThanOrEqual(4);
    expect(protocol.source).not.toBe(model.source);
  });
});

/** A failure isn't a refusal: the table ends, but blames the seat that kept the rules. */
describe('hooks that fail at a lie', () => {
  const honestHooks = (mode: string) => honest.find(({ name }) => name === `${mode}/honest`)!;
  const refusal = "send: { action: 'error', reason: 'broken_rule' } };";

  test.each([
    ['turns', 'throw', 'function refuse(state) {', "function refuse(state) { throw new Error('no');", 'handle'],
    ['turns', 'return garbage', 'function refuse(state) {', 'function refuse(state) { return 7;', 'handle'],
    [
      'turns',
      'return no state',
      'function refuse(state) {',
      'function refuse(state) { return { state: [] };',
      'handle',
    ],
    ['turns', 'send garbage', "reason: 'broken_rule'", 'reason: 7', 'handle'],
    ['turns', 'do nothing', 'function refuse(state) {', 'function refuse(state) { return { state };', 'handle'],
    [
      'response',
      'answer a response',
      'return leave(state);\n  return {',
      'return { state, send: {} };\n  return {',
      'handle',
    ],
    ['rounds', 'throw', 'return { ...leave(state), send', 'return { ...leave(null), send', 'round_judge'],
    ['rounds', 'send no result', refusal, 'end: undefined };', 'round_judge'],
    ['rounds', 'end a lost game', refusal, "end: { completed: true, winner: 'host' } };", 'round_judge'],
    ['rounds', 'send garbage', refusal, "send: { action: 'error', reason: 'overbid' } };", 'round_judge'],
  ])('%s: %s', async (mode, _what, text, other, method) => {
    const { spec, source } = honestHooks(mode);
    expect(source).toContain(text);
    const { attacks, result } = await attack({ ...honestHooks(mode), spec, source: source.replace(text, other) }, 'x');
    expect(accepted(attacks)).toEqual([]);
    expect(result).toBe('failures');
    const causes = failureCauses(attacks);
    expect(causes.map(({ failed }) => failed.method)).toContain(method);
    for (const { failed } of causes) expect(failed).toMatchObject({ problem: { code: 'hook_failed' } });
  });

  test('refusing a sealed value by an end alone is no failure', async () => {
    const { source } = honestHooks('rounds');
    const ended = source.replace(refusal, 'send: undefined };');
    expect(ended).not.toBe(source);
    expect((await attack({ ...honestHooks('rounds'), source: ended }, 'x')).result).toBe('ok');
  });
});

/** As the guide says: a move that loses the turn by the rules is a legal one, which the hooks have to offer. */
test.each([
  ['a legal move if it is offered', 'ok', 10],
  ['a hole otherwise', 'holes', 'coins(state, state.role) + 1'],
])('a sealed value that loses the turn is %s', async (_what, result, count) => {
  const rounds = honest.find(({ name }) => name === 'rounds/honest')!;
  const edits = [
    ['length: coins(state, state.role) + 1', `length: ${count}`],
    [/ {2}if \(guest > coins.*\n/, ''],
    [/ {2}if \(host > coins.*\n/, ''],
    [
      'bids: [...state.bids, { host, guest }]',
      "bids: [...state.bids, { host: paid('host', host), guest: paid('guest', guest) }]",
    ],
    ['function judge(state, host, guest) {', '$&\n  const paid = (seat, bid) => (bid > coins(state, seat) ? 0 : bid);'],
  ] as const;
  const source = edits.reduce((text, [before, after]) => text.replace(before, after), rounds.source);
  expect((await attack({ ...rounds, source }, 'x')).result).toBe(result);
});

test.each([
  ['refuses', true, 'ok'],
  ['would otherwise accept', false, 'holes'],
])('a guest that judges each round too %s a false result', async (_what, shadow_judge, result) => {
  const rounds = honest.find(({ name }) => name === 'rounds/honest')!;
  const source = rounds.source.replaceAll(/ {2}if \(message\..*\n/g, '');
  expect(source).not.toBe(rounds.source);
  const judged = { ...rounds, spec: { ...rounds.spec, shadow_judge } };
  expect((await attack({ ...judged, source }, 'x')).result).toBe(result);
  if (!shadow_judge) return;
  const failing = source.replace(
    'round_judge(state, _round, host, guest) {',
    "$& if (host > coins(state, 'host')) throw 7;",
  );
  const { attacks } = await attack({ ...judged, source: failing }, 'x');
  expect(failureCauses(attacks).map(({ first, failed }) => [first.against, failed.method])).toEqual([
    ['guest', 'round_judge'],
  ]);
});

describe('in the sandbox', () => {
  const claims = honest.find(({ name }) => name === 'turns/honest')!;
  let log: ((text: string) => void) | undefined;
  let sandbox: LaunchedHooks;
  beforeAll(async () => {
    sandbox = await nodeLauncher()(claims.source, { seed: 'x', limits: { callMs: 200 }, log: (text) => log?.(text) });
  });
  afterAll(() => sandbox.dispose());

  /** All tests share one process. */
  const reloaded: LaunchHooks = async (source, options) => {
    log = options.log;
    await sandbox.reload(source, options.seed);
    return {
      hash: sandbox.hash,
      methods: sandbox.methods,
      manners: sandbox.manners,
      call: (method, args) => sandbox.call(method, args),
      reload: (text, seed) => sandbox.reload(text, seed),
      dispose: async () => {},
    };
  };
  const tested = (source: string, adversarial = true) =>
    selfTest(reloaded, { spec: claims.spec, source, adversarial, seed: 'x' });

  test('finds a broken check, and makes the same attempts for the same seed', async () => {
    const winner = broken.find(({ name }) => name === 'turns/wrong-winner')!;
    const report = await tested(winner.source);
    expect(report).toMatchObject({ ok: false, seed: 'x' });
    expect(accepted(report.adversary!.attacks).map(({ field }) => field)).toContain('winner');
    expect((await tested(winner.source)).adversary, 'the same seed').toEqual(report.adversary);
  });

  test.each([
    ['throw', "throw new Error('no');"],
    ['loop', 'for (;;);'],
    ['return garbage', 'return 7;'],
    ['return nothing', 'return undefined;'],
    ['send garbage', 'return { state, send: { action: 7 } };'],
    ['send no action', 'return { state, send: {} };'],
    ['ask for nothing', "return { state, ask: { key: 'a', prompt: 'b', choices: [] } };"],
  ])('hooks that %s fail the test and nothing else', async (what, body) => {
    const methods = ['handle_join', 'first_action', 'handle', 'act'];
    for (const method of isLongRun || what === 'throw' ? methods : ['handle']) {
      const source = claims.source.replace(
        new RegExp(`export function ${method}\\(([^)]*)\\) \\{`),
        (head) => `${head} ${body}`,
      );
      expect(source).not.toBe(claims.source);
      const report = await tested(source);
      expect(report).toMatchObject({ ok: false, adversary: null });
    }
  });

  test.each([
    "return { state, ask: { key: 'a', prompt: 'b', choices: [] } };",
    'return { state, end: { completed: true } };',
  ])('reports a hole of hooks that answer a lie with %s', async (body) => {
    const source = claims.source.replace('function refuse(state) {', (head) => `${head} ${body}`);
    expect((await attack({ ...claims, source }, 'x')).result).toBe('holes');
  });

  test('gives up on hooks that loop only for a cheating peer', async () => {
    const { adversary } = await tested(
      claims.source.replace('function refuse(state) {', 'function refuse(state) { for (;;);'),
    );
    expect(adversary!.result).toBe('failures');
    expect(failureCauses(adversary!.attacks)[0]!.failed).toMatchObject({
      method: 'handle',
      problem: { code: 'hook_timeout' },
    });
  });

  test('reports the output of the hooks with the seat and method', async () => {
    const source = claims.source.replace(
      'export function join(state) {',
      "export function join(state) { console.log('joined');",
    );
    const { log } = await tested(source, false);
    expect(log).toEqual([{ seat: 'guest', method: 'join', text: 'joined' }]);
  });
});
