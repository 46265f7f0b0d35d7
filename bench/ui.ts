/**
 * The window: what has to be loaded before it shows, how long that takes beside the smallest page of React, whether
 * 10,000 rows scroll, and whether going from room to room leaves anything behind.
 */
import { loadavg } from 'node:os';
import { gzipSync } from 'node:zlib';
import { type Browser, chromium, type Page } from '@playwright/test';
import { createApp } from '../e2e/app.ts';
import { ensureChromium } from '../e2e/chromium.ts';
import { firstRun, rowOf } from '../e2e/play.ts';
import { type Goal, median, printGoals, printTable, quantile } from './table.ts';
import { buildAndServe, held, type Opened, opened, type Served, scrolled } from './ui-page.ts';

const rounds = 7;
const rows = 10_000;
const changes = 200;
/** Bytes. */
const initialLimit = 280_000;
/** Milliseconds. */
const frameLimit = 25;

export async function benchUi(): Promise<boolean> {
  const load = () =>
    loadavg()
      .map((value) => value.toFixed(2))
      .join(' ');
  console.log(`ui: load of this machine before: ${load()}`);
  const browser = await chromium.launch({
    executablePath: await ensureChromium(),
    args: ['--no-sandbox', '--enable-precise-memory-info'],
  });
  const served = await buildAndServe();
  const goals: Goal[] = [];
  try {
    goals.push(await benchInitial(browser));
    goals.push(...(await benchOpening(browser, served)));
    goals.push(...(await benchScrolling(browser, served)));
    goals.push(...(await benchMemory(browser, served)));
  } finally {
    await browser.close();
    await served.close();
  }
  console.log(`ui: load of this machine after: ${load()}`);
  return printGoals(goals);
}

/** All JavaScript that a window of the real app asks for until the lobby stands. */
async function benchInitial(browser: Browser): Promise<Goal> {
  const app = await createApp();
  const context = await browser.newContext();
  const page = await context.newPage();
  try {
    await app.start();
    await firstRun(page, app.url(), 'copperfinch');
    await rowOf(page, 'Connect Four').first().waitFor();
    const scripts = new Map<string, Promise<Buffer>>();
    page.on('response', (response) => {
      if (response.request().resourceType() === 'script')
        scripts.set(new URL(response.url()).pathname, response.body());
    });
    const session = await context.newCDPSession(page);
    await session.send('Network.setCacheDisabled', { cacheDisabled: true });
    await page.reload();
    await rowOf(page, 'Connect Four').first().waitFor();
    const sizes: [string, number, number][] = [];
    for (const [path, body] of scripts) {
      const bytes = await body;
      sizes.push([path.split('/').at(-1) ?? path, bytes.length / 1000, gzipSync(bytes, { level: 9 }).length / 1000]);
    }
    sizes.sort((a, b) => b[2] - a[2]);
    const total = sizes.reduce((sum, [, , zipped]) => sum + zipped, 0);
    printTable(
      'JavaScript until the lobby stands, kB',
      ['file', 'plain', 'gzip'],
      [
        ...sizes.slice(0, 8),
        ...(sizes.length > 8 ? [[`${sizes.length - 8} more`, sum(sizes.slice(8), 1), sum(sizes.slice(8), 2)]] : []),
        ['all', sum(sizes, 1), total],
      ],
    );
    return {
      what: `initial JavaScript, of ${initialLimit / 1000} kB gzip`,
      ratio: (total * 1000) / initialLimit,
      atMost: 1,
    };
  } finally {
    await context.close();
    await app.dispose();
  }
}

const sum = (sizes: [string, number, number][], at: 1 | 2) => sizes.reduce((all, size) => all + size[at], 0);

/** Beside a hello page, turn by turn, so that what else the machine does falls on both. */
async function benchOpening(browser: Browser, { window, hello }: Served): Promise<Goal[]> {
  const times = { window: [] as Opened[], hello: [] as Opened[] };
  for (let round = -1; round < rounds; round += 1) {
    const first = await opened(browser, `${window}/?scene=lobby`, '[data-post]');
    const second = await opened(browser, `${hello}/`, 'h1');
    if (round < 0) continue;
    times.window.push(first);
    times.hello.push(second);
  }
  const of = (who: keyof typeof times, what: keyof Opened) => times[who].map((time) => time[what]);
  const rowOfTimes = (name: string, what: keyof Opened) => {
    const [own, plain] = [of('window', what), of('hello', what)];
    return [name, median(own), Math.max(...own), median(plain), (median(own) / median(plain)).toFixed(2)];
  };
  printTable(
    `opening (${rounds} times with an empty cache, milliseconds)`,
    ['', 'median', 'worst', 'hello page', 'ratio'],
    [rowOfTimes('first contentful paint', 'paint'), rowOfTimes('lobby with its rows, hello with its word', 'ready')],
  );
  return [
    {
      what: 'first contentful paint beside a React hello page',
      ratio: median(of('window', 'paint')) / median(of('hello', 'paint')),
      atMost: 2,
    },
  ];
}

const lists = {
  lobby: { query: `scene=lobby&open=${rows}`, hash: '/', scroller: '[data-list]', row: '[data-post]' },
  standings: { query: `scene=guarded&agents=${rows}`, hash: '/boards', scroller: '[data-list]', row: '[data-agent]' },
};

async function benchScrolling(browser: Browser, { window }: Served): Promise<Goal[]> {
  const goals: Goal[] = [];
  const table: (string | number)[][] = [];
  for (const [name, { query, hash, scroller, row }] of Object.entries(lists)) {
    const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
    const page = await context.newPage();
    await page.goto(`${window}/?${query}#${hash}`);
    await page.locator(row).first().waitFor();
    const loaded = await loadAll(page, scroller, row);
    const { frames, tasks } = await scrolled(browser, page, scroller, 60_000);
    await context.close();
    const work = tasks.map(({ processor }) => processor);
    const late = (values: number[]) => values.filter((value) => value > frameLimit).length;
    table.push(
      [`${name}: frame to frame`, ...distribution(frames), `${late(frames)} of ${frames.length}`],
      [
        `${name}: a task, by the clock`,
        ...distribution(tasks.map(({ clock }) => clock)),
        late(tasks.map(({ clock }) => clock)).toFixed(0),
      ],
      [`${name}: a task, of the processor`, ...distribution(work), late(work).toFixed(0)],
    );
    goals.push({
      what: `${name}, ${loaded} rows: the longest work between two frames, of ${frameLimit} ms`,
      ratio: Math.max(...work) / frameLimit,
      atMost: 1,
    });
  }
  printTable(
    `scrolling ${rows} loaded rows at 6,000 px/s, milliseconds`,
    ['', 'median', 'p95', 'p99', 'worst', `over ${frameLimit}`],
    table,
  );
  return goals;
}

const distribution = (values: number[]) => [
  median(values),
  quantile(values, 0.95),
  quantile(values, 0.99),
  Math.max(...values),
];

/** Goes to the end until no more comes, then back to the top; answers how many rows there are. */
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
      .evaluate((found) => (found.closest('tr, li') ?? found).getBoundingClientRect().height)) || 1;
  return Math.floor(before / rowHeight);
}

const rooms = ['/', '/tables', '/protocols', '/boards', '/inbox', '/tables/settled', '/studio', '/settings'];

async function benchMemory(browser: Browser, { window }: Served): Promise<Goal[]> {
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
    return held(session);
  };
  // Every room was loaded, its code compiled and what it asked for remembered before anything is counted.
  await walk(rooms.length * 30);
  const start = await atHome();
  const table: (string | number)[][] = [['0', start.heap / 1e6, String(start.nodes), String(start.listeners)]];
  let end = start;
  for (let done = changes / 4; done <= changes; done += changes / 4) {
    await walk(changes / 4);
    end = await atHome();
    table.push([String(done), end.heap / 1e6, String(end.nodes), String(end.listeners)]);
  }
  await context.close();
  printTable('after room changes', ['changes', 'JavaScript heap, MB', 'nodes', 'listeners'], table);
  return [
    { what: `heap after ${changes} room changes, of before`, ratio: end.heap / start.heap, atMost: 1.05 },
    { what: `nodes after ${changes} room changes, of before`, ratio: end.nodes / start.nodes, atMost: 1.05 },
    {
      what: `listeners after ${changes} room changes, of before`,
      ratio: end.listeners / start.listeners,
      atMost: 1.05,
    },
  ];
}
