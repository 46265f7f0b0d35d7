import { describe, expect, it } from 'vitest';
import type { LobbyEntry, PlayerStrength, PlayWish } from '../bridge/contract.ts';
import {
  isNear,
  ownStrength,
  playCandidates,
  protocolsToCheck,
  strongerThan,
  unratedTable,
} from './play-candidates.ts';

type Changes = Partial<Omit<LobbyEntry, 'host'>> & { rating?: number | null };

let count = 0;
const fours = '4'.repeat(64);
const reversi = '8'.repeat(64);
const pays = { win: 16, draw: 8, loss: 4 };

const tableOf = (nickname: string, { rating = 1200, ...changes }: Changes = {}): LobbyEntry => {
  count += 1;
  return {
    post_id: `00000000-0000-4000-8000-${String(count).padStart(12, '0')}`,
    host: { public_key: String(count).padStart(64, '0'), nickname, agent_id: count, rating, house: false },
    protocol_id: fours,
    protocol_name: 'Connect Four',
    bundled: 'connect-four',
    known: true,
    family: 'game:connect-four',
    host_control_mode: 'human',
    message: '',
    type: 'supply',
    tags: [],
    options: {},
    own: false,
    house: null,
    for_me: false,
    created_at: count,
    expires_at: 0,
    gain: pays,
    cap: null,
    checks: [],
    refusal: null,
    ...changes,
  };
};

const houseOf = (nickname: string, strength: PlayerStrength | null, place: number, changes: Changes = {}) =>
  tableOf(nickname, {
    host_control_mode: 'autonomous',
    house: { strength, place, game: 0, games: 2 },
    ...changes,
  });

const house = [
  houseOf('Wick', 'easy', 0),
  houseOf('Marlow', 'steady', 1),
  houseOf('Vesper', 'sharp', 2),
  houseOf('Corbin', 'easy', 3, { protocol_id: reversi, family: 'game:reversi' }),
  houseOf('Elsdon', 'steady', 4, { protocol_id: reversi, family: 'game:reversi' }),
  houseOf('Sorrel', null, 5, { protocol_id: 'c'.repeat(64), family: null, gain: null }),
];

const wishFor = (changes: Partial<PlayWish> = {}): PlayWish => ({
  scope: 'known',
  protocol_id: fours,
  strength: 'steady',
  only_house: false,
  ...changes,
});

const namesOf = (
  entries: readonly LobbyEntry[],
  wish: Partial<PlayWish> = {},
  rating: number | null = 1200,
  deprecated: ReadonlySet<string> = new Set(),
) => playCandidates(entries, wishFor(wish), rating, deprecated).map(({ host }) => host.nickname);

describe('the tables that Play tries', () => {
  it('are people near the rating, then the house: the game and strength first, then the others', () => {
    expect(namesOf([...house, tableOf('tidewright', { rating: 1260 })])).toEqual([
      ...['tidewright', 'Marlow', 'Wick', 'Vesper'],
      ...['Elsdon', 'Corbin'],
    ]);
  });

  it.each([
    ['nearest rating', [{ rating: 1290 }, { rating: 1170 }, { rating: 1240 }], ['1', '2', '0']],
    ['preferred game before rating', [{ rating: 1200, protocol_id: reversi }, { rating: 1280 }], ['1', '0']],
    ['longest waiting', [{ created_at: 30 }, { created_at: 10 }, { created_at: 20 }], ['1', '2', '0']],
    ['at most three before the house', [{}, {}, {}, {}], ['0', '1', '2']],
  ] satisfies [string, Changes[], string[]][])('order people: %s', (_, people, expected) => {
    const entries = people.map((changes, index) => tableOf(String(index), changes));
    expect(namesOf([...house, ...entries]).slice(0, expected.length + 1)).toEqual([...expected, 'Marlow']);
  });

  it.each([
    ['a distant rating', { rating: 1301 }],
    ['no points left between the two', { gain: { win: 0, draw: 0, loss: 0 } }],
    ['an agent', { host_control_mode: 'autonomous' }],
  ] satisfies [string, Changes][])('come after the house: %s', (_, changes) => {
    const names = namesOf([tableOf('other', changes), ...house]);
    expect(names[0]).toBe('Marlow');
    expect(names.at(-1)).toBe('other');
  });

  it.each([
    ['own', { own: true }],
    ['refused, such as one of a blocked person', { refusal: { code: 'host_blocked', message: '' } }],
    ['reserved', { for_me: true }],
    ['needing a question', { known: false }],
    ['unrated', { family: null, gain: null, protocol_id: reversi }],
    ['without points at the host’s wish', { tags: ['unrated'], gain: null, protocol_id: reversi }],
    ['without points, of the preferred game', { tags: ['unrated'], gain: null }],
  ] satisfies [string, Changes][])('never are %s', (_, changes) => {
    expect(namesOf([tableOf('other', changes), ...house])).not.toContain('other');
  });

  it('with any game at all include unknown and unrated ones, but none that can’t be joined', () => {
    const entries = [
      tableOf('stranger', { known: false, protocol_id: 'd'.repeat(64) }),
      tableOf('talker', { family: null, gain: null, protocol_id: reversi }),
      tableOf('refused', { refusal: { code: 'binding_invalid', message: '' } }),
    ];
    expect(namesOf(entries, { scope: 'any' })).toEqual(['stranger', 'talker']);
  });

  it('with any game at all have those without points after those with points', () => {
    const entries = [tableOf('unrated', { tags: ['unrated'], gain: null }), tableOf('rated', { created_at: 1e9 })];
    expect(namesOf([...entries, ...house.slice(0, 1)], { scope: 'any' })).toEqual(['rated', 'Wick', 'unrated']);
  });

  it('leave somebody who waits without points to be told about', () => {
    const unrated = { tags: ['unrated'], gain: null };
    const [first, other] = [tableOf('first', unrated), tableOf('other', { ...unrated, protocol_id: reversi })];
    const entries = [tableOf('rated'), tableOf('stranger', { ...unrated, known: false }), other, first];
    expect(unratedTable(entries, wishFor())?.host.nickname).toBe('first');
    expect(unratedTable(entries, wishFor({ scope: 'game', protocol_id: reversi }))?.host.nickname).toBe('other');
    expect(unratedTable(house, wishFor())).toBeNull();
  });

  it('with one game only include no other, even if it isn’t rated', () => {
    expect(namesOf([...house, tableOf('other', { protocol_id: reversi })], { scope: 'game' })).toEqual([
      ...['Marlow', 'Wick', 'Vesper'],
    ]);
    expect(namesOf(house, { scope: 'game', protocol_id: 'c'.repeat(64) })).toEqual(['Sorrel']);
    expect(namesOf(house, { scope: 'game', protocol_id: null })).toEqual([]);
  });

  it('begin with the easiest player for newcomers without a game', () => {
    expect(namesOf(house, { protocol_id: null, strength: 'easy' })[0]).toBe('Wick');
  });

  it('against the house only are those of one strength', () => {
    const entries = [...house, tableOf('tidewright')];
    expect(namesOf(entries, { only_house: true, strength: 'sharp', scope: 'game' })).toEqual(['Vesper']);
  });

  it('do not depend on the order of the list', () => {
    const entries = [...house, tableOf('a'), tableOf('b', { rating: null }), tableOf('c', { rating: 1500 })];
    expect(namesOf(entries.toReversed())).toEqual(namesOf(entries));
  });
});

describe('deprecated protocols', () => {
  const old = 'd'.repeat(64);
  const entries = [
    tableOf('nearest', { protocol_id: old, bundled: null }),
    tableOf('newer', { protocol_id: 'e'.repeat(64), bundled: null, rating: 1290 }),
    tableOf('far', { rating: 1700 }),
  ];

  it('come last, even the preferred one', () => {
    const wish = { protocol_id: old };
    expect(namesOf(entries, wish)[0]).toBe('nearest');
    expect(namesOf(entries, wish, 1200, new Set([old]))).toEqual(['newer', 'far', 'nearest']);
  });

  it('are asked about only if Play may choose them', () => {
    const unknown = tableOf('unknown', { protocol_id: 'f'.repeat(64), bundled: null, known: false });
    const all = [...entries, ...entries, unknown];
    expect(protocolsToCheck(all, wishFor())).toEqual([old, 'e'.repeat(64)]);
    expect(protocolsToCheck(all, wishFor({ scope: 'any' }))).toHaveLength(3);
  });
});

describe('ratings and strengths', () => {
  it.each([
    [1200, 1300, true],
    [1200, 1301, false],
    [1301, 1200, false],
    [null, 1700, true],
    [1200, null, true],
  ])('%s and %s are near: %s', (rating, other, near) => expect(isNear(rating, other)).toBe(near));

  it.each([
    ['every', 0, 'easy'],
    ['every', 1, 'steady'],
    ['sharp', 0, 'sharp'],
    ['easy', 40, 'easy'],
  ] as const)('the setting %s after %s games means %s', (setting, games, strength) =>
    expect(ownStrength(setting, games)).toBe(strength),
  );

  it.each([
    ['easy', 'steady'],
    ['steady', 'sharp'],
    ['sharp', null],
    [null, null],
    ['generous', null],
  ] as const)('above %s is %s', (manner, next) => expect(strongerThan(manner)).toBe(next));
});
