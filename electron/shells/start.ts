/**
 * `npm start`: the desktop window where Electron can run, else the same app through the web relay. It never just fails:
 * what is missing is said in one line on stderr, and the next way is taken.
 */
import { join } from 'node:path';
import { ParlorError } from '../../shared/errors.ts';
import { keepCompiled } from '../files/compile-cache.ts';
import type { StartOptions } from './options.ts';

const root = join(import.meta.dirname, '..', '..');

function say(line: string): void {
  process.stderr.write(`Parlor: ${line}\n`);
}

function checkNode(): void {
  const [major = 0] = process.versions.node.split('.').map(Number);
  if (major >= 24) return;
  throw new ParlorError(
    'runtime_unsupported',
    `Parlor needs Node 24 and this is ${process.versions.node}; run npm ci and start it with npm start, which brings its own.`,
  );
}

async function main(): Promise<number> {
  checkNode();
  keepCompiled(process.env);
  const { readOptions, usage } = await import('./options.ts');
  const options = readOptions(process.argv.slice(2), process.env);
  if (options.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const { chooseDataDir, makeDataDir } = await import('../files/data-dir.ts');
  const { buildRenderer, watchRenderer } = await import('./build.ts');
  const dataDir = chooseDataDir(options.dataDir, process.env);
  await makeDataDir(dataDir);
  const rendererDir = await buildRenderer(root);
  if (options.dev) await watchRenderer(root);
  const { hasDisplay } = await import('./electron-binary.ts');
  const display = hasDisplay(process.platform, process.env);

  if (options.shell === 'desktop' || options.shell === 'only-desktop') {
    const outcome = await tryDesktop(options, dataDir, display);
    if (typeof outcome === 'number') return outcome;
    if (options.shell === 'only-desktop') throw new ParlorError('runtime_unsupported', `${outcome.missing}.`);
    say(`${outcome.missing}, so the app is served to a browser on this computer.`);
  }
  const { serveWeb } = await import('./web.ts');
  return serveWeb({
    dataDir,
    rendererDir,
    server: options.server,
    allowPlainHttp: options.allowPlainHttp,
    network: options.network,
    dev: options.dev,
    window: display && options.shell !== 'headless',
    say,
  });
}

/** The exit code of the desktop run, or what it lacks. */
async function tryDesktop(
  options: StartOptions,
  dataDir: string,
  display: boolean,
): Promise<number | { missing: string }> {
  if (!display) return { missing: 'There is no display for a desktop window' };
  const { obtainElectron } = await import('./electron-binary.ts');
  const binary = await obtainElectron(root, process.env);
  if (binary === null) return { missing: "Electron's binary is not here and cannot be fetched" };
  const { runDesktop } = await import('./desktop.ts');
  const { server, allowPlainHttp, network } = options;
  const code = await runDesktop(binary, root, { dataDir, server, allowPlainHttp, network });
  return code ?? { missing: 'Electron does not start on this computer' };
}

try {
  process.exitCode = await main();
} catch (error) {
  if (!(error instanceof ParlorError)) throw error;
  process.stderr.write(`${error.code}: ${error.message}\n`);
  process.exitCode = error.code === 'unknown_option' ? 2 : 1;
}

// Parlor is over when it is stopped, even where the transport's native part cannot let go of a network that went away.
setTimeout(() => process.exit(), 3_000).unref();
