/** Deadlines follow main's clock: neither the date nor a main process that stands still shows a wrong time. */
import { expect, test, watchPage } from './app-fixture.ts';
import { ask, firstRun, join, play } from './user-actions.ts';

const hourMs = 3_600_000;

test('the countdown ignores changes of the date, and stands still with main', { tag: '@long' }, async ({
  app,
  page,
}) => {
  const pageErrors = watchPage(page);
  await page.addInitScript(() => {
    const now = Date.now.bind(Date);
    Object.assign(window, { dateShift: 0 });
    Date.now = () => now() + (window as unknown as { dateShift: number }).dateShift;
  });
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await join(page, 'Wick');
  const timer = ask(page).getByRole('timer');
  const left = async () => {
    const [minutes = 0, seconds = 0] = ((await timer.textContent()) ?? '').split(':').map(Number);
    return minutes * 60 + seconds;
  };
  const started = Date.now();
  const first = await left();
  for (const hours of [25, -48]) {
    await page.evaluate((ms) => {
      (window as unknown as { dateShift: number }).dateShift += ms;
    }, hours * hourMs);
    // Longer than the interval of the display and of main's readings.
    await page.waitForTimeout(2_500);
    const expected = first - (Date.now() - started) / 1000;
    expect(Math.abs((await left()) - expected)).toBeLessThan(4);
  }

  app.signal('SIGSTOP');
  const notice = page.getByRole('alert').filter({ hasText: "Parlor isn't responding." });
  await expect(notice).toBeVisible({ timeout: 20_000 });
  // Nor is the last state of the community shown as the current one.
  await expect(page.getByRole('contentinfo')).toContainText('No connection to Parlor');
  // The display may be a second behind.
  await page.waitForTimeout(1_500);
  const stopped = await left();
  await page.waitForTimeout(3_000);
  expect(await left()).toBe(stopped);
  app.signal('SIGCONT');
  await expect(notice).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).not.toContainText('No connection to Parlor');
  await expect.poll(left).toBeLessThan(stopped + 30);
  const key = await ask(page).getAttribute('data-ask');
  await page.keyboard.press('4');
  await play(page);
  await expect(page.locator(`[data-ask="${key}"]`)).toHaveCount(0);
  expect(pageErrors).toEqual([]);
});
