/** Others on the network, as main would tell of them. */
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

export const openNetwork = (address: string): NetworkState => ({
  ...closedNetwork,
  status: 'open',
  address,
  network: ownAddressSamples.find((each) => each.address === address)?.network ?? null,
  url: `http://${address}:7400`,
  remembered: true,
});
