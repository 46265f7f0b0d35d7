/** The screens of two people who meet: who is let in, the code that is shown, and the first minute of whoever was invited. */
import type { Page } from '@playwright/test';
import type { Screen } from './look.ts';

const link = (host: string) =>
  `parlor://join/7c21e0aa-1111-4222-8333-123456789abc?server=${encodeURIComponent(`http://${host}:7400`)}`;

/** Stands in for the browser's detector, which only some systems have. */
const withDetector = (page: Page) =>
  page.evaluate(() => {
    class BarcodeDetector {
      static getSupportedFormats = async () => ['qr_code'];
      detect = async () => [];
    }
    Object.assign(globalThis, { BarcodeDetector });
  });
const byLink = async (page: Page) => {
  await page.getByRole('button', { name: 'Join by link' }).click();
  await page.getByLabel('Link to a table').waitFor();
};
const look = async (page: Page, host: string) => {
  await byLink(page);
  await page.getByLabel('Link to a table').fill(link(host));
  await page.keyboard.press('Enter');
};

export const networkScreens: Screen[] = [
  {
    name: 'network-closed',
    query: 'scene=lobby',
    hash: '/?network=',
    act: (page) => page.getByText('192.168.1.17').waitFor(),
  },
  {
    name: 'network-refused',
    query: 'scene=lobby&net=refused',
    hash: '/?network=',
    act: async (page) => {
      await page.getByText('10.8.0.2').click();
      await page.getByRole('button', { name: 'Let them in' }).click();
      await page.getByRole('alert').waitFor();
    },
  },
  {
    name: 'network-none',
    query: 'scene=lobby&net=none',
    hash: '/?network=',
    act: (page) => page.getByText('in no network').waitFor(),
  },
  {
    name: 'network-open',
    query: 'scene=lobby&net=open',
    hash: '/?network=',
    act: (page) => page.locator('[data-network]').waitFor(),
  },
  {
    name: 'network-changed',
    query: 'scene=lobby&net=changed',
    hash: '/?network=',
    act: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'network-moved',
    query: 'scene=lobby&net=moved',
    hash: '/?network=',
    act: (page) => page.getByRole('alert').waitFor(),
  },
  {
    name: 'network-guest',
    query: 'scene=offline',
    hash: '/?network=',
    act: (page) => page.locator('[data-action="home"]').waitFor(),
  },
  {
    name: 'network-share',
    query: 'scene=waiting&net=open',
    act: async (page) => {
      await page.locator('[data-hosted]').first().click();
      await page.locator('[data-qr]').waitFor();
      await page.locator('[data-qr]').scrollIntoViewIfNeeded();
    },
  },
  {
    name: 'network-share-closed',
    query: 'scene=waiting',
    act: async (page) => {
      await page.locator('[data-hosted]').first().click();
      await page.locator('[data-action="let-in"]').scrollIntoViewIfNeeded();
    },
  },
  { name: 'by-link', query: 'scene=first-run', act: byLink },
  {
    name: 'by-link-qr',
    query: 'scene=first-run',
    act: async (page) => {
      await withDetector(page);
      await byLink(page);
      await page.getByText('Read a QR code from a picture').waitFor();
    },
  },
  {
    name: 'by-link-found',
    query: 'scene=first-run',
    act: async (page) => {
      await look(page, '192.168.1.17');
      await page.getByLabel('Name at the table').waitFor();
    },
  },
  {
    name: 'by-link-away',
    query: 'scene=first-run',
    act: async (page) => {
      await look(page, 'away.example');
      await page.getByRole('alert').waitFor();
    },
  },
];
