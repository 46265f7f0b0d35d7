/** Opens the relay's link in a window of an installed Chromium, without tabs or address bar. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Launcher } from 'chrome-launcher';

/** The first installed browser of the Chromium family, or null. */
export function findBrowser(): string | null {
  try {
    return Launcher.getFirstInstallation() ?? null;
  } catch {
    return null;
  }
}

export interface BrowserProcess {
  process: ChildProcess;
  /** Deletes the file with the link, once the page has loaded. */
  deleteLinkFile(): Promise<void>;
  /** Ends the browser, and deletes the file. */
  close(): Promise<void>;
}

/**
 * Other users can read a process's arguments, so the link with its launch code is passed in a file with mode 0600. The browser uses a
 * separate profile in the data directory, so that closing it closes no other window.
 */
export async function openBrowserWindow(browserPath: string, url: string, dataDir: string): Promise<BrowserProcess> {
  const profile = join(dataDir, 'browser');
  await mkdir(profile, { recursive: true, mode: 0o700 });
  const file = join(dataDir, 'open.html');
  await rm(file, { force: true });
  await writeFile(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${url.replaceAll('&', '&amp;')}">`, {
    mode: 0o600,
    flag: 'wx',
  });
  const child = spawn(browserPath, windowArguments(profile, pathToFileURL(file).href, process.getuid?.() === 0), {
    stdio: 'ignore',
  });
  // The failure is reported as an `exit`.
  child.on('error', () => child.emit('exit', null, null));
  const deleteLinkFile = () => rm(file, { force: true });
  return {
    process: child,
    deleteLinkFile,
    async close() {
      child.kill();
      await deleteLinkFile();
    },
  };
}

/** Chromium requires --no-sandbox if the user is root. No debugging port is opened. */
function windowArguments(profile: string, page: string, isRoot: boolean): string[] {
  return [
    `--app=${page}`,
    `--user-data-dir=${profile}`,
    '--no-first-run',
    '--no-default-browser-check',
    '--disable-sync',
    '--disable-background-networking',
    '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    '--window-size=1200,800',
    ...(isRoot ? ['--no-sandbox'] : []),
  ];
}
