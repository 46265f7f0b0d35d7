/**
 * Letting others on the network in: keeps the gate open at the chosen address for as long as that is wished, this computer
 * is in that network, and the community on it runs. Another network is never let in by itself.
 */
import { join } from 'node:path';
import type { NetworkSetting, NetworkState, OwnAddress } from '../../shared/bridge/contract.ts';
import { ParlorError, toProblem } from '../../shared/errors.ts';
import type { Reach } from '../p2p/iroh.ts';
import type { SettingsStore } from '../settings/settings.ts';
import type { LaunchWorker, Worker } from '../workers/worker.ts';
import { ownAddresses, urlAt } from './addresses.ts';

export interface NetworkDoor {
  readonly state: NetworkState;
  /** Who may call the tables of this computer. */
  readonly reach: Reach;
  addresses(): OwnAddress[];
  /** @throws ParlorError `network_refused` */
  open(address: string): Promise<NetworkState>;
  close(): Promise<NetworkState>;
  /** The community on this computer came, went or moved. */
  follow(): void;
  dispose(): Promise<void>;
}

export interface NetworkConfig {
  dataDir: string;
  settings: SettingsStore;
  launchWorker: LaunchWorker;
  /** For this run: an address, `auto` for the likeliest, `off`; null for what is remembered. */
  asked: string | null;
  /** Where the community on this computer listens; null while it is not in use or does not run. */
  community(): string | null;
  /** Whether the community in use is the one on this computer. */
  embedded(): boolean;
  onChange(): void;
  /** Stands in for the system in tests. */
  find?: () => OwnAddress[];
  lookMs?: number;
}

/** The first choice; another where it is taken. */
const usualPort = 7400;
const lookMs = 2_000;
/** What cannot be opened is tried again, but not all the time. */
const retryMs = 15_000;
/** An address that goes and comes back within so many looks was renewed, nothing more. */
const looksGone = 3;

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

interface OpenGate {
  worker: Worker;
  address: string;
  to: string;
  port: number;
}

export function openNetworkDoor(config: NetworkConfig): NetworkDoor {
  const { settings, find = ownAddresses } = config;
  let asked = config.asked;
  /** What `asked` came to. */
  let forNow: NetworkSetting | null = null;
  let state = closedNetwork;
  let gate: OpenGate | null = null;
  let gone = 0;
  let timer: NodeJS.Timeout | null = null;
  let working: Promise<void> = Promise.resolve();
  let disposed = false;

  function set(change: Partial<NetworkState>): void {
    const next = { ...state, ...change };
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!disposed) config.onChange();
  }

  /** What is wished now; at a community elsewhere nothing of this computer is opened. */
  function wish(): NetworkSetting | null {
    if (!config.embedded() || asked === 'off') return null;
    if (asked === null) return settings.value.network;
    if (forNow === null) {
      const found = find().find(({ address }) => asked === 'auto' || address === asked);
      const port = settings.value.network?.port ?? usualPort;
      forNow = found ? { address: found.address, network: found.network, port } : null;
    }
    return forNow ?? { address: asked, network: '', port: usualPort };
  }

  async function keep(setting: NetworkSetting): Promise<void> {
    if (asked === null) await settings.change({ network: setting });
    else forNow = setting;
  }

  async function shut(): Promise<void> {
    const closing = gate;
    gate = null;
    await closing?.worker.stop();
  }

  async function look(): Promise<void> {
    const wished = wish();
    if (disposed || wished === null) {
      await shut();
      set(closedNetwork);
      return;
    }
    const { network } = wished;
    const remembered = asked === null;
    const known = find();
    const here =
      known.find(({ address }) => address === wished.address) ?? known.find((each) => each.network === network);
    if (!here) {
      gone += 1;
      // Nothing was open yet, or it stayed away.
      if (gate && gone < looksGone) return;
      await shut();
      const problem = new ParlorError(
        'network_moved',
        `This computer is not in ${network === '' ? 'a network' : `the network ${network}`} now, so nobody is let in.`,
      ).toProblem();
      set({ status: 'moved', address: null, network: network || null, url: null, remembered, problem });
      return;
    }
    gone = 0;
    const to = config.community();
    if (to === null) {
      await shut();
      set({ status: 'opening', address: here.address, network, url: null, remembered, problem: null });
      return;
    }
    if (gate && gate.address === here.address && gate.to === to) return;
    const url_before = gate && gate.address !== here.address ? urlAt(gate.address, gate.port) : state.url_before;
    await shut();
    set({ status: 'opening', address: here.address, network, url: null, url_before, remembered, problem: null });
    try {
      const port = await openGate(here.address, to, wished.port);
      if (port !== wished.port || here.address !== wished.address) await keep({ address: here.address, network, port });
      set({ status: 'open', url: urlAt(here.address, port) });
    } catch (error) {
      const reason = error instanceof ParlorError ? (error.detail?.reason ?? null) : null;
      const problem = new ParlorError(
        'network_refused',
        `${here.address} cannot be opened to others.`,
        typeof reason === 'string' ? { reason } : undefined,
      ).toProblem();
      set({ status: 'failed', problem });
    }
  }

  async function openGate(address: string, to: string, port: number): Promise<number> {
    const worker = config.launchWorker(
      new URL('./main.ts', import.meta.url),
      ['--to', to, '--host', address, '--port', String(port)],
      join(config.dataDir, 'network.log'),
    );
    const opened = Number((await worker.ready).port);
    const mine = { worker, address, to, port: opened };
    gate = mine;
    worker.onLine(({ event, count }) => {
      if (gate === mine && event === 'visitors') set({ visitors: Number(count) });
    });
    void worker.exited.then(() => {
      if (gate !== mine) return;
      gate = null;
      follow();
    });
    return opened;
  }

  /** One look at a time, and then again and again while something is wished. */
  function follow(): void {
    if (timer) clearTimeout(timer);
    timer = null;
    working = working
      .then(look)
      .catch((error: unknown) => set({ status: 'failed', problem: toProblem(error) }))
      .then(() => {
        if (disposed || timer || wish() === null) return;
        timer = setTimeout(follow, state.status === 'failed' ? retryMs : (config.lookMs ?? lookMs)).unref();
      });
  }

  async function change(setting: NetworkSetting | null): Promise<NetworkState> {
    asked = null;
    forNow = null;
    await settings.change({ network: setting });
    gone = looksGone;
    set({ url_before: null, visitors: 0 });
    follow();
    await working;
    return state;
  }

  return {
    get state() {
      return state;
    },
    get reach() {
      return state.status === 'closed' || state.status === 'moved' ? 'loopback' : 'local';
    },
    addresses: find,
    async open(address) {
      const found = find().find((each) => each.address === address);
      if (!config.embedded() || !found) {
        throw new ParlorError(
          'network_refused',
          config.embedded()
            ? `${address} is no address of this computer that others could reach.`
            : 'The community in use runs elsewhere: there is nothing on this computer to let others into.',
        );
      }
      const before = settings.value.network;
      const opened = await change({ address, network: found.network, port: before?.port ?? usualPort });
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
      await working;
      await shut();
    },
  };
}
