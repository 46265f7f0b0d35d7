/** The way to main, whatever shell this window runs in. */
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

/** Rejects with a ParlorError to show: `unauthorized` (open Parlor by its link) or `bridge_closed` (no answer). */
export async function connectBridge(): Promise<Client<Bridge, 'both'>> {
  return window.parlor ? connectDesktop(window.parlor) : connectWeb();
}
