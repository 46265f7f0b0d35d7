/** The screens of Settings. */
import type { Page } from '@playwright/test';
import type { Screen } from './look.ts';

const look = async (page: Page) => {
  await page.getByRole('button', { name: 'Look now' }).click();
  await page.getByTestId('verdict').waitFor();
};
const at = (section: string) => ({ query: 'scene=lobby', hash: `/settings/${section}` });

export const settingsScreens: Screen[] = [
  { name: 'settings', query: 'scene=lobby', hash: '/settings', act: look },
  { name: 'settings-offline', query: 'scene=offline', hash: '/settings', act: look },
  { name: 'settings-empty', query: 'scene=empty', hash: '/settings' },
  { name: 'settings-identities', query: 'scene=guarded', hash: '/settings/identities' },
  {
    name: 'settings-new',
    ...at('identities'),
    act: async (page) => {
      await page.getByRole('button', { name: 'New', exact: true }).click();
      await page.getByLabel('Name at the table').fill('marsh-lamp');
      await page.getByLabel('Passphrase, if you like').fill('one');
      await page.getByLabel('The same once more').fill('two');
    },
  },
  {
    name: 'settings-bring',
    ...at('identities'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Restore', exact: true }).click();
      await page.getByText('Sealed file', { exact: true }).last().click();
      await page.getByText('The sealed file').waitFor();
    },
  },
  {
    name: 'settings-passphrase',
    query: 'scene=guarded',
    hash: '/settings/identities',
    act: (page) => page.getByRole('button', { name: 'Change', exact: true }).click(),
  },
  {
    name: 'settings-backup',
    ...at('identities'),
    act: async (page) => {
      await page.getByRole('button', { name: 'Sealed file' }).click();
      await page.getByLabel('Passphrase for this file').fill('one');
      await page.getByLabel('The same once more').fill('one');
      await page.getByRole('button', { name: 'Make the file' }).click();
      await page.getByLabel('Text of the sealed file').waitFor();
    },
  },
  {
    name: 'settings-remove',
    ...at('identities'),
    act: (page) => page.getByRole('button', { name: 'Remove old-boat' }).click(),
  },
  {
    name: 'settings-removed',
    ...at('identities'),
    act: async (page) => {
      await page.getByRole('button', { name: /Remove .*reedpipe/ }).click();
      await page.getByRole('button', { name: 'Remove it' }).click();
      await page.getByText('was removed').waitFor();
    },
  },
  {
    name: 'settings-refused',
    query: 'scene=waiting',
    hash: '/settings/identities',
    act: async (page) => {
      await page.getByRole('button', { name: /Switch to .*reedpipe/ }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  { name: 'settings-communities', ...at('communities'), act: (page) => page.getByTestId('found').waitFor() },
  {
    name: 'settings-add',
    ...at('communities'),
    act: async (page) => {
      await page.getByLabel('Its address').fill('http://192.168.1.50:7400');
      await page.keyboard.press('Enter');
      await page.getByTestId('found').nth(1).waitFor();
      await page.getByRole('button', { name: 'Go there', exact: true }).last().scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'settings-plain-http',
    ...at('communities'),
    act: async (page) => {
      await page.getByLabel('Its address').fill('http://192.168.1.50:7400');
      await page.keyboard.press('Enter');
      await page.getByTestId('found').nth(1).waitFor();
      await page.getByRole('button', { name: 'Go there', exact: true }).last().click();
      await page.getByRole('dialog').waitFor();
    },
  },
  { name: 'settings-house', ...at('house') },
  { name: 'settings-consents', ...at('consents'), act: (page) => page.locator('[data-consent]').first().waitFor() },
  { name: 'settings-no-consents', query: 'scene=empty', hash: '/settings/consents' },
  { name: 'settings-notices', ...at('notices') },
  { name: 'settings-looks', ...at('looks') },
  { name: 'settings-storage', ...at('storage'), act: (page) => page.getByTestId('data-dir').waitFor() },
  {
    name: 'settings-licences',
    ...at('licences'),
    act: (page) => page.locator('summary', { hasText: 'iroh' }).first().click(),
  },
  { name: 'settings-about', ...at('about') },
];
