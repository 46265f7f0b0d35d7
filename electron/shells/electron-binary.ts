/** Finds and downloads Electron's binary without importing `electron`, which under Node would start a download. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The path of the binary, or null if it is not installed. */
export function electronBinary(root: string, env: NodeJS.ProcessEnv): string | null {
  const home = join(root, 'node_modules', 'electron');
  const pathFile = join(home, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(home, 'dist'), readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : null;
}

/** The binary, or why it is missing, as the beginning of a sentence. */
export type ElectronBinary = { binary: string } | { missing: string };

export interface ObtainOptions {
  root: string;
  env: NodeJS.ProcessEnv;
  log(line: string): void;
  /** Cancels the download because the user does not want to wait. */
  refusal?: AbortSignal;
  /** Milliseconds without a further byte until the download counts as failed. */
  stallMs?: number;
  /** Milliseconds between two reports of progress. */
  reportMs?: number;
}

/** How the user can get the binary later. */
const remedy = '"npm run electron" downloads it';

/**
 * The binary, downloaded with Electron's own installer if it is missing. Failures that may be temporary are retried at the
 * next start; a refusal by the user, or by the server for this version, is remembered in node_modules/.cache until `forgetRefusal`.
 */
export async function obtainElectron(options: ObtainOptions): Promise<ElectronBinary> {
  const { root, env } = options;
  const installed = electronBinary(root, env);
  if (installed !== null) return { binary: installed };
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  if (!existsSync(installer)) return { missing: 'Electron is not part of this installation' };
  if (env.ELECTRON_SKIP_BINARY_DOWNLOAD) return { missing: 'ELECTRON_SKIP_BINARY_DOWNLOAD is set' };
  const version = await versionOf(root);
  const refusedFile = refusalFile(root);
  if ((await readFile(refusedFile, 'utf8').catch(() => '')) === version)
    return { missing: `The download of Electron was refused before (${remedy})` };

  const failure = await install(installer, version, options);
  const binary = electronBinary(root, env);
  if (binary !== null) return { binary };
  if (failure?.permanent) {
    await mkdir(dirname(refusedFile), { recursive: true });
    await writeFile(refusedFile, version);
  }
  return { missing: `Electron could not be downloaded: ${failure?.reason ?? 'nothing was installed'} (${remedy})` };
}

/** Lets the next `obtainElectron` try again. */
export const forgetRefusal = (root: string): Promise<void> => rm(refusalFile(root), { force: true });

const refusalFile = (root: string) => join(root, 'node_modules', '.cache', 'parlor', 'electron-refused');

async function versionOf(root: string): Promise<string> {
  const text = await readFile(join(root, 'node_modules', 'electron', 'package.json'), 'utf8');
  return (JSON.parse(text) as { version: string }).version;
}

interface Failure {
  reason: string;
  /** Another attempt would end the same way. */
  permanent: boolean;
}

/** The server does not have the file or denies access, or Electron has no build for this system. */
const permanentError = /Response code (?:40[134]|410|451)\b|not available on platform|does not have a published/;

/** Runs Electron's installer. Null after success. */
async function install(installer: string, version: string, options: ObtainOptions): Promise<Failure | null> {
  const { env, log, refusal, stallMs = 30_000, reportMs = 5_000 } = options;
  // The installer downloads into the temporary folder: a separate one makes the progress visible.
  const folder = await mkdtemp(join(tmpdir(), 'parlor-electron-'));
  const child = spawn(process.execPath, [installer], {
    env: { ...env, TMPDIR: folder, TEMP: folder, TMP: folder, ELECTRON_GET_NO_PROGRESS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = new AbortController();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(0, 4_000);
  });
  const exited = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  }).finally(() => ended.abort());
  const stop = () => child.kill('SIGKILL');
  refusal?.addEventListener('abort', stop, { once: true });
  log(`Electron ${version} is being downloaded, about 120 MB; this happens once.`);
  let stalled = false;
  void watch([folder, join(dirname(installer), 'dist')], {
    log,
    stallMs,
    reportMs,
    signal: ended.signal,
    onStall() {
      stalled = true;
      stop();
    },
  });
  try {
    const code = await exited;
    if (code === 0) return null;
    if (refusal?.aborted) return { reason: 'you chose to continue without it', permanent: true };
    if (stalled) return { reason: 'the connection stalled', permanent: false };
    const [reason = 'the installer failed'] = stderr.split('\n').filter((line) => line.trim() !== '');
    return { reason: reason.trim(), permanent: permanentError.test(stderr) };
  } finally {
    refusal?.removeEventListener('abort', stop);
    await rm(folder, { recursive: true, force: true });
  }
}

/** Logs the progress of the download (first folder) and of unpacking (second), until the signal fires or neither grows any more. */
async function watch(
  folders: string[],
  options: Pick<ObtainOptions, 'log'> & { stallMs: number; reportMs: number; signal: AbortSignal; onStall(): void },
): Promise<void> {
  const { log, stallMs, reportMs, signal, onStall } = options;
  const pollMs = Math.min(1_000, reportMs, stallMs);
  let size = 0;
  let changedAt = performance.now();
  let reportedAt = changedAt;
  for (;;) {
    await delay(pollMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const now = performance.now();
    const [received, unpacked] = (await Promise.all(folders.map(sizeOf))) as [number, number];
    if (received + unpacked !== size) [size, changedAt] = [received + unpacked, now];
    else if (now - changedAt >= stallMs) return onStall();
    if (now - reportedAt < reportMs || changedAt < reportedAt) continue;
    reportedAt = now;
    if (!signal.aborted)
      log(unpacked > 0 ? 'Electron is being unpacked.' : `${Math.floor(received / 1e6)} MB received.`);
  }
}

/** Bytes below a folder; 0 if it does not exist. */
async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const sizes = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) =>
      stat(join(parentPath, name)).then(
        ({ size }) => size,
        () => 0,
      ),
    );
  return (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
}
