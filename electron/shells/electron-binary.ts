/** Finds Electron's binary without importing `electron`, whose value under Node starts a download of its own. */
import { execFile } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

/** Milliseconds the installer may take. */
const installMs = 60_000;

/** The path of the binary, or null where it is not installed. */
export function electronBinary(root: string, env: NodeJS.ProcessEnv): string | null {
  const home = join(root, 'node_modules', 'electron');
  const pathFile = join(home, 'path.txt');
  if (!existsSync(pathFile)) return null;
  const binary = join(env.ELECTRON_OVERRIDE_DIST_PATH || join(home, 'dist'), readFileSync(pathFile, 'utf8'));
  return existsSync(binary) ? binary : null;
}

/**
 * The binary, fetched by Electron's own installer if need be: once for each version, then a refusal is remembered in
 * node_modules/.cache. Returns null where it cannot be had.
 */
export async function obtainElectron(root: string, env: NodeJS.ProcessEnv): Promise<string | null> {
  const found = electronBinary(root, env);
  const installer = join(root, 'node_modules', 'electron', 'install.js');
  if (found !== null || !existsSync(installer)) return found;
  const { version } = JSON.parse(await readFile(join(dirname(installer), 'package.json'), 'utf8')) as {
    version: string;
  };
  const memory = join(root, 'node_modules', '.cache', 'parlor', 'electron-refused');
  if ((await readFile(memory, 'utf8').catch(() => '')) === version) return null;
  try {
    await promisify(execFile)(process.execPath, [installer], { env, timeout: installMs, killSignal: 'SIGKILL' });
  } catch {
    await mkdir(dirname(memory), { recursive: true });
    await writeFile(memory, version);
  }
  return electronBinary(root, env);
}

/** Whether windows can be shown here at all. */
export function hasDisplay(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): boolean {
  if (platform === 'darwin' || platform === 'win32') return true;
  return Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}
