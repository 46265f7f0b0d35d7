/** Helpers for benchmarks of the window: built pages, browser traces, memory counters. */
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, CDPSession, Page } from '@playwright/test';
import { build } from 'vite';
import { serveLook } from '../renderer/testing/screenshot-server.ts';

const root = join(import.meta.dirname, '..');

export interface BenchPages {
  /** The window on top of a scripted main process. */
  window: string;
  /** A minimal React page, built and served in the same way. */
  hello: string;
  /** The URLs of a board that each of them can show. */
  windowBoard: string;
  helloBoard: string;
  close(): Promise<void>;
}

export async function buildAndServe(): Promise<BenchPages> {
  const folder = await mkdtemp(join(tmpdir(), 'parlor-bench-ui-'));
  const window = join(folder, 'window');
  const hello = join(folder, 'hello');
  const config = join(root, 'renderer/testing/vite.config.ts');
  const options = { logLevel: 'silent', build: { outDir: window, emptyOutDir: true } } as const;
  await build({ configFile: config, ...options });
  await buildHello(join(folder, 'source'), hello);
  const board = join(root, 'resources/protocols/connect-four/ui/');
  const [windowServer, helloServer] = [await serveLook(window, () => board), await serveLook(hello, () => board)];
  return {
    window: windowServer.app,
    hello: helloServer.app,
    windowBoard: windowServer.board('x'),
    helloBoard: helloServer.board('x'),
    async close() {
      windowServer.close();
      helloServer.close();
      await rm(folder, { recursive: true });
    },
  };
}

async function buildHello(source: string, outDir: string): Promise<void> {
  await mkdir(source);
  // React is resolved from this repository.
  await symlink(join(root, 'node_modules'), join(source, 'node_modules'), 'junction');
  const page =
    '<!doctype html><title>Hello</title><div id="root"></div><script type="module" src="./main.js"></script>';
  await writeFile(join(source, 'index.html'), page);
  await writeFile(
    join(source, 'main.js'),
    `import { createElement } from 'react';
import { createRoot } from 'react-dom/client';
createRoot(document.getElementById('root')).render(createElement('h1', null, 'Hello'));
`,
  );
  await build({
    root: source,
    configFile: false,
    base: './',
    logLevel: 'silent',
    build: { outDir, emptyOutDir: true, target: 'chrome130', assetsInlineLimit: 0, modulePreload: { polyfill: false } },
  });
}

export interface OpenTimes {
  /** Milliseconds from the start of the navigation. */
  paint: number;
  ready: number;
}

/** Opens a page with an empty cache; `ready` is when the first element that matches `selector` exists. */
export async function measureOpening(browser: Browser, url: string, selector: string): Promise<OpenTimes> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const page = await context.newPage();
  await markReady(page, selector);
  try {
    await page.goto(url);
    await page.locator(selector).first().waitFor();
    return await page.evaluate(async () => {
      const paint = () => performance.getEntriesByName('first-contentful-paint')[0]?.startTime;
      while (paint() === undefined) await new Promise((resolve) => requestAnimationFrame(resolve));
      return { paint: paint() ?? 0, ready: performance.getEntriesByName('ready')[0]?.startTime ?? 0 };
    });
  } finally {
    await context.close();
  }
}

/** Makes every document that `page` opens mark `ready` when the first element that matches `selector` exists. */
export async function markReady(page: Page, selector: string): Promise<void> {
  await page.addInitScript((target) => {
    const check = () => {
      if (!document.querySelector(target)) return;
      observer.disconnect();
      performance.mark('ready');
    };
    const observer = new MutationObserver(check);
    observer.observe(document, { childList: true, subtree: true });
  }, selector);
}

/** Milliseconds that a task of the page's main thread took: wall-clock and CPU time. */
export interface Task {
  wallMs: number;
  cpuMs: number;
}

export interface ScrollTrace {
  /** Milliseconds between frames while scrolling. */
  frames: number[];
  tasks: Task[];
}

/** Scrolls through the browser's own input, as a mouse wheel would, and records every frame and every task. */
export async function traceScrolling(
  browser: Browser,
  page: Page,
  selector: string,
  distance: number,
): Promise<ScrollTrace> {
  const box = await page.locator(selector).first().boundingBox();
  if (!box) throw new Error(`Cannot scroll: no element matches ${selector}`);
  const session = await page.context().newCDPSession(page);
  await session.send('HeapProfiler.collectGarbage');
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(window, { frames });
    const recordFrame = (time: number) => {
      frames.push(time);
      requestAnimationFrame(recordFrame);
    };
    requestAnimationFrame(recordFrame);
    performance.mark('scroll-begins');
  });
  const gesture = {
    x: Math.round(box.x + box.width / 2),
    y: Math.round(box.y + Math.min(box.height, 500) / 2),
    speed: 6000,
    gestureSourceType: 'mouse' as const,
  };
  await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: -distance });
  await session.send('Input.synthesizeScrollGesture', { ...gesture, yDistance: distance / 2 });
  const times = await page.evaluate(() => (window as unknown as { frames: number[] }).frames);
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  await session.detach();
  return {
    frames: times.slice(1).map((time, index) => time - (times[index] ?? time)),
    tasks: tasksOf(trace.traceEvents),
  };
}

/** Records every task of the page's main thread while `action` runs. */
export async function traceTasks(browser: Browser, page: Page, action: () => Promise<void>): Promise<Task[]> {
  await browser.startTracing(page, { categories: ['toplevel', 'disabled-by-default-devtools.timeline'] });
  await action();
  const trace = JSON.parse((await browser.stopTracing()).toString('utf8')) as { traceEvents: TraceEvent[] };
  return tasksOf(trace.traceEvents);
}

/** An event of Chromium's trace format. `dur` and `tdur` are in microseconds. */
interface TraceEvent {
  name: string;
  ph: string;
  pid: number;
  tid: number;
  dur?: number;
  tdur?: number;
  args: { name?: string };
}

/** Returns the tasks of the busiest main thread of a page. */
function tasksOf(events: TraceEvent[]): Task[] {
  const mainThreads = events.filter(({ name, args }) => name === 'thread_name' && args.name === 'CrRendererMain');
  const threads = mainThreads.map((main) =>
    events.filter(
      ({ name, ph, pid, tid }) =>
        ph === 'X' && pid === main.pid && tid === main.tid && name === 'ThreadControllerImpl::RunTask',
    ),
  );
  const busyTime = (tasks: TraceEvent[]) => tasks.reduce((sum, { dur = 0 }) => sum + dur, 0);
  const [tasks = []] = threads.toSorted((a, b) => busyTime(b) - busyTime(a));
  return tasks.map(({ dur = 0, tdur }) => ({ wallMs: dur / 1000, cpuMs: (tdur ?? dur) / 1000 }));
}

export interface PageMemory {
  /** Bytes of the JavaScript heap after garbage collection. */
  heap: number;
  nodes: number;
  listeners: number;
}

export async function readPageMemory(session: CDPSession): Promise<PageMemory> {
  // Each round frees objects that the previous round made unreachable.
  for (let round = 0; round < 3; round += 1) await session.send('HeapProfiler.collectGarbage');
  const { usedSize } = await session.send('Runtime.getHeapUsage');
  const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters');
  return { heap: usedSize, nodes, listeners: jsEventListeners };
}
