/** The time from a click in the window of the real app until its effect is painted. */
import type { Browser, Locator, Page } from '@playwright/test';
import { createApp } from '../e2e/app-fixture.ts';
import { firstRun, rowOf } from '../e2e/user-actions.ts';
import { budget, median, type Row } from './report.ts';

const rounds = 7;
/** Milliseconds. */
const limitsMs = { room: 100, cold: 300, table: 300, code: 300 };

/** A selector of each room's content. */
const rooms = {
  Tables: '[data-table]',
  Protocols: '[data-protocol]',
  Inbox: '#section-title',
  Standings: '[data-agent]',
  Studio: 'p',
  Settings: 'h2',
  Lobby: '[data-post]',
};

export async function benchClicks(browser: Browser): Promise<Row[]> {
  const app = await createApp();
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  try {
    await app.start();
    await firstRun(page, app.url(), 'copperfinch');
    await playOneGame(page);
    // Reloaded, so that only the lobby is loaded.
    await page.goto(`${page.url().split('#')[0]}#/`);
    await page.reload();
    await rowOf(page, 'Connect Four').first().waitFor();
    // Rooms are prefetched in the background before a user would click anything.
    await page.waitForTimeout(2_000);
    const table = await tableTimes(page);
    const code = await codeTimes(page);
    const room = await roomTimes(page);
    return [
      clickRow('the slowest room', Math.max(...Object.values(room.last).map(median)), limitsMs.room),
      clickRow('the slowest room, the first time', Math.max(...Object.values(room.first).map(median)), limitsMs.cold),
      clickRow('a table of the list, the first time', table[0]!, limitsMs.table),
      clickRow('a table of the list', median(table.slice(1)), limitsMs.table),
      clickRow('the player code of a protocol', median(code), limitsMs.code),
    ];
  } finally {
    await context.close();
    await app.dispose();
  }
}

const clickRow = (effectName: string, measured: number, limit: number): Row => ({
  job: `from a press to ${effectName}`,
  measured,
  unit: 'ms',
  limit: budget(limit),
  goal: { atMost: 1 },
});

/** Plays a game automatically, so that the list of tables has an entry. */
export async function playOneGame(page: Page): Promise<void> {
  await rowOf(page, 'Tansy').click();
  await page.getByRole('radiogroup', { name: 'Play as' }).getByText('Autonomous', { exact: true }).click();
  await page.getByRole('button', { name: 'Join table' }).click();
  const gameEnd = page.locator('[data-decision="over"]').or(page.getByRole('heading', { name: 'Your points' }));
  await gameEnd.first().waitFor({ timeout: 60_000 });
}

export const railLink = (page: Page, name: string) => page.locator('[data-region="rail"]').getByRole('link', { name });

async function tableTimes(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await railLink(page, 'Tables').click();
    times.push(await timeToPaint(page, page.locator('main [data-table]').first(), { content: '#table-title' }));
    await page.getByRole('heading', { name: 'Your points' }).waitFor();
  }
  return times;
}

/** Each round opens another protocol. */
async function codeTimes(page: Page): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    await railLink(page, 'Protocols').click();
    const protocols = page.locator('main [data-protocol]');
    await protocols.first().waitFor();
    await protocols.nth(round % (await protocols.count())).click();
    const tab = page.locator('main nav').getByRole('link', { name: 'Player code' });
    await tab.waitFor();
    await page.waitForTimeout(500);
    times.push(await timeToPaint(page, tab, { content: '.cm-content' }));
  }
  return times;
}

async function roomTimes(page: Page): Promise<{ [visit in 'first' | 'last']: { [room: string]: number[] } }> {
  const first: { [room: string]: number[] } = {};
  const last: { [room: string]: number[] } = {};
  for (let round = 0; round <= rounds; round += 1) {
    for (const [name, content] of Object.entries(rooms)) {
      const measurement = await timeToPaint(page, railLink(page, name), { heading: name, content });
      const times = round === 0 ? first : last;
      times[name] = [...(times[name] ?? []), measurement];
      await page.waitForTimeout(200);
    }
  }
  return { first, last };
}

/** Milliseconds from the click on `target` until a painted frame shows `content` under that heading. */
export async function timeToPaint(
  page: Page,
  target: Locator,
  effect: { heading?: string; content: string },
): Promise<number> {
  const measurement = await page.evaluateHandle(({ heading, content }) => {
    const isShown = () =>
      (heading === undefined || document.querySelector('main h1')?.textContent?.startsWith(heading)) &&
      document.querySelector(`main :is(${content})`);
    const pressTime = new Promise<number>((resolve) => {
      addEventListener('pointerdown', (event) => resolve(event.timeStamp), { capture: true, once: true });
    });
    const latency = pressTime.then(
      (start) =>
        new Promise<number>((resolve, reject) => {
          const check = () => {
            if (performance.now() - start > 20_000) return reject(new Error(`The page never showed ${content}.`));
            if (!isShown()) return void requestAnimationFrame(check);
            // The message is handled only after the frame has been painted.
            const { port1, port2 } = new MessageChannel();
            port1.onmessage = () => resolve(performance.now() - start);
            port2.postMessage(null);
          };
          requestAnimationFrame(check);
        }),
    );
    return { latency: latency };
  }, effect);
  await target.click();
  return measurement.evaluate(({ latency }) => latency);
}
