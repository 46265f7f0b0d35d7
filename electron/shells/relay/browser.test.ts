/** The relay and the window's client in a real browser, with pages of other sites and boards in frames. */
import type { IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from '@playwright/test';
import { build } from 'vite';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { chromiumLaunch, ensureChromium, ensureHeadlessChromium } from '../../../e2e/chromium.ts';
import { permissionsPolicy } from '../../../shared/permissions-policy.ts';
import { type HttpServer, startHttpServer } from '../../../shared/testing/http-server.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { root } from '../../installation.ts';
import { appFeatures } from '../headers.ts';
import { addBoardFile, boardLabel, createTestCore, emptyLobby, type TestCore } from '../testing/core.ts';
import { type Relay, startRelay } from './relay.ts';

const rendererDir = temporaryFolder();
let browser: Browser;
let core: TestCore;
let relay: Relay;

beforeAll(async () => {
  await build({
    root: join(root, 'renderer', 'bridge', 'testing'),
    configFile: false,
    base: './',
    logLevel: 'error',
    build: { outDir: rendererDir, emptyOutDir: true, target: 'chrome130', modulePreload: { polyfill: false } },
  });
  // The headless shell takes a fraction of the time; a long run uses the browser that users have.
  browser = await chromium.launch(chromiumLaunch(await (isLongRun ? ensureChromium() : ensureHeadlessChromium())));
});
afterAll(async () => {
  await browser?.close();
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
  it('redeems the code, removes it from the address, and survives a reload', async () => {
    const page = await open(relay.url);
    expect(await tables(page)).toEqual({ tables: [] });
    expect(page.url()).toBe(`${relay.origin}/`);
    expect(await page.evaluate(() => history.length)).toBe(2);
    await page.reload();
    await ready(page);
    expect(await tables(page)).toEqual({ tables: [] });
    expect(await page.evaluate(() => document.cookie)).toBe('');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['parlor.browser']);
    expect(await page.evaluate(() => window.test?.violations)).toEqual([]);
  });

  it.runIf(isLongRun)('without a valid code, explains that the link is needed', async () => {
    const page = await open(relay.origin);
    expect(await page.evaluate(() => window.test?.errorCode)).toBe('unauthorized');
    const { url } = relay;
    await open(url);
    await browser.contexts()[0]?.close();
    const late = await open(url);
    expect(await late.evaluate(() => window.test?.errorCode)).toBe('unauthorized');
  });

  it.runIf(isLongRun)('two windows: the newer one is in control, the older can take over', async () => {
    const first = await open(relay.url);
    const second = await open(relay.url);
    await expect.poll(() => state(first)).toBe('replaced');
    expect(await tables(second)).toEqual({ tables: [] });
    expect(
      await first.evaluate(() => window.test?.client?.tables.list({}).catch((error: { code: string }) => error.code)),
    ).toBe('bridge_closed');
    await first.evaluate(() => window.test?.connection.takeOver());
    await expect.poll(() => state(first)).toBe('connected');
    // Without showing the app in between, whose calls would fail.
    expect(await first.evaluate(() => window.test?.states)).toEqual(['replaced', 'connected']);
    await expect.poll(() => state(second)).toBe('replaced');
    expect(await tables(first)).toEqual({ tables: [] });
  });

  it.runIf(isLongRun)(
    'another tab of the same browser asks before it takes over, and the first can take control back',
    async () => {
      const first = await open(relay.url);
      const second = await open(`${relay.origin}/#/inbox`);
      expect(await second.evaluate(() => window.test?.errorCode)).toBe('in_use');
      expect(second.url()).toBe(`${relay.origin}/#/inbox`);
      expect(await tables(first)).toEqual({ tables: [] });
      await second.evaluate(() => window.test?.takeOver());
      await expect.poll(() => state(first)).toBe('replaced');
      expect(await tables(second)).toEqual({ tables: [] });
      // Reloading the tab that gave up control does not take it back; reloading the one in control keeps it.
      await first.reload();
      await ready(first);
      expect(await first.evaluate(() => window.test?.errorCode)).toBe('in_use');
      await second.reload();
      await ready(second);
      expect(await tables(second)).toEqual({ tables: [] });
      await first.evaluate(() => window.test?.takeOver());
      await expect.poll(() => state(second)).toBe('replaced');
      expect(await tables(first)).toEqual({ tables: [] });
    },
  );

  it.runIf(isLongRun)('a bookmark works only in a browser that has redeemed a link', async () => {
    const first = await open(relay.url);
    await first.close();
    const bookmark = await open(relay.origin);
    await expect.poll(() => tables(bookmark)).toEqual({ tables: [] });
    const stranger = await (await browser.newContext()).newPage();
    await stranger.goto(relay.origin);
    await ready(stranger);
    expect(await stranger.evaluate(() => window.test?.errorCode)).toBe('unauthorized');
    expect(await tables(bookmark)).toEqual({ tables: [] });
  });

  it.runIf(isLongRun)('a window that lost its connection does not take control back from another', async () => {
    const first = await (await browser.newContext()).newPage();
    await first.addInitScript(() => {
      const Native = WebSocket;
      const network = { down: false, socket: null as WebSocket | null };
      class Recorded extends Native {
        constructor(url: string) {
          if (network.down) throw new Error('no network');
          super(url);
          network.socket = this;
        }
      }
      Object.assign(window, { WebSocket: Recorded, network });
    });
    type NetworkWindow = { network: { down: boolean; socket: WebSocket } };
    await first.goto(relay.url);
    await ready(first);
    await first.evaluate(() => {
      const { network } = window as unknown as NetworkWindow;
      network.down = true;
      network.socket.close(4000);
    });
    await expect.poll(() => state(first)).toBe('lost');
    const second = await (await browser.newContext()).newPage();
    await second.goto(relay.url);
    await ready(second);
    await first.evaluate(() => {
      (window as unknown as NetworkWindow).network.down = false;
    });
    await expect.poll(() => state(first)).toBe('replaced');
    expect(await tables(second)).toEqual({ tables: [] });
  });

  it('reconnects after a drop and resubscribes', async () => {
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
      core.emit('lobby', 'changed', { ...emptyLobby, status });
      // Wait before the next drop: messages in transit are lost with the connection.
      const seen = () => page.evaluate(() => (window as unknown as { seen: string[] }).seen);
      await expect.poll(seen).toEqual((['offline', 'live'] as const).slice(0, round + 1));
    }
    expect(await page.evaluate(() => window.test?.states)).toEqual(['lost', 'connected', 'lost', 'connected']);
  });

  it.runIf(isLongRun)('shows that Parlor has exited', async () => {
    const page = await open(relay.url);
    await relay.close();
    await expect.poll(() => state(page)).toBe('lost');
  });
});

describe('a page of another origin in the same browser', () => {
  let otherSite: HttpServer;
  let requests: IncomingMessage[];
  beforeEach(async () => {
    requests = [];
    otherSite = await startHttpServer((request, response) => {
      requests.push(request);
      response.setHeader('Content-Type', 'text/html');
      response.end('<!doctype html><title>evil</title><body>');
    });
  });
  afterEach(() => otherSite.close());

  it('can neither read nor change anything; the app, opened by its link, requires the launch link', async () => {
    const appPage = await open(relay.url);
    const code = relay.createCode();
    const page = await (await browser.newContext()).newPage();
    await page.goto(otherSite.url);

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
    expect(await tables(appPage)).toEqual({ tables: [] });
    // None of these attempts redeemed the code.
    const newest = await (await browser.newContext()).newPage();
    await newest.goto(`${relay.origin}/#code=${code}`);
    await ready(newest);
    expect(await tables(newest)).toEqual({ tables: [] });
    await page.evaluate((to) => location.assign(to), relay.origin);
    await page.waitForURL(`${relay.origin}/`);
    await ready(page);
    expect(await page.evaluate(() => window.test?.errorCode)).toBe('unauthorized');
  });

  it('receives no credentials, and its links open nothing without a click', async () => {
    const appPage = await open(relay.url);
    await appPage.close();
    const page = await (browser.contexts()[0] as BrowserContext).newPage();
    await page.goto(otherSite.url);
    expect(await page.evaluate(() => [document.cookie, localStorage.length, sessionStorage.length])).toEqual([
      '',
      0,
      0,
    ]);
    expect(requests.map(({ headers }) => headers.cookie)).toEqual(requests.map(() => undefined));
    await page.evaluate((to) => location.assign(to), `${relay.origin}/#/inbox`);
    await page.waitForURL(`${relay.origin}/#/inbox`);
    await ready(page);
    expect(await page.evaluate(() => window.test?.errorCode)).toBe('forbidden');
    expect(core.calls).toEqual([]);
    await page.evaluate(() => window.test?.takeOver());
    expect(await tables(page)).toEqual({ tables: [] });
  });
});

/** The features that Chromium supports, and those that the document may use; missing in TypeScript's types. */
type PolicyDocument = Document & { featurePolicy: { features(): string[]; allowedFeatures(): string[] } };

describe('features of the browser', () => {
  it('are all named in the policy, which allows only those that the window uses', async () => {
    const page = await open(relay.url);
    const names = new Set(
      permissionsPolicy()
        .split(', ')
        .map((each) => each.replace(/=.*/, '')),
    );
    const supported = await page.evaluate(() => (document as PolicyDocument).featurePolicy.features());
    expect(supported.length).toBeGreaterThan(50);
    expect(supported.filter((each) => !names.has(each))).toEqual([]);
    const allowed = await page.evaluate(() => (document as PolicyDocument).featurePolicy.allowedFeatures());
    expect(allowed.sort()).toEqual(appFeatures.filter((each) => supported.includes(each)));
  });
});

describe('a board in its frame', () => {
  it('runs with its modules and styles in an opaque origin, without features, and only within the app', async () => {
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
      frame.allow = 'camera; clipboard-write; fullscreen';
      frame.src = url;
      document.body.append(frame);
    }, core.boardUrl(boardLabel));
    const frame = page.frameLocator('iframe').locator('body');
    await expect.poll(() => frame.textContent()).toBe('hello null');
    expect(await frame.evaluate((body) => getComputedStyle(body).color)).toBe('rgb(1, 2, 3)');
    expect(await frame.evaluate(() => (document as PolicyDocument).featurePolicy.allowedFeatures())).toEqual([]);
    expect(await page.evaluate(() => window.test?.violations)).toEqual([]);

    const alone = await (await browser.newContext()).newPage();
    const response = await alone.goto(core.boardUrl(boardLabel));
    expect(response?.status()).toBe(403);
  });
});
