/** Tells when something in an author's folder may have changed: its own files, and everything below ui/. */
import { type FSWatcher, watch } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

export interface FolderWatch {
  /** Looks for folders that came or went. Whatever changes after this is told. */
  refresh(): Promise<void>;
  close(): void;
}

/** Boards are small; a folder that is more than this is none. */
const foldersMax = 64;

/** Editors replace files, so folders are watched and never the files themselves. */
export function watchFolder(root: string, onSign: () => void): FolderWatch {
  const watchers = new Map<string, FSWatcher>();
  let closed = false;

  function drop(folder: string): void {
    watchers.get(folder)?.close();
    watchers.delete(folder);
  }

  function add(folder: string): void {
    if (closed || watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false }, onSign);
      watcher.on('error', () => {
        drop(folder);
        onSign();
      });
      watchers.set(folder, watcher);
    } catch {
      // Gone again: the reading that follows says so.
    }
  }

  return {
    async refresh() {
      const ui = join(root, 'ui');
      const below = await readdir(ui, { recursive: true, withFileTypes: true }).catch(() => null);
      const folders = (below ?? [])
        .filter((entry) => entry.isDirectory())
        .map((entry) => join(entry.parentPath, entry.name));
      const wanted = [root, ...(below === null ? [] : [ui]), ...folders].slice(0, foldersMax);
      for (const folder of watchers.keys()) if (!wanted.includes(folder)) drop(folder);
      for (const folder of wanted) add(folder);
    },
    close() {
      closed = true;
      for (const folder of [...watchers.keys()]) drop(folder);
    },
  };
}
