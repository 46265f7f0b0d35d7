import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Client } from '../../shared/bridge/define.ts';

/** The bridge as the window calls it, the same in every shell. */
export type BridgeClient = Client<Bridge, 'both'>;
