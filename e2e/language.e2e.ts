/** The window speaks the language of the system, goes over to another at once, and stays with what was chosen. */
import { expect, test, watchPage } from './app.ts';
import { faultsOf } from './play.ts';

test.use({ locale: 'zh-CN' });

test('a person whose system is Chinese reads Chinese, from the first screen on', async ({ app, page }) => {
  const faults = watchPage(page);
  await app.start();
  await page.goto(app.url());
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.getByLabel('桌上的名字').fill('铜雀');
  expect(await faultsOf(page)).toEqual([]);
  await page.getByRole('button', { name: '制作密钥' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '大厅' })).toBeVisible();
  await page.locator('button[data-post]').filter({ hasText: 'Wick' }).click();
  await expect(page.getByText('5 项里有 3 项已在这台电脑上核对')).toBeVisible();

  // A room that was opened in one language goes over with all of its words.
  await page.getByRole('link', { name: '设置' }).click();
  await page.getByRole('link', { name: '外观与语言' }).click();
  await page.getByRole('radiogroup', { name: '语言' }).getByText('English').click();
  await expect(page.getByRole('heading', { name: 'Looks and language' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  expect(faults).toEqual([]);
});
