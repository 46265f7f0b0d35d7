/** The fake of Electron has the same preconditions as Electron. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createFakeElectron, type FakeElectron } from './testing/fake-electron.ts';

let electron: FakeElectron | null = null;
afterEach(() => electron?.utility.killAll());

async function ready(platform: NodeJS.Platform = 'linux'): Promise<FakeElectron> {
  electron = createFakeElectron({ platform });
  await electron.load(() => {});
  return electron;
}

describe('the fake throws', () => {
  it('for calls that require the app to be ready', async () => {
    const { module } = createFakeElectron();
    const tooEarly = /before the app is ready/;
    expect(() => new module.BrowserWindow({})).toThrow(tooEarly);
    expect(() => module.protocol.handle('x', () => new Response())).toThrow(tooEarly);
    expect(() => module.session.defaultSession).toThrow(tooEarly);
    expect(() => module.screen.getPrimaryDisplay()).toThrow(tooEarly);
    expect(() => module.utilityProcess.fork('/x')).toThrow(tooEarly);
    expect(() => module.dialog.showMessageBox({ message: '' })).toThrow(tooEarly);
    await expect(module.safeStorage.encryptStringAsync('')).rejects.toThrow(tooEarly);
  });

  it('for calls that must come before the app is ready', async () => {
    const { app, protocol } = (await ready()).module;
    const tooLate = /must be called before the app is ready/;
    expect(() => app.enableSandbox()).toThrow(tooLate);
    expect(() => app.setName('x')).toThrow(tooLate);
    expect(() => app.setPath('userData', '/x')).toThrow(tooLate);
    expect(() => app.commandLine.appendSwitch('x')).toThrow(tooLate);
    expect(() => protocol.registerSchemesAsPrivileged([])).toThrow(tooLate);
  });

  it('for members that it lacks, or that exist only on other platforms', async () => {
    const linux = (await ready('linux')).module;
    expect(() => linux.app.relaunch()).toThrow('The fake has no App.relaunch.');
    expect(() => linux.app.setAppUserModelId('x')).toThrow('App.setAppUserModelId does not exist on linux.');
    expect(() => new linux.BrowserWindow({}).setOverlayIcon(null, '')).toThrow('does not exist on linux');
    const mac = (await ready('darwin')).module;
    expect(() => mac.safeStorage.getSelectedStorageBackend()).toThrow('does not exist on darwin');
  });

  it('for destroyed objects', async () => {
    const { module, windows } = await ready();
    const window = new module.BrowserWindow({});
    const { webContents } = window;
    windows[0]?.close();
    expect([window.isDestroyed(), webContents.isDestroyed()]).toEqual([true, true]);
    for (const use of [() => window.focus(), () => window.webContents, () => webContents.send('x')])
      expect(use).toThrow('Object has been destroyed');
  });
});

describe('a utility process of the fake', () => {
  function script(text: string): string {
    const path = join(temporaryFolder(), 'script.mjs');
    writeFileSync(path, text);
    return path;
  }
  async function fork(text: string, platform: NodeJS.Platform = 'linux') {
    const { module, utility } = await ready(platform);
    const child = module.utilityProcess.fork(script(text), ['argument']);
    const messages: unknown[] = [];
    child.on('message', (message) => messages.push(message));
    return { child, messages, entry: utility.all[0]!, utility };
  }

  it('has the app as its executable; starting it is recorded', async () => {
    const { messages, utility } = await fork(`
      import { spawnSync } from 'node:child_process';
      const { status } = spawnSync(process.execPath, ['again']);
      process.parentPort.postMessage([status, process.argv.slice(2)]);`);
    await expect.poll(() => messages).toEqual([[1, ['argument']]]);
    expect(utility.restartsOfTheApp()).toEqual(['again']);
  });

  it('ends neither with an empty event loop nor after an unhandled rejection, and keeps early messages', async () => {
    const { child, messages, entry } = await fork(`
      process.exitCode = 3;
      Promise.reject(new Error('unhandled'));
      await new Promise((resolve) => setTimeout(resolve, 50));
      process.parentPort.on('message', ({ data }) => process.parentPort.postMessage('received ' + data));`);
    child.postMessage('early');
    await expect.poll(() => messages).toEqual(['received early']);
    expect([entry.ended, child.pid]).toEqual([null, entry.process.pid]);
    child.kill();
    await expect.poll(() => entry.ended).toBe('SIGTERM');
    expect([child.pid, child.kill()]).toEqual([undefined, false]);
  });

  it('is killed at once on Windows, without cleaning up', async () => {
    const file = join(temporaryFolder(), 'cleaned');
    const { child, messages, entry } = await fork(
      `import { writeFileSync } from 'node:fs';
      process.on('SIGTERM', () => { writeFileSync(${JSON.stringify(file)}, ''); process.exit(0); });
      process.parentPort.postMessage('up');`,
      'win32',
    );
    await expect.poll(() => messages).toEqual(['up']);
    child.kill();
    await expect.poll(() => entry.ended).toBe('SIGKILL');
    expect(() => readFileSync(file)).toThrow();
  });
});
