/**
 * `npm start`, and `parlor` without a command: the desktop window if Electron can run, otherwise the web relay. Each fallback is
 * reported in one line on stderr. The npm package is built without Electron.
 */
import { ParlorError } from '../../shared/errors.ts';
import { watchOutput } from '../failures/lost-output.ts';
import { containRejections } from '../failures/unhandled-rejections.ts';
import { enableCodeCache } from '../files/compile-cache.ts';
import { isBuilt, root } from '../installation.ts';
import { keepYoungGenerationSmall } from '../workers/young-generation.ts';
import type { ElectronBinary } from './electron-binary.ts';
import type { StartOptions } from './options.ts';

function log(line: string): void {
  process.stderr.write(`Parlor: ${line}\n`);
}

function checkNode(): void {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return;
  throw new ParlorError(
    'runtime_unsupported',
    `Parlor needs Node 24 or later, but this is ${process.versions.node}. Run npm ci, then npm start, which uses its own Node.`,
  );
}

async function main(): Promise<number> {
  checkNode();
  containRejections();
  watchOutput();
  enableCodeCache(process.env);
  keepYoungGenerationSmall();
  const { readOptions, usage } = await import('./options.ts');
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const { chooseDataDir, makeDataDir } = await import('../files/data-dir.ts');
  const { ensureRenderer, watchRenderer } = await import('./build.ts');
  const dataDir = chooseDataDir(options.dataDir, process.env);
  await makeDataDir(dataDir);
  const rendererDir = await ensureRenderer();
  if (options.dev) await watchRenderer();
  const { hasDisplay } = await import('./display.ts');
  const hasVisibleDisplay = hasDisplay(process.platform, process.env);

  if (options.shell === 'only-desktop' || (options.shell === 'desktop' && !isBuilt)) {
    const result = await tryDesktop(options, dataDir, hasVisibleDisplay);
    if (typeof result === 'number') return result;
    if (options.shell === 'only-desktop') throw new ParlorError('runtime_unsupported', `${result.reason}.`);
    log(`${result.reason}, so the app opens in a browser on this computer.`);
  }
  const { runWebRelay } = await import('./web.ts');
  return runWebRelay({
    dataDir,
    rendererDir,
    server: options.server,
    allowPlainHttp: options.allowPlainHttp,
    network: options.network,
    dev: options.dev,
    openBrowser: hasVisibleDisplay && options.shell !== 'headless',
    log,
  });
}

/** The exit code of the desktop app, or why it did not start. */
async function tryDesktop(
  options: StartOptions,
  dataDir: string,
  hasVisibleDisplay: boolean,
): Promise<number | { reason: string }> {
  if (!hasVisibleDisplay) return { reason: 'There is no display for a desktop window' };
  const download = await ensureBinary();
  if ('reason' in download) return download;
  const { runElectron } = await import('./desktop.ts');
  const { server, allowPlainHttp, network } = options;
  const result = await runElectron(download.binary, { dataDir, server, allowPlainHttp, network });
  return 'code' in result ? result.code : result;
}

/** In a terminal, Enter continues without the binary. */
async function ensureBinary(): Promise<ElectronBinary> {
  const { electronBinary, ensureElectron } = await import('./electron-binary.ts');
  const options = { root, env: process.env, log };
  if (!process.stdin.isTTY || electronBinary(root, process.env) !== null) return ensureElectron(options);
  const cancelController = new AbortController();
  const cancel = () => cancelController.abort();
  process.stdin.once('data', cancel);
  log('Press Enter to open Parlor in a browser instead of waiting for a download.');
  return ensureElectron({ ...options, cancelSignal: cancelController.signal }).finally(() => {
    process.stdin.removeListener('data', cancel).pause();
  });
}

try {
  const code = await main();
  if (code !== 0) process.exitCode = code;
} catch (error) {
  if (!(error instanceof ParlorError)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = error.code === 'unknown_option' ? 2 : 1;
}

// iroh's native code may keep the process alive after the network connection was lost.
setTimeout(() => process.exit(), 3_000).unref();
