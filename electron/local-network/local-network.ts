/**
 * Opens the community on this computer to its network: runs the LAN proxy at the chosen address while the setting is on, the
 * computer is in that network and the community runs. Never opens to another network on its own.
 */
import { join } from 'node:path';
import type { NetworkSetting, NetworkState, OwnAddress } from '../../shared/bridge/contract.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { Home } from '../community/home.ts';
import { entryUrl } from '../installation.ts';
import type { Reach } from '../p2p/iroh-transport.ts';
import type { SettingsStore } from '../settings/settings.ts';
import { createBackoff } from '../time/retry.ts';
import type { LaunchWorker, Worker } from '../workers/worker.ts';
import { ownAddresses, urlAt } from './addresses.ts';

export interface NetworkAccess {
  readonly state: NetworkState;
  /** The networks from which tables of this computer can be reached. */
  readonly reach: Reach;
  addresses(): OwnAddress[];
  /** @throws ParlorError `network_refused` */
  open(address: string): Promise<NetworkState>;
  close(): Promise<NetworkState>;
  /** Called when the community on this computer started, stopped or changed its URL. */
  follow(): void;
  dispose(): Promise<void>;
}

export interface NetworkConfig {
  dataDir: string;
  settings: SettingsStore;
  home: Home;
  launchWorker: LaunchWorker;
  /** Replaces the saved setting for this run: an address, `auto` for the likeliest, or `off`; null keeps it. */
  override: string | null;
  /** URL of the community on this computer; null while it is not in use or not running. */
  community(): string | null;
  /** Whether the community in use is the one on this computer. */
  embedded(): boolean;
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
  to: string;
  port: number;
}

export function openNetworkAccess(config: NetworkConfig): NetworkAccess {
  const { settings, home, listAddresses = ownAddresses, checkMs = 2_000 } = config;
  const backoff = createBackoff({ firstMs: checkMs, longestMs: 15_000 });
  let override = config.override;
  /** The setting that `override` resolved to. */
  let overrideSetting: NetworkSetting | null = null;
  let state = closedNetwork;
  let proxy: RunningProxy | null = null;
  let missedChecks = 0;
  let timer: NodeJS.Timeout | null = null;
  let checking: Promise<void> = Promise.resolve();
  let disposed = false;

  function setState(change: Partial<NetworkState>): void {
    const next = { ...state, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!disposed) config.onChange();
  }

  /** The setting that applies; null if the network must stay closed, for example in a remote community. */
  function effectiveSetting(): NetworkSetting | null {
    if (!config.embedded() || override === 'off') return null;
    if (override === null) return settings.value.network;
    if (overrideSetting === null) {
      const own = listAddresses().find(({ address }) => override === 'auto' || address === override);
      overrideSetting = own ? { address: own.address, network: own.network, port: savedPort() } : null;
    }
    return overrideSetting ?? { address: override, network: '', port: savedPort() };
  }

  const savedPort = (): number => settings.value.network?.port ?? home.value.network_port ?? defaultPort;

  async function saveSetting(setting: NetworkSetting): Promise<void> {
    if (override === null) await settings.change({ network: setting });
    else overrideSetting = setting;
  }

  async function stopProxy(): Promise<void> {
    const closing = proxy;
    proxy = null;
    await closing?.worker.stop();
  }

  async function check(): Promise<void> {
    const wanted = effectiveSetting();
    if (disposed || wanted === null) {
      await stopProxy();
      setState(closedNetwork);
      return;
    }
    const { network } = wanted;
    const remembered = override === null;
    const addresses = listAddresses();
    const current =
      addresses.find(({ address }) => address === wanted.address) ?? addresses.find((each) => each.network === network);
    if (!current) {
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
    const to = config.community();
    if (to === null) {
      await stopProxy();
      setState({ status: 'opening', address: current.address, network, url: null, remembered, problem: null });
      return;
    }
    if (proxy && proxy.address === current.address && proxy.to === to) return;
    const url_before = proxy && proxy.address !== current.address ? urlAt(proxy.address, proxy.port) : state.url_before;
    await stopProxy();
    setState({
      status: 'opening',
      address: current.address,
      network,
      url: null,
      url_before,
      remembered,
      problem: null,
    });
    try {
      const port = await startProxy(current.address, to, wanted.port);
      if (port !== wanted.port || current.address !== wanted.address)
        await saveSetting({ address: current.address, network, port });
      const portChanged = home.value.network_port !== null && home.value.network_port !== port;
      if (portChanged) setState({ url_before: urlAt(current.address, home.value.network_port ?? port) });
      await home.change({ network_port: port });
      setState({ status: 'open', url: urlAt(current.address, port) });
    } catch (error) {
      const reason = error instanceof ParlorError ? (error.detail?.reason ?? null) : null;
      const problem = new ParlorError(
        'network_refused',
        `The network cannot be opened at ${current.address}.`,
        typeof reason === 'string' ? { reason } : undefined,
      ).toProblem();
      setState({ status: 'failed', problem });
    }
  }

  async function startProxy(address: string, to: string, port: number): Promise<number> {
    const worker = config.launchWorker(
      entryUrl('lan-proxy'),
      ['--to', to, '--host', address, '--port', String(port)],
      join(config.dataDir, 'network.log'),
    );
    const opened = Number((await worker.ready).port);
    const started = { worker, address, to, port: opened };
    proxy = started;
    worker.onLine(({ event, count }) => {
      if (proxy === started && event === 'visitors') setState({ visitors: Number(count) });
    });
    void worker.exited.then(() => {
      if (proxy !== started) return;
      proxy = null;
      follow();
    });
    return opened;
  }

  /** Runs one check at a time, and repeats it as long as the network should be open. */
  function follow(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    checking = checking
      .then(check)
      .catch((error: unknown) => setState({ status: 'failed', problem: toProblem(error) }))
      .then(() => {
        if (disposed || timer || effectiveSetting() === null) return;
        const ms = state.status === 'failed' ? backoff.next() : checkMs;
        if (state.status !== 'failed') backoff.reset();
        timer = setTimeout(follow, ms).unref();
      });
  }

  async function change(setting: NetworkSetting | null): Promise<NetworkState> {
    override = null;
    overrideSetting = null;
    await settings.change({ network: setting });
    missedChecks = missedChecksMax;
    setState({ url_before: null, visitors: 0 });
    follow();
    await checking;
    return state;
  }

  return {
    get state() {
      return state;
    },
    get reach() {
      return state.status === 'closed' || state.status === 'moved' ? 'loopback' : 'local';
    },
    addresses: listAddresses,
    async open(address) {
      const found = listAddresses().find((each) => each.address === address);
      if (!config.embedded() || !found) {
        throw new ParlorError(
          'network_refused',
          config.embedded()
            ? `${address} is not an address of this computer that others can reach.`
            : 'The community in use runs on another computer, so there is nothing to open on this one.',
        );
      }
      const before = settings.value.network;
      const opened = await change({ address, network: found.network, port: savedPort() });
      if (opened.status !== 'failed' || !opened.problem) return opened;
      const { code, message, detail } = opened.problem;
      await change(before);
      throw new ParlorError(code, message, detail);
    },
    close: () => change(null),
    follow,
    async dispose() {
      disposed = true;
      if (timer) clearTimeout(timer);
      await checking;
      await stopProxy();
    },
  };
}
