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

/** Another port is used if this one is taken. */
const defaultPort = 7400;
/** An address that returns within this many checks was only renewed. */
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

  function set(change: Partial<NetworkState>): void {
    const next = { ...state, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!disposed) config.onChange();
  }

  /** The setting that applies; null if the network must stay closed, for example in a remote community. */
  function wantedSetting(): NetworkSetting | null {
    if (!config.embedded() || override === 'off') return null;
    if (override === null) return settings.value.network;
    if (overrideSetting === null) {
      const found = listAddresses().find(({ address }) => override === 'auto' || address === override);
      overrideSetting = found ? { address: found.address, network: found.network, port: portBefore() } : null;
    }
    return overrideSetting ?? { address: override, network: '', port: portBefore() };
  }

  const portBefore = (): number => settings.value.network?.port ?? home.value.network_port ?? defaultPort;

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
    const wanted = wantedSetting();
    if (disposed || wanted === null) {
      await stopProxy();
      set(closedNetwork);
      return;
    }
    const { network } = wanted;
    const remembered = override === null;
    const known = listAddresses();
    const here =
      known.find(({ address }) => address === wanted.address) ?? known.find((each) => each.network === network);
    if (!here) {
      missedChecks += 1;
      // A brief absence keeps a running proxy.
      if (proxy && missedChecks < missedChecksMax) return;
      await stopProxy();
      const problem = new ParlorError(
        'network_moved',
        `This computer is not in ${network === '' ? 'a network' : `the network ${network}`} now, so other computers cannot connect.`,
      ).toProblem();
      set({ status: 'moved', address: null, network: network || null, url: null, remembered, problem });
      return;
    }
    missedChecks = 0;
    const to = config.community();
    if (to === null) {
      await stopProxy();
      set({ status: 'opening', address: here.address, network, url: null, remembered, problem: null });
      return;
    }
    if (proxy && proxy.address === here.address && proxy.to === to) return;
    const url_before = proxy && proxy.address !== here.address ? urlAt(proxy.address, proxy.port) : state.url_before;
    await stopProxy();
    set({ status: 'opening', address: here.address, network, url: null, url_before, remembered, problem: null });
    try {
      const port = await startProxy(here.address, to, wanted.port);
      if (port !== wanted.port || here.address !== wanted.address)
        await saveSetting({ address: here.address, network, port });
      const moved = home.value.network_port !== null && home.value.network_port !== port;
      if (moved) set({ url_before: urlAt(here.address, home.value.network_port ?? port) });
      await home.change({ network_port: port });
      set({ status: 'open', url: urlAt(here.address, port) });
    } catch (error) {
      const reason = error instanceof ParlorError ? (error.detail?.reason ?? null) : null;
      const problem = new ParlorError(
        'network_refused',
        `The network cannot be opened at ${here.address}.`,
        typeof reason === 'string' ? { reason } : undefined,
      ).toProblem();
      set({ status: 'failed', problem });
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
      if (proxy === started && event === 'visitors') set({ visitors: Number(count) });
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
      .catch((error: unknown) => set({ status: 'failed', problem: toProblem(error) }))
      .then(() => {
        if (disposed || timer || wantedSetting() === null) return;
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
    set({ url_before: null, visitors: 0 });
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
            : 'The community in use runs elsewhere: this computer has nothing to open.',
        );
      }
      const before = settings.value.network;
      const opened = await change({ address, network: found.network, port: portBefore() });
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
