/** The window uses the language of the system, can be switched at once, and remembers the choice. */
import { expect, test, watchPage } from './app-fixture.ts';
import { axeViolations } from './user-actions.ts';

test.use({ locale: 'zh-CN' });

test('the window is Chinese from the first screen on if the system is, and can be switched to English', {
  tag: '@long',
}, async ({ app, page }) => {
  const pageErrors = watchPage(page);
  await app.start();
  await page.goto(app.url());
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN');
  await page.getByLabel('桌上的名字').fill('铜雀');
  expect(await axeViolations(page)).toEqual([]);
  await page.getByRole('button', { name: '创建密钥' }).click();
  await expect(page.getByRole('heading', { level: 1, name: '大厅' })).toBeVisible();
  await page.locator('button[data-post]').filter({ hasText: 'Wick' }).click();
  await expect(page.getByText('已在这台电脑上核对 3/5 项')).toBeVisible();
  const offer = page.locator('#offer');
  await expect(offer).toContainText('四子棋');
  await expect(offer).toContainText('7 列，6 行');
  await offer.getByRole('button', { name: '规则' }).click();
  await expect(offer).toContainText('客人先走。');

  // Protocol names are translated wherever they are listed.
  await page.getByRole('link', { name: '协议' }).click();
  await page.locator('[data-protocol]').filter({ hasText: '四子棋' }).click();
  await page.getByRole('navigation', { name: '这个协议的各个部分' }).getByRole('link', { name: '系列' }).click();
  await expect(page.getByRole('list', { name: '系列' })).toContainText('四子棋');
  await expect(page.getByRole('list', { name: '系列' })).not.toContainText('Connect Four');

  // Switching the language also changes rooms that are already open.
  await page.getByRole('link', { name: '设置' }).click();
  await page.getByRole('link', { name: '外观与语言' }).click();
  await page.getByRole('radiogroup', { name: '语言' }).getByText('English').click();
  await expect(page.getByRole('heading', { name: 'Appearance and language' })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'en');
  await page.getByRole('link', { name: 'Lobby' }).click();
  await expect(page.locator('button[data-post]').filter({ hasText: 'Wick' })).toContainText('Connect Four');
  await page.getByRole('link', { name: 'Inbox' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  await page.reload();
  await expect(page.getByRole('heading', { level: 1, name: 'Inbox' })).toBeVisible();
  expect(pageErrors).toEqual([]);
});
