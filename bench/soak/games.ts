/** Plays games between random agents, one after another in each slot, and watches each from the invitation to the settled result. */
import { Conditions } from '../../shared/testing/conditions.ts';
import type { SoakCommunity } from './community.ts';
import type { PlayerLine, TableLine } from './player-messages.ts';

const folders = ['connect-four', 'rock-paper-scissors', 'dots-and-boxes', 'reversi', 'liars-dice'] as const;
/** Share of the games that are played against the house. */
const houseShare = 0.15;
/** Longer than every deadline of a table, so a table without news for this long has hung. */
const hungMs = 300_000;

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

interface Request {
  post_id: string | null;
  /** Why it was refused. */
  code: string | null;
  /** No guest can join any more. */
  over: boolean;
}

const isTerminal = ({ phase }: TableLine) => phase === 'finished' || phase === 'failed';
const isDecided = ({ phase, state }: TableLine) =>
  phase === 'failed' || (phase === 'finished' && !['queued', 'pending', null].includes(state));

export class Games {
  readonly #community: SoakCommunity;
  readonly #random: () => number;
  readonly #agents: number;
  readonly #busy = new Set<number>();
  readonly #requests = new Map<number, Request>();
  readonly #conditions = new Conditions();
  /** How often each player process has become ready. */
  readonly #startCounts: number[];
  /** The latest line of each table, by agent and table id. */
  readonly tables = new Map<string, TableLine>();
  readonly counts: Counts = { started: 0, finished: 0, resumed: 0, failed: 0, interrupted: 0, notStarted: 0 };
  /** Why games failed or did not start, and how often. */
  readonly problems = new Map<string, number>();
  /** Games that neither ended nor failed. */
  readonly hung: string[] = [];
  #requestsMade = 0;
  #isFinishing = false;

  constructor(community: SoakCommunity, agents: number, random: () => number) {
    this.#community = community;
    this.#agents = agents;
    this.#random = random;
    this.#startCounts = community.players.map(() => 0);
  }

  onLine(process: number, line: PlayerLine): void {
    if (line.event === 'table') this.tables.set(`${line.agent} ${line.table_id}`, line);
    else if (line.event === 'hosting')
      this.#requests.set(line.request, { post_id: line.post_id, code: null, over: false });
    else if (line.event === 'hosted') this.#end(line.request);
    else if (line.event === 'refused') this.#requests.set(line.request, { post_id: null, code: line.code, over: true });
    else if (line.event === 'ready') this.#startCounts[process]! += 1;
    this.#conditions.check();
  }

  /** The process was killed; after its restart it reports its remaining tables again. */
  onKilled(process: number): void {
    const { first, count } = this.#community.agentsOf(process);
    for (const [name, table] of this.tables) {
      if (table.agent >= first && table.agent < first + count && !isTerminal(table)) this.tables.delete(name);
    }
  }

  /** Plays this many games at a time until `finish`. Resolves once the last games have ended. */
  async play(tables: number): Promise<void> {
    const slot = async () => {
      while (!this.#isFinishing) await this.#game();
    };
    await Promise.all(Array.from({ length: tables }, slot));
  }

  /** Starts no new games. */
  finish(): void {
    this.#isFinishing = true;
  }

  async #game(): Promise<void> {
    const taken: number[] = [];
    const takeAgent = () => {
      const free = Array.from({ length: this.#agents }, (_, agent) => agent).filter((agent) => !this.#busy.has(agent));
      const agent = free[Math.floor(this.#random() * free.length)]!;
      this.#busy.add(agent);
      taken.push(agent);
      return agent;
    };
    const game = folders[Math.floor(this.#random() * folders.length)]!;
    try {
      if (this.#random() < houseShare) await this.#atHouse(takeAgent(), game);
      else await this.#between(takeAgent(), takeAgent(), game);
    } finally {
      for (const agent of taken) this.#busy.delete(agent);
    }
  }

  async #between(host: number, guest: number, game: string): Promise<void> {
    const starts = { host: this.#startCountOf(host), guest: this.#startCountOf(guest) };
    this.#requestsMade += 1;
    const request = this.#requestsMade;
    this.#send(host, { do: 'host', agent: host, request, game });
    await this.#until(() => this.#requests.has(request) || this.#startCountOf(host) !== starts.host);
    const { post_id = null, code } = this.#requests.get(request) ?? {};
    if (post_id === null) return this.#notStarted(`hosting: ${code ?? 'killed'}`);
    this.#send(guest, { do: 'join', agent: guest, post_id });
    const sides = () => ({ host: this.#tableOf(host, post_id), guest: this.#tableOf(guest, post_id) });
    let withdrawn = false;
    const isOver = () => {
      const { host: mine, guest: theirs } = sides();
      const noHost = !mine && (this.#requests.get(request)?.over !== false || this.#startCountOf(host) !== starts.host);
      const noGuest = !theirs && this.#startCountOf(guest) !== starts.guest;
      if (!mine && !noHost && !withdrawn && (noGuest || (theirs && isTerminal(theirs)))) {
        withdrawn = true;
        this.#send(host, { do: 'withdraw', agent: host, post_id });
      }
      if (!(noHost || (mine && isTerminal(mine))) || !(noGuest || (theirs && isTerminal(theirs)))) return false;
      return mine?.phase !== 'finished' || theirs?.phase !== 'finished' || (isDecided(mine) && isDecided(theirs));
    };
    if (!(await this.#until(isOver, () => Object.values(sides()))))
      this.hung.push(`${game}: ${JSON.stringify(sides())}`);
    const { host: mine, guest: theirs } = sides();
    const killed = this.#startCountOf(host) !== starts.host || this.#startCountOf(guest) !== starts.guest;
    this.#count([mine, theirs], killed);
    this.#requests.delete(request);
  }

  async #atHouse(guest: number, game: string): Promise<void> {
    const starts = this.#startCountOf(guest);
    this.#requestsMade += 1;
    const request = this.#requestsMade;
    const keys = this.#community.houseKeys;
    this.#send(guest, { do: 'join house', agent: guest, request, keys, game, among: this.#random() });
    const wasRestarted = () => this.#startCountOf(guest) !== starts;
    await this.#until(() => this.#requests.has(request) || wasRestarted());
    const { post_id = null, code } = this.#requests.get(request) ?? {};
    this.#requests.delete(request);
    if (post_id === null) return this.#notStarted(`at the house: ${code ?? 'killed'}`);
    const table = () => this.#tableOf(guest, post_id);
    const isOver = () => {
      const mine = table();
      return mine ? isDecided(mine) : wasRestarted();
    };
    if (!(await this.#until(isOver, () => [table()])))
      this.hung.push(`${game} at the house: ${JSON.stringify(table())}`);
    this.#count([table()], wasRestarted());
  }

  #count(sides: (TableLine | undefined)[], killed: boolean): void {
    const { counts } = this;
    const codes = sides.map((side) => side?.problem ?? side?.phase ?? 'no table');
    if (sides.every((side) => !side?.session_id)) {
      this.#notStarted(`${codes.join(' and ')}${killed ? ', killed' : ''}`);
      return;
    }
    counts.started += 1;
    if (sides.every((side) => side?.phase === 'finished')) {
      counts.finished += 1;
      if (killed) counts.resumed += 1;
      return;
    }
    counts.failed += 1;
    if (codes.some((code) => code === 'interrupted' || code === 'peer_disconnected')) counts.interrupted += 1;
    this.#countProblem(codes.join(' and '));
  }

  #notStarted(cause: string): void {
    this.counts.notStarted += 1;
    this.#countProblem(`not started: ${cause}`);
  }

  #countProblem(name: string): void {
    this.problems.set(name, (this.problems.get(name) ?? 0) + 1);
  }

  #end(request: number): void {
    const pending = this.#requests.get(request);
    if (pending) pending.over = true;
  }

  #tableOf(agent: number, post_id: string): TableLine | undefined {
    return [...this.tables.values()].find((table) => table.agent === agent && table.post_id === post_id);
  }

  #startCountOf(agent: number): number {
    return this.#startCounts[this.#community.processOf(agent)]!;
  }

  #send(agent: number, command: object): void {
    this.#community.players[this.#community.processOf(agent)]!.send(command);
  }

  /**
   * Resolves with true once `done` returns true, checked after every line from a player, or with false once none of the `tables` has
   * had a new line for `hungMs`. There is no limit for a whole game, which may take many minutes on a busy machine.
   */
  async #until(done: () => boolean, tables: () => (TableLine | undefined)[] = () => []): Promise<boolean> {
    let hasHung = false;
    const timer = setTimeout(() => {
      hasHung = true;
      this.#conditions.check();
    }, hungMs);
    let last = tables();
    await this.#conditions.until(() => {
      const now = tables();
      if (now.some((line, index) => line !== last[index])) timer.refresh();
      last = now;
      return hasHung || done();
    });
    clearTimeout(timer);
    return !hasHung;
  }
}
