/** Links to a table, opened in a browser without Parlor; and links to the window, in other tabs and as bookmarks. */
import { createApp, expect, test, watchPage } from './app-fixture.ts';
import { axeViolations, firstRun, makeKey, openTable, rowOf } from './user-actions.ts';

test('a second tab takes control with one click, and the first takes it back', { tag: '@long' }, async ({
  app,
  page,
  browser,
}) => {
  const pageErrors = watchPage(page);
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await expect(rowOf(page, 'Wick')).toBeVisible();
  const origin = new URL(page.url()).origin;

  const second = await page.context().newPage();
  const secondPageErrors = watchPage(second);
  await second.goto(`${origin}/#/settings`);
  await expect(second.getByRole('heading', { name: 'Parlor is open in another tab' })).toBeVisible();
  expect(await axeViolations(second)).toEqual([]);
  await expect(rowOf(page, 'Wick')).toBeVisible();
  await second.keyboard.press('Enter');
  await expect(second.getByRole('heading', { name: 'Settings' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Parlor is open in another tab' })).toBeVisible();

  await page.getByRole('button', { name: 'Use this window' }).click();
  await expect(rowOf(page, 'Wick')).toBeVisible();
  await expect(second.getByRole('button', { name: 'Use this window' })).toBeVisible();

  // A bookmark in the same browser works while no tab is in control; another browser shows how to get a link.
  await page.close();
  await second.close();
  const bookmark = await browser.contexts()[0]!.newPage();
  await bookmark.goto(`${origin}/#/`);
  await expect(rowOf(bookmark, 'Wick')).toBeVisible();
  const otherBrowser = await (await browser.newContext()).newPage();
  await otherBrowser.goto(origin);
  await expect(otherBrowser.getByRole('heading', { name: 'Open Parlor with a link' })).toBeVisible();
  await expect(otherBrowser.getByText('parlor web --no-browser').first()).toBeVisible();
  expect(await axeViolations(otherBrowser)).toEqual([]);
  await expect(rowOf(bookmark, 'Wick')).toBeVisible();
  expect([...pageErrors, ...secondPageErrors]).toEqual([]);
});

test('an invite link opens a page in the browser that leads to Parlor, in its language', { tag: '@long' }, async ({
  app,
  page,
  browser,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await openTable(page, 'Chat');
  await expect(page.getByText('This link only works on this computer.', { exact: false })).toBeVisible();
  const link = (await page.locator('[data-share="link"]').textContent())!;

  for (const [locale, button] of [
    ['en-GB', 'Open in Parlor'],
    ['zh-CN', '用 Parlor 打开'],
  ] as const) {
    const context = await browser.newContext({ locale, javaScriptEnabled: false });
    const shared = await context.newPage();
    const pageErrors = watchPage(shared);
    await shared.goto(link);
    const { origin, pathname } = new URL(link);
    const target = `parlor:/${pathname}?server=${encodeURIComponent(origin)}`;
    await expect(shared.getByRole('link', { name: button })).toHaveAttribute('href', target);
    // Its style sheet is allowed by hash.
    await expect(shared.locator('main')).toHaveCSS('border-radius', '12px');
    await expect(shared.getByText(`parlor join ${link}`)).toBeVisible();
    expect(pageErrors).toEqual([]);
    await context.close();
  }
  const styled = await (await browser.newContext()).newPage();
  await styled.goto(link);
  expect(await axeViolations(styled)).toEqual([]);
});

test('a link to another community shows who invites to which game, however it is pasted', { tag: '@long' }, async ({
  app,
  page,
  browser,
}) => {
  await app.start();
  await firstRun(page, app.url(), 'copperfinch');
  await openTable(page, 'Reversi');
  const link = (await page.locator('[data-share="link"]').textContent())!;

  const other = await createApp();
  try {
    await other.start();
    // At the first start.
    const newcomer = await (await browser.newContext()).newPage();
    const pageErrors = watchPage(newcomer);
    await newcomer.goto(other.url());
    await newcomer.getByRole('button', { name: 'Join by link' }).click();
    await newcomer.getByLabel('Invite link').fill(`Join me: <${link}>.`);
    await newcomer.getByRole('button', { name: 'Check link' }).click();
    await expect(newcomer.getByText('copperfinch\u2069 invites you to Reversi.')).toBeVisible();
    expect(await axeViolations(newcomer)).toEqual([]);
    await newcomer.getByRole('button', { name: 'Use another link' }).click();
    await newcomer.getByRole('button', { name: 'Back' }).click();

    // In the lobby.
    await makeKey(newcomer, 'tidewright');
    await newcomer.getByRole('button', { name: 'Join by link' }).click();
    await newcomer.getByLabel('Invite link or table ID').fill(`“${link}”, at six`);
    await newcomer.keyboard.press('Enter');
    await newcomer.getByRole('button', { name: 'Look up the table' }).click();
    await expect(newcomer.getByText('copperfinch\u2069 invites you to Reversi.')).toBeVisible();
    expect(await axeViolations(newcomer)).toEqual([]);
    await newcomer.getByRole('button', { name: 'Switch and open the table' }).click();
    await expect(newcomer.locator('#offer')).toContainText('copperfinch');
    expect(pageErrors).toEqual([]);
  } finally {
    await other.dispose();
  }
});
