/** The rules of the bundled games with sealed rounds, compared with independent referees written from the text of the specs. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { validateOptions } from '../../../../shared/protocol/options.ts';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import type { Role } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import { randomFrom } from '../../../hooks/self-play.ts';
import {
  type BundledHooks,
  bundledHooks,
  chooseAtRandom,
  chooseByHooks,
  type Frame,
  playRounds,
  Seat,
} from '../../testing/bundled-hooks.ts';

const games = isLongRun ? 200 : 30;

const specOf = (folder: string) =>
  readSpec(
    readFileSync(
      fileURLToPath(new URL(`../../../../resources/protocols/${folder}/spec.json`, import.meta.url)),
      'utf8',
    ),
  ).spec;

type Values = readonly [host: number | string, guest: number | string][];

/** Both seats play these values, the host's first. Returns the results. */
function played(
  hooks: BundledHooks,
  folder: string,
  options: object,
  values: Values,
): { frames: Frame[]; seats: Seat[] } {
  const spec = specOf(folder);
  const seatAt = (role: Role, side: 0 | 1) => {
    let round = 0;
    return new Seat(role, hooks, spec, options, () => values[round++]![side]);
  };
  const seats = [seatAt('host', 0), seatAt('guest', 1)] as const;
  return { frames: playRounds(...seats), seats: [...seats] };
}

/** Games of random players and of agents of each strength, with options from `draw`. */
function* agentGames(
  hooks: BundledHooks & { manners?: string[] },
  folder: string,
  draw: (random: () => number) => object,
) {
  const random = randomFrom(folder);
  const spec = specOf(folder);
  const manners = [...(hooks.manners ?? [])];
  for (let game = 0; game < games; game += 1) {
    const options = draw(random);
    expect(validateOptions(spec, options as never)).toEqual([]);
    const seat = (role: Role, at: number) =>
      new Seat(
        role,
        hooks,
        spec,
        options,
        game % 3 === 0 ? chooseAtRandom : chooseByHooks,
        manners[at % manners.length],
      );
    const [host, guest] = [seat('host', game), seat('guest', Math.floor(game / manners.length))];
    const frames = playRounds(host, guest);
    expect(guest.end).toEqual(host.end);
    expect(guest.end?.completed).toBe(true);
    expect(guest.view()).toMatchObject({ over: true, winner: host.end?.winner });
    yield { options, frames, end: host.end! };
  }
}

const winnerOf = (host: number, guest: number) => (host === guest ? 'draw' : host > guest ? 'host' : 'guest');

/** How a guest ends the game if the result of the last round is changed; null if it plays on. */
function endAfter(hooks: BundledHooks, folder: string, values: Values, change: object, opened: object = {}) {
  const spec = specOf(folder);
  const [host, guest] = [new Seat('host', hooks, spec, {}), new Seat('guest', hooks, spec, {})];
  guest.step('handle_ready', host.step('handle_join', guest.step('join').send).send);
  let end = null;
  for (const [round, [host_value, guest_value]] of values.entries()) {
    guest.step('round_value', round);
    const honest = host.step('round_judge', round, host_value, guest_value).send!;
    const isLast = round === values.length - 1;
    const frame = isLast ? { ...honest, ...change } : honest;
    const shown = { round, host_value, guest_value, ...(isLast ? opened : {}) };
    end = guest.step('handle', frame, shown).end ?? null;
  }
  return end;
}

const [weakWins, prisonersDilemma, auction] = await Promise.all(
  ['weak-wins', 'prisoners-dilemma', 'sealed-bid-auction'].map(bundledHooks) as [
    Promise<BundledHooks>,
    Promise<BundledHooks>,
    Promise<BundledHooks>,
  ],
);

describe('weak-wins', () => {
  const hooks = weakWins;

  test('the lower bid scores the sum of both, equal bids score themselves, and the last round spends the rest', () => {
    const { frames, seats } = played(hooks, 'weak-wins', {}, [
      [24, 19],
      [12, 30],
      [20, 20],
      [11, 18],
      [33, 13],
    ]);
    expect(
      frames.map(({ round_winner, host_score, guest_score, host_left, guest_left }) =>
        [round_winner, host_score, guest_score, host_left, guest_left].join(' '),
      ),
    ).toEqual(['guest 0 43 76 81', 'host 42 43 64 51', 'draw 62 63 44 31', 'host 91 63 33 13', 'guest 91 109 0 0']);
    expect(seats[1]!.end).toEqual({ completed: true, winner: 'guest', reason: 'Won 109 to 91.' });
  });

  test('games have the results that an independent referee finds', () => {
    const draw = (random: () => number) => ({
      total_points: 10 + Math.floor(random() * 200),
      total_rounds: 2 + Math.floor(random() * 5),
    });
    const seen = new Set<string>();
    for (const { options, frames, end } of agentGames(hooks, 'weak-wins', draw)) {
      const { total_points, total_rounds } = options as ReturnType<typeof draw>;
      const [score, left] = [
        { host: 0, guest: 0 },
        { host: total_points, guest: total_points },
      ];
      for (const { host_bid, guest_bid } of frames as unknown as { host_bid: number; guest_bid: number }[]) {
        if (host_bid <= guest_bid) score.host += host_bid === guest_bid ? host_bid : host_bid + guest_bid;
        if (guest_bid <= host_bid) score.guest += host_bid === guest_bid ? guest_bid : host_bid + guest_bid;
        left.host -= host_bid;
        left.guest -= guest_bid;
      }
      expect(frames).toHaveLength(total_rounds);
      expect(left).toEqual({ host: 0, guest: 0 });
      expect(score.host + score.guest).toBe(2 * total_points);
      expect(frames.at(-1)).toMatchObject({ host_score: score.host, guest_score: score.guest, game_over: true });
      expect(end.winner).toBe(winnerOf(score.host, score.guest));
      seen.add(end.winner!);
    }
    expect([...seen]).toEqual(expect.arrayContaining(['host', 'guest']));
  });

  test('a bid above the points left, or a last bid below them, ends the game without a winner', () => {
    const spent: Values = [
      [90, 90],
      [10, 0],
    ];
    const above = { host_bid: 11, host_left: 0 };
    expect(endAfter(hooks, 'weak-wins', spent, above, { host_value: 11 })).toMatchObject({ completed: false });
    const kept: Values = [...Array<[number, number]>(4).fill([0, 0]), [99, 100]];
    expect(endAfter(hooks, 'weak-wins', kept, {})).toMatchObject({ completed: false });
    const host = new Seat('host', hooks, specOf('weak-wins'), {});
    const step = host.step('round_judge', 0, 0, 101);
    expect(step).toMatchObject({ send: { action: 'error', reason: 'invalid_bid' }, end: { completed: false } });
  });

  test.each([
    ['another winner', { round_winner: 'host' }],
    ['another score', { host_score: 43 }],
    ['more points left', { host_left: 100 }],
    ['an end', { game_over: true, game_winner: 'host' }],
    ['another bid', { host_bid: 1 }],
  ])('the guest leaves a host that announces %s', (_name, change) => {
    expect(endAfter(hooks, 'weak-wins', [[24, 19]], {})).toBeNull();
    expect(endAfter(hooks, 'weak-wins', [[24, 19]], change)).toMatchObject({ completed: false });
  });

  test('the guest leaves a host that uses other terms', () => {
    const guest = new Seat('guest', hooks, specOf('weak-wins'), { total_rounds: 5 });
    guest.step('handle_ready', { action: 'ready', total_points: 100, total_rounds: 4 });
    expect(guest.end).toEqual({
      completed: false,
      reason: 'The host set total rounds to 4; its invitation stands for 5.',
    });
  });
});

describe('prisoners-dilemma', () => {
  const hooks = prisonersDilemma;
  const spec = specOf('prisoners-dilemma');

  test('pays 3, 0, 5 and 1, and the higher total wins', () => {
    const [c, d] = ['cooperate', 'defect'];
    const { frames, seats } = played(hooks, 'prisoners-dilemma', { rounds: 4 }, [
      [c, c],
      [c, d],
      [d, c],
      [d, d],
    ] as never);
    expect(frames.map((frame) => [frame.host_points, frame.guest_points, frame.host_total, frame.guest_total])).toEqual(
      [
        [3, 3, 3, 3],
        [0, 5, 3, 8],
        [5, 0, 8, 8],
        [1, 1, 9, 9],
      ],
    );
    expect(seats[0]!.end).toEqual({ completed: true, winner: 'draw', reason: 'Level, 9 to 9.' });
  });

  test('games have the results that an independent referee finds', () => {
    const draw = (random: () => number) => ({
      rounds: 1 + Math.floor(random() * 12),
      temptation: Math.floor(random() * 9),
      reward: Math.floor(random() * 9),
      punishment: Math.floor(random() * 9),
      sucker: Math.floor(random() * 9),
    });
    for (const { options, frames, end } of agentGames(hooks, 'prisoners-dilemma', draw)) {
      const { rounds, temptation, reward, punishment, sucker } = options as ReturnType<typeof draw>;
      const table: { [moves: string]: [number, number] } = {
        'cooperate cooperate': [reward, reward],
        'cooperate defect': [sucker, temptation],
        'defect cooperate': [temptation, sucker],
        'defect defect': [punishment, punishment],
      };
      let [host, guest] = [0, 0];
      for (const { host_move, guest_move } of frames) {
        const [hostPoints, guestPoints] = table[`${host_move} ${guest_move}`]!;
        host += hostPoints;
        guest += guestPoints;
      }
      expect(frames).toHaveLength(rounds);
      expect(frames.at(-1)).toMatchObject({ host_total: host, guest_total: guest, game_winner: winnerOf(host, guest) });
      expect(end.winner).toBe(winnerOf(host, guest));
    }
  });

  /** The totals of two strategies over 20 rounds, which are known if neither is random. */
  test.each([
    ['steady', 'steady', 60, 60],
    ['steady', 'always-defect', 19, 24],
    ['tit-for-two-tats', 'always-defect', 18, 28],
    ['grim', 'always-defect', 19, 24],
    ['pavlov', 'always-defect', 10, 60],
    ['pavlov', 'grim', 60, 60],
    ['always-defect', 'always-defect', 20, 20],
    ['sharp', 'steady', 62, 57],
    ['sharp', 'grim', 62, 57],
  ])('%s against %s: %i to %i', (host, guest, hostTotal, guestTotal) => {
    const frames = playRounds(
      new Seat('host', hooks, spec, {}, chooseByHooks, host),
      new Seat('guest', hooks, spec, {}, chooseByHooks, guest),
    );
    expect(frames.at(-1)).toMatchObject({ host_total: hostTotal, guest_total: guestTotal });
  });

  test('generous forgives one defection in three', () => {
    const rounds = [{ host: 'defect', guest: 'cooperate' }];
    const state = { ...hooks.init({ role: 'guest', options: {}, manner: 'generous' }), rounds };
    const ask = {
      key: 'round:1',
      prompt: 'p',
      choices: ['cooperate', 'defect'].map((value) => ({ value, label: value })),
    };
    const forgiven = Array.from({ length: 1200 }, () => chooseByHooks(hooks, state, ask)).filter(
      (move) => move === 'cooperate',
    );
    expect(forgiven.length / 1200).toBeGreaterThan(0.22);
    expect(forgiven.length / 1200).toBeLessThan(0.45);
  });

  test.each([
    ['other points', { host_points: 5 }],
    ['another total', { guest_total: 6 }],
    ['another move', { host_move: 'cooperate' }],
    ['an early end', { game_over: true, game_winner: 'host' }],
  ])('the guest leaves a host that announces %s', (_name, change) => {
    expect(endAfter(hooks, 'prisoners-dilemma', [['defect', 'defect']], {})).toBeNull();
    expect(endAfter(hooks, 'prisoners-dilemma', [['defect', 'defect']], change)).toMatchObject({ completed: false });
  });
});

describe('sealed-bid-auction', () => {
  const hooks = auction;

  const seatsFor = (options: object) => {
    const spec = specOf('sealed-bid-auction');
    const [host, guest] = [new Seat('host', hooks, spec, options), new Seat('guest', hooks, spec, options)];
    return { host, guest, join: guest.step('join').send! };
  };

  test('the lots of a catalogue have the values that the rules define', () => {
    const { host } = seatsFor({ lots: 4 });
    // The rules use a Lehmer generator: 3 * 16807 = 50421, followed by 847425747, 572982925 and 807347327.
    const ready = host.step('handle_join', { action: 'join', catalogue: 3 }).send;
    expect(ready).toMatchObject({ values: [50421, 847425747, 572982925, 807347327].map((x) => 10 + (x % 41)) });
  });

  test.each([
    ['first_price', [30, 10, 0, 10], { host_budget: 60, guest_budget: 90 }],
    ['second_price', [20, 5, 0, 5], { host_budget: 75, guest_budget: 95 }],
  ])('under %s the winner of a lot pays its price, and equal bids withdraw it', (pricing, prices, left) => {
    const { frames } = played(hooks, 'sealed-bid-auction', { lots: 4, pricing }, [
      [30, 20],
      [5, 10],
      [7, 7],
      [10, 5],
    ]);
    expect(frames.map(({ price }) => price)).toEqual(prices);
    expect(frames.map(({ round_winner }) => round_winner)).toEqual(['host', 'guest', 'draw', 'host']);
    expect(frames.at(-1)).toMatchObject(left);
  });

  test('games have the results that an independent referee finds', () => {
    const draw = (random: () => number) => ({
      lots: 1 + Math.floor(random() * 6),
      budget: 10 + Math.floor(random() * 200),
      pricing: random() < 0.5 ? 'first_price' : 'second_price',
    });
    for (const { options, frames, end } of agentGames(hooks, 'sealed-bid-auction', draw)) {
      const { lots, budget, pricing } = options as ReturnType<typeof draw>;
      const [money, value] = [
        { host: budget, guest: budget },
        { host: 0, guest: 0 },
      ];
      let before = { host_value: 0, guest_value: 0 };
      for (const frame of frames as unknown as { [name: string]: number }[]) {
        const [host, guest] = [frame.host_bid!, frame.guest_bid!];
        expect(host).toBeLessThanOrEqual(money.host);
        expect(guest).toBeLessThanOrEqual(money.guest);
        const winner = winnerOf(host, guest);
        const gained = frame.host_value! - before.host_value + frame.guest_value! - before.guest_value;
        expect(gained === 0).toBe(winner === 'draw');
        if (winner !== 'draw') {
          money[winner] -= pricing === 'first_price' ? Math.max(host, guest) : Math.min(host, guest);
          value[winner] += gained;
        }
        before = frame as typeof before;
      }
      expect(frames).toHaveLength(lots);
      expect(frames.at(-1)).toMatchObject({
        host_value: value.host,
        guest_value: value.guest,
        host_budget: money.host,
        guest_budget: money.guest,
      });
      expect(end.winner).toBe(winnerOf(value.host - value.guest || money.host - money.guest, 0));
    }
  });

  test('a bid above the budget ends the game without a winner', () => {
    const above = { host_bid: 101, price: 101 };
    expect(endAfter(hooks, 'sealed-bid-auction', [[100, 0]], above, { host_value: 101 })).toMatchObject({
      completed: false,
    });
    const { host } = seatsFor({});
    host.step('handle_join', { action: 'join', catalogue: 1 });
    const step = host.step('round_judge', 0, 0, 101);
    expect(step).toMatchObject({ send: { action: 'error', reason: 'invalid_bid' }, end: { completed: false } });
  });

  test('the guest leaves a host that offers other lots', () => {
    const { host, guest, join } = seatsFor({ lots: 2 });
    const { values, ...ready } = host.step('handle_join', join).send as Frame & { values: number[] };
    guest.step('handle_ready', { ...ready, values: values.map((value) => (value === 50 ? 49 : value + 1)) });
    expect(guest.end).toMatchObject({ completed: false });
  });

  test.each([
    ['another winner', { round_winner: 'guest' }],
    ['another price', { price: 19 }],
    ['a higher value', { host_value: 51 }],
    ['a larger budget', { host_budget: 100 }],
  ])('the guest leaves a host that announces %s', (_name, change) => {
    expect(endAfter(hooks, 'sealed-bid-auction', [[30, 20]], {})).toBeNull();
    expect(endAfter(hooks, 'sealed-bid-auction', [[30, 20]], change)).toMatchObject({ completed: false });
  });
});

test.each(['weak-wins', 'prisoners-dilemma', 'sealed-bid-auction'])(
  '%s: the view contains no sealed value',
  async (folder) => {
    const hooks = await bundledHooks(folder);
    const seat = new Seat('host', hooks, specOf(folder), {});
    if (folder === 'sealed-bid-auction') seat.step('handle_join', { action: 'join', catalogue: 1 });
    const before = seat.view();
    seat.step('round_value', 0);
    expect(seat.view()).toEqual(before);
  },
);
