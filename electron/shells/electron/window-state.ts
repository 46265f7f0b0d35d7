/** Stores the window's position and size. */
import { join } from 'node:path';
import type { BrowserWindow, Screen } from 'electron';
import { inBackground } from '../../../shared/background.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { ownFile, readForeignText } from '../../files/foreign-file.ts';
import { fitToDisplays, parseWindowState, type WindowState } from './bounds.ts';

/** Milliseconds without further changes before they are written. */
const debounceMs = 500;

export interface TrackedWindowState {
  /** For the next window, fitted to the current displays. */
  restore(): WindowState;
  watch(window: BrowserWindow): void;
}

/** Ignores read and write errors: the window then opens at its default position. */
export async function trackWindowState(folder: string, screen: Screen): Promise<TrackedWindowState> {
  const path = join(folder, 'place.json');
  let lastState = parseWindowState(await readForeignText(path, ownFile.value).catch(() => ''));
  return {
    restore() {
      const { id, workArea } = screen.getPrimaryDisplay();
      const otherDisplays = screen.getAllDisplays().filter((display) => display.id !== id);
      const areas = [workArea, ...otherDisplays.map((display) => display.workArea)];
      return { bounds: fitToDisplays(lastState?.bounds ?? null, areas), maximized: lastState?.maximized ?? false };
    },
    watch(window) {
      let timer: NodeJS.Timeout | null = null;
      const save = () => {
        if (timer !== null) clearTimeout(timer);
        timer = null;
        lastState = { bounds: window.getNormalBounds(), maximized: window.isMaximized() };
        inBackground('position of the window', writeFileAtomic(path, JSON.stringify(lastState)));
      };
      const saveSoon = () => {
        if (timer !== null) clearTimeout(timer);
        timer = setTimeout(save, debounceMs);
      };
      window.on('resize', saveSoon);
      window.on('move', saveSoon);
      window.on('maximize', saveSoon);
      window.on('unmaximize', saveSoon);
      window.on('close', save);
    },
  };
}
