/** Battleship and Liar's Dice: independent referees for whole games, and seats that reveal other values than they committed to. */
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { sha256Hex } from '../../../../shared/signing/hash.ts';
import { otherRole, type Role, roles } from '../../../../shared/tables/hooks.ts';
import { nextLine, type RecordEntry, type RecordLine } from '../../../../shared/tables/record.ts';
import { openingReader, SealedRounds } from '../../../../shared/tables/sealed-rounds.ts';
import { verifyRecord } from '../../../../shared/tables/verify-record.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import { randomFrom, type SelfPlayReport, selfPlay } from '../../../hooks/self-play.ts';
import { launchPlainHooks } from '../../../tables/testing/plain-hooks.ts';
import {
  bundledHooks,
  type Chooser,
  chooseByHooks,
  type Frame,
  playMessages,
  Seat,
} from '../../testing/bundled-hooks.ts';

const folderOf = (slug: string) => new URL(`../../../../resources/protocols/${slug}/`, import.meta.url);
const textOf = (slug: string, file: string) => readFileSync(new URL(file, folderOf(slug)), 'utf8');
const specs = {
  battleship: readSpec(textOf('battleship', 'spec.json')).spec,
  'liars-dice': readSpec(textOf('liars-dice', 'spec.json')).spec,
};
type Slug = keyof typeof specs;
const manners = ['easy', 'steady', 'sharp'];
const games = Array.from({ length: isLongRun ? 200 : 3 }, (_, game) => game);

let random: () => number;
beforeEach(() => {
  random = randomFrom('games');
  vi.spyOn(Math, 'random').mockImplementation(() => random());
});
afterEach(() => vi.restoreAllMocks());

const seats = async (slug: Slug, options: object, game: number, choose: Chooser = chooseByHooks) => {
  const hooks = await bundledHooks(slug);
  const seat = (role: Role, manner: number) =>
    new Seat(role, hooks, specs[slug], options, choose, manners[manner % 3] ?? null);
  return { host: seat('host', game), guest: seat('guest', game + 1) };
};
const framesOf = (sent: [Role, Frame][], by: Role, action: string) =>
  sent.flatMap(([from, frame]) => (from === by && frame.action === action ? [frame] : []));
const commitment = (value: unknown, nonce: unknown) => sha256Hex(`${value}:${nonce}`);

describe('battleship', () => {
  const fleet = ['carrier', 'battleship', 'cruiser', 'submarine', 'destroyer'];
  const lengths = [5, 4, 3, 3, 2];

  test.each(games)('game %i has the result that an independent referee finds', async (game) => {
    const size = 8 + (game % 3);
    const { host, guest } = await seats('battleship', { size }, game);
    const { sent } = playMessages(host, guest);
    expect(guest.end).toEqual(host.end);
    const hits = { host: 0, guest: 0 };
    for (const role of roles) {
      const sea = framesOf(sent, role, 'open_fleet')[0] as unknown as { cells: string[]; nonces: string[] };
      const { cells } = framesOf(sent, role, 'fleet')[0] as unknown as { cells: string[] };
      expect(sea.cells.map((value, cell) => commitment(value, sea.nonces[cell]))).toEqual(cells);
      expect(new Set(sea.nonces).size).toBe(size * size);
      expect(fleet.map((name) => sea.cells.filter((value) => value === name).length)).toEqual(lengths);
      for (const { opened_cell, opened } of framesOf(sent, role, 'shot')) {
        if (opened !== undefined) expect(opened).toBe(sea.cells[Number(opened_cell)]);
      }
      const shots = framesOf(sent, otherRole(role), 'shot').map(({ cell }) => Number(cell));
      expect(new Set(shots).size).toBe(shots.length);
      hits[otherRole(role)] = shots.filter((cell) => sea.cells[cell] !== 'water').length;
    }
    const winner = host.end?.winner as Role;
    expect(hits[winner]).toBe(17);
    expect(hits[otherRole(winner)]).toBeLessThan(17);
  });

  test('a fleet is placed ship by ship', async () => {
    const moves: string[] = [];
    const choose: Chooser = (hooks, state, ask) => {
      if (!ask.key.startsWith('fleet:') || moves.length >= 12) return chooseByHooks(hooks, state, ask);
      const places = ask.choices.filter(({ value }) => String(value).includes(':'));
      expect(places.length).toBeGreaterThan(300);
      const { value } = places[Math.floor(Math.random() * places.length)]!;
      moves.push(String(value));
      return value;
    };
    const { host, guest } = await seats('battleship', {}, 0, choose);
    playMessages(host, guest);
    expect(moves).toHaveLength(12);
    expect(guest.end).toMatchObject({ completed: true });
  });
});

describe("liar's dice", () => {
  test.each(games)('game %i has the result that an independent referee finds', async (game) => {
    const terms = { dice: 1 + (game % 6), ones_wild: game % 2 === 0 };
    const { host, guest } = await seats('liars-dice', terms, game);
    const { sent } = playMessages(host, guest);
    expect(guest.end).toEqual(host.end);
    const left = { host: terms.dice, guest: terms.dice };
    for (let round = 1; Math.min(left.host, left.guest) > 0; round += 1) {
      const inRound = sent.filter(([, frame]) => frame.round === round);
      const all = roles.flatMap((role) => {
        const { secrets, nonces } = framesOf(inRound, role, 'reveal')[0] as unknown as {
          secrets: number[];
          nonces: string[];
        };
        const { hashes } = framesOf(inRound, role, 'roll')[0] as unknown as { hashes: string[] };
        expect(secrets.map((secret, die) => commitment(secret, nonces[die]))).toEqual(hashes);
        const numbers = inRound.find(([by, { numbers }]) => by !== role && numbers)?.[1].numbers as unknown as number[];
        expect([secrets.length, numbers.length]).toEqual([left[role], left[role]]);
        return secrets.map((secret, die) => ((secret + numbers[die]!) % 6) + 1);
      });
      const [bidder, bid] = inRound.findLast(([, { action }]) => action === 'bid')!;
      const count = all.filter((die) => die === bid.face || (terms.ones_wild && die === 1)).length;
      left[count >= Number(bid.quantity) ? otherRole(bidder) : bidder] -= 1;
    }
    expect(host.end).toMatchObject({ completed: true, winner: left.host === 0 ? 'guest' : 'host' });
  });

  test('all faces are equally likely', async () => {
    const counts = Array(7).fill(0);
    for (let game = 0; game < 60; game += 1) {
      const { host, guest } = await seats('liars-dice', { dice: 6 }, game);
      playMessages(host, guest, () => true);
      for (const face of guest.view().dice as number[]) counts[face] += 1;
    }
    for (const count of counts.slice(1)) expect(Math.abs(count - 60)).toBeLessThan(30);
  });
});

const lastMessage = ({ frames }: SelfPlayReport) => frames.findLast(({ frame }) => frame.action !== undefined)!;

describe('a false opening', () => {
  /** Each replaces one expression of the honest hooks: name, game, expression, replacement, and the reason for the loss. */
  const changes: [string, Slug, string, string, string][] = [
    ['of a cell', 'battleship', 'opened: cellsOf(state)[cell], nonce', "opened: 'water', nonce", 'commitment_broken'],
    [
      'of the whole sea',
      'battleship',
      "action: 'open_fleet', turn: state.shots.length, cells,",
      "action: 'open_fleet', turn: state.shots.length, cells: cells.with(0, 'carrier').with(1, 'carrier'),",
      'commitment_broken',
    ],
    [
      'of a fleet without its last ship',
      'battleship',
      'for (const name of NAMES) for (const cell of shipCells(name, fleet[name], size)) cells[cell] = name;',
      'for (const name of NAMES.slice(0, 4)) for (const cell of shipCells(name, fleet[name], size)) cells[cell] = name;',
      'fleet_illegal',
    ],
    [
      'of a die',
      'liars-dice',
      'const secrets = parts.map(({ number }) => number);',
      'const secrets = parts.map(({ number }) => (number + 1) % 6);',
      'commitment_broken',
    ],
  ];

  const cases = changes.flatMap((change) => roles.map((role) => [...change, role] as const));
  test.each(cases)('%s in %s loses the game (%#)', async (_what, slug, original, changed, reason, cheater) => {
    const source = textOf(slug, 'hooks.js');
    const changedSource = source.replace(original, changed);
    expect(changedSource).not.toBe(source);
    const [dishonest, honest] = [
      await launchPlainHooks(changedSource, { seed: 'cheater' }),
      await launchPlainHooks(source, { seed: 'other' }),
    ];
    const hooks = cheater === 'host' ? { host: dishonest, guest: honest } : { host: honest, guest: dishonest };
    const report = await selfPlay({ spec: specs[slug], hooks, options: {}, seed: 'a' });
    const { from, frame } = lastMessage(report);
    expect(from).toBe(otherRole(cheater));
    expect(frame).toMatchObject({ action: 'result', reason, winner: otherRole(cheater) });
    expect(report.seats[otherRole(cheater)].outcome).toMatchObject({ completed: true, winner: otherRole(cheater) });
    if (reason !== 'commitment_broken') return;
    expect(brokenBy(slug, report)).toEqual([cheater]);
    expect(verified(slug, report, otherRole(cheater)).peerViolations.map(({ code }) => code)).toContain('seal_broken');
    expect(verified(slug, report, otherRole(cheater)).findings.map(({ code }) => code)).not.toContain('seal_broken');
  });

  /** The sides with an opening that does not match, as the fairness lens shows them. */
  function brokenBy(slug: Slug, { frames }: SelfPlayReport): Role[] {
    const sealed = new SealedRounds(specs[slug]);
    frames.forEach(({ from, frame }, at) => {
      sealed.add({ kind: 'frame', direction: from === 'host' ? 'sent' : 'received', frame }, 'host', at);
    });
    expect(sealed.rounds.length).toBeGreaterThan(0);
    return roles.filter((role) =>
      sealed.rounds.some(({ [role]: { value, nonce, sealed: hash } }) => value && commitment(value, nonce) !== hash),
    );
  }

  function verified(slug: Slug, { frames, seats: { host, guest } }: SelfPlayReport, role: Role) {
    const lines: RecordLine[] = [];
    const add = (entry: RecordEntry) => lines.push(nextLine(lines.at(-1) ?? null, lines.length, entry));
    add({ kind: 'start', role, control_mode: 'autonomous', options: {}, manner: null, hooks_hash: '0'.repeat(64) });
    for (const { from, frame } of frames) {
      add({ kind: 'frame', direction: from === role ? 'sent' : 'received', frame });
    }
    add({ kind: 'end', ...(role === 'host' ? host : guest).outcome! });
    return verifyRecord(lines.map((line) => `${JSON.stringify(line)}\n`).join(''), textOf(slug, 'spec.json'));
  }
});

test.each(['battleship', 'liars-dice'] as const)('%s: rejects commitments copied from the other side', async (slug) => {
  const hooks = await launchPlainHooks(textOf(slug, 'hooks.js'), { seed: 'a' });
  const field = slug === 'battleship' ? 'cells' : 'hashes';
  let first: unknown = null;
  const report = await selfPlay({
    spec: specs[slug],
    hooks: { host: hooks, guest: hooks },
    options: {},
    seed: 'a',
    tamper(from, frame) {
      if (from === 'guest') first ??= frame[field];
      return from === 'host' && frame[field] ? [{ ...frame, [field]: first as never }] : null;
    },
  });
  expect(lastMessage(report).frame).toEqual({ action: 'error', reason: 'commitment_copied' });
  expect(report.seats.guest.outcome).toMatchObject({ completed: false, winner: null });
});

test('openings are read only if the spec declares them', () => {
  expect(openingReader({ ...specs.battleship, commit_reveal: { scheme: 'sha256' } })).toBeNull();
});
