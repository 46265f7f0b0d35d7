/** The community in use, and the transport to the peers of its tables. */

import type { Settings } from '../../shared/bridge/settings.ts';
import { isLoopbackAddress } from '../../shared/community/address.ts';
import type { Communities } from '../community/communities.ts';
import { createConnection } from '../community/connection.ts';
import type { EmbeddedSettings } from '../community/home.ts';
import { createTransport } from '../p2p/iroh-transport.ts';
import type { LaunchWorker } from '../workers/worker.ts';
import type { ActiveCommunity } from './config.ts';

/** `server`: null for the embedded community. */
export function createActiveCommunity(
  server: string | null,
  {
    communities,
    relays,
    ...config
  }: {
    dataDir: string;
    communities: Communities;
    embeddedSettings: EmbeddedSettings;
    launchWorker: LaunchWorker;
    relays: Settings['relays'];
    onChange(): void;
  },
): ActiveCommunity {
  const connection = createConnection({
    ...config,
    server,
    addressProblem: () => communities.addressProblem(server),
    acceptedClockOffset: () => communities.acceptedClockOffset(server),
  });
  const reach = server === null || isLoopbackAddress(server) ? 'loopback' : 'network';
  return { server, connection, transport: createTransport({ reach, relays }) };
}
