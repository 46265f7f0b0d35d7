import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Browser, chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { chromiumLaunch, ensureHeadlessChromium } from '../../e2e/chromium.ts';
import { manifestFileOf, manifestHashOf } from '../../shared/bundle/manifest.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { defaultResourcesDir } from '../installation.ts';
import type { Board } from './board.ts';
import { adapterPath, boardInterfaceOf, withAdapter } from './board-client.ts';
import { boardLabel, openLibrary } from './library.ts';
import { openBoard, sampleContext } from './testing/board-page.ts';
import { verifyBoard } from './verify-board.ts';

const encode = (text: string) => new TextEncoder().encode(text);

function boardWith(texts: Record<string, string>): Board {
  const files = new Map(Object.entries(texts).map(([path, text]) => [path, { bytes: encode(text), type: '' }]));
  return { source: 'platform', manifest_hash: '', author: '', files, size_bytes: 0 };
}

const page = '<!doctype html><html><head><title>Dice</title></head><body><script src="app.js"></script></body></html>';
/** A board written for the existing network: it sends hello, keeps what it receives, and can make requests. */
const script = `
  const pending = new Map();
  window.received = [];
  window.addEventListener('message', ({ source, origin, data }) => {
    if (source !== window.parent || data.source !== 'arcade-broadcast') return;
    window.received.push({ ...data, origin });
    pending.get(data.id)?.(data);
  });
  const post = (message) => parent.postMessage({ source: 'arcade-ui', ...message }, 'http://parent.example');
  window.call = (id, method, body) => new Promise((resolve) => {
    pending.set(id, resolve);
    post({ type: 'request', id, method, body });
  });
  post({ type: 'hello', id: 'first', capabilities: ['snapshot', 'info', 'decide', 'whisper'] });
`;

describe('the client of a board', () => {
  it.each([
    [
      'port',
      { 'index.html': page, 'app.js': "addEventListener('message', ({ data }) => data.type === 'parlor-init')" },
    ],
    ['port', { 'index.html': page, 'app.js': 'for (;;) parent.postMessage("flood", "*");' }],
    ['window_messages', { 'index.html': page, 'app.js': script }],
    [
      'window_messages',
      { 'index.html': page.replace('<script', '<script type="application/json">{}</script><script'), 'app.js': script },
    ],
    ['other', { 'index.html': page.replace('src="app.js">', `>${script}`) }],
    ['other', { 'index.html': page.replace('<body>', '<body onload="start()">'), 'app.js': script }],
    [
      'window_messages',
      { 'index.html': page.replace('<body>', '<body><a href="javascript:void(0)">rules</a>'), 'app.js': script },
    ],
    ['other', { 'index.html': `${page}${'<b><i><p>'.repeat(100_000)}`, 'app.js': script }],
    ['other', { 'index.html': page, 'app.js': "fetch('/api/snapshot').then((response) => response.json())" }],
  ] as const)('is %s', (client, files) => {
    expect(boardInterfaceOf(boardWith(files))).toBe(client);
  });
});

describe('the adapter', () => {
  it('is inserted as the first script of the page, whose other bytes are unchanged', () => {
    const bytes = encode('<!doctype html><html><HEAD lang="é"><script src="a.js"></script>');
    const text = new TextDecoder().decode(withAdapter(bytes));
    expect(text).toBe(
      `<!doctype html><html><HEAD lang="é"><script src="${adapterPath}"></script><script src="a.js"></script>`,
    );
    expect(new TextDecoder().decode(withAdapter(encode('text')))).toBe(`<script src="${adapterPath}"></script>text`);
  });

  it('is served with the boards that need it', async () => {
    const library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: temporaryFolder() });
    const [protocol] = library.list();
    const files = new Map([
      ['index.html', encode(page)],
      ['app.js', encode(script)],
    ]);
    const hash = manifestHashOf([...files].map(([path, bytes]) => manifestFileOf(path, bytes)));
    await library.serveTemporarily(
      protocol!.protocol_id,
      verifyBoard(files, hash, { source: 'host_p2p', author: 'a'.repeat(64) }),
    );
    const served = (path: string) => library.boards.get(boardLabel(hash), path);
    expect(new TextDecoder().decode(served('index.html')?.bytes)).toContain(`<head><script src="${adapterPath}">`);
    expect(served(adapterPath)?.type).toBe('text/javascript; charset=utf-8');
    expect(boardInterfaceOf(library.board(hash)!)).toBe('window_messages');
  });

  describe('in Chromium', () => {
    let browser: Browser;
    beforeAll(async () => {
      browser = await chromium.launch(chromiumLaunch(await ensureHeadlessChromium()));
    }, 400_000);
    afterAll(() => browser?.close());

    it('answers hello, info, snapshot and decide over the port', async () => {
      const folder = temporaryFolder();
      await mkdir(join(folder, '.parlor'));
      const source = fileURLToPath(new URL('../../resources/board-adapter/window-messages.js', import.meta.url));
      await copyFile(source, join(folder, adapterPath));
      await writeFile(join(folder, 'index.html'), withAdapter(encode(page)));
      await writeFile(join(folder, 'app.js'), script);
      const board = await openBoard(browser, folder, { ...sampleContext, options: { sides: 6 } });
      const received = () => board.frame.evaluate<Record<string, unknown>[]>('received');
      const call = (id: number, method: string, body: object = {}) =>
        board.frame.evaluate<object>(`call(${id}, '${method}', ${JSON.stringify(body)})`);

      await expect.poll(received).toContainEqual({
        ...{ source: 'arcade-broadcast', type: 'hello-ack', id: 'first', ok: true, origin: 'http://parent.example' },
        granted: ['info', 'snapshot', 'decide'],
      });
      await board.ping();
      const direction = 'host_to_guest';
      const messages = [
        { number: 1, direction, action: 'ready', fields: { rounds: 5, round: 0 } },
        { number: 2, direction, action: 'round_result', fields: { round: 2, winner: 'host' } },
      ] as const;
      await board.state({ seat: 'guest', options: {}, messages: [...messages], end: null });
      await board.ask({ key: 'round:2', prompt: 'Roll', choices: [{ value: 'high', label: 'High' }] });
      const pushed = async () => (await received()).filter(({ type }) => type === 'push').at(-1)?.data;
      await expect.poll(pushed).toMatchObject({
        ...{ phase: 'playing', role: 'guest', rounds: 5, round: 2, winner: 'host' },
        timing: { match_key: 'round', match_value: 2, deadline_at_epoch: 120 },
      });
      expect(await call(1, 'info')).toMatchObject({
        ...{ type: 'response', id: 1, ok: true, status: 200 },
        data: { role: 'guest', control_mode: 'human', decision_schema: { match_key: 'round', choices: ['high'] } },
      });
      expect(await call(2, 'decide', { round: 1, bet: 'high' })).toMatchObject({ ok: false, status: 400 });
      expect(await call(3, 'decide', { round: 2, bet: 'low' })).toMatchObject({ error: 'decision_invalid' });
      expect(board.picked()).toBe(null);
      expect(await call(4, 'decide', { round: 2, bet: 'high' })).toMatchObject({
        ...{ ok: true, status: 200 },
        data: { status: 'queued', match_key: 'round', match_value: 2, decision_id: expect.stringMatching(/^dec_/) },
      });
      expect(board.picked()).toBe('high');
      await board.ask(null);
      expect(await call(5, 'decide', { round: 2, bet: 'high' })).toMatchObject({ status: 409 });
      expect(await call(6, 'whisper', { text: 'hello' })).toMatchObject({ ok: false });
      expect(await call(7, 'snapshot')).toMatchObject({ data: { timing: null, round: 2 } });
      expect(board.problems).toEqual([]);
      await board.close();
    });
  });
});
