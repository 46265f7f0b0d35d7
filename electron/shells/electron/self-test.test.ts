/** `Parlor --self-test` in the strict fake of Electron. */
import { stripVTControlCharacters } from 'node:util';
import { afterEach, expect, it } from 'vitest';
import { isLongRun } from '../../../shared/testing/long.ts';
import type { SelfTestReport } from '../../doctor/self-test.ts';
import { launchTestApp, type TestApp } from './testing/test-app.ts';

let app: TestApp;
afterEach(() => app.electron.utility.killAll());

it('runs the checks that need Electron, prints one report and exits', async () => {
  app = launchTestApp({ platform: 'darwin', args: ['--self-test'] });
  const code = await app.electron.app.exited;
  const report = JSON.parse(app.printed.join('')) as SelfTestReport;
  expect(report.checks.filter(({ ok }) => !ok)).toEqual([]);
  expect(code).toBe(0);
  expect(report.checks.map(({ id }) => id)).toEqual(expect.arrayContaining(['service', 'hooks', 'keychain', 'window']));
  expect(report.versions).toMatchObject({ keychain: 'keychain', keychain_protects: true });
  expect([app.reports, app.configs]).toEqual([[], []]);
});

it.runIf(isLongRun)('prints a line for each check on a terminal', async () => {
  app = launchTestApp({ platform: 'linux', args: ['--self-test'], onTerminal: true });
  expect(await app.electron.app.exited).toBe(0);
  const text = stripVTControlCharacters(app.printed.join(''));
  expect(text).toMatch(/^OK +window +\S/m);
  expect(text).toMatch(/is complete and works here\.\n$/);
});

it('fails if the page cannot be loaded', async () => {
  app = launchTestApp({ platform: 'linux', args: ['--self-test'], rendererDir: import.meta.dirname });
  expect(await app.electron.app.exited).toBe(1);
});
