/** Plays games between random agents, one after another in each slot, and watches each from the invitation to the settled result. */
import { Conditions } from '../../shared/testing/conditions.ts';
import type { SoakCommunity } from './community.ts';
import type { PlayerLine, TableLine } from './player-messages.ts';

const protocolFolders = ['connect-four', 'rock-paper-scissors', 'dots-and-boxes', 'reversi', 'liars-dice'] as const;
/** Share of the games that are played against the house. */
const houseGameShare = 0.15;
/** Longer than every deadline of a table, so a table without news for this long has hung. */
const hangMs = 300_000;

/** Numbers of games. */
export interface Counts {
  started: number;
  finished: number;
  /** Finished although one of its processes was killed during the game. */
  resumed: number;
  /** Failed after it had started. */
  failed: number;
  /** Failed games that a process exit interrupted. */
  interrupted: number;
  /** Invitations without a game. */
  notStarted: number;
}

interface HostingRequest {
  post_id: string | null;
  /** Why it was refused. */
  code: string | null;
  /** No guest can join any more. */
  hasEnded: boolean;
}

const isTerminal = ({ phase }: TableLine) => phase === 'finished' || phase === 'failed';
const isDecided = ({ phase, state }: TableLine) =>
  phase === 'failed' || (phase === 'finished' && !['queued', 'pending', null].includes(state));

export class Games {
  readonly #community: SoakCommunity;
  readonly #random: () => number;
  readonly #agents: number;
  readonly #busyAgents = new Set<number>();
  readonly #requests = new Map<number, HostingRequest>();
  readonly #conditions = new Conditions();
  /** How often each player process has become ready. */
  readonly #startCounts: number[];
  /** The latest line of each table, by agent and table id. */
  readonly tables = new Map<string, TableLine>();
  readonly counts: Counts = { started: 0, finished: 0, resumed: 0, failed: 0, interrupted: 0, notStarted: 0 };
  /** Why games failed or did not start, and how often. */
  readonly problems = new Map<string, number>();
  /** Games that neither ended nor failed. */
  readonly hungGames: string[] = [];
  #requestCount = 0;
  #isFinishing = false;

  constructor(community: SoakCommunity, agents: number, random: () => number) {
    this.#community = community;
    this.#agents = agents;
    this.#random = random;
    this.#startCounts = community.players.map(() => 0);
  }

  onMessage(process: number, line: PlayerLine): void {
    if (line.event === 'table') this.tables.set(`${line.agent} ${line.table_id}`, line);
    else if (line.event === 'hosting')
      this.#requests.set(line.request, { post_id: line.post_id, code: null, hasEnded: false });
    else if (line.event === 'hosted') this.#markEnded(line.request);
    else if (line.event === 'refused')
      this.#requests.set(line.request, { post_id: null, code: line.code, hasEnded: true });
    else if (line.event === 'ready') this.#startCounts[process]! += 1;
    this.#conditions.check();
  }

  /** The process was killed; after its restart it reports its remaining tables again. */
  onKilled(process: number): void {
    const { first, count } = this.#community.agentRangeOf(process);
    for (const [name, table] of this.tables) {
      if (table.agent >= first && table.agent < first + count && !isTerminal(table)) this.tables.delete(name);
    }
  }

  /** Plays this many games at a time until `finish`. Resolves once the last games have ended. */
  async play(tables: number): Promise<void> {
    const playInSlot = async () => {
      while (!this.#isFinishing) await this.#playGame();
    };
    await Promise.all(Array.from({ length: tables }, playInSlot));
  }

  /** Starts no new games. */
  finish(): void {
    this.#isFinishing = true;
  }

  async #playGame(): Promise<void> {
    const takenAgents: number[] = [];
    const takeAgent = () => {
      const idleAgents = Array.from({ length: this.#agents }, (_, agent) => agent).filter(
        (agent) => !this.#busyAgents.has(agent),
      );
      const agent = idleAgents[Math.floor(this.#random() * idleAgents.length)]!;
      this.#busyAgents.add(agent);
      takenAgents.push(agent);
      return agent;
    };
    const game = protocolFolders[Math.floor(this.#random() * protocolFolders.length)]!;
    try {
      if (this.#random() < houseGameShare) await this.#playAtHouse(takeAgent(), game);
      else await this.#playBetween(takeAgent(), takeAgent(), game);
    } finally {
      for (const agent of takenAgents) this.#busyAgents.delete(agent);
    }
  }

  async #playBetween(host: number, guest: number, game: string): Promise<void> {
    const startCounts = { host: this.#startCountOf(host), guest: this.#startCountOf(guest) };
    this.#requestCount += 1;
    const request = this.#requestCount;
    this.#send(host, { do: 'host', agent: host, request, game });
    await this.#waitUntil(() => this.#requests.has(request) || this.#startCountOf(host) !== startCounts.host);
    const { post_id = null, code } = this.#requests.get(request) ?? {};
    if (post_id === null) return this.#countNotStarted(`hosting: ${code ?? 'killed'}`);
    this.#send(guest, { do: 'join', agent: guest, post_id });
    const sideTables = () => ({ host: this.#tableOf(host, post_id), guest: this.#tableOf(guest, post_id) });
    let isWithdrawn = false;
    const isGameOver = () => {
      const { host: hostTable, guest: guestTable } = sideTables();
      const isHostGone =
        !hostTable &&
        (this.#requests.get(request)?.hasEnded !== false || this.#startCountOf(host) !== startCounts.host);
      const isGuestGone = !guestTable && this.#startCountOf(guest) !== startCounts.guest;
      if (!hostTable && !isHostGone && !isWithdrawn && (isGuestGone || (guestTable && isTerminal(guestTable)))) {
        isWithdrawn = true;
        this.#send(host, { do: 'withdraw', agent: host, post_id });
      }
      if (
        !(isHostGone || (hostTable && isTerminal(hostTable))) ||
        !(isGuestGone || (guestTable && isTerminal(guestTable)))
      )
        return false;
      return (
        hostTable?.phase !== 'finished' ||
        guestTable?.phase !== 'finished' ||
        (isDecided(hostTable) && isDecided(guestTable))
      );
    };
    if (!(await this.#waitUntil(isGameOver, () => Object.values(sideTables()))))
      this.hungGames.push(`${game}: ${JSON.stringify(sideTables())}`);
    const { host: hostTable, guest: guestTable } = sideTables();
    const wasKilled = this.#startCountOf(host) !== startCounts.host || this.#startCountOf(guest) !== startCounts.guest;
    this.#countGame([hostTable, guestTable], wasKilled);
    this.#requests.delete(request);
  }

  async #playAtHouse(guest: number, game: string): Promise<void> {
    const startCounts = this.#startCountOf(guest);
    this.#requestCount += 1;
    const request = this.#requestCount;
    const keys = this.#community.houseKeys;
    this.#send(guest, { do: 'join house', agent: guest, request, keys, game, among: this.#random() });
    const wasRestarted = () => this.#startCountOf(guest) !== startCounts;
    await this.#waitUntil(() => this.#requests.has(request) || wasRestarted());
    const { post_id = null, code } = this.#requests.get(request) ?? {};
    this.#requests.delete(request);
    if (post_id === null) return this.#countNotStarted(`at the house: ${code ?? 'killed'}`);
    const readTable = () => this.#tableOf(guest, post_id);
    const isGameOver = () => {
      const guestTable = readTable();
      return guestTable ? isDecided(guestTable) : wasRestarted();
    };
    if (!(await this.#waitUntil(isGameOver, () => [readTable()])))
      this.hungGames.push(`${game} at the house: ${JSON.stringify(readTable())}`);
    this.#countGame([readTable()], wasRestarted());
  }

  #countGame(sideTables: (TableLine | undefined)[], wasKilled: boolean): void {
    const { counts } = this;
    const codes = sideTables.map((table) => table?.problem ?? table?.phase ?? 'no table');
    if (sideTables.every((table) => !table?.session_id)) {
      this.#countNotStarted(`${codes.join(' and ')}${wasKilled ? ', killed' : ''}`);
      return;
    }
    counts.started += 1;
    if (sideTables.every((table) => table?.phase === 'finished')) {
      counts.finished += 1;
      if (wasKilled) counts.resumed += 1;
      return;
    }
    counts.failed += 1;
    if (codes.some((code) => code === 'interrupted' || code === 'peer_disconnected')) counts.interrupted += 1;
    this.#countProblem(codes.join(' and '));
  }

  #countNotStarted(reason: string): void {
    this.counts.notStarted += 1;
    this.#countProblem(`not started: ${reason}`);
  }

  #countProblem(name: string): void {
    this.problems.set(name, (this.problems.get(name) ?? 0) + 1);
  }

  #markEnded(request: number): void {
    const hosting = this.#requests.get(request);
    if (hosting) hosting.hasEnded = true;
  }

  #tableOf(agent: number, post_id: string): TableLine | undefined {
    return [...this.tables.values()].find((table) => table.agent === agent && table.post_id === post_id);
  }

  #startCountOf(agent: number): number {
    return this.#startCounts[this.#community.processIndexOf(agent)]!;
  }

  #send(agent: number, command: object): void {
    this.#community.players[this.#community.processIndexOf(agent)]!.send(command);
  }

  /**
   * Resolves with true once `isDone` returns true, checked after every line from a player, or with false once none of the `tables` has
   * had a new line for `hangMs`. There is no limit for a whole game, which may take many minutes on a busy machine.
   */
  async #waitUntil(isDone: () => boolean, tables: () => (TableLine | undefined)[] = () => []): Promise<boolean> {
    let hasHung = false;
    const timer = setTimeout(() => {
      hasHung = true;
      this.#conditions.check();
    }, hangMs);
    let previousLines = tables();
    await this.#conditions.until(() => {
      const currentLines = tables();
      if (currentLines.some((line, index) => line !== previousLines[index])) timer.refresh();
      previousLines = currentLines;
      return hasHung || isDone();
    });
    clearTimeout(timer);
    return !hasHung;
  }
}
