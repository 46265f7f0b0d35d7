import { readFile } from 'node:fs/promises';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import type { JsonObject } from '../../../../shared/json/value.ts';
import { readSpec } from '../../../../shared/protocol/spec.ts';
import { roles } from '../../../../shared/tables/hooks.ts';
import { isLongRun } from '../../../../shared/testing/long.ts';
import { randomFrom } from '../../../hooks/self-play.ts';
import {
  boardBrowser,
  expectFitAndAccessible,
  expectFitAndContrast,
  expectToFit,
  sizes,
  textOf,
} from '../../testing/board-browser.ts';
import type { BoardPage } from '../../testing/board-page.ts';
import { boardRecord, specUrl } from '../../testing/board-records.ts';
import { bundledHooks, chooseByHooks, playMessages, Seat } from '../../testing/bundled-hooks.ts';

const boardAt = boardBrowser();
const { gameOf, hullsOf } = await import(
  new URL('../../../../resources/protocols/battleship/ui/game.js', import.meta.url).href
);
/** A table played by agents until a question of the guest satisfies `until`, or to its end, as the guest's board sees it. */
async function played(folder: string, until: (key: string) => boolean) {
  vi.spyOn(Math, 'random').mockImplementation(randomFrom(folder));
  const hooks = await bundledHooks(folder);
  const { spec } = readSpec(await readFile(specUrl(folder), 'utf8'));
  const [host, guest] = roles.map((role) => new Seat(role, hooks, spec, {}, chooseByHooks));
  const { sent, ask } = playMessages(host!, guest!, (seat, { key }) => seat === guest && until(key));
  vi.restoreAllMocks();
  const end = guest!.end ? { winner: guest!.end.winner ?? null } : undefined;
  return {
    record: boardRecord(specUrl(folder), { role: 'guest' }, sent, end),
    view: guest!.view() as JsonObject,
    ask: ask!,
  };
}

const battleship = {
  placing: await played('battleship', (key) => key.startsWith('fleet')),
  shooting: await played('battleship', (key) => key === 'shot:31'),
  ended: await played('battleship', () => false),
};
const liarsDice = {
  bidding: await played('liars-dice', (key) => /^bid:2:[34]$/.test(key)),
  ended: await played('liars-dice', () => false),
};

describe('battleship', () => {
  const cell = (board: BoardPage, name: string) =>
    board.frame.getByRole('gridcell', { name: new RegExp(`^${name}[,，]`) });
  const { placing, shooting, ended } = battleship;

  test('places a fleet by click, by drag and by key, or at random', async () => {
    const board = await boardAt('battleship');
    await board.state(placing.record, [], placing.view);
    await board.ask(placing.ask);
    const fleet = (placing.view.own_sea as (string | null)[][]).flat();
    const ship = (name: string) => fleet.flatMap((value, at) => (value === name ? [at] : []));
    const [head = 0, next] = ship('destroyer');
    const across = next === head + 1;
    await board.frame.locator(`[data-cell="${head}"]`).click();
    await expect.poll(() => board.frame.locator(`[data-cell="${head}"]`).getAttribute('aria-selected')).toBe('true');
    await board.page.keyboard.press('r');
    await expect.poll(board.picked).toMatch(new RegExp(`^destroyer:\\d+:${across ? 'down' : 'across'}$`));
    // Escape withdraws a pick only after Parlor has confirmed it.
    await expect.poll(() => board.frame.locator('.ghost').count()).toBe(1);
    await board.page.keyboard.press('Escape');
    await expect.poll(board.picked).toBeNull();
    const target = placing.ask.choices
      .map(({ value }) => String(value))
      .filter((value) => value.startsWith('carrier:'));
    const [carrier = 0] = ship('carrier');
    const to = target
      .map((value) => value.split(':'))
      .find(([, , way]) => way === (ship('carrier')[1] === carrier + 1 ? 'across' : 'down'))!;
    await board.frame.locator(`[data-cell="${carrier}"]`).hover();
    await board.page.mouse.down();
    await board.frame.locator(`[data-cell="${to[1]}"]`).hover();
    await board.page.mouse.up();
    await expect.poll(board.picked).toBe(to.join(':'));
    await board.frame.getByRole('button', { name: 'Random' }).click();
    await expect.poll(board.picked).toBe('shuffle');
    await board.frame.getByRole('button', { name: 'Use fleet' }).click();
    await expect.poll(board.picked).toBe('ready');
    expect(board.problems).toEqual([]);
  });

  test('picks shots by keyboard and mouse, and shoots at each cell only once', async () => {
    const board = await boardAt('battleship');
    await board.state(shooting.record, [], shooting.view);
    await board.ask(shooting.ask);
    const open = shooting.ask.choices.map(({ value }) => Number(value));
    await cell(board, 'A1').focus();
    await board.page.keyboard.press('ArrowDown');
    await board.page.keyboard.press('ArrowRight');
    await expect.poll(() => cell(board, 'B2').evaluate((node) => node === document.activeElement)).toBe(true);
    await board.frame.locator(`[data-cell="${open[3]}"]`).click();
    await expect.poll(board.picked).toBe(open[3]);
    const shot = Array.from({ length: 100 }, (_, at) => at).find((at) => !open.includes(at));
    await board.frame.locator(`[data-cell="${shot}"]`).click({ force: true });
    await expect.poll(() => board.frame.getByRole('alert').textContent()).toMatch(/^You already shot at [A-J]\d+\.$/);
    expect(board.picked()).toBe(open[3]);
    expect(board.problems).toEqual([]);
  });

  test('describes both latest shots, since the result of one’s own arrives with the other side’s', async () => {
    const board = await boardAt('battleship');
    const { messages } = shooting.record;
    // The guest has sunk a ship with its latest shot, which the host's next message opens.
    const sinking = messages.findIndex((_, at) => {
      const { seas, latest } = gameOf({ ...shooting.record, messages: messages.slice(0, at + 1) });
      const shot = latest.find(({ by }: { by: string }) => by === 'guest');
      const hull = hullsOf(seas.host.values, seas.host.shot).find(({ cells }: { cells: number[] }) =>
        cells.includes(shot?.cell),
      );
      return latest.at(-1)?.by === 'host' && hull?.sunk;
    });
    expect(sinking).toBeGreaterThan(0);
    await board.state({ ...shooting.record, messages: messages.slice(0, sinking + 1) }, [], shooting.view);
    await expect
      .poll(() => board.frame.locator('#caption').textContent())
      .toMatch(/^ You shot at [A-J]\d+: [a-z]+ sunk\. \u2068Marlow\u2069 shot at [A-J]\d+/);
  });

  test('without hooks, shows only what was opened', async () => {
    const board = await boardAt('battleship');
    await board.state(shooting.record);
    const hits = shooting.record.messages.filter(({ fields }) => fields.opened && fields.opened !== 'water').length;
    await expect.poll(() => board.frame.locator('.hit').count()).toBe(hits);
    await board.state(shooting.record, [], shooting.view);
    await expect.poll(() => board.frame.locator('#second-sea .hull').count()).toBe(5);
  });

  test.each(sizes)('fits $width by $height in both themes', async (size) => {
    const board = await boardAt('battleship', {}, size);
    await board.state(placing.record, [], placing.view);
    await board.ask(placing.ask);
    await expectFitAndAccessible(board);
    await board.state(shooting.record, [], shooting.view);
    await board.ask(shooting.ask);
    await board.context({ theme: 'dark' });
    await expect.poll(() => board.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectFitAndAccessible(board);
  });

  test('is in Chinese if the window is', async () => {
    const board = await boardAt('battleship', { locale: 'zh-CN' });
    await board.state(ended.record, [], ended.view);
    await expect.poll(() => textOf(board)).toContain('全部船只已沉没。');
    expect(await textOf(board)).not.toMatch(/[a-z]{2}/i);
    await (isLongRun ? expectFitAndAccessible : expectToFit)(board);
  });
});

describe('liars-dice', () => {
  const { bidding, ended } = liarsDice;
  const face = (board: BoardPage, name: string) => board.frame.getByRole('radio', { name, exact: true });

  test('picks bids by keyboard and mouse, says which are too low, and challenges the last one', async () => {
    const board = await boardAt('liars-dice');
    await board.state(bidding.record, [], bidding.view);
    await board.ask(bidding.ask);
    const { quantity = 0, face: last = 0 } = bidding.record.messages.findLast(({ action }) => action === 'bid')!.fields;
    const more = Number(quantity) + 1;
    await face(board, `${last === 6 ? more : quantity} × 1`).focus();
    await board.page.keyboard.press('End');
    if (last !== 6) await board.page.keyboard.press('ArrowUp');
    await expect.poll(() => face(board, `${more} × 6`).evaluate((node) => node === document.activeElement)).toBe(true);
    await board.page.keyboard.press('Enter');
    await expect.poll(board.picked).toBe(`${more}x6`);
    await board.frame.getByRole('button', { name: 'One die more' }).click();
    await face(board, `${more + 1} × 2`).click();
    await expect.poll(board.picked).toBe(`${more + 1}x2`);
    const fewer = board.frame.getByRole('button', { name: 'One die fewer' });
    for (let step = 0; step < 3; step += 1) await fewer.click({ force: true });
    await expect.poll(() => board.frame.getByRole('alert').textContent()).toMatch(/^A higher bid takes at least \d\.$/);
    await board.frame.getByRole('button', { name: 'Call' }).click();
    await expect.poll(board.picked).toBe('call');
    await board.page.keyboard.press('Escape');
    await expect.poll(board.picked).toBeNull();
    expect(board.problems).toEqual([]);
  });

  describe('at the end of a round', () => {
    const { messages } = bidding.record;
    const opened = messages.findLastIndex(({ action }) => action === 'reveal');
    const upTo = (count: number) => ({ ...bidding.record, messages: messages.slice(0, count) });
    /** The board of a person who has called or bid, up to the reveal, and then what happens by itself. */
    async function afterReveal(board: BoardPage) {
      await board.state(upTo(opened - 2));
      await board.ask(bidding.ask);
      await board.ask(null);
      for (let count = opened + 1; count <= messages.length; count += 1) await board.state(upTo(count));
      await board.state(bidding.record, [], bidding.view);
      await board.ask(bidding.ask);
    }
    const hidden = (board: BoardPage) => board.frame.locator('.hand .hidden').count();
    const caption = (board: BoardPage) => board.frame.locator('#caption').textContent();

    test('the dice of both sides stay until the person goes on', async () => {
      const board = await boardAt('liars-dice');
      await afterReveal(board);
      await expect
        .poll(() => caption(board))
        .toMatch(/^Your turn\. Round 1: (your|\u2068Marlow\u2069’s) .* lost a die\.$/);
      expect(await hidden(board)).toBe(0);
      await expectFitAndAccessible(board);
      await board.frame.getByRole('button', { name: 'Bid in round 2' }).click();
      await expect.poll(() => hidden(board)).toBeGreaterThan(3);
      expect(await board.frame.locator('#own .hidden').count()).toBe(0);
      expect(board.picked()).toBeNull();
      // A second press of the same place is the control again.
      await board.frame.getByRole('button', { name: 'Call' }).click();
      await expect.poll(board.picked).toBe('call');
    });

    test('they stay for eight seconds, and a key that would bid only goes on', async () => {
      const board = await boardAt('liars-dice');
      await board.page.clock.install();
      await board.page.clock.pauseAt(Date.now() + 1000);
      // Other boards are shown on this page later.
      onTestFinished(() => board.page.clock.resume());
      await afterReveal(board);
      await expect.poll(() => caption(board)).toContain('Round 1');
      await board.page.clock.fastForward(7900);
      expect(await hidden(board)).toBe(0);
      await board.page.clock.fastForward(200);
      await expect.poll(() => hidden(board)).toBeGreaterThan(3);
      await board.state(upTo(opened));
      await board.state(upTo(opened + 1));
      await board.state(bidding.record, [], bidding.view);
      await expect.poll(() => hidden(board)).toBe(0);
      await board.frame.getByRole('button', { name: 'Bid in round 2' }).focus();
      await board.page.keyboard.press('6');
      await expect.poll(() => hidden(board)).toBeGreaterThan(3);
      expect(board.picked()).toBeNull();
    });

    const firstBid = messages.findIndex(({ action }, at) => at > opened && action === 'bid');
    const quantityShown = async (board: BoardPage) => Number(await board.frame.locator('#quantity').textContent());

    test('a round without a bid starts with one die, whatever was bid in the last one', async () => {
      const board = await boardAt('liars-dice');
      await board.state(upTo(opened - 2));
      await board.ask({ ...bidding.ask, key: 'bid:1:9' });
      await expect.poll(() => quantityShown(board)).toBeGreaterThan(1);
      await board.ask(null);
      for (let count = opened + 1; count <= firstBid; count += 1) await board.state(upTo(count));
      await board.ask({ ...bidding.ask, choices: [{ value: '1x2', label: '1 × 2' }] });
      await board.frame.getByRole('button', { name: 'Bid in round 2' }).click();
      await expect.poll(() => quantityShown(board)).toBe(1);
    });

    test('the dice stay if the other side resigns while they are shown', async () => {
      const board = await boardAt('liars-dice');
      await afterReveal(board);
      await expect.poll(() => caption(board)).toContain('Round 1');
      await board.ask(null);
      const end = { completed: true, winner: 'guest' as const, reason: null };
      const resigned = { by: 'host' as const, code: 'resigned' as const };
      await board.state({ ...bidding.record, end: { ...end, conceded: resigned } }, [], bidding.view);
      await expect.poll(() => caption(board)).toBe('You won. \u2068Marlow\u2069 resigned.');
      expect(await hidden(board)).toBe(0);
      await expectFitAndAccessible(board);
    });

    test.each([
      { width: 860, height: 590 },
      { width: 420, height: 420 },
    ])('no button moves in a place of $width px once there are earlier rounds', async (size) => {
      const board = await boardAt('liars-dice', {}, size);
      const placeOfCall = () => board.frame.getByText('Call', { exact: true }).boundingBox();
      const rounds = board.frame.locator('#rounds li');
      await board.state(upTo(firstBid - 1));
      await board.state(upTo(opened - 1));
      await expect.poll(() => rounds.count()).toBe(0);
      const place = await placeOfCall();
      await board.state(upTo(firstBid + 1));
      await expect.poll(() => rounds.count()).toBe(1);
      expect(await placeOfCall()).toEqual(place);
    });

    test('a replay shows each position at once', async () => {
      const board = await boardAt('liars-dice');
      for (let count = 0; count < messages.length; count += 1) await board.state(upTo(count));
      await board.state(bidding.record, [], bidding.view);
      await expect.poll(() => hidden(board)).toBeGreaterThan(3);
    });
  });

  test('says why own dice are not known before the first bid', async () => {
    const board = await boardAt('liars-dice');
    const { messages } = bidding.record;
    const rolls = messages.flatMap(({ action }, at) => (action === 'roll' ? [at] : []));
    const rolled = { ...bidding.record, messages: messages.slice(0, rolls[1]! + 1) };
    await board.state({ ...rolled, seat: 'host' }, [], null);
    await board.context({ role: 'host' });
    await expect.poll(() => board.frame.locator('#caption').textContent()).toContain('Your dice show with');
    await board.context({ role: 'guest' });
    await expect.poll(() => board.frame.locator('#caption').textContent()).toContain('No bid yet.');
  });

  test('hides the opponent’s dice, and counts opened ones', async () => {
    const board = await boardAt('liars-dice');
    await board.state(bidding.record, [], bidding.view);
    await expect.poll(() => board.frame.locator('#their .hidden').count()).toBeGreaterThan(3);
    expect(await board.frame.locator('#own .hidden').count()).toBe(0);
    expect(await board.frame.locator('#past .die').count()).toBe(10);
    await board.state(bidding.record);
    await expect.poll(() => board.frame.locator('#own .hidden').count()).toBeGreaterThan(3);
    await board.state(ended.record, [], ended.view);
    await expect.poll(() => board.frame.locator('.hand .hidden').count()).toBe(0);
  });

  test.each(sizes)('fits $width by $height in both themes', async (size) => {
    const board = await boardAt('liars-dice', {}, size);
    await board.state(bidding.record, [], bidding.view);
    await board.ask(bidding.ask);
    await expectFitAndAccessible(board);
    await board.context({ theme: 'dark' });
    await expect.poll(() => board.frame.locator('html').getAttribute('data-theme')).toBe('dark');
    await expectFitAndContrast(board);
  });

  test('is in Chinese if the window is', async () => {
    const board = await boardAt('liars-dice', { locale: 'zh-CN' });
    await board.state(ended.record, [], ended.view);
    await expect.poll(() => textOf(board)).toContain('丢一颗骰。');
    expect(await textOf(board)).not.toMatch(/[a-z]{2}/i);
    await (isLongRun ? expectFitAndAccessible : expectToFit)(board);
  });
});
