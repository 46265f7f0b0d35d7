/** A fake of Electron's `webContents` and its frames: loads pages from the registered schemes and runs the preload script in them. */
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import type Electron from 'electron';
import type { DesktopPort } from '../../../../shared/bridge/desktop.ts';
import { event } from './app.ts';
import { type Members, strict } from './strict.ts';

export interface FakeFrame {
  readonly frameTreeNodeId: number;
  url: string;
  origin: string;
  parent: FakeFrame | null;
}

export interface PageEnvironment {
  platform: NodeJS.Platform;
  ipcMain: EventEmitter;
  /** The response of a registered scheme; null if the request is cancelled or nothing serves it. */
  fetch(url: string): Promise<Response | null>;
}

export interface FakeContents extends EventEmitter {
  readonly id: number;
  /** Every message to the page. */
  readonly sent: { channel: string; text: string }[];
  mainFrame: FakeFrame;
  focusedFrame: FakeFrame | null;
  webRtcPolicy: string | null;
  windowOpen: ((details: { url: string }) => { action: string }) | null;
  /** Every loaded address, including reloads. */
  readonly loaded: string[];
  crashed: boolean;
  /** What the preload script exposes to the page. */
  port: DesktopPort | null;
  /** The displayed document, as text. */
  page: string;
  load(url: string): Promise<void>;
  destroy(): void;
  /** Ends the renderer process. */
  crash(reason: string): void;
  /** Sends a message from the page's process, from its main frame by default. */
  ipc(channel: string, args: unknown[], frame?: FakeFrame | null): void;
  /** Adds an iframe element without an address. */
  addFrame(parent?: FakeFrame): FakeFrame;
  /** Navigates a child frame. `failed`: nothing serves the address. */
  navigate(frame: FakeFrame, url: string): Promise<'prevented' | 'failed' | 'shown'>;
}

let nextContents = 1;
let nextFrame = 1;

const originOf = (url: string) => /^[\w-]+:\/\/[^/]*/.exec(url)?.[0] ?? 'null';

export function fakeContents(
  environment: PageEnvironment,
  preload: string | undefined,
): { contents: Electron.WebContents; fake: FakeContents } {
  const { platform, ipcMain } = environment;
  let isDestroyed = false;
  /** Listeners of the page's ipcRenderer. */
  let renderer = new EventEmitter();
  const frames = new Map<FakeFrame, Electron.WebFrameMain>();
  const frame = (url: string, parent: FakeFrame | null, frameTreeNodeId = nextFrame++): FakeFrame => ({
    frameTreeNodeId,
    url,
    origin: parent === null ? originOf(url) : 'null',
    parent,
  });
  /** Returns the same object for the same frame, as Electron does. */
  function webFrame(source: FakeFrame | null): Electron.WebFrameMain | null {
    if (source === null) return null;
    const frame =
      frames.get(source) ??
      strict<Electron.WebFrameMain>(
        Object.defineProperty(
          Object.defineProperties(
            {},
            {
              frameTreeNodeId: { get: () => source.frameTreeNodeId },
              url: { get: () => source.url },
              origin: { get: () => source.origin },
            },
          ),
          'parent',
          { get: () => webFrame(source.parent) },
        ),
        { className: 'WebFrameMain', platform },
      );
    frames.set(source, frame);
    return frame;
  }

  const emitter = new EventEmitter();
  const fake = Object.assign(emitter, {
    id: nextContents++,
    sent: [] as FakeContents['sent'],
    windowOpen: null as FakeContents['windowOpen'],
    webRtcPolicy: null as string | null,
    loaded: [] as string[],
    crashed: false,
    port: null as DesktopPort | null,
    page: '',
    load,
    destroy() {
      if (isDestroyed) return;
      isDestroyed = true;
      renderer = new EventEmitter();
      emitter.emit('destroyed');
    },
    crash(reason: string) {
      fake.crashed = true;
      fake.port = null;
      renderer = new EventEmitter();
      emitter.emit('render-process-gone', event(), { reason, exitCode: 1 });
    },
    ipc(channel: string, args: unknown[], from: FakeFrame | null = fake.mainFrame) {
      ipcMain.emit(
        channel,
        event({ sender: contents, senderFrame: webFrame(from) }),
        ...args.map((arg) => structuredClone(arg)),
      );
    },
    addFrame: (parent = fake.mainFrame) => frame('', parent),
    async navigate(child: FakeFrame, url: string) {
      // A navigation to another site begins in a speculative frame, which has no address yet.
      const speculative = frame('', child.parent, child.frameTreeNodeId);
      const details = event({
        url,
        isSameDocument: false,
        isMainFrame: false,
        frame: webFrame(speculative),
        initiator: null,
      });
      emitter.emit('will-frame-navigate', details);
      if (details.defaultPrevented) return 'prevented';
      if (!(await environment.fetch(url))?.ok) return 'failed';
      child.url = url;
      return 'shown';
    },
  }) as unknown as FakeContents;
  fake.mainFrame = frame('', null);
  fake.focusedFrame = fake.mainFrame;

  async function load(url: string): Promise<void> {
    fake.loaded.push(url);
    const response = await environment.fetch(url);
    if (isDestroyed) return;
    if (!response?.ok) {
      const [code, text] = response ? [-379, 'ERR_HTTP_RESPONSE_CODE_FAILURE'] : [-20, 'ERR_BLOCKED_BY_CLIENT'];
      emitter.emit('did-fail-load', event(), code, text, url, true, 1, 1);
      throw Object.assign(new Error(`${text} (${code}) loading '${url}'`), { errno: code, code: text, url });
    }
    fake.page = await response.text();
    fake.crashed = false;
    const focused = fake.focusedFrame === fake.mainFrame;
    fake.mainFrame = frame(url, null, fake.mainFrame.frameTreeNodeId);
    if (focused) fake.focusedFrame = fake.mainFrame;
    if (preload !== undefined) runPreload(preload);
    emitter.emit('did-navigate', event(), url, 200, 'OK');
    emitter.emit('dom-ready', event());
    emitter.emit('did-finish-load');
  }

  function runPreload(path: string): void {
    const listening = new EventEmitter();
    renderer = listening;
    const document = fake.mainFrame;
    const ipcRenderer = {
      // Messages of an unloaded page never arrive.
      send: (channel: string, ...args: unknown[]) =>
        void setImmediate(() => {
          if (!isDestroyed && renderer === listening) fake.ipc(channel, args, document);
        }),
      on: (channel: string, listener: (...args: unknown[]) => void) => listening.on(channel, listener),
      removeListener: (channel: string, listener: (...args: unknown[]) => void) =>
        listening.removeListener(channel, listener),
    };
    const contextBridge = {
      exposeInMainWorld(name: string, api: DesktopPort) {
        if (name === 'parlor') fake.port = api;
      },
    };
    runInNewContext(readFileSync(path, 'utf8'), {
      require(name: string) {
        if (name !== 'electron') throw new Error(`A sandboxed preload cannot load ${name}.`);
        return { contextBridge, ipcRenderer };
      },
    });
  }

  const members = Object.assign(emitter, {
    getURL: () => fake.mainFrame.url,
    isDestroyed: () => isDestroyed,
    isCrashed: () => fake.crashed,
    send(channel, ...args) {
      const [text] = args as [string];
      fake.sent.push({ channel, text });
      const receiver = renderer;
      setImmediate(() => receiver.emit(channel, {}, text));
    },
    setWebRTCIPHandlingPolicy(policy) {
      fake.webRtcPolicy = policy;
    },
    setWindowOpenHandler(handler) {
      fake.windowOpen = handler as FakeContents['windowOpen'];
    },
    reload() {
      void load(fake.mainFrame.url || fake.loaded.at(-1) || 'about:blank').catch(() => {});
    },
    // Supports only scripts that wait for a frame at an address.
    async executeJavaScript(code) {
      if (!fake.port) throw new Error('The preload script did not run.');
      const [, url = ''] = /src: '([^']*)'/.exec(code) ?? [];
      const shown = await fake.navigate(fake.addFrame(), url);
      if (shown !== 'shown') throw new Error(`The frame is ${shown}.`);
    },
    forcefullyCrashRenderer: () => fake.crash('killed'),
  } satisfies Members<Electron.WebContents>);
  const contents = strict<Electron.WebContents>(
    new Proxy(members, {
      get: (target, key, receiver) =>
        key === 'mainFrame' || key === 'focusedFrame' ? webFrame(fake[key]) : Reflect.get(target, key, receiver),
    }),
    { className: 'WebContents', platform, isDestroyed: () => isDestroyed },
  );
  return { contents, fake };
}
