import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { describe, expect, it } from 'vitest';
import { desktopChannels } from '../../../shared/bridge/desktop.ts';

describe('E13: the preload', () => {
  function load() {
    const sent: unknown[][] = [];
    const listeners: [string, (event: unknown, text: string) => void][] = [];
    const exposed: Record<string, Record<string, (...args: unknown[]) => unknown>> = {};
    const ipcRenderer = {
      send: (...args: unknown[]) => void sent.push(args),
      on: (channel: string, listener: (event: unknown, text: string) => void) =>
        void listeners.push([channel, listener]),
      removeListener: (channel: string, listener: unknown) => {
        const at = listeners.findIndex(([name, registered]) => name === channel && registered === listener);
        if (at >= 0) listeners.splice(at, 1);
      },
    };
    const contextBridge = {
      exposeInMainWorld: (name: string, api: (typeof exposed)[string]) => {
        exposed[name] = api;
      },
    };
    runInNewContext(readFileSync(join(import.meta.dirname, 'preload.cjs'), 'utf8'), {
      require: (name: string) => {
        expect(name).toBe('electron');
        return { contextBridge, ipcRenderer };
      },
    });
    return { sent, listeners, exposed };
  }

  it('exposes two named functions, frozen, and opens the port', () => {
    const { exposed, sent } = load();
    expect(Object.keys(exposed)).toEqual(['parlor']);
    expect(Object.entries(exposed.parlor ?? {}).map(([name, value]) => [name, typeof value])).toEqual([
      ['send', 'function'],
      ['onMessage', 'function'],
    ]);
    expect(Object.isFrozen(exposed.parlor)).toBe(true);
    expect(sent).toEqual([[desktopChannels.open]]);
  });

  it('sends only strings, and passes only strings to listeners', () => {
    const { exposed, sent, listeners } = load();
    exposed.parlor?.send?.('x', 'y');
    exposed.parlor?.send?.({ toString: () => 'x' });
    expect(sent.slice(1)).toEqual([[desktopChannels.toMain, 'x']]);
    const received: unknown[][] = [];
    const off = exposed.parlor?.onMessage?.((...args: unknown[]) => received.push(args)) as () => unknown;
    const [channel, listener] = listeners[0] ?? [];
    expect(channel).toBe(desktopChannels.toWindow);
    listener?.({ sender: 'secret' }, 'text');
    expect(received).toEqual([['text']]);
    expect(off()).toBe(undefined);
    expect(listeners).toEqual([]);
  });
});
