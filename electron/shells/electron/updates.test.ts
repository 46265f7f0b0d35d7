import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createTexts } from './texts.ts';
import { createUpdates, type Updater, type Updates } from './updates.ts';

const day = 24 * 3600_000;
const started: Updates[] = [];
afterEach(() => {
  for (const updates of started.splice(0)) updates.dispose();
  vi.useRealTimers();
});

class FakeUpdater extends EventEmitter {
  autoDownload = true;
  allowDowngrade = true;
  logger: Updater['logger'] = console as unknown as Updater['logger'];
  readonly calls: string[] = [];
  found: { version: string; newer: boolean } | Error = { version: '2.0.0', newer: true };

  async checkForUpdates() {
    this.calls.push('check');
    if (this.found instanceof Error) throw this.found;
    return { isUpdateAvailable: this.found.newer, updateInfo: { version: this.found.version } };
  }
  async downloadUpdate() {
    this.calls.push('download');
    this.emit('download-progress', { percent: 40 });
    return ['/tmp/update'];
  }
  quitAndInstall(...args: boolean[]) {
    this.calls.push(`install ${args.join(' ')}`);
  }
}

/** `choices`: the texts of the buttons that the user presses, in order. */
async function startUpdates(choices: string[], { folder = temporaryFolder(), isPlaying = false } = {}) {
  vi.useFakeTimers({ toFake: ['setTimeout', 'setInterval', 'clearTimeout', 'clearInterval'] });
  const updater = new FakeUpdater();
  const shown: string[] = [];
  const progress: number[] = [];
  const faults: unknown[] = [];
  const state = { isPlaying };
  const updates = await createUpdates({
    load: async () => updater as unknown as Updater,
    dialog: {
      showMessageBox: async (...args: unknown[]) => {
        const { message, buttons = [], cancelId } = args.at(-1) as Electron.MessageBoxOptions;
        shown.push(message);
        const choice = choices.shift();
        const index = choice === undefined ? cancelId! : buttons.indexOf(choice);
        expect(index).toBeGreaterThanOrEqual(0);
        return { response: index, checkboxChecked: false };
      },
    },
    folder,
    version: '1.0.0',
    t: createTexts({ getPreferredSystemLanguages: () => ['en'] }).t,
    isPlaying: async () => state.isPlaying,
    showProgress: (fraction) => progress.push(fraction),
    report: (fault) => faults.push(fault),
  });
  started.push(updates);
  return { updater, updates, shown, progress, faults, state, folder };
}

describe('an update that is found', () => {
  it('is downloaded only with the user’s consent, and installed at once on request', async () => {
    const { updater, shown, progress } = await startUpdates(['Download', 'Restart now']);
    await vi.advanceTimersByTimeAsync(day / 24);
    expect(updater).toMatchObject({ autoDownload: false, allowDowngrade: false });
    expect(shown).toEqual(['Parlor 2.0.0 is available.', 'Parlor 2.0.0 is ready to install.']);
    expect(updater.calls).toEqual(['check', 'download', 'install true true']);
    expect(progress).toEqual([0.4, -1]);
  });

  it('is otherwise installed at the next quit', async () => {
    const { updater } = await startUpdates(['Download', 'When I quit']);
    await vi.advanceTimersByTimeAsync(day / 24);
    expect(updater.calls).toEqual(['check', 'download']);
  });

  it('is declined by closing the dialog, and not offered again until the next start', async () => {
    const { updater, shown, folder } = await startUpdates([]);
    await vi.advanceTimersByTimeAsync(3 * day);
    expect(shown).toHaveLength(1);
    expect(new Set(updater.calls)).toEqual(new Set(['check']));
    const next = await startUpdates([], { folder });
    await vi.advanceTimersByTimeAsync(day / 24);
    expect(next.shown).toHaveLength(1);
  });

  it('is never offered again automatically once skipped, unlike the next version', async () => {
    const { folder } = await startUpdates(['Skip this version']);
    await vi.advanceTimersByTimeAsync(day / 24);
    await vi.waitFor(() => readFile(join(folder, 'updates.json')), { timeout: 60_000 });
    const next = await startUpdates([], { folder });
    await vi.advanceTimersByTimeAsync(day / 24);
    expect(next.shown).toEqual([]);
    next.updater.found = { version: '2.0.1', newer: true };
    await vi.advanceTimersByTimeAsync(day);
    expect(next.shown).toEqual(['Parlor 2.0.1 is available.']);
    await next.updates.check();
    expect(next.shown).toHaveLength(2);
  });

  it('is not offered during a game', async () => {
    const { shown, state } = await startUpdates([], { isPlaying: true });
    await vi.advanceTimersByTimeAsync(day / 2);
    expect(shown).toEqual([]);
    state.isPlaying = false;
    await vi.advanceTimersByTimeAsync(day);
    expect(shown).toHaveLength(1);
  });
});

describe('a check by the user', () => {
  it('also reports that there is no update', async () => {
    const { updater, updates, shown } = await startUpdates([]);
    updater.found = { version: '1.0.0', newer: false };
    await updates.check();
    expect(shown).toEqual(['Parlor 1.0.0 is the newest version.']);
  });

  it('reports a failure, which an automatic check only logs', async () => {
    const { updater, updates, shown, faults } = await startUpdates([]);
    updater.found = new Error('offline');
    await vi.advanceTimersByTimeAsync(day / 24);
    expect([shown.length, faults.length]).toEqual([0, 1]);
    await updates.check();
    expect(shown).toEqual(["Couldn't check for updates."]);
  });
});
