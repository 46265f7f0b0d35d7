/** Starts the desktop app with the options of its command line, and shows why it cannot start. */
import { inBackground } from '../../../shared/background.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { selfTestText } from '../../doctor/self-test-text.ts';
import { chooseDataDir, makeDataDir } from '../../files/data-dir.ts';
import { readOptions } from '../options.ts';
import { createDialogs } from './dialogs.ts';
import { type DesktopConfig, type ElectronModule, runDesktop } from './run.ts';
import { testDesktop } from './self-test.ts';
import { createTexts } from './texts.ts';

export interface DesktopStartOptions
  extends Pick<
    DesktopConfig,
    'platform' | 'rendererDir' | 'iconsDir' | 'createCore' | 'loadUpdater' | 'report' | 'onReady'
  > {
  /** As `process.argv`. */
  argv: readonly string[];
  env: NodeJS.ProcessEnv;
  /** Writes to stdout. */
  print(text: string): void;
  /** Whether stdout is a terminal. */
  onTerminal: boolean;
}

/** Resolves once every call that must precede `ready` has been made: Electron waits for its main module before it becomes ready. */
export async function startDesktop(electron: ElectronModule, startOptions: DesktopStartOptions): Promise<void> {
  const { argv, env, ...config } = startOptions;
  const fail = (error: unknown) => showStartError(electron, startOptions, error);
  if (argv.includes('--self-test')) return inBackground('self-test', printSelfTest(electron, startOptions));
  const [, command = ''] = argv;
  if (electron.app.isPackaged && /^[a-z][a-z-]*$/.test(command)) return refuseCommand(electron, startOptions, command);
  try {
    const options = readOptions(parlorArguments(argv), env);
    const dataDir = chooseDataDir(options.dataDir, env);
    await makeDataDir(dataDir);
    const { server, allowPlainHttp, network } = options;
    runDesktop(electron, { ...config, dataDir, server, allowPlainHttp, network, args: argv.slice(1) }).catch(fail);
  } catch (error) {
    inBackground('start', fail(error));
  }
}

/** Omits switches of Chromium and Electron. */
function parlorArguments(argv: readonly string[]): string[] {
  return argv.filter((argument) => /^--(?:(?:data-dir|server|network)=|allow-plain-http$)/.test(argument));
}

async function printSelfTest(electron: ElectronModule, startOptions: DesktopStartOptions): Promise<void> {
  try {
    const report = await testDesktop(electron, startOptions);
    startOptions.print(startOptions.onTerminal ? selfTestText(report) : `${JSON.stringify(report)}\n`);
    electron.app.exit(report.ok ? 0 : 1);
  } catch (error) {
    startOptions.report(error, 'self-test');
    electron.app.exit(1);
  }
}

/** The packages for Linux put this app on the PATH, by the name that the command has in the npm package. */
function refuseCommand({ app }: ElectronModule, { report }: DesktopStartOptions, command: string): void {
  const message = `The desktop app has no commands, such as ${command}. Install the npm package for them.`;
  report(new ParlorError('unknown_option', message), 'start');
  app.exit(2);
}

async function showStartError(
  { app, dialog }: ElectronModule,
  { report, onReady }: DesktopStartOptions,
  error: unknown,
): Promise<void> {
  report(error, 'start');
  await app.whenReady();
  // The launcher must not start another shell behind the message.
  onReady();
  const ask = createDialogs(dialog, createTexts(app).t);
  const detail = error instanceof ParlorError ? `${error.message} (${error.code})` : String(error);
  await ask({ problem: 'start', detail, answers: ['quit'] });
  app.exit(1);
}
