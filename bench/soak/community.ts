/** The processes of a soak: the service, the house and the players, each of which is killed and restarted on the same files. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { JsonObject } from '../../shared/json/value.ts';
import { Child } from './child.ts';
import type { PlayerLine } from './player-messages.ts';

const programOf = (file: string) => fileURLToPath(new URL(file, import.meta.url));

const agentsPerProcess = 20;

export interface CommunityConfig {
  dir: string;
  agents: number;
  /** Null for SQLite. */
  databaseUrl: string | null;
  onLine(process: number, line: PlayerLine): void;
  /** Called when a process exits without having been killed. */
  onCrash(what: string): void;
}

export class SoakCommunity {
  readonly #config: CommunityConfig;
  readonly service: Child;
  readonly house: Child;
  readonly players: Child[];
  /** Public keys of the house players. */
  houseKeys: string[] = [];
  url = '';
  #ended = false;
  readonly #restarts = new Set<Promise<void>>();

  constructor(config: CommunityConfig) {
    this.#config = config;
    const { dir, agents, databaseUrl } = config;
    const createChild = (
      name: string,
      readyEvent: string,
      command: () => string[],
      onLine?: (line: JsonObject) => void,
    ) => {
      const logFile = join(dir, `${name}.log`);
      const onCrash = (reason: string) => {
        config.onCrash(`${name} ended with ${reason}`);
        void this.restart(child);
      };
      const child: Child = new Child({ name, readyEvent, command, logFile, onCrash, ...(onLine ? { onLine } : {}) });
      return child;
    };
    const database = databaseUrl === null ? [] : ['--database-url', databaseUrl];
    this.service = createChild('service', 'listening', () => [
      programOf('./service.ts'),
      ...['--host', '127.0.0.1', '--port', this.url === '' ? '0' : new URL(this.url).port],
      ...['--data-dir', this.serviceDir, '--difficulty', '1', ...database],
    ]);
    this.house = createChild('house', 'house', () => [
      programOf('../../electron/house/main.ts'),
      ...['--server', this.url, '--data-dir', join(dir, 'house'), '--exit-with-parent'],
    ]);
    this.players = Array.from({ length: Math.max(2, Math.ceil(agents / agentsPerProcess)) }, (_, at) => {
      const command = () => {
        const { first, count } = this.agentsOf(at);
        return [
          '--expose-gc',
          programOf('./players.ts'),
          ...['--server', this.url, '--data-dir', join(dir, 'agents')],
          ...['--first', String(first), '--count', String(count)],
        ];
      };
      return createChild(`players-${at}`, 'ready', command, (line) => config.onLine(at, line as unknown as PlayerLine));
    });
    mkdirSync(join(dir, 'agents'), { recursive: true });
    mkdirSync(join(dir, 'house'), { recursive: true });
  }

  get serviceDir(): string {
    return join(this.#config.dir, 'community');
  }

  get children(): Child[] {
    return [this.service, this.house, ...this.players];
  }

  agentsOf(process: number): { first: number; count: number } {
    const { agents } = this.#config;
    const processes = this.players?.length ?? Math.max(2, Math.ceil(agents / agentsPerProcess));
    const [first, next] = [process, process + 1].map((at) => Math.floor((at * agents) / processes));
    return { first: first!, count: next! - first! };
  }

  processOf(agent: number): number {
    return this.players.findIndex((_, at) => {
      const { first, count } = this.agentsOf(at);
      return agent >= first && agent < first + count;
    });
  }

  async start(): Promise<void> {
    this.url = String((await this.service.start()).url);
    this.houseKeys = (await this.house.start()).keys as string[];
    // The first process also publishes the protocols.
    for (const child of this.players) await child.start();
  }

  /** Sends SIGKILL and starts a new process after `afterMs`. */
  async kill(child: Child, afterMs: number): Promise<void> {
    await child.kill();
    await delay(afterMs);
    await this.restart(child);
  }

  /** Resolves once it is running again. */
  restart(child: Child): Promise<void> {
    const restarting = this.#restart(child);
    this.#restarts.add(restarting);
    return restarting.finally(() => this.#restarts.delete(restarting));
  }

  async #restart(child: Child): Promise<void> {
    while (!this.#ended && !child.running) {
      try {
        await child.start();
      } catch (error) {
        // While the service is down, players cannot register and therefore exit.
        if (child === this.service && !child.exitWasRequested) this.#config.onCrash(String(error));
        await delay(500);
      }
    }
  }

  /** Asks every process to exit. Returns the names of those that had to be killed. */
  async stop(): Promise<string[]> {
    this.#ended = true;
    await Promise.all(this.#restarts);
    const killed: string[] = [];
    for (const group of [[...this.players, this.house], [this.service]]) {
      const ended = await Promise.all(group.map(async (child) => ({ child, exited: await child.stop() })));
      killed.push(...ended.filter(({ exited }) => !exited).map(({ child }) => child.config.name));
    }
    return killed;
  }

  /** Kills all processes that still run. */
  async abandon(): Promise<void> {
    this.#ended = true;
    await Promise.all(this.children.map((child) => child.kill()));
  }
}
