/** The bridge in the desktop shell, over the preload script's port. */
import type { Bridge } from '../../shared/bridge/contract.ts';
import type { DesktopPort } from '../../shared/bridge/desktop.ts';
import { connect } from '../../shared/bridge/rpc-client.ts';
import type { BridgeClient } from './client.ts';
import { reportLostEvent } from './lost-event.ts';

export function connectDesktop(port: DesktopPort): BridgeClient {
  // The port closes only with the page.
  return connect<Bridge, 'desktop'>({ send: port.send, onMessage: port.onMessage, onClose: () => {} }, reportLostEvent);
}
