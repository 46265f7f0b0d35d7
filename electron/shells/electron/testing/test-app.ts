/** The app with a stub core, in the strict fake of Electron. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { desktopChannels } from '../../../../shared/bridge/desktop.ts';
import { temporaryFolder } from '../../../../shared/testing/temporary-folder.ts';
import type { Core } from '../../../core/core.ts';
import { iconsDir } from '../../../installation.ts';
import { createTestCore, type TestCore } from '../../testing/core.ts';
import type { DesktopCoreConfig } from '../run.ts';
import { startDesktop } from '../start.ts';
import type { Updater } from '../updates.ts';
import { createFakeElectron, type FakeElectron, type FakeElectronOptions, type FakeWindow } from './fake-electron.ts';

export interface TestApp {
  electron: FakeElectron;
  core: TestCore & Core & { disposed: number };
  /** The configuration of each created core. */
  configs: DesktopCoreConfig[];
  /** Reported errors, with where they occurred. */
  reports: string[];
  /** Written to stdout. */
  printed: string[];
  dataDir: string;
  /** The only window. */
  window(): FakeWindow;
}

export interface TestAppOptions extends FakeElectronOptions {
  dataDir?: string;
  args?: readonly string[];
  /** Delays the core, or rejects; by default, `core` is returned at once. */
  createCore?: (core: TestApp['core'], electron: FakeElectron) => Promise<Core>;
  rendererDir?: string;
  dispose?: () => Promise<void>;
  updater?: Updater;
  onTerminal?: boolean;
}

const built = temporaryFolder();
writeFileSync(join(built, 'index.html'), '<!doctype html><meta content="__STYLE_NONCE__">');
writeFileSync(join(built, 'main.js'), 'ran()');

/** Runs until the first window shows its page, or until the app has ended or shows a message box. */
export async function startTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const app = launchTestApp(options);
  const { electron } = app;
  while (
    !electron.windows.some(({ shown }) => shown) &&
    electron.app.exitCode === null &&
    electron.dialogs.length === 0
  )
    await new Promise((resolve) => setImmediate(resolve));
  return app;
}

export function launchTestApp(options: TestAppOptions = {}): TestApp {
  const { dataDir = temporaryFolder(), args = [], rendererDir = built, dispose } = options;
  const electron = createFakeElectron(options);
  const core: TestApp['core'] = Object.assign(createTestCore(), {
    disposed: 0,
    start: async () => {},
    whenIdle: async () => {},
    async dispose() {
      core.disposed += 1;
      await dispose?.();
    },
  });
  const configs: DesktopCoreConfig[] = [];
  const reports: string[] = [];
  const printed: string[] = [];
  void electron.load(() =>
    startDesktop(electron.module, {
      argv: ['electron', ...args, `--data-dir=${dataDir}`],
      env: {},
      platform: electron.platform,
      rendererDir,
      iconsDir,
      createCore: async (config) => {
        configs.push(config);
        electron.app.log.push('core');
        return options.createCore?.(core, electron) ?? core;
      },
      loadUpdater: options.updater ? async () => options.updater! : null,
      print: (text) => printed.push(text),
      onTerminal: options.onTerminal ?? false,
      report: (fault, where) => reports.push(`${where}: ${fault instanceof Error ? fault.message : fault}`),
      onReady: () => electron.app.log.push('up'),
    }),
  );
  return {
    electron,
    core,
    configs,
    reports,
    printed,
    dataDir,
    window() {
      const [window, ...more] = electron.windows;
      if (!window || more.length > 0) throw new Error('There is not exactly one window.');
      return window;
    },
  };
}

/** Subscribes to an event of the bridge, as the page does. */
export function listen({ contents }: FakeWindow, group: string, event: string): void {
  contents.ipc(desktopChannels.toMain, [JSON.stringify({ listen: [group, event] })]);
}

/** Every event of the bridge that the page received. */
export const eventsTo = ({ contents }: FakeWindow): { event: [string, string]; value: unknown }[] =>
  contents.sent.map(({ text }) => JSON.parse(text)).filter((message) => 'event' in message);

/** One turn of the event loop, in which messages between processes arrive. */
export const turn = () => new Promise((resolve) => setImmediate(resolve));
