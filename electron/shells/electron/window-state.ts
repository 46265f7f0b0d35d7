/** Remembers where the window stood. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { BrowserWindow, Screen } from 'electron';
import { writeFileAtomic } from '../../files/atomic-file.ts';
import { fitted, readState, type WindowState } from './bounds.ts';

/** Milliseconds of stillness before a new place is written down. */
const still = 500;

export interface WindowMemory {
  /** Where the next window goes, on the displays there are now. */
  place(): WindowState;
  watch(window: BrowserWindow): void;
}

/** A place that can't be read or written is no reason for anything: the window stands where it usually does. */
export async function rememberWindow(folder: string, screen: Screen): Promise<WindowMemory> {
  const path = join(folder, 'place.json');
  let last = readState(await readFile(path, 'utf8').catch(() => ''));
  return {
    place() {
      const { id, workArea } = screen.getPrimaryDisplay();
      const others = screen.getAllDisplays().filter((display) => display.id !== id);
      const areas = [workArea, ...others.map((display) => display.workArea)];
      return { bounds: fitted(last?.bounds ?? null, areas), maximized: last?.maximized ?? false };
    },
    watch(window) {
      let timer: NodeJS.Timeout | null = null;
      const note = () => {
        if (timer !== null) clearTimeout(timer);
        timer = null;
        last = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
        writeFileAtomic(path, new TextEncoder().encode(JSON.stringify(last)), { mode: 0o600 }).catch(() => {});
      };
      const soon = () => {
        if (timer !== null) clearTimeout(timer);
        timer = setTimeout(note, still);
      };
      window.on('resize', soon);
      window.on('move', soon);
      window.on('maximize', soon);
      window.on('unmaximize', soon);
      window.on('close', note);
    },
  };
}
