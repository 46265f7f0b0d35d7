/** Others on the network, and who answers at a link, in the scripted window. `?net=` says how it begins. */
import type { AppState, CommunityTest } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { closedNetwork, openNetwork, ownAddressSamples } from './network-samples.ts';

const query = new URLSearchParams(location.search);

export function networkAtStart(): AppState['network'] {
  const open = openNetwork('192.168.1.17');
  const elsewhere = { status: 'moved', network: '192.168.1.0/24', remembered: true } as const;
  switch (query.get('net')) {
    case 'open':
      return open;
    case 'changed':
      return { ...open, url_before: 'http://192.168.1.9:7400', visitors: 2 };
    case 'moved':
      return { ...closedNetwork, ...elsewhere, problem: { code: 'network_moved', message: 'Elsewhere.' } };
    default:
      return closedNetwork;
  }
}

interface Script {
  setApp(changes: Partial<AppState>): void;
  app(): AppState;
  wait(): Promise<unknown>;
}

export function scriptedNetwork({ setApp, app, wait }: Script) {
  return {
    addresses: async () => ({ addresses: query.get('net') === 'none' ? [] : ownAddressSamples }),
    open_network: async ({ address }: { address: string }) => {
      await wait();
      if (query.get('net') === 'refused') throw new ParlorError('network_refused', 'No.');
      setApp({ network: openNetwork(address) });
      return app().network;
    },
    close_network: async () => {
      setApp({ network: closedNetwork });
      return closedNetwork;
    },
    use: async ({ url }: { url: string | null }) => {
      await wait();
      setApp({
        community: {
          ...app().community,
          embedded: url === null,
          name: url === null ? 'This computer' : new URL(url).host,
          url: url ?? '',
        },
      });
      return {};
    },
    test: async ({ url }: { url: string }): Promise<CommunityTest> => {
      await wait();
      const found = {
        url,
        needs_consent: url.startsWith('http:'),
        name: null,
        version: null,
        limits: null,
        clock_offset_ms: null,
      };
      if (url.includes('away')) {
        const problem = { code: 'community_unreachable', message: 'No answer.' } as const;
        return { ...found, reachable: false, answered_ms: null, problem };
      }
      return { ...found, reachable: true, version: '0.1.0', answered_ms: 12, problem: null };
    },
  };
}
