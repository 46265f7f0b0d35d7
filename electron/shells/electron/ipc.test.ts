/** E10: which callers are admitted over IPC, and when a call ends. */
import { beforeEach, describe, expect, it } from 'vitest';
import { desktopChannels } from '../../../shared/bridge/desktop.ts';
import { boardLabel, emptyLobby } from '../testing/core.ts';
import { bridgeOf, event, type FakeContents } from './testing/fake-electron.ts';
import { eventsTo, listen, startTestApp, type TestApp, turn } from './testing/test-app.ts';

const app = 'parlor-app://app';

let test: TestApp;
let contents: FakeContents;
beforeEach(async () => {
  test = await startTestApp();
  ({ contents } = test.window());
  // The preload script has opened the port.
  await turn();
});

const call = (id: number) => JSON.stringify({ id, call: ['tables', 'list'], args: {} });
const { open, toMain, toWindow } = desktopChannels;

describe('a caller', () => {
  it('is served as the desktop if it is the main frame of a Parlor window', async () => {
    expect(await bridgeOf(test.window()).tables.list({})).toEqual({ tables: [] });
    expect(contents.sent).toEqual([{ channel: toWindow, text: JSON.stringify({ id: 1, value: { tables: [] } }) }]);
    expect(test.core.calls[0]?.caller).toEqual({ surface: 'desktop' });
  });

  it('is ignored otherwise', async () => {
    const main = contents.mainFrame;
    const board = { ...contents.addFrame(), url: `parlor-ui://${boardLabel}/index.html` };
    contents.ipc(toMain, [call(1)], null);
    contents.ipc(toMain, [call(2)], board);
    contents.ipc(toMain, [call(3)], { ...board, url: `${app}/`, origin: app });
    contents.ipc(toMain, [call(4)], { ...main });
    for (const origin of ['null', 'https://app', 'parlor-app://app.evil', 'parlor-app://app:1', '', 'file://']) {
      const before = main.origin;
      main.origin = origin;
      contents.ipc(toMain, [call(6)]);
      main.origin = before;
    }
    const { ipcMain } = test.electron;
    const frame = { parent: null, origin: app };
    const stranger = { id: contents.id + 1, mainFrame: frame, send: () => expect.unreachable() };
    ipcMain.emit(open, event({ sender: stranger, senderFrame: frame }));
    ipcMain.emit(toMain, event({ sender: stranger, senderFrame: frame }), call(5));
    await turn();
    expect([contents.sent, test.core.calls]).toEqual([[], []]);
  });

  it('is ignored unless the message is a string of limited length', async () => {
    for (const args of [
      [call(1), 'more'],
      [],
      [{ id: 1 }],
      [new Uint8Array(Buffer.from(call(1)))],
      [call(1).padEnd(10 * 1024 * 1024)],
      [null],
    ]) {
      contents.ipc(toMain, args);
    }
    await turn();
    expect(test.core.calls).toEqual([]);
  });
});

it('errors are passed as codes, without stacks', async () => {
  contents.ipc(toMain, [JSON.stringify({ id: 1, call: ['tables', 'nothing'], args: {} })]);
  contents.ipc(toMain, [JSON.stringify({ id: 2, call: ['app', 'state'], args: {} })]);
  await turn();
  expect(contents.sent.map(({ text }) => (JSON.parse(text) as { problem: { code: string } }).problem.code)).toEqual([
    'unknown_call',
    'not_found',
  ]);
  expect(JSON.stringify(contents.sent)).not.toContain('    at ');
});

it('reloading, crashing and closing a window end its subscriptions', async () => {
  const emit = () => test.core.emit('lobby', 'changed', emptyLobby);
  const received = () => eventsTo(test.electron.windows[0]!).length;
  const open = test.core.listeners();
  listen(test.window(), 'lobby', 'changed');
  emit();
  expect(received()).toBe(1);
  await contents.load(`${app}/#/tables`);
  await turn();
  emit();
  expect([received(), test.core.listeners()]).toEqual([1, open]);
  listen(test.window(), 'lobby', 'changed');
  emit();
  expect(received()).toBe(2);
  contents.crash('crashed');
  expect(test.core.listeners()).toBe(open - 1);
  await expect.poll(() => test.core.listeners()).toBe(open);
  emit();
  expect(received()).toBe(2);
  test.core.emit('tables', 'hosting', { hosted: [{}], gone: [] });
  test.window().close();
  expect(test.core.listeners()).toBe(open - 1);
});
