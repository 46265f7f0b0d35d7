/** The bridge in the desktop shell, over the preload script's port. */
import { type Bridge, bridge } from '../../shared/bridge/contract.ts';
import type { Client } from '../../shared/bridge/define.ts';
import type { DesktopPort } from '../../shared/bridge/desktop.ts';
import { connect } from '../../shared/bridge/rpc.ts';

export function connectDesktop(port: DesktopPort): Client<Bridge, 'both'> {
  // This port closes with the page only.
  return connect(bridge, { send: port.send, onMessage: port.onMessage, onClose: () => {} }, 'desktop');
}
