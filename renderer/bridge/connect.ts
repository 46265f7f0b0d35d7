/** Connects the window to main in either shell. */
import type { DesktopPort } from '../../shared/bridge/desktop.ts';
import type { BridgeClient } from './client.ts';
import { connectDesktop } from './desktop.ts';
import { connectWeb } from './web.ts';

declare global {
  interface Window {
    readonly parlor?: DesktopPort;
  }
}

/** Rejects with a ParlorError to show; its codes are those of `connectWeb`. */
export async function connectBridge(takeOver = false): Promise<BridgeClient> {
  return window.parlor ? connectDesktop(window.parlor) : connectWeb(takeOver);
}
