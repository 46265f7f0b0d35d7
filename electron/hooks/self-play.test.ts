import { afterAll, describe, expect, test } from 'vitest';
import type { Json, JsonObject } from '../../shared/json/value.ts';
import { flowMode } from '../../shared/protocol/spec.ts';
import type { Answer, Ask, Role } from '../../shared/tables/hooks.ts';
import { adversarialPlay, attackKinds } from './adversary.ts';
import { byHandRefusal, generateByHand } from './by-hand.ts';
import type { HookHost } from './host.ts';
import { nodeLauncher } from './node-launcher.ts';
import { selfPlay } from './self-play.ts';
import { bundled, type PlayableProtocol, packed } from './testing/protocols.ts';

const launch = nodeLauncher();
const hosts: HookHost[] = [];
afterAll(() => Promise.all(hosts.map((host) => host.dispose())));

async function load(source: string): Promise<HookHost> {
  const host = await launch(source, { seed: 'self-play' });
  hosts.push(host);
  return host;
}

const tried = new Set<string>();
const both = (hooks: HookHost) => ({ host: hooks, guest: hooks });

describe.each([...bundled, ...packed].map((protocol) => [protocol.name, protocol] as const))(
  '%s',
  (_name, protocol) => {
    const { spec, source, options } = protocol;

    test('plays a whole game against itself, with the same end on both sides', async () => {
      const report = await selfPlay({ spec, hooks: both(await load(source)), options, seed: 'a' });
      expect(report).toMatchObject({ ok: true, stopped: null, mode: flowMode(spec) });
      const { host, guest } = report.seats;
      expect(guest.outcome).toEqual(host.outcome);
      expect([...host.warnings, ...guest.warnings]).toEqual([]);
    });

    test('refuses every kind of invalid message with the right code', async () => {
      const report = await adversarialPlay({ spec, hooks: both(await load(source)), options, seed: 'x' });
      for (const { kind } of report.attacks) tried.add(kind);
      expect(report.attacks.filter(({ refused }) => !refused)).toEqual([]);
      expect(report.ok).toBe(true);
      expect(report.attacks.length).toBeGreaterThan(10);
      for (const against of ['host', 'guest']) {
        expect(report.attacks.filter((attack) => attack.against === against).length).toBeGreaterThan(5);
      }
    });

    test('hooks by hand play a whole game against the real ones', async () => {
      const byHand = await load(generateByHand(spec));
      expect(byHand.methods.has('decide')).toBe(false);
      const real = await load(source);
      const asGuest = await finished({ host: real, guest: byHand }, protocol);
      expect(asGuest.ok).toBe(true);
      if (byHandRefusal(spec, 'host') === null) {
        expect((await finished({ host: byHand, guest: real }, protocol)).ok).toBe(true);
      }
    });
  },
);

/** A person who knows the rules as far as it takes: a place that is free, a number not guessed before. */
function sensible(_role: Role, ask: Pick<Ask, 'prompt' | 'choices' | 'entry'>, view: Json): Answer {
  const { history = [], board_size: size = 0 } = view as { history?: JsonObject[]; board_size?: number };
  const cells = Array.from({ length: size * size }, (_, index) => ({
    row: Math.floor(index / size),
    col: index % size,
  }));
  const free = cells.find((cell) => !history.some(({ row, col }) => row === cell.row && col === cell.col));
  if (free && ask.prompt.endsWith(': row')) return free.row;
  if (free && ask.prompt.endsWith(': col')) return free.col;
  const untried = ask.choices.find(({ value }) => !history.some(({ number }) => number === value));
  if (ask.prompt.endsWith(': number')) return untried?.value ?? 1 + history.length;
  const all = ask.choices.length;
  return all === 0 ? 'Some words.' : (ask.choices[history.length % all] as { value: Answer }).value;
}

/** Full columns are still refused; a few games are enough for one that ends. */
async function finished(hooks: Record<Role, HookHost>, { spec, options }: PlayableProtocol) {
  let report = await selfPlay({ spec, hooks, options, seed: '0', person: sensible });
  for (let game = 1; game < 10 && !report.ok; game += 1) {
    report = await selfPlay({ spec, hooks, options, seed: String(game) });
  }
  return report;
}

test('the attacks were of every kind', () => {
  expect([...tried].sort()).toEqual([...attackKinds].sort());
});

test('hooks that take what breaks the rules are found out', async () => {
  const connectFour = bundled.find(({ name }) => name === 'Connect Four') as PlayableProtocol;
  const gullible = connectFour.source
    .replace(/turn !== /g, 'false && turn !== ')
    .replace(/message\.turn !== /g, 'false && 0 !== ');
  expect(gullible).not.toBe(connectFour.source);
  const report = await adversarialPlay({
    spec: connectFour.spec,
    hooks: both(await load(gullible)),
    options: {},
    seed: 'gullible',
  });
  expect(report.ok).toBe(false);
  expect(report.attacks.some(({ kind, refused }) => kind === 'wrong_count' && !refused)).toBe(true);
});

test('hooks that never end, or wait for nothing, are stopped and named', async () => {
  const { spec } = bundled.find(({ name }) => name === 'Connect Four') as PlayableProtocol;
  const endless = await load(`
    export const join = (state) => ({ state, send: { action: 'join' } });
    export const handle_join = (state) => ({ state, send: { action: 'ready', cols: 7, rows: 6, first: 'guest' } });
    export const first_action = (state) => ({ state, send: { action: 'move', turn: 1, col: 0 } });
    export const handle = (state, message) => message.action === 'move'
      ? { state, send: { action: 'round_result', turn: 1, row: 0, col: 0, player: 'host', game_over: false, winner: 'none' } }
      : first_action(state);
    export const decide = () => 0;`);
  const report = await selfPlay({ spec, hooks: both(endless), options: {} as JsonObject, seed: 'e' });
  expect(report).toMatchObject({ ok: false, stopped: 'endless' });
});
