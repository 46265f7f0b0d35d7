/** Connects the window to main in either shell. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Client } from '../../shared/bridge/define.ts';
import type { DesktopPort } from '../../shared/bridge/desktop.ts';
import { connectDesktop } from './desktop.ts';
import { connectWeb } from './web.ts';

declare global {
  interface Window {
    readonly parlor?: DesktopPort;
  }
}

/** Rejects with a ParlorError to show; its codes are those of `connectWeb`. */
export async function connectBridge(takeOver = false): Promise<Client<Bridge, 'both'>> {
  return window.parlor ? connectDesktop(window.parlor) : connectWeb(takeOver);
}
