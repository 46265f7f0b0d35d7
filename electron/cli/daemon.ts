/** `--daemon`: the command starts itself once more in the background, waits for its first word, prints it and ends. */
import { spawn } from 'node:child_process';
import { open, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isJsonObject, type JsonObject } from '../../shared/json/value.ts';
import type { Role } from '../../shared/tables/hooks.ts';
import { chooseDataDir, makeDataDir } from '../files/data-dir.ts';
import { processSources, readPassphrase } from '../identity/passphrase.ts';
import { attach } from '../owner/attach.ts';
import { createStateDir } from '../sessions/state.ts';
import { type CommonOptions, descriptor } from './session.ts';

/** Milliseconds a start may take; a guest's goes on after that (specification, --daemon). */
const startMs = { host: 30_000, guest: 15_000 };

export interface DaemonStart {
  role: Role;
  /** What is known of it before it has said anything. */
  facts: JsonObject;
  options: CommonOptions;
  /** The whole command line, without the program. */
  args: readonly string[];
}

/** Prints the one line; the exit code is 1 where nothing was started. */
export async function startDaemon({ role, facts, options, args }: DaemonStart): Promise<void> {
  const dataDir = chooseDataDir(options.dataDir, process.env);
  await makeDataDir(dataDir);
  const passphrase = await passphraseToHandOn(dataDir, options);
  const state_dir = await createStateDir(dataDir, role);
  const [out, err] = await Promise.all(['out', 'err'].map((name) => open(join(state_dir, `${name}.log`), 'ax', 0o600)));
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'main.ts'), ...childArgs(args, state_dir, passphrase !== null)],
    { detached: true, stdio: ['ignore', out!.fd, err!.fd, 'ipc', ...(passphrase === null ? [] : ['pipe' as const])] },
  );
  const { promise: line, resolve } = Promise.withResolvers<JsonObject>();
  child.on('message', (message) => isJsonObject(message) && resolve(message));
  child.once('error', (error) => resolve({ status: 'error', reason: error.message, state_dir, ...facts }));
  child.once('exit', (code) =>
    resolve({ status: 'error', reason: 'process exited before its first word', state_dir, ...facts, exit_code: code }),
  );
  const pipe = child.stdio[4];
  if (pipe && 'end' in pipe) {
    // A key that is open already leaves it unread.
    pipe.on('error', () => {});
    pipe.end(passphrase);
  }
  const timer = setTimeout(() => {
    if (role === 'guest') return resolve({ status: 'joining', state_dir, ...facts });
    resolve({ status: 'error', reason: 'timeout waiting for invite_created', state_dir, ...facts });
    child.kill('SIGTERM');
  }, startupMs(role));
  const told = await line;
  clearTimeout(timer);
  process.stdout.write(`${JSON.stringify(told)}\n`);
  if (told.status === 'error') process.exitCode = 1;
  child.removeAllListeners();
  if (child.connected) child.disconnect();
  child.unref();
  await Promise.all([out!.close(), err!.close()]);
}

/** `PARLOR_DAEMON_STARTUP_TIMEOUT`, seconds, else as specified. */
function startupMs(role: Role): number {
  const seconds = Number(process.env.PARLOR_DAEMON_STARTUP_TIMEOUT);
  return seconds > 0 ? seconds * 1000 : startMs[role];
}

/** The same command, told where its state is; its passphrase comes through descriptor 4. */
export function childArgs(args: readonly string[], stateDir: string, withPassphrase: boolean): string[] {
  const [command = '', ...rest] = args;
  const kept: string[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    const arg = rest[index]!;
    if (arg === '--') {
      kept.push(...rest.slice(index));
      break;
    }
    if (arg === '--passphrase-fd') index += 1;
    else if (arg !== '--daemon' && !arg.startsWith('--passphrase-fd=')) kept.push(arg);
  }
  return [command, '--daemon-dir', stateDir, ...(withPassphrase ? ['--passphrase-fd', '4'] : []), ...kept];
}

/** The child's first word to whoever started it. Whoever that was may be gone. */
export function tellParent(line: JsonObject): void {
  if (!process.connected) return;
  process.send?.(line, () => process.connected && process.disconnect());
}

/**
 * What the child cannot read by itself, having neither this descriptor nor a terminal: the passphrase, where there is a
 * descriptor for it, or a key that nobody has open yet and a person to ask. `PARLOR_PASSPHRASE_FILE` it finds itself.
 */
async function passphraseToHandOn(dataDir: string, { passphraseFd }: CommonOptions): Promise<string | null> {
  const sources = processSources(descriptor(passphraseFd));
  if (sources.fd === undefined && (sources.file !== undefined || !(await isLocked(dataDir)))) return null;
  return readPassphrase(sources, 'Passphrase: ');
}

async function isLocked(dataDir: string): Promise<boolean> {
  const attached = await attach(dataDir);
  if (attached !== null) {
    const { phase } = await attached.client.app.state({});
    attached.close();
    return phase === 'locked';
  }
  const text = await readFile(join(dataDir, 'identity.json'), 'utf8').catch(() => '');
  return text.includes('"passphrase"');
}
