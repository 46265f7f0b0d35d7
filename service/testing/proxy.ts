/** Runs the proxies of docs/operators.md with the configuration printed there, on free ports. Both are Debian packages. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { findFreePort } from './postgres.ts';

export interface ReverseProxy {
  url: string;
  stop(): Promise<void>;
}

export interface Upstream {
  port: number;
  /** Accepts no more requests. */
  isDown?: boolean;
}

const documentedConfig = (language: string): string => {
  const text = readFileSync('docs/operators.md', 'utf8');
  const [, block] = new RegExp(`\`\`\`${language}\\n(?=upstream|community)([\\s\\S]*?)\`\`\``).exec(text) ?? [];
  if (block === undefined) throw new Error(`docs/operators.md has no configuration in ${language || 'plain text'}.`);
  return block;
};

/** Replaces a part of the text, which must occur in it. */
function substitute(text: string, part: string | RegExp, replacement: string): string {
  const newText = text.replace(part, replacement);
  if (newText === text) throw new Error(`docs/operators.md has changed: it does not contain ${part}.`);
  return newText;
}

export class Nginx implements ReverseProxy {
  readonly url: string;
  readonly #folder: string;
  #process: ChildProcess | null = null;

  private constructor(folder: string, port: number) {
    this.url = `http://127.0.0.1:${port}`;
    this.#folder = folder;
  }

  static async start(folder: string, upstreams: readonly Upstream[]): Promise<Nginx> {
    const nginx = new Nginx(folder, await findFreePort());
    for (const name of ['body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']) mkdirSync(join(folder, name));
    nginx.#write(upstreams);
    nginx.#process = run('nginx', ['-p', folder, '-e', join(folder, 'error.log'), '-c', join(folder, 'nginx.conf')]);
    await waitUntilReady(nginx.url, nginx.#process);
    return nginx;
  }

  /** Resolves once no process with the previous configuration is left. */
  async reload(upstreams: readonly Upstream[]): Promise<void> {
    const previousWorkers = this.#workers();
    this.#write(upstreams);
    this.#process!.kill('SIGHUP');
    while (this.#workers().some((worker) => previousWorkers.includes(worker))) await delay(20);
  }

  stop(): Promise<void> {
    return endProcess(this.#process!);
  }

  #workers(): string[] {
    const { pid } = this.#process!;
    return readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ');
  }

  #write(upstreams: readonly Upstream[]): void {
    const servers = upstreams
      .map(({ port, isDown }) => `server 127.0.0.1:${port}${isDown ? ' down' : ''};`)
      .join('\n  ');
    let configText = substitute(documentedConfig('nginx'), 'server 127.0.0.1:7400;', servers);
    configText = substitute(configText, /listen 443 .*;/, `listen ${new URL(this.url).host};`);
    configText = substitute(configText, /( *ssl_certificate.*;\n)+/, '');
    writeFileSync(
      join(this.#folder, 'nginx.conf'),
      `${process.getuid?.() === 0 ? 'user root;' : ''}
      daemon off;
      worker_processes 2;
      pid ${this.#folder}/nginx.pid;
      events {}
      http {
        access_log off;
        client_body_temp_path body;
        proxy_temp_path proxy;
        fastcgi_temp_path fastcgi;
        uwsgi_temp_path uwsgi;
        scgi_temp_path scgi;
        ${configText}
      }`,
    );
  }
}

/** Uses the Caddyfile of compose.yaml, which contains all lines of docs/operators.md. */
export async function startCaddy(folder: string, upstreams: readonly Upstream[]): Promise<ReverseProxy> {
  const [port, adminPort] = [await findFreePort(), await findFreePort()];
  const url = `http://127.0.0.1:${port}`;
  const servers = upstreams.map((upstream) => `127.0.0.1:${upstream.port}`).join(' ');
  const configText = readFileSync('packaging/service/Caddyfile', 'utf8');
  writeFileSync(join(folder, 'Caddyfile'), substitute(configText, /service-1:7400 service-2:7400/, servers));
  const environment = { HOME: folder, PARLOR_DOMAIN: url, CADDY_ADMIN: `127.0.0.1:${adminPort}` };
  const caddy = run('caddy', ['run', '--config', join(folder, 'Caddyfile'), '--adapter', 'caddyfile'], environment);
  await waitUntilReady(url, caddy);
  return { url, stop: () => endProcess(caddy) };
}

function run(program: string, args: string[], environment: NodeJS.ProcessEnv = {}): ChildProcess {
  const env = { ...process.env, ...environment, PATH: `${process.env.PATH}:/usr/sbin` };
  const child = spawn(program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  child.stderr!.setEncoding('utf8').on('data', (text: string) => {
    logs.set(child, (logs.get(child) ?? '') + text);
  });
  child.once('error', (error) => logs.set(child, `${error.message}. Install the package ${program}.`));
  return child;
}

/** stderr, or why the program could not start. */
const logs = new WeakMap<ChildProcess, string>();

/** Resolves once the service responds through the proxy. */
async function waitUntilReady(url: string, child: ChildProcess): Promise<void> {
  for (;;) {
    const response = await fetch(`${url}/health`).catch(() => null);
    if (response?.ok) return;
    if (child.pid === undefined || child.exitCode !== null)
      throw new Error(`The proxy did not start: ${logs.get(child)}`);
    await delay(20);
  }
}

async function endProcess(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill();
  await exit;
}
