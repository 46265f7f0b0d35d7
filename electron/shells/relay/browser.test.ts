import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumLaunch, ensureChromium } from '../../../e2e/chromium.ts';
import { addBoardFile, boardLabel, createTestCore, type TestCore } from '../testing/core.ts';
import { type Relay, startRelay } from './relay.ts';

const root = join(import.meta.dirname, '..', '..', '..');
let rendererDir: string;
let browser: Browser;
let core: TestCore;
let relay: Relay;

beforeAll(async () => {
  rendererDir = mkdtempSync(join(tmpdir(), 'parlor-page-'));
  await build({
    root: join(root, 'renderer', 'bridge', 'testing'),
    configFile: false,
    base: './',
    logLevel: 'error',
    build: { outDir: rendererDir, emptyOutDir: true, target: 'chrome130', modulePreload: { polyfill: false } },
  });
  browser = await chromium.launch(chromiumLaunch(await ensureChromium()));
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(rendererDir, { recursive: true });
});

beforeEach(async () => {
  core = createTestCore();
  relay = await startRelay({ core, rendererDir, headless: false });
});
afterEach(async () => {
  for (const context of browser.contexts()) await context.close();
  await relay.close();
});

async function open(url: string): Promise<Page> {
  const page = await (browser.contexts()[0] ?? (await browser.newContext())).newPage();
  await page.goto(url);
  await ready(page);
  return page;
}

const ready = (page: Page) => page.waitForFunction(() => window.test !== undefined);
const state = (page: Page) => page.evaluate(() => window.test?.connection.get());
const tables = (page: Page) => page.evaluate(() => window.test?.client?.tables.list({}));

describe('the window in a browser', () => {
  it('spends the code, clears it from the address, and works again after a reload', async () => {
    const page = await open(relay.url);
    expect(await tables(page)).toEqual({ tables: [] });
    expect(page.url()).toBe(`${relay.origin}/`);
    expect(await page.evaluate(() => history.length)).toBe(2);
    await page.reload();
    await ready(page);
    expect(await tables(page)).toEqual({ tables: [] });
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    expect(await page.evaluate(() => window.test?.violations)).toEqual([]);
  });

  it('without a code or with a spent one it says that the link is needed', async () => {
    const page = await open(relay.origin);
    expect(await page.evaluate(() => window.test?.refused)).toBe('unauthorized');
    const { url } = relay;
    await open(url);
    await browser.contexts()[0]?.close();
    const late = await open(url);
    expect(await late.evaluate(() => window.test?.refused)).toBe('unauthorized');
  });

  it('two windows: the newer controls, the older can take over', async () => {
    const first = await open(relay.url);
    const second = await open(relay.url);
    await expect.poll(() => state(first)).toBe('replaced');
    expect(await tables(second)).toEqual({ tables: [] });
    expect(
      await first.evaluate(() => window.test?.client?.tables.list({}).catch((error: { code: string }) => error.code)),
    ).toBe('bridge_closed');
    await first.evaluate(() => window.test?.connection.takeOver());
    await expect.poll(() => state(first)).toBe('connected');
    await expect.poll(() => state(second)).toBe('replaced');
    expect(await tables(first)).toEqual({ tables: [] });
  });

  it('reconnects after a drop and listens again to what it listened to', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.addInitScript(() => {
      const sockets: WebSocket[] = [];
      const Native = WebSocket;
      class Recorded extends Native {
        constructor(url: string) {
          super(url);
          sockets.push(this);
        }
      }
      Object.assign(window, { WebSocket: Recorded, sockets, seen: [] });
    });
    await page.goto(relay.url);
    await ready(page);
    await page.evaluate(() => {
      const { seen } = window as unknown as { seen: string[] };
      window.test?.client?.lobby.on('changed', ({ status }) => seen.push(status));
    });
    const drop = () =>
      page.evaluate(async () => {
        const { sockets } = window as unknown as { sockets: WebSocket[] };
        const pending = window.test?.client?.app.retry({}).catch((error: { code: string }) => error.code);
        sockets.at(-1)?.close(4000);
        return pending;
      });
    for (const [round, status] of (['offline', 'live'] as const).entries()) {
      await drop();
      await expect.poll(() => page.evaluate(() => window.test?.states.length)).toBe(2 * (round + 1));
      expect(await tables(page)).toEqual({ tables: [] });
      core.emit('lobby', 'changed', { entries: [], status, problem: null });
      // Before the next drop: what is on the way when a line breaks is lost with it.
      const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
      await expect.poll(seen).toEqual((['offline', 'live'] as const).slice(0, round + 1));
    }
    expect(await page.evaluate(() => window.test?.states)).toEqual(['lost', 'connected', 'lost', 'connected']);
  });

  it('tells that Parlor is gone', async () => {
    const page = await open(relay.url);
    await relay.close();
    await expect.poll(() => state(page)).toBe('lost');
  });
});

describe('a page of another origin in the same browser', () => {
  let evil: Server;
  let reached: IncomingMessage[];
  beforeEach(async () => {
    reached = [];
    evil = createServer((request, response) => {
      reached.push(request);
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>evil</title><body>');
    });
    await new Promise<void>((resolve) => evil.listen(0, '127.0.0.1', resolve));
  });
  afterEach(() => {
    evil.closeAllConnections();
    evil.close();
  });

  it('reads nothing and changes nothing', async () => {
    const owner = await open(relay.url);
    const code = relay.newCode();
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);

    const outcome = await page.evaluate(
      async ({ origin, code }) => {
        const result: Record<string, unknown> = {};
        const attempt = async (name: string, run: () => Promise<unknown>) => {
          result[name] = await run().catch(() => 'blocked');
        };
        const session = `${origin}/session`;
        const body = JSON.stringify({ code });
        const headers = { 'Content-Type': 'application/json' };
        await attempt('fetch', async () => (await fetch(`${origin}/`)).text());
        await attempt('post json', async () => (await fetch(session, { method: 'POST', headers, body })).text());
        await attempt('post text', async () => (await fetch(session, { method: 'POST', body })).text());
        await attempt('no-cors', async () => (await fetch(session, { method: 'POST', mode: 'no-cors', body })).type);
        await attempt(
          'socket',
          () =>
            new Promise((resolve, reject) => {
              const socket = new WebSocket(`${origin.replace('http', 'ws')}/ws`);
              socket.onopen = () => resolve('open');
              socket.onerror = reject;
            }),
        );
        const load = (tag: 'script' | 'img' | 'iframe', path: string) =>
          new Promise((resolve, reject) => {
            const element = document.createElement(tag);
            element.onload = () => resolve('loaded');
            element.onerror = reject;
            element.src = `${origin}${path}`;
            document.body.append(element);
          });
        for (const path of ['/', '/session', '/ws']) await attempt(`script ${path}`, () => load('script', path));
        await attempt('image', () => load('img', '/'));

        const form = document.createElement('form');
        Object.assign(form, { method: 'post', action: session, enctype: 'text/plain', target: 'sink' });
        const field = document.createElement('input');
        Object.assign(field, { name: `{"code":"${code}","x":"`, value: '"}' });
        form.append(field);
        const sink = document.createElement('iframe');
        sink.name = 'sink';
        document.body.append(sink, form);
        await new Promise((resolve) => {
          sink.onload = resolve;
          form.submit();
        });
        await load('iframe', '/');
        return result;
      },
      { origin: relay.origin, code },
    );

    expect(Object.keys(outcome).length).toBe(9);
    expect(new Set(Object.values(outcome))).toEqual(new Set(['blocked']));
    const frames = page.frames().slice(1);
    expect(frames.length).toBe(2);
    for (const frame of frames) expect(await frame.evaluate(() => window.test)).toBe(undefined);
    expect(core.calls).toEqual([]);
    expect(await tables(owner)).toEqual({ tables: [] });
    // The code was not spent by any of it.
    const newest = await (await browser.newContext()).newPage();
    await newest.goto(`${relay.origin}/#code=${code}`);
    await ready(newest);
    expect(await tables(newest)).toEqual({ tables: [] });
  });

  it('may link to the page, which then asks for its link', async () => {
    const page = await (await browser.newContext()).newPage();
    await page.goto(`http://127.0.0.1:${(evil.address() as AddressInfo).port}/`);
    await page.evaluate((to) => location.assign(to), relay.origin);
    await page.waitForURL(`${relay.origin}/`);
    await ready(page);
    expect(await page.evaluate(() => window.test?.refused)).toBe('unauthorized');
  });
});

describe('a board in its frame', () => {
  it('runs with its modules and styles, opaque, in the app alone', async () => {
    addBoardFile(
      core,
      'index.html',
      'text/html; charset=utf-8',
      '<!doctype html><link rel="stylesheet" href="style.css"><body><script type="module" crossorigin src="js/main.js"></script>',
    );
    addBoardFile(core, 'style.css', 'text/css; charset=utf-8', 'body { color: rgb(1, 2, 3); }');
    const script = "import { words } from './words.js'; document.body.append(words, origin);";
    addBoardFile(core, 'js/main.js', 'text/javascript; charset=utf-8', script);
    addBoardFile(core, 'js/words.js', 'text/javascript; charset=utf-8', "export const words = 'hello ';");
    const page = await open(relay.url);
    await page.evaluate((url) => {
      const frame = document.createElement('iframe');
      frame.sandbox.add('allow-scripts');
      frame.src = url;
      document.body.append(frame);
    }, core.boardUrl(boardLabel));
    const frame = page.frameLocator('iframe').locator('body');
    await expect.poll(() => frame.textContent()).toBe('hello null');
    expect(await frame.evaluate((body) => getComputedStyle(body).color)).toBe('rgb(1, 2, 3)');
    expect(await page.evaluate(() => window.test?.violations)).toEqual([]);

    const alone = await (await browser.newContext()).newPage();
    const response = await alone.goto(core.boardUrl(boardLabel));
    expect(response?.status()).toBe(403);
  });
});
