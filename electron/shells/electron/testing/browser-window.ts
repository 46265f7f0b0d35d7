/** A fake of Electron's `BrowserWindow`. */
import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import { event } from './app.ts';
import { type Members, strict } from './strict.ts';
import { type FakeContents, fakeContents, type PageEnvironment } from './web-contents.ts';

export interface FakeWindow extends EventEmitter {
  readonly options: Electron.BrowserWindowConstructorOptions;
  readonly contents: FakeContents;
  bounds: Electron.Rectangle;
  shown: boolean;
  maximized: boolean;
  minimized: boolean;
  hasFocus: boolean;
  /** How often it was brought to the front. */
  focusCount: number;
  overlays: string[];
  destroyed: boolean;
  close(): void;
}

export interface FakeWindows {
  BrowserWindow: typeof Electron.BrowserWindow;
  /** Every window, including closed ones. */
  all: FakeWindow[];
  /** Closes every window; false if one refuses. */
  closeAll(): boolean;
}

export interface WindowsOptions extends PageEnvironment {
  requireReady(what: string): void;
  onCreated(contents: Electron.WebContents): void;
  onLastClosed(): void;
}

export function fakeWindows(environment: WindowsOptions): FakeWindows {
  const { platform } = environment;
  const all: FakeWindow[] = [];
  const open = () => all.filter(({ destroyed }) => !destroyed);

  function create(options: Electron.BrowserWindowConstructorOptions = {}): Electron.BrowserWindow {
    environment.requireReady('BrowserWindow');
    const { contents, fake: page } = fakeContents(environment, options.webPreferences?.preload);
    const { x = 0, y = 0, width = 800, height = 600, show = true } = options;
    const emitter = new EventEmitter();
    let wasReady = false;
    const window = Object.assign(emitter, {
      options,
      contents: page,
      bounds: { x, y, width, height },
      shown: show,
      maximized: false,
      minimized: false,
      hasFocus: false,
      focusCount: 0,
      overlays: [] as string[],
      destroyed: false,
    }) as unknown as FakeWindow;
    const closeNow = () => {
      if (window.destroyed) return true;
      const closing = event();
      emitter.emit('close', closing);
      if (closing.defaultPrevented) return false;
      window.destroyed = true;
      page.destroy();
      emitter.emit('closed');
      return true;
    };
    page.on('did-finish-load', () => {
      if (!wasReady) setImmediate(() => window.destroyed || emitter.emit('ready-to-show'));
      wasReady = true;
    });
    const members = Object.assign(emitter, {
      show() {
        window.shown = true;
      },
      isVisible: () => window.shown,
      isMinimized: () => window.minimized,
      isMaximized: () => window.maximized,
      isFocused: () => window.hasFocus,
      isDestroyed: () => window.destroyed,
      getNormalBounds: () => window.bounds,
      setOverlayIcon: (_image, description) => void window.overlays.push(description),
      setProgressBar: () => {},
      maximize() {
        window.maximized = true;
      },
      restore() {
        window.minimized = false;
      },
      focus() {
        window.focusCount += 1;
      },
      loadURL: (url) => page.load(url),
      close() {
        if (closeNow() && open().length === 0) environment.onLastClosed();
      },
    } satisfies Members<Electron.BrowserWindow>);
    all.push(window);
    environment.onCreated(contents);
    const shownAs = Object.assign(members, { webContents: contents });
    return strict(shownAs, { className: 'BrowserWindow', platform, isDestroyed: () => window.destroyed });
  }

  return {
    // `new` returns the object that the function returns.
    BrowserWindow: strict(create, { className: 'BrowserWindow', platform, statics: true }),
    all,
    closeAll() {
      for (const window of open()) window.close();
      return open().length === 0;
    },
  };
}
