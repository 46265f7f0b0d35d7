/**
 * The window: how much it loads before the lobby appears and how long that takes compared with a minimal React page; scrolling
 * 10,000 rows; searching a lobby of thousands of tables; the time from a click to its effect; a board that floods it with messages;
 * and memory leaks when switching rooms.
 */
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page, type Request } from '@playwright/test';
import { createApp } from '../e2e/app-fixture.ts';
import { ensureChromium } from '../e2e/chromium.ts';
import { firstRun, rowOf } from '../e2e/user-actions.ts';
import { budget, median, quantile, type Row } from './report.ts';
import { benchFlood } from './ui-flood.ts';
import { benchSteps } from './ui-latency.ts';
import {
  buildAndServe,
  markReady,
  measureOpening,
  type OpenTimes,
  type PageMemory,
  readPageMemory,
  type Served,
  type Task,
  traceScrolling,
  traceTasks,
} from './ui-tracing.ts';

const rounds = 7;
const rows = 10_000;
const openTables = 5_000;
const changes = 200;
/** kB. */
const initialLimit = 280;
/** Milliseconds. */
const frameLimit = 25;

export async function benchUi(): Promise<Row[]> {
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  });
  const served = await buildAndServe();
  const results: Row[] = [];
  try {
    results.push(await benchInitial(browser));
    results.push(...(await benchSteps(browser)));
    results.push(...(await benchOpening(browser, served)));
    results.push(...(await benchScrolling(browser, served)));
    results.push(...(await benchSearching(browser, served)));
    results.push(await benchFlood(browser, served));
    results.push(...(await benchMemory(browser, served)));
    return results;
  } finally {
    await browser.close();
    await served.close();
  }
}

/** All JavaScript that the real app's window requests until the lobby appears. */
async function benchInitial(browser: Browser): Promise<Row> {
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
    const [begun, ready] = await page.evaluate(() => {
      const mark = performance.getEntriesByName('ready')[0]?.startTime ?? 0;
      return [performance.timeOrigin, performance.timeOrigin + mark] as const;
    });
    let total = 0;
    for (const { request, body } of [...scripts]) {
      const requested = request.timing().startTime;
      if (requested < begun || requested > ready) continue;
      const bytes = await body;
      if (bytes === null) throw new Error(`The body of ${request.url()} was not received.`);
      total += gzipSync(bytes, { level: 9 }).length / 1000;
    }
    return {
      job: 'JavaScript until the lobby appears, gzip',
      measured: total,
      unit: 'kB',
      limit: budget(initialLimit),
      goal: { atMost: 1 },
    };
  } finally {
    await context.close();
    await app.dispose();
  }
}

/** Alternates with a minimal page, so that other load on the machine affects both equally. */
async function benchOpening(browser: Browser, { window, hello }: Served): Promise<Row[]> {
  const times = { window: [] as OpenTimes[], hello: [] as OpenTimes[] };
  for (let round = -1; round < rounds; round += 1) {
    const first = await measureOpening(browser, `${window}/?scene=lobby`, '[data-post]');
    const second = await measureOpening(browser, `${hello}/`, 'h1');
    if (round < 0) continue;
    times.window.push(first);
    times.hello.push(second);
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
  lobby: { query: `scene=lobby&open=${rows}`, hash: '/', scroller: '[data-list]', row: '[data-post]' },
  leaderboards: {
    query: `scene=guarded&agents=${rows}`,
    hash: '/leaderboards',
    scroller: '[data-list]',
    row: '[data-agent]',
  },
};

async function benchScrolling(browser: Browser, { window }: Served): Promise<Row[]> {
  const results: Row[] = [];
  for (const [name, { query, hash, scroller, row }] of Object.entries(lists)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${window}/?${query}#${hash}`);
    await page.locator(row).first().waitFor();
    const loaded = await loadAll(page, scroller, row);
    const { frames, tasks } = await traceScrolling(browser, page, scroller, 60_000);
    await context.close();
    const scrolling = `${name}, scrolling ${loaded} rows`;
    results.push(longest(`${scrolling}: the longest task`, tasks), {
      job: `${scrolling}: frame to frame, p99`,
      measured: quantile(frames, 0.99),
      unit: 'ms',
      limit: budget(frameLimit),
    });
  }
  return results;
}

/** In CPU time, which does not depend on other programs. */
const longest = (job: string, tasks: Task[]): Row => ({
  job,
  measured: Math.max(...tasks.map(({ processor }) => processor)),
  unit: 'ms',
  limit: budget(frameLimit),
  goal: { atMost: 1 },
});

/** Types into the search of a lobby of thousands while tables are added and removed: no keystroke or change may delay a frame. */
async function benchSearching(browser: Browser, { window }: Served): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${window}/?scene=lobby&open=${openTables}`);
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
  for (const [name, act] of phases) {
    // A warm-up run, so that the code is compiled.
    await act();
    results.push(
      longest(`lobby of ${openTables} tables, ${name}: the longest task`, await traceTasks(browser, page, act)),
    );
  }
  await context.close();
  return results;
}

/** Scrolls to the end until no more rows are loaded, then back to the top. Returns the number of rows. */
async function loadAll(page: Page, scroller: string, row: string): Promise<number> {
  const height = () =>
    page
      .locator(scroller)
      .first()
      .evaluate((list) => list.scrollHeight);
  let before = 0;
  for (let now = await height(); now !== before; now = await height()) {
    before = now;
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
  return Math.floor(before / rowHeight);
}

const rooms = ['/', '/tables', '/protocols', '/leaderboards', '/inbox', '/tables/settled', '/studio', '/settings'];

async function benchMemory(browser: Browser, { window }: Served): Promise<Row[]> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await page.goto(`${window}/?scene=results#/`);
  await page.locator('[data-post]').first().waitFor();
  const session = await context.newCDPSession(page);
  const walk = async (count: number) => {
    for (let change = 0; change < count; change += 1) {
      const path = rooms[change % rooms.length] ?? '/';
      await page.evaluate((to) => {
        location.hash = to;
      }, path);
      await page.locator('main h1, main h2').first().waitFor();
      await page.evaluate(() => new Promise((next) => requestAnimationFrame(() => setTimeout(next, 30))));
    }
  };
  const atHome = async () => {
    await page.evaluate(() => {
      location.hash = '/';
    });
    await page.locator('[data-post]').first().waitFor();
    return readPageMemory(session);
  };
  // Every room is loaded, compiled and its data cached before the first measurement.
  await walk(rooms.length * 30);
  const start = await atHome();
  await walk(changes);
  const end = await atHome();
  await context.close();
  const row = (what: string, unit: string, select: (memory: PageMemory) => number): Row => ({
    job: `${what} after ${changes} room changes`,
    measured: select(end),
    unit,
    limit: { what: 'before', value: select(start) },
    goal: { atMost: 1.05 },
  });
  return [
    row('heap', 'MB', ({ heap }) => heap / 1e6),
    row('nodes', 'nodes', ({ nodes }) => nodes),
    row('listeners', 'listeners', ({ listeners }) => listeners),
  ];
}
