/**
 * Opens the community on this computer to its network: runs the LAN proxy at the chosen address while the setting is on, the
 * computer is in that network and the community runs. Never opens to another network on its own.
 */

import { hostname } from 'node:os';
import { join } from 'node:path';
import { inBackground } from '../../shared/background.ts';
import type { NetworkSetting, NetworkState, OwnAddress } from '../../shared/bridge/contract.ts';
import { isCommunityAddress } from '../../shared/community/address.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { EmbeddedSettings } from '../community/home.ts';
import { entryUrl } from '../installation.ts';
import type { Reach } from '../p2p/iroh-transport.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { createBackoff } from '../time/retry.ts';
import type { LaunchWorker, Worker } from '../workers/worker.ts';
import { ownAddresses, urlAt } from './addresses.ts';

export interface NetworkAccess {
  readonly state: NetworkState;
  /** Under which other computers reach the community, while the network is open: by address, and by the names of this computer. */
  readonly urls: readonly string[];
  /** The networks from which tables of this computer can be reached. */
  readonly reach: Reach;
  addresses(): OwnAddress[];
  /** @throws ParlorError `network_refused` */
  open(address: string): Promise<NetworkState>;
  close(): Promise<NetworkState>;
  /** Called when the community on this computer started, stopped or changed its URL. */
  recheck(): void;
  dispose(): Promise<void>;
}

export interface NetworkConfig {
  dataDir: string;
  settings: SettingsStore;
  embeddedSettings: EmbeddedSettings;
  launchWorker: LaunchWorker;
  /** Replaces the saved setting for this run: an address, `auto` for the likeliest, or `off`; null keeps it. */
  override: string | null;
  /** URL of the community on this computer; null while it is not in use or not running. */
  communityUrl(): string | null;
  /** Whether the community in use is the one on this computer. */
  isEmbedded(): boolean;
  onChange(): void;
  /** For tests. */
  listAddresses?: () => OwnAddress[];
  checkMs?: number;
}

/** Used until a port has been saved. If it is taken, the proxy chooses another. */
const defaultPort = 7400;
/** Consecutive checks without the address before the proxy stops; after fewer, the address was only being renewed. */
const missedChecksMax = 3;

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

interface RunningProxy {
  worker: Worker;
  address: string;
  targetUrl: string;
  port: number;
}

export function openNetworkAccess(config: NetworkConfig): NetworkAccess {
  const { settings, embeddedSettings, listAddresses = ownAddresses, checkMs = 2_000 } = config;
  const backoff = createBackoff({ firstMs: checkMs, longestMs: 15_000 });
  let override = config.override;
  /** The setting that `override` resolved to. */
  let overrideSetting: NetworkSetting | null = null;
  let state = closedNetwork;
  let proxy: RunningProxy | null = null;
  let missedChecks = 0;
  let timer: NodeJS.Timeout | null = null;
  let pendingCheck: Promise<void> = Promise.resolve();
  let isDisposed = false;

  function setState(change: Partial<NetworkState>): void {
    const newState = { ...state, ...change };
    if (JSON.stringify(newState) === JSON.stringify(state)) return;
    state = newState;
    if (!isDisposed) config.onChange();
  }

  /** The setting that applies; null if the network must stay closed, for example in a remote community. */
  function effectiveSetting(): NetworkSetting | null {
    if (!config.isEmbedded() || override === 'off') return null;
    if (override === null) return settings.value.network;
    if (overrideSetting === null) {
      const ownAddress = listAddresses().find(({ address }) => override === 'auto' || address === override);
      overrideSetting = ownAddress
        ? { address: ownAddress.address, network: ownAddress.network, port: savedPort() }
        : null;
    }
    return overrideSetting ?? { address: override, network: '', port: savedPort() };
  }

  const savedPort = (): number => settings.value.network?.port ?? embeddedSettings.value.network_port ?? defaultPort;

  async function saveSetting(setting: NetworkSetting): Promise<void> {
    if (override === null) await settings.change({ network: setting });
    else overrideSetting = setting;
  }

  async function stopProxy(): Promise<void> {
    const runningProxy = proxy;
    proxy = null;
    await runningProxy?.worker.stop();
  }

  async function check(): Promise<void> {
    const setting = effectiveSetting();
    if (isDisposed || setting === null) {
      await stopProxy();
      setState(closedNetwork);
      return;
    }
    const { network } = setting;
    const remembered = override === null;
    const addresses = listAddresses();
    const currentAddress =
      addresses.find(({ address }) => address === setting.address) ??
      addresses.find((candidate) => candidate.network === network);
    if (!currentAddress) {
      missedChecks += 1;
      // A brief absence keeps a running proxy.
      if (proxy && missedChecks < missedChecksMax) return;
      await stopProxy();
      const problem = new ParlorError(
        'network_moved',
        `This computer is currently not in ${network === '' ? 'a network' : `the network ${network}`}, so other computers cannot connect.`,
      ).toProblem();
      setState({ status: 'moved', address: null, network: network || null, url: null, remembered, problem });
      return;
    }
    missedChecks = 0;
    const targetUrl = config.communityUrl();
    if (targetUrl === null) {
      await stopProxy();
      setState({ status: 'opening', address: currentAddress.address, network, url: null, remembered, problem: null });
      return;
    }
    if (proxy && proxy.address === currentAddress.address && proxy.targetUrl === targetUrl) return;
    const url_before =
      proxy && proxy.address !== currentAddress.address ? urlAt(proxy.address, proxy.port) : state.url_before;
    await stopProxy();
    setState({
      status: 'opening',
      address: currentAddress.address,
      network,
      url: null,
      url_before,
      remembered,
      problem: null,
    });
    try {
      const port = await startProxy(currentAddress.address, targetUrl, setting.port);
      if (port !== setting.port || currentAddress.address !== setting.address)
        await saveSetting({ address: currentAddress.address, network, port });
      const portChanged = embeddedSettings.value.network_port !== null && embeddedSettings.value.network_port !== port;
      if (portChanged)
        setState({ url_before: urlAt(currentAddress.address, embeddedSettings.value.network_port ?? port) });
      await embeddedSettings.change({ network_port: port });
      setState({ status: 'open', url: urlAt(currentAddress.address, port) });
    } catch (error) {
      const reason = error instanceof ParlorError ? (error.detail?.reason ?? null) : null;
      const problem = new ParlorError(
        'network_refused',
        `The network cannot be opened at ${currentAddress.address}.`,
        typeof reason === 'string' ? { reason } : undefined,
      ).toProblem();
      setState({ status: 'failed', problem });
    }
  }

  async function startProxy(address: string, targetUrl: string, port: number): Promise<number> {
    const worker = config.launchWorker(
      entryUrl('lan-proxy'),
      ['--to', targetUrl, '--host', address, '--port', String(port)],
      join(config.dataDir, 'network.log'),
    );
    const openedPort = Number((await worker.ready).port);
    const newProxy = { worker, address, targetUrl, port: openedPort };
    proxy = newProxy;
    worker.onLine(({ event, count }) => {
      if (proxy === newProxy && event === 'visitors') setState({ visitors: Number(count) });
    });
    const whenExited = worker.exited.then(() => {
      if (proxy !== newProxy) return;
      proxy = null;
      recheck();
    });
    inBackground('network access', whenExited);
    return openedPort;
  }

  /** Runs one check at a time, and repeats it as long as the network should be open. */
  function recheck(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    pendingCheck = pendingCheck
      .then(check)
      .catch((error: unknown) => setState({ status: 'failed', problem: toProblem(error) }))
      .then(() => {
        if (isDisposed || timer || effectiveSetting() === null) return;
        const delayMs = state.status === 'failed' ? backoff.next() : checkMs;
        if (state.status !== 'failed') backoff.reset();
        timer = setTimeout(recheck, delayMs).unref();
      });
  }

  async function change(setting: NetworkSetting | null): Promise<NetworkState> {
    override = null;
    overrideSetting = null;
    await settings.change({ network: setting });
    missedChecks = missedChecksMax;
    setState({ url_before: null, visitors: 0 });
    recheck();
    await pendingCheck;
    return state;
  }

  return {
    get state() {
      return state;
    },
    get urls() {
      const { url } = state;
      if (url === null) return [];
      const { port } = new URL(url);
      const name = hostname().toLowerCase();
      const named = [name, `${name}.local`].map((host) => `http://${host}:${port}`);
      return [url, ...named.filter(isCommunityAddress)];
    },
    get reach() {
      return state.status === 'closed' || state.status === 'moved' ? 'loopback' : 'local';
    },
    addresses: listAddresses,
    async open(address) {
      const ownAddress = listAddresses().find((candidate) => candidate.address === address);
      if (!config.isEmbedded() || !ownAddress) {
        throw new ParlorError(
          'network_refused',
          config.isEmbedded()
            ? `${address} is not an address of this computer that others can reach.`
            : 'The community in use runs on another computer, so there is nothing to open on this one.',
        );
      }
      const previousSetting = settings.value.network;
      const openedState = await change({ address, network: ownAddress.network, port: savedPort() });
      if (openedState.status !== 'failed' || !openedState.problem) return openedState;
      const { code, message, detail } = openedState.problem;
      await change(previousSetting);
      throw new ParlorError(code, message, detail);
    },
    close: () => change(null),
    recheck,
    async dispose() {
      isDisposed = true;
      if (timer) clearTimeout(timer);
      await pendingCheck;
      await stopProxy();
    },
  };
}
