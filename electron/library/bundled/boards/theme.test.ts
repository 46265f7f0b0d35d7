import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { sampled } from '../../../../shared/testing/long.ts';
import { boardBrowser } from '../../testing/board-browser.ts';
import { tokensIn } from '../../testing/board-page.ts';

const boardAt = boardBrowser();
const pins = new URL('../../../../resources/protocols/pins.json', import.meta.url);
const bundled = Object.keys(JSON.parse(await readFile(pins, 'utf8')) as object);

describe('fonts and colours', () => {
  test.each(sampled(bundled, 3))('%s uses Parlor’s font and the colours that it receives', async (folder) => {
    const board = await boardAt(folder, { theme: 'dark', tokens: { ...tokensIn('dark'), ink: '#fedcba' } });
    const style = () =>
      board.frame.locator('body').evaluate((body) => {
        const { color, backgroundColor, fontFamily } = getComputedStyle(body);
        return { color, backgroundColor, fontFamily };
      });
    await expect.poll(style).toMatchObject({ color: 'rgb(254, 220, 186)', backgroundColor: 'rgb(36, 32, 29)' });
    expect((await style()).fontFamily).toContain('Parlor Body');
    const loaded = await board.frame.evaluate(async () => {
      const faces = await document.fonts.load('15px "Parlor Body"', 'Aa');
      return faces.map(({ status }) => status);
    });
    expect(loaded).toEqual(['loaded']);
    expect(board.problems).toEqual([]);
  });

  test('the kit falls back to the window’s colours', async () => {
    const css = await readFile(new URL('../../../../resources/ui-kit/parlor-board.css', import.meta.url), 'utf8');
    const [, light = '', dark = ''] = /:root \{([^}]*)\}[\s\S]*data-theme='dark'\] \{([^}]*)\}/.exec(css) ?? [];
    const coloursOf = (rule: string) =>
      Object.fromEntries(
        [...rule.matchAll(/--parlor-([a-z0-9-]+): (#[0-9a-f]+);/g)].map(([, name, value]) => [name, value]),
      );
    expect(coloursOf(light)).toEqual(tokensIn('light'));
    expect(coloursOf(dark)).toEqual(tokensIn('dark'));
  });
});
