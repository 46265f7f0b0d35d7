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
  onMessage(process: number, line: PlayerLine): void;
  /** Called when a process exits without having been killed. */
  onCrash(description: string): void;
}

export class SoakCommunity {
  readonly #config: CommunityConfig;
  readonly service: Child;
  readonly house: Child;
  readonly players: Child[];
  /** Public keys of the house players. */
  houseKeys: string[] = [];
  url = '';
  #isStopping = false;
  readonly #restarts = new Set<Promise<void>>();

  constructor(config: CommunityConfig) {
    this.#config = config;
    const { dir, agents, databaseUrl } = config;
    const createChild = (
      name: string,
      readyEvent: string,
      command: () => string[],
      onMessage?: (line: JsonObject) => void,
    ) => {
      const logFile = join(dir, `${name}.log`);
      const onCrash = (reason: string) => {
        config.onCrash(`${name} ended with ${reason}`);
        void this.restart(child);
      };
      const child: Child = new Child({
        name,
        readyEvent,
        command,
        logFile,
        onCrash,
        ...(onMessage ? { onMessage } : {}),
      });
      return child;
    };
    const dataFlags = databaseUrl === null ? ['--data-dir', this.serviceDir] : ['--database-url', databaseUrl];
    this.service = createChild('service', 'listening', () => [
      programOf('./service.ts'),
      ...['--host', '127.0.0.1', '--port', this.url === '' ? '0' : new URL(this.url).port],
      // Players reach it through their proxies.
      ...[...dataFlags, '--difficulty', '1', '--public-url', 'any'],
    ]);
    this.house = createChild('house', 'house', () => [
      programOf('../../electron/house/main.ts'),
      ...['--server', this.url, '--data-dir', join(dir, 'house'), '--exit-with-parent'],
    ]);
    this.players = Array.from({ length: Math.max(2, Math.ceil(agents / agentsPerProcess)) }, (_, index) => {
      const command = () => {
        const { first: firstAgent, count } = this.agentRangeOf(index);
        return [
          '--expose-gc',
          programOf('./players.ts'),
          ...['--server', this.url, '--data-dir', join(dir, 'agents')],
          ...['--first', String(firstAgent), '--count', String(count)],
        ];
      };
      return createChild(`players-${index}`, 'ready', command, (line) =>
        config.onMessage(index, line as unknown as PlayerLine),
      );
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

  agentRangeOf(process: number): { first: number; count: number } {
    const { agents } = this.#config;
    const processes = this.players?.length ?? Math.max(2, Math.ceil(agents / agentsPerProcess));
    const [firstAgent, nextFirst] = [process, process + 1].map((index) => Math.floor((index * agents) / processes));
    return { first: firstAgent!, count: nextFirst! - firstAgent! };
  }

  processIndexOf(agent: number): number {
    return this.players.findIndex((_, index) => {
      const { first: firstAgent, count } = this.agentRangeOf(index);
      return agent >= firstAgent && agent < firstAgent + count;
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
    while (!this.#isStopping && !child.running) {
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
    this.#isStopping = true;
    await Promise.all(this.#restarts);
    const killedNames: string[] = [];
    for (const childGroup of [[...this.players, this.house], [this.service]]) {
      const stopResults = await Promise.all(
        childGroup.map(async (child) => ({ child, hasExited: await child.stop() })),
      );
      killedNames.push(...stopResults.filter(({ hasExited }) => !hasExited).map(({ child }) => child.config.name));
    }
    return killedNames;
  }

  /** Kills all processes that still run. */
  async killAll(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.children.map((child) => child.kill()));
  }
}
