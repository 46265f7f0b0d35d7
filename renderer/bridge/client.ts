import type { Bridge } from '../../shared/bridge/contract.ts';
import type { Client } from '../../shared/bridge/define.ts';

export type BridgeClient = Client<Bridge, 'both'>;
