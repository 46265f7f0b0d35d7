/**
 * Updates of the packaged app: checked daily, downloaded only if the user agrees, installed at the next quit or at once.
 * docs/security.md describes what updates rely on.
 */
import { join } from 'node:path';
import type Electron from 'electron';
import type { AppUpdater } from 'electron-updater';
import { z } from 'zod';
import { type ShownText, shownText } from '../../../shared/peer-text.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ownFile, readForeignText } from '../../files/foreign-file.ts';
import { showMessage } from './dialogs.ts';
import type { Translate } from './texts.ts';

export type Updater = Pick<
  AppUpdater,
  'autoDownload' | 'allowDowngrade' | 'logger' | 'on' | 'checkForUpdates' | 'downloadUpdate' | 'quitAndInstall'
>;

export interface UpdatesConfig {
  /** Called once, for the first check. */
  load: () => Promise<Updater>;
  dialog: Pick<typeof Electron.dialog, 'showMessageBox'>;
  /** Where the choice to skip a version is stored. */
  folder: string;
  version: string;
  t: Translate;
  /** Whether a game is in progress: nothing is offered meanwhile. */
  isPlaying: () => Promise<boolean>;
  /** From 0 to 1; -1 removes it. As `BrowserWindow.setProgressBar`. */
  showProgress: (fraction: number) => void;
  report: (error: unknown, source: string) => void;
}

export interface Updates {
  /** At the user's request: also reports that there is no update or that the check failed. */
  check(): Promise<void>;
  dispose(): void;
}

/** Milliseconds. The delay keeps the network free while the app starts. */
const firstCheckMs = 60_000;
const checkIntervalMs = 24 * 3600_000;

const fileSchema = z.object({ skipped: z.string() });

async function readSkippedVersion(path: string): Promise<string | null> {
  try {
    return fileSchema.parse(JSON.parse(await readForeignText(path, ownFile.value))).skipped;
  } catch {
    return null;
  }
}

export async function createUpdates(config: UpdatesConfig): Promise<Updates> {
  const { dialog, t, report, showProgress } = config;
  const path = join(config.folder, 'updates.json');
  /** Versions offered since the app started; they are not offered again automatically. */
  const offeredVersions = new Set<string>();
  let skippedVersion = await readSkippedVersion(path);
  let isDownloading = false;
  let updaterPromise: Promise<Updater> | null = null;

  async function load(): Promise<Updater> {
    const updater = await config.load();
    updater.autoDownload = false;
    updater.allowDowngrade = false;
    updater.logger = null;
    // Failures are also emitted when a promise rejects.
    updater.on('error', (error) => report(error, 'update'));
    updater.on('download-progress', ({ percent }) => showProgress(percent / 100));
    return updater;
  }
  const getUpdater = (): Promise<Updater> => {
    updaterPromise ??= load();
    return updaterPromise;
  };

  const showChoice = (message: ShownText, buttons: ShownText[], detail: ShownText | '' = ''): Promise<number> =>
    showMessage(dialog, { type: 'info', message, detail, buttons });

  /** The available version if it is newer than this one, else null. */
  async function newerVersion(): Promise<string | null> {
    const result = await (await getUpdater()).checkForUpdates();
    return result?.isUpdateAvailable ? result.updateInfo.version : null;
  }

  async function offerVersion(version: string): Promise<void> {
    offeredVersions.add(version);
    const buttons = [t('update.download'), t('update.skip'), t('update.later')];
    const choice = await showChoice(
      t('update.available', { version }),
      buttons,
      t('update.current', { version: config.version }),
    );
    if (choice === 1) {
      skippedVersion = version;
      return writeFileAtomic(path, JSON.stringify({ skipped: skippedVersion }));
    }
    if (choice !== 0) return;
    isDownloading = true;
    try {
      await (await getUpdater()).downloadUpdate();
    } finally {
      isDownloading = false;
      showProgress(-1);
    }
    const choiceWhenReady = await showChoice(
      t('update.ready', { version }),
      [t('update.restart'), t('update.on_quit')],
      t('update.waits'),
    );
    if (choiceWhenReady === 0) (await getUpdater()).quitAndInstall(true, true);
  }

  async function checkQuietly(): Promise<void> {
    if (isDownloading || (await config.isPlaying())) return;
    const version = await newerVersion();
    if (version !== null && !offeredVersions.has(version) && version !== skippedVersion) await offerVersion(version);
  }

  const checkInBackground = () => void checkQuietly().catch((error: unknown) => report(error, 'update'));
  const firstTimer = setTimeout(checkInBackground, firstCheckMs);
  const dailyTimer = setInterval(checkInBackground, checkIntervalMs);

  return {
    async check() {
      if (isDownloading) return;
      try {
        const version = await newerVersion();
        if (version !== null) return await offerVersion(version);
        await showChoice(t('update.none', { version: config.version }), [t('update.close')]);
      } catch (error) {
        report(error, 'update');
        await showChoice(
          t('update.failed'),
          [t('update.close')],
          error instanceof Error ? shownText(error.message) : '',
        );
      }
    },
    dispose() {
      clearTimeout(firstTimer);
      clearInterval(dailyTimer);
    },
  };
}
