/** Links: to a table, opened by a browser without Parlor; and to the window, in further tabs and bookmarks of one browser. */
import { expect, test, watchPage } from './app-fixture.ts';
import { faultsOf, firstRun, rowOf } from './play.ts';

test('a second tab takes control with one click, and the first takes it back', { tag: '@long' }, async ({
  app,
  page,
  browser,
}) => {
  const faults = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Wick')).toBeVisible();
  const origin = new URL(page.url()).origin;

  const second = await page.context().newPage();
  const secondFaults = watchPage(second);
  await second.goto(`${origin}/#/settings`);
  await expect(second.getByRole('heading', { name: 'Parlor is open in another tab' })).toBeVisible();
  expect(await faultsOf(second)).toEqual([]);
  await expect(rowOf(page, 'Wick')).toBeVisible();
  await second.keyboard.press('Enter');
  await expect(second.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Parlor is open in another tab' })).toBeVisible();

  await page.getByRole('button', { name: 'Use this window' }).click();
  await expect(rowOf(page, 'Wick')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Use this window' })).toBeVisible();

  // A bookmark in the same browser works while no tab is in control; another browser explains how to get a link.
  await page.close();
  await second.close();
  const bookmark = await browser.contexts()[0]!.newPage();
  await bookmark.goto(`${origin}/#/`);
  await expect(rowOf(bookmark, 'Wick')).toBeVisible();
  const stranger = await (await browser.newContext()).newPage();
  await stranger.goto(origin);
  await expect(stranger.getByRole('heading', { name: 'Open Parlor with a link' })).toBeVisible();
  await expect(stranger.getByText('parlor web --no-browser').first()).toBeVisible();
  expect(await faultsOf(stranger)).toEqual([]);
  await expect(rowOf(bookmark, 'Wick')).toBeVisible();
  expect([...faults, ...secondFaults]).toEqual([]);
});

test('an invite link opens a page in the browser that leads to Parlor, in its language', { tag: '@long' }, async ({
  app,
  page,
  browser,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await page.keyboard.press('Alt+n');
  await page.locator('[data-game]').filter({ hasText: 'Chat' }).click();
  const submit = page.getByRole('button', { name: 'Open the table' });
  await expect(submit).not.toHaveAttribute('aria-disabled', 'true', { timeout: 60_000 });
  await submit.click();
  await expect(page.getByText('This link only works on this computer.', { exact: false })).toBeVisible();
  const link = (await page.locator('[data-share="link"]').textContent())!;

  for (const [locale, button] of [
    ['en-GB', 'Open in Parlor'],
    ['zh-CN', '用 Parlor 打开'],
  ] as const) {
    const context = await browser.newContext({ locale, javaScriptEnabled: false });
    const shared = await context.newPage();
    const faults = watchPage(shared);
    await shared.goto(link);
    const { origin, pathname } = new URL(link);
    const target = `parlor:/${pathname}?server=${encodeURIComponent(origin)}`;
    await expect(shared.getByRole('link', { name: button })).toHaveAttribute('href', target);
    // Its style sheet is allowed by hash.
    await expect(shared.locator('main')).toHaveCSS('border-radius', '12px');
    await expect(shared.getByText(`parlor join ${link}`)).toBeVisible();
    expect(faults).toEqual([]);
    await context.close();
  }
  const looked = await (await browser.newContext()).newPage();
  await looked.goto(link);
  expect(await faultsOf(looked)).toEqual([]);
});
