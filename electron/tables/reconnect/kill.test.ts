/**
 * Kills player processes at random moments of their games, over real iroh and with a real community. No wrong result may settle, and
 * nearly every game that is resumed within its grace period must be completed.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Table } from '../../../shared/bridge/contract.ts';
import type { JsonObject } from '../../../shared/json/value.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { firstRecordDifference } from '../../../shared/tables/record-difference.ts';
import { verifyRecord } from '../../../shared/tables/verify-record.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { type Service, startTestService } from '../testing/community.ts';
import { takeSeat } from '../testing/seat.ts';

const rounds = isLongRun ? 50 : 1;
/** They are interrupted together, each at a different point of its game. */
const tablesAtOnce = isLongRun ? 4 : 1;
const games = ['connect-four', 'rock-paper-scissors'] as const;
const killOrder: readonly (readonly Role[])[] = [['guest', 'host'], ['host'], ['guest']];
const playerPath = fileURLToPath(new URL('../testing/player.ts', import.meta.url));

const dir = temporaryFolder();
let service: Service;

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  const author = await takeSeat(service.url, join(dir, 'author'), 'author');
  await author.dispose();
});
afterAll(async () => {
  for (const player of players) player.kill('SIGKILL');
  await service.dispose();
});

interface TableLine {
  table_id: string;
  post_id: string;
  session_id: string;
  phase: 'joining' | 'playing' | 'finished' | 'failed';
  winner: string | null;
  state: string | null;
  problem: { code: string } | null;
}

interface StartedGame {
  game: string;
  post_id: string;
}

const players = new Set<ChildProcess>();

/** One side of the games, whose process can be killed and started again. */
class Player {
  readonly name: string;
  #child!: ChildProcess;
  #waiting: { wanted: (line: JsonObject) => boolean; resolve: (line: JsonObject) => void }[] = [];
  readonly tables = new Map<string, TableLine>();

  constructor(name: string) {
    this.name = name;
  }

  async start(): Promise<void> {
    const args = [playerPath, '--server', service.url, '--data-dir', join(dir, this.name), '--name', this.name];
    this.#child = spawn(process.execPath, args, { stdio: ['pipe', 'pipe', 'inherit'] });
    players.add(this.#child);
    const child = this.#child;
    createInterface({ input: child.stdout! }).on(
      'line',
      (text) => child === this.#child && this.#onLine(JSON.parse(text)),
    );
    await this.waitForLine(({ event }) => event === 'ready');
  }

  async stop(signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
    const closed = once(this.#child, 'close');
    this.#child.kill(signal);
    await closed;
    players.delete(this.#child);
  }

  send(line: object): void {
    this.#child.stdin!.write(`${JSON.stringify(line)}\n`);
  }

  waitForLine(wanted: (line: JsonObject) => boolean): Promise<JsonObject> {
    const { promise, resolve } = Promise.withResolvers<JsonObject>();
    this.#waiting.push({ wanted, resolve });
    return promise;
  }

  waitForTable(wanted: (line: TableLine) => boolean): Promise<TableLine> {
    const current = [...this.tables.values()].find(wanted);
    if (current) return Promise.resolve(current);
    return this.waitForLine(
      (line) => line.event === 'table' && wanted(line as unknown as TableLine),
    ) as unknown as Promise<TableLine>;
  }

  async record(table_id: string): Promise<string> {
    return readFile(join(dir, this.name, 'tables', table_id, 'record.jsonl'), 'utf8');
  }

  /** SHA-256 of the hooks that played. */
  async hooksHash(table_id: string): Promise<string | undefined> {
    const text = await readFile(join(dir, this.name, 'tables', table_id, 'table.json'), 'utf8');
    return (JSON.parse(text) as { facts: { table: Pick<Table, 'hooks'> } }).facts.table.hooks?.hash;
  }

  #onLine(line: JsonObject): void {
    if (line.event === 'table') this.tables.set(line.table_id as string, line as unknown as TableLine);
    for (const waiter of [...this.#waiting]) {
      if (!waiter.wanted(line)) continue;
      this.#waiting.splice(this.#waiting.indexOf(waiter), 1);
      waiter.resolve(line);
    }
  }
}

/** Pseudorandom numbers below 1, the same in every run of a round, so that a failure can be reproduced. */
function randomOf(round: number): () => number {
  let state = round * 2_654_435_761 + 1;
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return state / 4_294_967_296;
  };
}

/** The winner named by the last message that names one. */
function winnerOf(record: string): string | null {
  const frames = record
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as { entry: { kind: string; frame?: JsonObject } }).entry)
    .filter(({ kind }) => kind === 'frame')
    .map(({ frame }) => frame ?? {});
  const last = frames.findLast((frame) => frame.game_over === true);
  if (!last) return null;
  if (typeof last.winner === 'string') return last.winner;
  if (typeof last.game_winner === 'string') return last.game_winner;
  const [host, guest] = [Number(last.host_wins), Number(last.guest_wins)];
  return host === guest ? 'draw' : host > guest ? 'host' : 'guest';
}

/** Whether the table has ended, with its result: a side that resumes after the end has none until it has reported. */
const isOver = ({ phase, state }: TableLine) => phase === 'failed' || (phase === 'finished' && state !== null);

const isSettled = ({ state }: TableLine) => state === 'settled' || state === 'capped';

test.runIf(isLongRun)(
  `games continue after their processes are killed (rounds: ${rounds}, tables: ${tablesAtOnce})`,
  {
    timeout: rounds * 120_000,
  },
  async () => {
    const sides: Record<Role, Player> = { host: new Player('ada'), guest: new Player('grace') };
    await Promise.all([sides.host.start(), sides.guest.start()]);
    const specs = new Map<string, string>();
    for (const game of games) {
      const path = fileURLToPath(new URL(`../../../resources/protocols/${game}/spec.json`, import.meta.url));
      specs.set(game, await readFile(path, 'utf8'));
    }
    const unfinished: string[] = [];

    /** Starts a game on both sides. */
    async function begin(game: string): Promise<StartedGame> {
      const hosting = sides.host.waitForLine(({ event }) => event === 'hosting');
      sides.host.send({ host: game });
      const { post_id } = await hosting;
      const joined = sides.guest.waitForLine(
        ({ event, post_id: of, phase }) => event === 'table' && of === post_id && phase === 'playing',
      );
      sides.guest.send({ join: post_id });
      await joined;
      await sides.host.waitForTable((line) => line.post_id === post_id && line.phase === 'playing');
      return { game, post_id: post_id as string };
    }

    /** Compares the records and results of both sides, once the game has ended for both. */
    async function judge(name: string, { game, post_id }: StartedGame): Promise<void> {
      const ended = (line: TableLine) => line.post_id === post_id && isOver(line);
      const [host, guest] = await Promise.all([sides.host.waitForTable(ended), sides.guest.waitForTable(ended)]);
      const records = {
        host: await sides.host.record(host.table_id),
        guest: await sides.guest.record(guest.table_id),
      };
      for (const record of Object.values(records)) {
        const { findings, end, role, frames } = verifyRecord(record, specs.get(game)!);
        // A table killed before its start has at most the session and an end.
        if (role !== null || frames > 0) expect(findings, name).toEqual([]);
        if (end?.completed) expect(end.winner, name).toBe(winnerOf(record));
      }
      if (host.phase !== 'finished' || guest.phase !== 'finished') {
        unfinished.push(`${name}: ${JSON.stringify([host, guest])}`);
        for (const { state } of [host, guest]) expect(['settled', 'capped'], name).not.toContain(state);
        return;
      }
      expect(host.winner, name).toBe(guest.winner);
      expect(firstRecordDifference(records.host, records.guest), name).toBeNull();
      const settled = (line: TableLine) => line.post_id === post_id && isSettled(line);
      await Promise.all([sides.host.waitForTable(settled), sides.guest.waitForTable(settled)]);
      const hashes = await Promise.all([sides.host.hooksHash(host.table_id), sides.guest.hooksHash(guest.table_id)]);
      expect(hashes, name).toEqual([expect.stringMatching(/^[0-9a-f]{64}$/), hashes[0]]);
    }

    for (let round = 0; round < rounds; round += 1) {
      const random = randomOf(round);
      const killed = killOrder[round % killOrder.length]!;
      const signal = random() < 0.85 ? 'SIGKILL' : 'SIGTERM';
      const begun: StartedGame[] = [];
      for (let table = 0; table < tablesAtOnce; table += 1) begun.push(await begin(games[table % games.length]!));
      await delay(random() * 1_000);
      await Promise.all(killed.map((role) => sides[role].stop(signal)));
      await delay(random() * 400);
      await Promise.all(killed.map((role) => sides[role].start()));
      const name = `round ${round}, ${killed.join(' and ')} ended by ${signal}`;
      await Promise.all(begun.map((each) => judge(`${name}, ${each.game}`, each)));
      if (isLongRun) process.stdout.write(`${round + 1} rounds, ${unfinished.length} games unfinished\n`);
    }
    await Promise.all(Object.values(sides).map((side) => side.stop('SIGTERM')));
    const all = rounds * tablesAtOnce;
    if (isLongRun) process.stdout.write(`${all} games, ${unfinished.length} unfinished\n${unfinished.join('\n')}\n`);
    expect(unfinished.length, unfinished.join('\n')).toBeLessThanOrEqual(all * 0.05);
  },
);
