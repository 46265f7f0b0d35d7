/** Finds and downloads Electron's binary without importing `electron`, which under Node would start a download. */
import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

/** The path of the binary, or null if it is not installed. */
export function electronBinary(root: string, env: NodeJS.ProcessEnv): string | null {
  const packageDir = join(root, 'node_modules', 'electron');
  const pathFile = join(packageDir, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(packageDir, 'dist'), readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : null;
}

/** The binary, or why it is missing, as the beginning of a sentence. */
export type ElectronBinary = { binary: string } | { reason: string };

export interface DownloadOptions {
  root: string;
  env: NodeJS.ProcessEnv;
  log(line: string): void;
  /** Cancels the download because the user does not want to wait. */
  cancelSignal?: AbortSignal;
  /** Milliseconds without a further byte until the download counts as failed. */
  stallMs?: number;
  /** Milliseconds between two reports of progress. */
  progressIntervalMs?: number;
}

/** How the user can get the binary later. */
const remedy = '"npm run electron" downloads it';

/**
 * The binary, downloaded with Electron's own installer if it is missing. Failures that may be temporary are retried at the
 * next start; a cancellation by the user, or a refusal by the server for this version, is remembered in node_modules/.cache until
 * `forgetDownloadFailure`.
 */
export async function ensureElectron(options: DownloadOptions): Promise<ElectronBinary> {
  const { root, env } = options;
  const installedBinary = electronBinary(root, env);
  if (installedBinary !== null) return { binary: installedBinary };
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  if (!existsSync(installer)) return { reason: 'Electron is not part of this installation' };
  if (env.ELECTRON_SKIP_BINARY_DOWNLOAD) return { reason: 'ELECTRON_SKIP_BINARY_DOWNLOAD is set' };
  const version = await readVersion(root);
  const failureFile = failurePath(root);
  if ((await readFile(failureFile, 'utf8').catch(() => '')) === version)
    return { reason: `The download of Electron was refused or cancelled before (${remedy})` };

  const failure = await install(installer, version, options);
  const binary = electronBinary(root, env);
  if (binary !== null) return { binary };
  if (failure?.permanent) {
    await mkdir(dirname(failureFile), { recursive: true });
    await writeFile(failureFile, version);
  }
  return { reason: `Electron could not be downloaded: ${failure?.reason ?? 'nothing was installed'} (${remedy})` };
}

/** Lets the next `ensureElectron` try again. */
export const forgetDownloadFailure = (root: string): Promise<void> => rm(failurePath(root), { force: true });

const failurePath = (root: string) => join(root, 'node_modules', '.cache', 'parlor', 'electron-refused');

async function readVersion(root: string): Promise<string> {
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
async function install(installer: string, version: string, options: DownloadOptions): Promise<Failure | null> {
  const { env, log, cancelSignal, stallMs = 30_000, progressIntervalMs = 5_000 } = options;
  // The installer downloads into the temporary folder: a separate one makes the progress visible.
  const folder = await mkdtemp(join(tmpdir(), 'parlor-electron-'));
  const child = spawn(process.execPath, [installer], {
    env: { ...env, TMPDIR: folder, TEMP: folder, TMP: folder, ELECTRON_GET_NO_PROGRESS: '1' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const exitController = new AbortController();
  let stderr = '';
  child.stderr.on('data', (chunk: Buffer) => {
    stderr = (stderr + chunk.toString('utf8')).slice(0, 4_000);
  });
  const exitCode = new Promise<number | null>((resolve) => {
    child.once('error', () => resolve(null));
    child.once('close', (code) => resolve(code));
  }).finally(() => exitController.abort());
  const stop = () => child.kill('SIGKILL');
  cancelSignal?.addEventListener('abort', stop, { once: true });
  log(`Electron ${version} is being downloaded, about 120 MB; this happens once.`);
  let hasStalled = false;
  const watching = watchProgress([folder, join(dirname(installer), 'dist')], {
    log,
    stallMs,
    progressIntervalMs,
    signal: exitController.signal,
    onStall() {
      hasStalled = true;
      stop();
    },
  });
  try {
    const code = await exitCode;
    if (code === 0) return null;
    if (cancelSignal?.aborted) return { reason: 'you chose to continue without it', permanent: true };
    if (hasStalled) return { reason: 'the connection stalled', permanent: false };
    const [reason = 'the installer failed'] = stderr.split('\n').filter((line) => line.trim() !== '');
    return { reason: reason.trim(), permanent: permanentError.test(stderr) };
  } finally {
    cancelSignal?.removeEventListener('abort', stop);
    await watching;
    await rm(folder, { recursive: true, force: true });
  }
}

/** Logs the progress of the download (first folder) and of unpacking (second), until the signal fires or neither grows any more. */
async function watchProgress(
  folders: string[],
  options: Pick<DownloadOptions, 'log'> & {
    stallMs: number;
    progressIntervalMs: number;
    signal: AbortSignal;
    onStall(): void;
  },
): Promise<void> {
  const { log, stallMs, progressIntervalMs, signal, onStall } = options;
  const pollMs = Math.min(1_000, progressIntervalMs, stallMs);
  let size = 0;
  let changedAt = performance.now();
  let reportedAt = changedAt;
  for (;;) {
    await delay(pollMs, undefined, { signal }).catch(() => {
      // Checked below.
    });
    if (signal.aborted) return;
    const now = performance.now();
    const [downloadedBytes, unpackedBytes] = (await Promise.all(folders.map(sizeOf))) as [number, number];
    if (downloadedBytes + unpackedBytes !== size) [size, changedAt] = [downloadedBytes + unpackedBytes, now];
    else if (now - changedAt >= stallMs) return onStall();
    if (now - reportedAt < progressIntervalMs || changedAt < reportedAt) continue;
    reportedAt = now;
    if (!signal.aborted)
      log(unpackedBytes > 0 ? 'Electron is being unpacked.' : `${Math.floor(downloadedBytes / 1e6)} MB received.`);
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
