/** E5 and E11: the content and policies of the app's own schemes. */
import { beforeEach, describe, expect, it } from 'vitest';
import { addBoardFile, boardLabel } from '../testing/core.ts';
import { startTestApp, type TestApp } from './testing/test-app.ts';

const app = 'parlor-app://app';
const board = `parlor-ui://${boardLabel}`;

let test: TestApp;
beforeEach(async () => {
  test = await startTestApp();
});

/** Calls a handler as Electron does; an address that no URL parser accepts is passed as a string. */
async function get(url: string, method = 'GET'): Promise<Response> {
  const handler = test.electron.schemeHandlers.get(url.split(':', 1)[0]!.toLowerCase())!;
  return handler(URL.canParse(url) && method === 'GET' ? new Request(url) : ({ method, url } as Request));
}
const status = async (url: string, method?: string) => (await get(url, method)).status;

it('the page has its policy and a new nonce', async () => {
  const [a, b] = [await get(`${app}/`), await get(`${app}/`)];
  const nonce = /content="([\w-]{24})"/.exec(await a.text())?.[1];
  expect(a.headers.get('content-security-policy')).toBe(
    `default-src 'none'; script-src 'self'; style-src 'self' 'nonce-${nonce}'; style-src-attr 'none'; ` +
      "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; frame-src parlor-ui:; base-uri 'none'; " +
      "form-action 'none'; frame-ancestors 'none'; object-src 'none'; require-trusted-types-for 'script'; " +
      'trusted-types default',
  );
  expect(await b.text()).not.toContain(nonce);
  expect(a.headers.get('cross-origin-opener-policy')).toBe('same-origin');
  expect(a.headers.get('x-content-type-options')).toBe('nosniff');
});

it('the schemes are registered once, with exactly these privileges', () => {
  expect(test.electron.schemes).toEqual([
    {
      scheme: 'parlor-app',
      privileges: { standard: true, secure: true, supportFetchAPI: true, codeCache: true },
    },
    { scheme: 'parlor-ui', privileges: { standard: true, secure: true, corsEnabled: true, stream: true } },
  ]);
  expect([...test.electron.schemeHandlers.keys()]).toEqual(['parlor-app', 'parlor-ui']);
});

describe('the handlers', () => {
  it('serve files from memory by exact address', async () => {
    const script = await get(`${app}/main.js`);
    expect([script.status, script.headers.get('content-type'), await script.text()]).toEqual([
      200,
      'text/javascript; charset=utf-8',
      'ran()',
    ]);
    addBoardFile(test.core, 'index.html', 'text/html; charset=utf-8', 'board');
    addBoardFile(test.core, 'js/a.js', 'text/javascript; charset=utf-8', 'a');
    expect(test.core.boardUrl(boardLabel)).toBe(`${board}/index.html`);
    const page = await get(test.core.boardUrl(boardLabel));
    expect([page.status, await page.text()]).toEqual([200, 'board']);
    expect(page.headers.get('content-security-policy')).toContain(`frame-ancestors ${app}; sandbox allow-scripts`);
    expect(page.headers.get('connection-allowlist')).toBe('(response-origin)');
    expect(page.headers.get('access-control-allow-origin')).toBe('*');
    expect(await status(`${board}/js/a.js`)).toBe(200);
  });

  it('ignore the fragment, which Electron includes', async () => {
    addBoardFile(test.core, 'index.html', 'text/html; charset=utf-8', 'board');
    for (const fragment of ['#', '#/tables', '#/?link=parlor%3A%2F%2Fjoin%2Fx', '#/a#b', '#/../main.js']) {
      expect(await (await get(`${app}/${fragment}`)).text(), fragment).toContain('<!doctype html>');
      expect(await (await get(`${app}/main.js${fragment}`)).text(), fragment).toBe('ran()');
      expect(await (await get(`${board}/index.html${fragment}`)).text(), fragment).toBe('board');
    }
  });

  it('serve nothing else', async () => {
    // Files with names that no request may lead to.
    for (const path of ['..', '../main.js', '', '/', 'main.js?x', 'x/main.js', 'x\\main.js', 'main.js\0', '.'])
      addBoardFile(test.core, path, 'text/plain', 'never');
    addBoardFile(test.core, 'index.html', 'text/html', 'board');
    const { schemeHandlers } = test.electron;
    const raw = async (scheme: string, url: string) =>
      (await schemeHandlers.get(scheme)!({ method: 'GET', url } as Request)).status;
    const paths = [
      '/../main.js',
      '/..',
      '/%2e%2e/main.js',
      '/%2e%2e',
      '/x%2fmain.js',
      '/x\\main.js',
      '/main.js\0',
      '//main.js',
      '/main.js?x',
      '/MAIN.JS',
      '/index.html?x',
      '/index.html/',
      '/?x#/',
      '/__proto__',
      `/${'a'.repeat(100_000)}`,
    ];
    for (const path of paths) {
      expect(await raw('parlor-app', `${app}${path}`), path).toBe(404);
      expect(await raw('parlor-ui', `${board}${path}`), path).toBe(404);
    }
    for (const url of [
      `${board}/`,
      `${board}/#/index.html`,
      `parlor-ui://${boardLabel.toUpperCase()}/index.html`,
      `parlor-ui://${boardLabel}.x/index.html`,
      `parlor-ui://x@${boardLabel}/index.html`,
      `parlor-ui://${boardLabel}:1/index.html`,
      `parlor-ui://${'d'.repeat(32)}/index.html`,
      `parlor-ui://${boardLabel}${boardLabel}/index.html`,
    ]) {
      expect(await raw('parlor-ui', url), url).toBe(404);
    }
    for (const url of [
      'parlor-app://APP/',
      'parlor-app://evil/',
      'parlor-app://evil/#parlor-app://app/',
      'parlor-app://app',
      'parlor-app://app#/',
      'parlor-app://app:1/',
      'parlor-app://app/index.html',
    ]) {
      expect(await raw('parlor-app', url), url).toBe(404);
    }
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD', 'get']) {
      expect(await status(`${app}/`, method)).toBe(405);
      expect(await status(`${board}/index.html`, method)).toBe(405);
    }
  });
});
