/**
 * The window: how much it loads before the lobby appears and how long that takes compared with a minimal React page; scrolling
 * 10,000 rows; searching a lobby of thousands of tables; the time from a click to its effect, also after years of use; a board that floods it with messages;
 * and memory leaks when switching rooms.
 */
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Request } from '@playwright/test';
import { createApp } from '../e2e/app-fixture.ts';
import { ensureChromium } from '../e2e/chromium.ts';
import { firstRun, rowOf } from '../e2e/user-actions.ts';
import { budget, median, quantile, type Row } from './report.ts';
import { benchFlood } from './ui-flood.ts';
import { benchLargeProfile } from './ui-large.ts';
import { benchClicks } from './ui-latency.ts';
import {
  type BenchPages,
  buildAndServe,
  markReady,
  measureOpening,
  type OpenTimes,
  type PageMemory,
  readPageMemory,
  type Task,
  traceScrolling,
  traceTasks,
} from './ui-tracing.ts';

const rounds = 7;
const rowCount = 10_000;
const tableCount = 5_000;
const roomChanges = 200;
/** kB. */
const initialLimitKb = 280;
/** Milliseconds. */
const frameLimitMs = 25;

export async function benchUi(): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  });
  const pages = await buildAndServe();
  const results: Row[] = [];
  try {
    results.push(await benchInitialScripts(browser));
    results.push(...(await benchClicks(browser)));
    results.push(...(await benchLargeProfile(browser)));
    results.push(...(await benchOpening(browser, pages)));
    results.push(...(await benchScrolling(browser, pages)));
    results.push(...(await benchSearching(browser, pages)));
    results.push(await benchFlood(browser, pages));
    results.push(...(await benchMemory(browser, pages)));
    return results;
  } finally {
    await browser.close();
    await pages.close();
  }
}

/** All JavaScript that the real app's window requests until the lobby appears. */
async function benchInitialScripts(browser: Browser): Promise<Row> {
  const app = await createApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await app.start();
    await firstRun(page, app.url(), 'copperfinch');
    await rowOf(page, 'Connect Four').first().waitFor();
    // Chromium keeps response bodies only for a short time.
    const scripts: { request: Request; body: Promise<Buffer | null> }[] = [];
    page.on('response', (response) => {
      const request = response.request();
      if (request.resourceType() === 'script') scripts.push({ request, body: response.body().catch(() => null) });
    });
    await markReady(page, '[data-post]');
    const session = await context.newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.reload();
    await rowOf(page, 'Connect Four').first().waitFor();
    // Scripts requested later are prefetched; the lobby doesn't depend on them.
    const [startedAt, readyAt] = await page.evaluate(() => {
      const mark = performance.getEntriesByName('ready')[0]?.startTime ?? 0;
      return [performance.timeOrigin, performance.timeOrigin + mark] as const;
    });
    let total = 0;
    for (const { request, body } of [...scripts]) {
      const requestedAt = request.timing().startTime;
      if (requestedAt < startedAt || requestedAt > readyAt) continue;
      const bytes = await body;
      if (bytes === null) throw new Error(`The body of ${request.url()} was not received.`);
      total += gzipSync(bytes, { level: 9 }).length / 1000;
    }
    return {
      job: 'JavaScript until the lobby appears, gzip',
      measured: total,
      unit: 'kB',
      limit: budget(initialLimitKb),
      goal: { atMost: 1 },
    };
  } finally {
    await context.close();
    await app.dispose();
  }
}

/** Alternates with a minimal page, so that other load on the machine affects both equally. */
async function benchOpening(browser: Browser, { window, hello }: BenchPages): Promise<Row[]> {
  const times = { window: [] as OpenTimes[], hello: [] as OpenTimes[] };
  for (let round = -1; round < rounds; round += 1) {
    const windowTimes = await measureOpening(browser, `${window}/?scene=lobby`, '[data-post]');
    const helloTimes = await measureOpening(browser, `${hello}/`, 'h1');
    if (round < 0) continue;
    times.window.push(windowTimes);
    times.hello.push(helloTimes);
  }
  const timesOf = (page: keyof typeof times, moment: keyof OpenTimes) => times[page].map((time) => time[moment]);
  const row = (job: string, moment: keyof OpenTimes) => ({
    job,
    measured: median(timesOf('window', moment)),
    unit: 'ms',
    limit: { what: 'React hello page', value: median(timesOf('hello', moment)) },
  });
  return [
    { ...row('first contentful paint', 'paint'), goal: { atMost: 2 } },
    row('lobby with its rows; hello page with its text', 'ready'),
  ];
}

const lists = {
  lobby: { query: `scene=lobby&open=${rowCount}`, hash: '/', scroller: '[data-list]', row: '[data-post]' },
  leaderboards: {
    query: `scene=guarded&agents=${rowCount}`,
    hash: '/leaderboards',
    scroller: '[data-list]',
    row: '[data-agent]',
  },
};

async function benchScrolling(browser: Browser, { window }: BenchPages): Promise<Row[]> {
  const results: Row[] = [];
  for (const [name, { query, hash, scroller, row }] of Object.entries(lists)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${window}/?${query}#${hash}`);
    await page.locator(row).first().waitFor();
    const loadedRows = await loadAllRows(page, scroller, row);
    const { frames: frameTimes, tasks } = await traceScrolling(browser, page, scroller, 60_000);
    await context.close();
    const jobName = `${name}, scrolling ${loadedRows} rows`;
    results.push(longestTask(`${jobName}: the longest task`, tasks), {
      job: `${jobName}: frame to frame, p99`,
      measured: quantile(frameTimes, 0.99),
      unit: 'ms',
      limit: budget(frameLimitMs),
    });
  }
  return results;
}

/** In CPU time, which does not depend on other programs. */
const longestTask = (job: string, tasks: Task[]): Row => ({
  job,
  measured: Math.max(...tasks.map(({ cpuMs }) => cpuMs)),
  unit: 'ms',
  limit: budget(frameLimitMs),
  goal: { atMost: 1 },
});

/** Types into the search of a lobby of thousands while tables are added and removed: no keystroke or change may delay a frame. */
async function benchSearching(browser: Browser, { window }: BenchPages): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${window}/?scene=lobby&open=${tableCount}`);
  await page.locator('[data-post]').first().waitFor();
  const search = page.getByRole('searchbox', { name: 'Name or game' });
  const phases: [string, () => Promise<void>][] = [
    [
      'a key in the search',
      async () => {
        await search.click();
        for (const key of 'tidewright 29') await page.keyboard.press(key);
        for (let i = 0; i < 13; i += 1) await page.keyboard.press('Backspace');
      },
    ],
    [
      'tables added and removed',
      async () => {
        for (let i = 0; i < 20; i += 1) {
          await page.evaluate(() => document.dispatchEvent(new CustomEvent('look-table')));
          await page.waitForTimeout(50);
        }
      },
    ],
  ];
  const results: Row[] = [];
  for (const [name, action] of phases) {
    // A warm-up run, so that the code is compiled.
    await action();
    results.push(
      longestTask(`lobby of ${tableCount} tables, ${name}: the longest task`, await traceTasks(browser, page, action)),
    );
  }
  await context.close();
  return results;
}

/** Scrolls to the end until no more rows are loaded, then back to the top. Returns the number of rows. */
async function loadAllRows(page: Page, scroller: string, row: string): Promise<number> {
  const readHeight = () =>
    page
      .locator(scroller)
      .first()
      .evaluate((list) => list.scrollHeight);
  let height = 0;
  for (let nextHeight = await readHeight(); nextHeight !== height; nextHeight = await readHeight()) {
    height = nextHeight;
    await page
      .locator(scroller)
      .first()
      .evaluate((list) => list.scrollTo(0, list.scrollHeight));
    await page.waitForTimeout(150);
  }
  await page
    .locator(scroller)
    .first()
    .evaluate((list) => list.scrollTo(0, 0));
  await page.waitForTimeout(500);
  const rowHeight =
    (await page
      .locator(row)
      .first()
      .evaluate((element) => (element.closest('tr, li') ?? element).getBoundingClientRect().height)) || 1;
  return Math.floor(height / rowHeight);
}

const rooms = ['/', '/tables', '/protocols', '/leaderboards', '/inbox', '/tables/settled', '/studio', '/settings'];

async function benchMemory(browser: Browser, { window }: BenchPages): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${window}/?scene=results#/`);
  await page.locator('[data-post]').first().waitFor();
  const session = await context.newCDPSession(page);
  const changeRooms = async (count: number) => {
    for (let change = 0; change < count; change += 1) {
      const path = rooms[change % rooms.length] ?? '/';
      await page.evaluate((to) => {
        location.hash = to;
      }, path);
      await page.locator('main h1, main h2').first().waitFor();
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 30))));
    }
  };
  const measureInLobby = async () => {
    await page.evaluate(() => {
      location.hash = '/';
    });
    await page.locator('[data-post]').first().waitFor();
    return readPageMemory(session);
  };
  // Every room is loaded, compiled and its data cached before the first measurement.
  await changeRooms(rooms.length * 30);
  const memoryBefore = await measureInLobby();
  await changeRooms(roomChanges);
  const memoryAfter = await measureInLobby();
  await context.close();
  const row = (what: string, unit: string, selectValue: (memory: PageMemory) => number): Row => ({
    job: `${what} after ${roomChanges} room changes`,
    measured: selectValue(memoryAfter),
    unit,
    limit: { what: 'before', value: selectValue(memoryBefore) },
    goal: { atMost: 1.05 },
  });
  return [
    row('heap', 'MB', ({ heap }) => heap / 1e6),
    row('nodes', 'nodes', ({ nodes }) => nodes),
    row('listeners', 'listeners', ({ listeners }) => listeners),
  ];
}
