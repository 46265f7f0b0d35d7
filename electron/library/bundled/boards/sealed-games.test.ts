import { describe, expect, test } from 'vitest';
import type { Question, Role } from '../../../../shared/tables/hooks.ts';
import { boardBrowser, expectFitAndAccessible, textOf } from '../../testing/board-browser.ts';
import type { BoardPage } from '../../testing/board-page.ts';
import { boardRecord, type Sent, seals, specUrl } from '../../testing/board-records.ts';

const boardAt = boardBrowser();
/** The record at the guest's seat after these rounds, all of them opened. */
const recordAfter = (
  folder: string,
  ready: object,
  field: string,
  values: [host: number | string, guest: number | string][],
  end?: { winner: Role },
) =>
  boardRecord(
    specUrl(folder),
    { role: 'guest' },
    [
      ['guest', { action: 'join', ...(folder === 'sealed-bid-auction' ? { catalogue: 3 } : {}) }],
      ['host', { action: 'ready', ...ready }],
      ...values.flatMap(([host, guest], round): Sent[] => [
        ...seals(round),
        ['host', { action: 'reveal', round, [field]: host, nonce: '0123456789abcdef' }],
        ['guest', { action: 'reveal', round, [field]: guest, nonce: 'fedcba9876543210' }],
      ]),
    ],
    end,
  );
const bidding = (round: number, max: number): Question => ({
  key: `round:${round}`,
  prompt: `Bid 0 to ${max}`,
  choices: [],
  entry: { type: 'integer', min: 0, max },
});

const slider = (board: BoardPage) => board.frame.getByRole('slider', { name: 'Your bid' });

const purse = { total_points: 100, total_rounds: 3 };
const dilemma = { rounds: 10, temptation: 5, reward: 3, punishment: 1, sucker: 0 };
const lots = { lots: 4, budget: 100, pricing: 'second_price', values: [42, 37, 22, 19] };

describe('weak-wins', () => {
  test('bids by keyboard and by mouse, and picks only at the end of a drag', async () => {
    const board = await boardAt('weak-wins');
    await board.state(recordAfter('weak-wins', purse, 'bid', []));
    await board.ask(bidding(0, 100));
    await slider(board).focus();
    await expect.poll(() => slider(board).getAttribute('aria-valuenow')).toBe('33');
    for (const [key, bid] of [
      ['Enter', 33],
      ['ArrowRight', 34],
      ['PageUp', 44],
      ['End', 100],
      ['Home', 0],
      ['ArrowUp', 1],
    ] as const) {
      await board.page.keyboard.press(key);
      await expect.poll(board.picked, { message: key }).toBe(bid);
    }
    // Keys count even before Parlor has confirmed the previous pick.
    for (let pressed = 0; pressed < 12; pressed += 1) await board.page.keyboard.press('ArrowUp');
    await expect.poll(board.picked).toBe(13);
    await board.page.keyboard.press('Escape');
    await expect.poll(board.picked).toBeNull();
    const track = (await board.frame.locator('#track').boundingBox())!;
    const at = (part: number) => [track.x + part * track.width, track.y + 5] as const;
    await board.page.mouse.move(...at(0.2));
    await board.page.mouse.down();
    await board.page.mouse.move(...at(0.6));
    expect(board.picked()).toBeNull();
    await board.page.mouse.move(...at(0.5));
    await board.page.mouse.up();
    await expect.poll(board.picked).toBe(50);
    await board.frame.getByRole('button', { name: 'Raise the bid by 10' }).click();
    await expect.poll(board.picked).toBe(60);
    expect(board.problems).toEqual([]);
  });

  test('reverses the slider in right-to-left text', async () => {
    const board = await boardAt('weak-wins', { dir: 'rtl' });
    await board.state(recordAfter('weak-wins', purse, 'bid', []));
    await board.ask(bidding(0, 100), 40);
    await slider(board).focus();
    await board.page.keyboard.press('ArrowLeft');
    await expect.poll(board.picked).toBe(41);
    const [track, thumb] = await Promise.all(
      ['#track', '#thumb'].map(async (id) => (await board.frame.locator(id).boundingBox())!),
    );
    expect(thumb!.x + thumb!.width / 2).toBeCloseTo(track!.x + 0.59 * track!.width, -1);
  });

  test('keeps a revealed round in view while an agent proposes the next bid, until the person picks', async () => {
    const board = await boardAt('weak-wins', { control_mode: 'hybrid' });
    const cards = () =>
      board.frame.locator('figure').evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).dataset.kind));
    await board.state(recordAfter('weak-wins', purse, 'bid', []));
    await board.ask(bidding(0, 100), 19);
    await board.ask(null);
    await board.state(recordAfter('weak-wins', purse, 'bid', [[24, 19]]));
    await board.ask(bidding(1, 81), 30);
    await board.ping();
    await expect.poll(cards).toEqual(['won', 'lost']);
    await slider(board).focus();
    await board.page.keyboard.press('ArrowRight');
    await expect.poll(cards).toEqual(['picked', 'empty']);
  });

  test('shows a game: a picked bid, sealed bids, opened bids, the last round, the winner', async () => {
    const board = await boardAt('weak-wins');
    const verdict = () => board.frame.locator('#verdict').textContent();
    const cards = () =>
      board.frame.locator('figure').evaluateAll((nodes) => nodes.map((node) => (node as HTMLElement).dataset.kind));
    await board.state(recordAfter('weak-wins', purse, 'bid', []));
    await board.ask(bidding(0, 100), 19);
    await expect.poll(cards).toEqual(['picked', 'empty']);
    await board.ask(null);
    // Nothing is hidden before the other side has chosen.
    await expect.poll(cards).toEqual(['sealed', 'empty']);
    const opening: Sent[] = [
      ['guest', { action: 'join' }],
      ['host', { action: 'ready', ...purse }],
    ];
    await board.state(boardRecord(specUrl('weak-wins'), { role: 'guest' }, [...opening, ...seals(0)]));
    await expect.poll(cards).toEqual(['sealed', 'sealed']);
    await board.state(recordAfter('weak-wins', purse, 'bid', [[24, 19]]));
    await expect.poll(cards).toEqual(['won', 'lost']);
    expect(await verdict()).toContain('The lower bid was yours: 43 for you.');
    const two: [number, number][] = [
      [24, 19],
      [30, 40],
    ];
    await board.state(recordAfter('weak-wins', purse, 'bid', two));
    await board.ask({
      ...bidding(2, 41),
      choices: [{ value: 41, label: '41' }],
      entry: { type: 'integer', min: 41, max: 41 },
    });
    await board.frame.getByRole('button', { name: 'Bid all 41' }).click();
    await expect.poll(board.picked).toBe(41);
    await board.ask(null);
    await board.state(recordAfter('weak-wins', purse, 'bid', [...two, [46, 41]], { winner: 'guest' }));
    await expect.poll(verdict).toBe('You won. 130 to 70 points.');
    await expectFitAndAccessible(board);
  });
});

describe('prisoners-dilemma', () => {
  test('picks by keyboard: arrows move, Enter and Space pick, Escape undoes', async () => {
    const board = await boardAt('prisoners-dilemma');
    await board.state(recordAfter('prisoners-dilemma', dilemma, 'move', []));
    await board.ask({
      key: 'round:0',
      prompt: 'Cooperate or defect?',
      choices: ['cooperate', 'defect'].map((value) => ({ value, label: value })),
    });
    await board.frame.getByRole('radio', { name: 'cooperate: 3 if both do, 0 if only you' }).focus();
    await board.page.keyboard.press('ArrowRight');
    await board.page.keyboard.press('Space');
    await expect.poll(board.picked).toBe('defect');
    await board.page.keyboard.press('ArrowLeft');
    await board.page.keyboard.press('Enter');
    await expect.poll(board.picked).toBe('cooperate');
    await board.page.keyboard.press('Escape');
    await expect.poll(board.picked).toBeNull();
    expect(board.problems).toEqual([]);
  });

  test('describes each round and the winner', async () => {
    const board = await boardAt('prisoners-dilemma');
    const moves: [string, string][] = [
      ['cooperate', 'cooperate'],
      ['cooperate', 'defect'],
    ];
    await board.state(recordAfter('prisoners-dilemma', { ...dilemma, rounds: 2 }, 'move', moves, { winner: 'guest' }));
    await expect.poll(() => textOf(board)).toContain('You won. 8 to 3 points.');
    expect(await board.frame.locator('#rounds li').allTextContents()).toEqual([
      'Round 1: you cooperate, \u2068Marlow\u2069 cooperates. 3 for you, 3 for \u2068Marlow\u2069.',
      'Round 2: you defect, \u2068Marlow\u2069 cooperates. 5 for you, 0 for \u2068Marlow\u2069.',
    ]);
  });
});

describe('sealed-bid-auction', () => {
  test('describes the sold lots with their buyers and prices', async () => {
    const board = await boardAt('sealed-bid-auction');
    const sold: [number, number][] = [
      [24, 29],
      [12, 12],
    ];
    await board.state(recordAfter('sealed-bid-auction', lots, 'bid', sold));
    await board.ask(bidding(2, 76));
    await expect
      .poll(() => board.frame.locator('#lots li').allTextContents())
      .toEqual([
        '42Lot 1, value 42: you bid 29, \u2068Marlow\u2069 bid 24. You won the lot of 42 for 24.',
        '37Lot 2, value 37: you bid 12, \u2068Marlow\u2069 bid 12. Both bid 12: the lot was withdrawn.',
        '22Lot 3, value 22, now up for bids',
        '19Lot 4, value 19',
      ]);
    expect(await board.frame.locator('#own-card .left').textContent()).toBe('76 left');
    await slider(board).focus();
    await board.page.keyboard.press('End');
    await expect.poll(board.picked).toBe(76);
    await board.ask(null);
    const all: [number, number][] = [...sold, [30, 10], [5, 9]];
    await board.state(recordAfter('sealed-bid-auction', lots, 'bid', all, { winner: 'guest' }));
    await expect.poll(() => textOf(board)).toContain('You won. Lots worth 61 to 22.');
    expect(board.problems).toEqual([]);
  });
});
