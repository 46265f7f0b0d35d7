/** Watches an author's folder: its own files, its fixtures, and everything below ui/. */
import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { listForeignFolder } from '../files/foreign-folder.ts';
import { fixturesFolder } from './fixtures.ts';

export interface FolderWatch {
  /** Updates the set of watched folders. Changes from then on are reported. */
  refresh(): Promise<void>;
  close(): void;
}

/** Boards are small, so further folders are not watched. */
const maxFolders = 64;
/** Far more than a board may have, such as of a folder with its sources. */
const maxListedFiles = 5000;

/** Watches folders rather than files, since editors replace files. */
export function watchFolder(root: string, onChange: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let closed = false;

  function unwatch(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function addWatcher(folder: string): void {
    if (closed || watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, onChange);
      watcher.on('error', () => {
        unwatch(folder);
        onChange();
      });
      watchers.set(folder, watcher);
    } catch {
      // Already deleted; the next read detects that.
    }
  }

  return {
    async refresh() {
      const ui = join(root, 'ui');
      const listing = await listForeignFolder(ui, { maxFiles: maxListedFiles }).catch(() => null);
      const folders = (listing?.folders ?? []).map((path) => join(ui, path));
      const fixtures = join(root, fixturesFolder);
      const watchedFolders = [root, fixtures, ...folders].slice(0, maxFolders);
      for (const folder of watchers.keys()) if (!watchedFolders.includes(folder)) unwatch(folder);
      for (const folder of watchedFolders) addWatcher(folder);
    },
    close() {
      closed = true;
      for (const folder of [...watchers.keys()]) unwatch(folder);
    },
  };
}
