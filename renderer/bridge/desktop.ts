/** The window of the desktop shell: its preload holds the port. */
import { type Bridge, bridge } from '../../shared/bridge/contract.ts';
import type { Client } from '../../shared/bridge/define.ts';
import type { DesktopPort } from '../../shared/bridge/desktop.ts';
import { connect } from '../../shared/bridge/rpc.ts';

export function connectDesktop(port: DesktopPort): Client<Bridge, 'both'> {
  // This port ends only with the page itself.
  return connect(bridge, { send: port.send, onMessage: port.onMessage, onClose: () => {} }, 'desktop');
}
