/** Sample states of sharing the community on the local network. */
import type { NetworkState, OwnAddress } from '../../shared/bridge/contract.ts';

export const closedNetwork: NetworkState = {
  status: 'closed',
  address: null,
  network: null,
  url: null,
  url_before: null,
  visitors: 0,
  remembered: false,
  problem: null,
};

export const ownAddressSamples: OwnAddress[] = [
  { address: '192.168.1.17', device: 'wlan0', network: '192.168.1.0/24' },
  { address: '10.8.0.2', device: 'tun0', network: '10.8.0.0/24' },
];

/** By the name in `?net=`. */
export function networkOf(name: string | null): NetworkState {
  const open = openNetwork('192.168.1.17');
  if (name === 'open') return open;
  if (name === 'changed') return { ...open, url_before: 'http://192.168.1.9:7400', visitors: 2 };
  if (name !== 'moved') return closedNetwork;
  const problem = { code: 'network_moved', message: 'Elsewhere.' } as const;
  return { ...closedNetwork, status: 'moved', network: '192.168.1.0/24', remembered: true, problem };
}

export const openNetwork = (address: string): NetworkState => ({
  ...closedNetwork,
  status: 'open',
  address,
  network: ownAddressSamples.find((each) => each.address === address)?.network ?? null,
  url: `http://${address}:7400`,
  remembered: true,
});
