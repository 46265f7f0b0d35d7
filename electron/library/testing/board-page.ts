/**
 * A board in a real Chromium, framed as in Parlor: the bundle is served from a separate origin with the strict headers, and the page
 * around it holds the one MessagePort. Every message is checked against the board contract in both directions.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, ConsoleMessage, Frame, Page, Request } from '@playwright/test';
import {
  type BoardContext,
  type BoardMarks,
  boardContractVersion,
  type FromBoard,
  fromBoard,
  initMessage,
  type ToBoard,
  toBoard,
} from '../../../shared/boards/contract.ts';
import { boardTokens } from '../../../shared/boards/tokens.ts';
import { contentTypeOf } from '../../../shared/bundle/manifest.ts';
import type { BoardRecord } from '../../../shared/tables/board-record.ts';
import { type Answer, legalAnswer, type Question } from '../../../shared/tables/hooks.ts';
import { startHttpServer } from '../../../shared/testing/http-server.ts';
import { boardHeaders } from '../../shells/headers.ts';
import { readBoardFonts } from '../board-fonts.ts';

const fonts = await readBoardFonts();
/** The window's own colours. */
const tokensText = readFileSync(new URL('../../../renderer/ui/tokens.css', import.meta.url), 'utf8');

export const tokensIn = (theme: BoardContext['theme']): BoardContext['tokens'] =>
  Object.fromEntries(
    Object.entries(boardTokens).map(([name, token]) => {
      const [, light, dark] = new RegExp(`--${token}: light-dark\\((.+), (.+)\\);`).exec(tokensText) ?? [];
      return [name, (theme === 'light' ? light : dark) ?? ''];
    }),
  ) as BoardContext['tokens'];

/** For a person at the guest's seat, in the light theme and in English. */
export const sampleContext: BoardContext = {
  theme: 'light',
  locale: 'en',
  dir: 'ltr',
  time_zone: 'Europe/Lisbon',
  width: 600,
  height: 510,
  reduced_motion: true,
  text_scale: 1,
  distinct_pieces: false,
  role: 'guest',
  control_mode: 'human',
  options: {},
  tokens: tokensIn('light'),
  names: { host: 'Marlow', guest: 'Ada' },
};

const hostPage = (
  boardUrl: string,
) => `<!doctype html><html lang="en"><title>A table</title><link rel="icon" href="data:,">
<style>html,body,iframe{margin:0;border:0;width:100%;height:100%;display:block;overflow:hidden}</style>
<iframe title="Board" sandbox="allow-scripts" src="${boardUrl}"></iframe>
<script>
const frame = document.querySelector('iframe');
const { port1, port2 } = new MessageChannel();
port1.onmessage = (event) => window.receiveFromBoard(event.data);
window.sendToBoard = (message) => port1.postMessage(message);
frame.onload = () => frame.contentWindow.postMessage(${JSON.stringify(initMessage)}, '*', [port2]);
</script>`;

const serve = (fileAt: (path: string) => { body: string | Buffer; headers: { [name: string]: string } } | null) =>
  startHttpServer((request, response) => {
    const file = fileAt(new URL(request.url ?? '/', 'http://localhost').pathname);
    if (!file) return response.writeHead(404).end();
    return response.writeHead(200, file.headers).end(file.body);
  });

export interface BoardPage {
  page: Page;
  frame: Frame;
  /** Console errors, refused loads and messages that violate the contract. */
  problems: string[];
  /** The current answer, which Parlor shows in its decision bar. */
  picked(): Answer | null;
  /** Sends a state. `view` is the view of this seat's hooks, null without hooks. */
  state(record: BoardRecord, talk?: ToBoard['ui/state']['talk'], view?: ToBoard['ui/state']['view']): Promise<void>;
  ask(ask: Question | null, picked?: Answer | null): Promise<void>;
  context(changes: Partial<BoardContext>): Promise<void>;
  /** The marks of an analysis, as boards that announce it receive them after each state. */
  marks(marks: BoardMarks | null): Promise<void>;
  ping(): Promise<void>;
  close(): Promise<void>;
}

type MessageHandler = (message: { jsonrpc: string; id?: number; method?: string; params?: unknown }) => unknown;

/** A page that shows one board after another, because a new page needs a new process. */
export interface ReusablePage {
  page: Page;
  /** Receives the messages of the current board. */
  onMessage: MessageHandler;
}

export async function newBoardPage(browser: Browser): Promise<ReusablePage> {
  const session = await browser.newContext();
  const reusable: ReusablePage = { page: await session.newPage(), onMessage: () => {} };
  await reusable.page.exposeFunction('receiveFromBoard', (message: Parameters<MessageHandler>[0]) =>
    reusable.onMessage(message),
  );
  return reusable;
}

/** Like showBoard, but in a new page. */
export async function openBoard(
  browser: Browser,
  directory: string,
  context: BoardContext,
  viewport?: { width: number; height: number },
): Promise<BoardPage> {
  const reusable = await newBoardPage(browser);
  const board = await showBoard(reusable, directory, context, viewport);
  return {
    ...board,
    async close() {
      await board.close();
      await reusable.page.context().close();
    },
  };
}

/**
 * Opens the bundle in `directory` at the given size, or the size that the board needs, and answers its `ui/initialize` with `context`.
 */
export async function showBoard(
  reusable: ReusablePage,
  directory: string,
  context: BoardContext,
  viewport = { width: 600, height: 510 },
): Promise<BoardPage> {
  const board = await serve((path) => {
    const name = path.slice(1);
    const headers = { ...boardHeaders('*'), 'Content-Type': contentTypeOf(name) ?? '' };
    const font = fonts.get(name);
    if (font) return { body: Buffer.from(font.bytes), headers };
    try {
      return { body: readFileSync(join(directory, name)), headers };
    } catch {
      return null;
    }
  });
  const host = await serve((path) =>
    path === '/' ? { body: hostPage(`${board.url}/index.html`), headers: { 'content-type': 'text/html' } } : null,
  );
  const { page } = reusable;
  await page.setViewportSize(viewport);
  await page.emulateMedia({ reducedMotion: context.reduced_motion ? 'reduce' : 'no-preference' });
  const problems: string[] = [];
  let ask: Question | null = null;
  let picked: Answer | null = null;
  let seq = 0;
  let drawsMarks = false;
  const pings = new Map<number, () => void>();
  const ready = Promise.withResolvers<void>();

  const send = async <M extends keyof ToBoard>(method: M, params: ToBoard[M], id?: number) => {
    toBoard[method].parse(params);
    await page.evaluate(
      (message) => (window as unknown as { sendToBoard(message: unknown): void }).sendToBoard(message),
      {
        jsonrpc: '2.0',
        method,
        params,
        ...(id === undefined ? {} : { id }),
      },
    );
  };
  const reply = (id: number, result: unknown) =>
    page.evaluate((message) => (window as unknown as { sendToBoard(message: unknown): void }).sendToBoard(message), {
      jsonrpc: '2.0',
      id,
      result,
    });
  const showAsk = () =>
    send('ui/ask', { ask, picked, deadline_at: ask ? 120_000 : null, left_ms: ask ? 120_000 : null });

  const onMessage: MessageHandler = async (message) => {
    if (message.jsonrpc !== '2.0') problems.push(`not JSON-RPC 2.0: ${JSON.stringify(message)}`);
    if (message.method === undefined) return pings.get(message.id ?? 0)?.();
    const schema = fromBoard[message.method as keyof FromBoard];
    const params = schema?.safeParse(message.params);
    if (!params?.success) return void problems.push(`violates the contract: ${JSON.stringify(message)}`);
    if (message.method === 'ui/initialize') {
      drawsMarks = (params.data as FromBoard['ui/initialize']).marks;
      await reply(message.id!, { version: boardContractVersion, ...context });
      ready.resolve();
    } else if (message.method === 'ui/answer') {
      const { key, answer } = params.data as FromBoard['ui/answer'];
      if (ask && key === ask.key && (answer === null || legalAnswer(ask, answer) !== null)) picked = answer;
      await reply(message.id!, { picked });
      await showAsk();
    } else if (message.method === 'ui/size') {
      // The frame grows to what the board needs, as in Parlor.
      const { height, width = 0 } = params.data as { height: number; width?: number };
      await page.setViewportSize({
        width: Math.max(viewport.width, Math.ceil(width)),
        height: Math.max(viewport.height, Math.ceil(height)),
      });
    } else if (message.method === 'ui/log') problems.push(`logged: ${JSON.stringify(message.params)}`);
  };

  const onConsole = (entry: ConsoleMessage) => entry.type() === 'error' && problems.push(entry.text());
  const onError = (error: Error) => problems.push(String(error));
  const onFailedRequest = (request: Request) => problems.push(`not loaded: ${request.url()}`);
  page.on('console', onConsole);
  page.on('pageerror', onError);
  page.on('requestfailed', onFailedRequest);
  reusable.onMessage = onMessage;
  await page.goto(host.url);
  await ready.promise;
  const frame = page.frames().find((child) => child.parentFrame() !== null)!;

  return {
    page,
    frame,
    problems,
    picked: () => picked,
    state: (record, talk = [], view = null) => {
      seq += 1;
      return send('ui/state', { seq, record, view, talk });
    },
    ask: (next, proposal = null) => {
      ask = next;
      picked = proposal;
      return showAsk();
    },
    context: (changes) => send('ui/context', changes.theme ? { ...changes, tokens: tokensIn(changes.theme) } : changes),
    marks: (marks) => {
      if (!drawsMarks) throw new Error('The board has not announced that it draws marks.');
      return send('ui/marks', { marks });
    },
    ping: async () => {
      const pong = Promise.withResolvers<void>();
      pings.set(1, pong.resolve);
      await send('ui/ping', {}, 1);
      await pong.promise;
    },
    close: async () => {
      page.off('console', onConsole);
      page.off('pageerror', onError);
      page.off('requestfailed', onFailedRequest);
      // Messages from this board must not reach the next one.
      reusable.onMessage = () => {};
      await page.goto('about:blank');
      for (const server of [board, host]) server.close();
    },
  };
}
