/**
 * The bridge over Electron's IPC. Messages are accepted only from the main frame of a Parlor window that shows the app's own origin; the
 * caller is determined here and never read from a message.
 */
import type { IpcMain, IpcMainEvent, WebContents } from 'electron';
import { bridge } from '../../../shared/bridge/contract.ts';
import { desktopChannels } from '../../../shared/bridge/desktop.ts';
import { type Port, requestMaxLength } from '../../../shared/bridge/port.ts';
import { serve } from '../../../shared/bridge/rpc.ts';
import type { ShellCore } from '../../bridge/shell-core.ts';
import { appOrigin } from './schemes.ts';

interface OpenPort {
  receive(text: string): void;
  close(): void;
}

export interface IpcOptions {
  ipcMain: IpcMain;
  core: ShellCore;
  report: (error: unknown, source: string) => void;
}

/** Returns a function that admits a window; messages of any other window are dropped. */
export function serveIpc({ ipcMain, core, report }: IpcOptions): (contents: WebContents) => void {
  const admittedIds = new Set<number>();
  const ports = new Map<number, OpenPort>();

  function isTrusted({ sender, senderFrame }: IpcMainEvent): boolean {
    // Null once the frame navigated away or is gone.
    if (senderFrame === null) return false;
    return (
      admittedIds.has(sender.id) &&
      senderFrame.parent === null &&
      senderFrame === sender.mainFrame &&
      senderFrame.origin === appOrigin
    );
  }

  function close(id: number): void {
    ports.get(id)?.close();
    ports.delete(id);
  }

  ipcMain.on(desktopChannels.open, (event, ...extraArgs) => {
    if (!isTrusted(event) || extraArgs.length > 0) return;
    const { sender } = event;
    close(sender.id);
    ports.set(sender.id, openPort(sender, core, report));
  });

  ipcMain.on(desktopChannels.toMain, (event, ...args: unknown[]) => {
    const [text, ...extraArgs] = args;
    if (!isTrusted(event) || typeof text !== 'string' || extraArgs.length > 0 || text.length > requestMaxLength) return;
    ports.get(event.sender.id)?.receive(text);
  });

  return (contents) => {
    const { id } = contents;
    admittedIds.add(id);
    contents.on('render-process-gone', () => close(id));
    contents.once('destroyed', () => {
      admittedIds.delete(id);
      close(id);
    });
  };
}

function openPort(contents: WebContents, core: ShellCore, report: IpcOptions['report']): OpenPort {
  let onMessage: ((text: string) => void) | null = null;
  let onClose: (() => void) | null = null;
  const port: Port = {
    send(text) {
      if (onMessage && !contents.isDestroyed()) contents.send(desktopChannels.toWindow, text);
    },
    onMessage: (listener) => {
      onMessage = listener;
    },
    onClose: (listener) => {
      onClose = listener;
    },
  };
  serve(bridge, port, core.handlers, { surface: 'desktop' }, core.onEvent, report);
  return {
    receive: (text) => onMessage?.(text),
    close() {
      onMessage = null;
      onClose?.();
    },
  };
}
