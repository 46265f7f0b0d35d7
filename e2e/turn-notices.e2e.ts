/** How a turn is announced in other rooms: card, title, live regions and sounds, and one click back to the table. */
import { expect, test, watchPage } from './app-fixture.ts';
import { steerClock } from './main-clock.ts';
import { ask, axeViolations, firstRun, join, play, pressNumber } from './user-actions.ts';

test('a turn at another table is announced in every room until the user opens it', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const pageErrors = watchPage(page);
  // Counts sounds and keeps announcements, which follow each other quickly; the page reads main's clock as if it were ahead.
  await page.addInitScript(() => {
    const notes: number[] = [];
    const announced: string[] = [];
    Object.assign(window, { notes, announced });
    new MutationObserver(() => {
      const text = document.querySelector('[data-testid="moment-announcement"]')?.textContent ?? '';
      if (text !== announced.at(-1)) announced.push(text);
    }).observe(document, { childList: true, characterData: true, subtree: true });
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (this: OscillatorNode, when?: number) {
      notes.push(Math.round(this.frequency.value));
      start.call(this, when);
    };
  });
  const setAhead = await steerClock(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  const cards = page.locator('[data-moment="turn"]');
  const announced = () => page.evaluate(() => (window as unknown as { announced: string[] }).announced);
  const notes = () => page.evaluate(() => (window as unknown as { notes: number[] }).notes.length);

  await join(page, 'Wick');
  await expect(cards).toHaveCount(0);
  await expect(page).toHaveTitle('Tables · Parlor');
  await expect(page.locator('[data-clock="own"]')).toHaveAttribute('data-runs', 'true');

  // The house's welcome invites to this very table, so that it needs no notice any more, which would be counted below.
  await expect(page.locator('[data-moment="messages"]')).toHaveCount(0);
  await page.keyboard.press('Alt+4');
  await expect(page.getByRole('heading', { name: 'Inbox', level: 1 })).toBeVisible();
  await expect(cards.locator('b')).toHaveText(/^Your move in Connect Four, [12]:\d\d left$/);
  await expect(page).toHaveTitle(/^Your turn · .*Wick.* · Connect Four$/);

  // With two waiting tables, each page announces the other; elsewhere the more urgent one comes first, with a count.
  await page.keyboard.press('Alt+1');
  await join(page, 'Tansy');
  await expect(cards).toContainText('Connect Four');
  await expect(page).toHaveTitle(/^Your turn · .*Wick/);
  await page.keyboard.press('Alt+3');
  await expect(cards.locator('b')).toHaveText(/^Your move in Connect Four/);
  await expect(cards.getByRole('button', { name: '1 more' })).toBeVisible();
  await expect(page).toHaveTitle(/^\(2\) Your turn · .*Wick/);

  // Warnings at 30 and 10 seconds change the title and the live regions.
  const [minutes = 0, seconds = 0] = /\d+:\d+/
    .exec((await cards.textContent()) ?? '')![0]
    .split(':')
    .map(Number);
  setAhead((minutes * 60 + seconds - 29) * 1000);
  await expect(page).toHaveTitle(/^\(2\) Under 30\u00a0s · .*Wick/);
  await expect.poll(announced).toContainEqual(expect.stringMatching(/Your move in Connect Four, 0:[23]\d left/));
  setAhead((minutes * 60 + seconds - 10) * 1000);
  await expect(page).toHaveTitle(/^\(2\) Under 10\u00a0s · .*Wick/);
  await expect(page.getByTestId('turn-warned')).toContainText('10 seconds left');

  setAhead(0);
  await cards.getByRole('button', { name: 'See' }).click();
  await expect(page.locator('#table-title')).toHaveText('Connect Four');
  await expect(cards).toContainText('Rock Paper Scissors');
  const first = await ask(page).getAttribute('data-ask');
  const before = await notes();
  await pressNumber(page, 4);
  await play(page);
  await expect(page.locator(`[data-ask="${first}"]`)).toHaveCount(0);
  await expect(page.locator('[data-decision="choose"]')).toBeVisible();
  await expect.poll(notes).toBeGreaterThan(before);

  // The shortcut leads to the other table; the palette turns sounds off.
  await page.keyboard.press('Alt+t');
  await expect(page.locator('#table-title')).toHaveText('Rock Paper Scissors');
  await page.keyboard.press('Alt+k');
  await page.keyboard.type('sounds off');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog')).toHaveCount(0);
  const quiet = await notes();
  const second = await ask(page).getAttribute('data-ask');
  await page.getByRole('button', { name: 'Plain view' }).click();
  await page.getByRole('radio', { name: /^paper/ }).check();
  await play(page);
  await expect(page.locator(`[data-ask="${second}"]`)).toHaveCount(0);
  await expect(page.locator('[data-decision="choose"], [data-decision="over"]')).toBeVisible();
  expect(await notes()).toBe(quiet);
  await page.keyboard.press('Alt+5');
  await expect(cards).toBeVisible();
  expect(await axeViolations(page)).toEqual([]);
  expect(pageErrors).toEqual([]);
});
