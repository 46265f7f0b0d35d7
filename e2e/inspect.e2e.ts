/** e2e/inspect.ts proves itself: it finds every fault that is planted on a page and nothing else, and nothing on a clean page. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import type { Finding } from './inspect/finding.ts';
import { focusAfter, inspect, report } from './inspect.ts';

const textOf = (name: string): string => readFileSync(join(import.meta.dirname, 'inspect/pages', name), 'utf8');

/** Shows a page and, in its sandboxed frame, a board. */
async function show(page: Page, name: string, board?: string): Promise<void> {
  await page.setContent(textOf(name));
  if (!board) return;
  await page.locator('iframe').evaluate((frame, text) => frame.setAttribute('srcdoc', text), textOf(board));
  await page.frameLocator('iframe').locator('button').first().waitFor();
}

const namesOf = (findings: readonly Finding[]): string[] =>
  findings.map(({ kind, selector, measured }) => `${kind === 'axe' ? `axe:${measured}` : kind} ${selector}`).sort();

/** The faults that the page names, in the page and its frames: their kinds and the selectors that a finding has. */
async function planted(page: Page): Promise<string[]> {
  const all = await Promise.all(
    page.frames().map((frame) =>
      frame.locator('[data-fault]').evaluateAll((elements) =>
        elements.flatMap((element) => {
          const selector = element.getAttribute('data-selector') ?? `#${element.id}`;
          return element
            .getAttribute('data-fault')!
            .split(' ')
            .map((kind) => `${kind} ${selector}`);
        }),
      ),
    ),
  );
  return all.flat().sort();
}

test('every planted fault is found in a page and its frame, and nothing else', async ({ page }) => {
  await show(page, 'faults.html', 'board.html');
  const findings = await inspect(page, { where: 'faults', pages: 5, focusRings: true });
  expect(namesOf(findings)).toEqual(await planted(page));
  // The page is left as it was.
  expect(await page.evaluate(() => [scrollY, document.adoptedStyleSheets.length])).toEqual([0, 0]);
});

test('a typed value is measured, not the empty field', async ({ page }) => {
  await page.setContent(
    '<html lang="en"><title>A bid</title><main style="background: #fff"><h1>A bid</h1><input aria-label="Bid" style="background: #fff; color: rgb(244, 236, 226); min-height: 24px"></main></html>',
  );
  expect(report(await inspect(page, { where: 'empty' }))).toBe('');
  await page.getByLabel('Bid').fill('42');
  const [finding] = await inspect(page, { where: 'typed' });
  expect(finding).toMatchObject({ kind: 'contrast', measured: '1.17:1', required: '4.5:1', where: 'typed' });
});

test('nothing is found on a page of look-alikes', async ({ page }) => {
  await show(page, 'clean.html');
  await page.frameLocator('iframe').locator('button').waitFor();
  expect(report(await inspect(page, { where: 'clean', pages: 5, focusRings: true }))).toBe('');
});

test('English left in Chinese is found; names, code and quoted words are not', async ({ page }) => {
  await show(page, 'faults.zh.html');
  expect(namesOf(await inspect(page, { where: 'faults', locale: 'zh-CN' }))).toEqual(await planted(page));
  await show(page, 'clean.zh.html');
  expect(report(await inspect(page, { where: 'clean', locale: 'zh-CN' }))).toBe('');
});

test('a focus that is lost, out of sight or behind a dialog after an action is found', async ({ page }) => {
  await page.setContent(`
    <html lang="en"><title>Focus</title><main>
      <h1 tabindex="-1">Focus</h1>
      <div role="dialog" aria-label="Resign?"><button id="resign">Resign</button></div>
      <button id="next">Next</button>
      <div style="height: 0; overflow: hidden"><button id="folded">Folded away</button></div>
      <dialog><button>Close</button></dialog>
    </main></html>`);
  const after = async (action: () => Promise<unknown>) =>
    (await focusAfter(page, 'focus', action)).map(({ selector, measured }) => `${selector}: ${measured}`);
  const run = (script: () => void) => () => page.evaluate(script);

  expect(await after(() => page.locator('#next').focus())).toEqual([]);
  expect(await after(run(() => document.querySelector('h1')!.focus()))).toEqual([]);
  await page.locator('#resign').focus();
  expect(await after(run(() => document.querySelector('[role=dialog]')!.remove()))).toEqual([
    'body: the focus is on nothing',
  ]);
  expect(await after(run(() => document.getElementById('folded')!.focus()))).toEqual([
    '#folded: the focus is out of sight',
  ]);
  await page.locator('#next').focus();
  await page.evaluate(() =>
    document.querySelector('main')!.insertAdjacentHTML('beforeend', '<p aria-modal="true" role="dialog">Sure?</p>'),
  );
  expect(await after(async () => {})).toEqual(['#next: the focus is behind a dialog']);
});
