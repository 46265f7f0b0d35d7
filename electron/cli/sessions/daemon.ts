/** `--daemon`: runs the same command in a background process, and prints that process's first message. */
import { spawn } from 'node:child_process';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { ErrorCode, Problem } from '../../../shared/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json/value.ts';
import type { Role } from '../../../shared/tables/hooks.ts';
import { chooseDataDir } from '../../files/data-dir.ts';
import { ownFile, readForeignText } from '../../files/foreign-file.ts';
import { processSources, readPassphrase } from '../../identity/read-passphrase.ts';
import { entryPath } from '../../installation.ts';
import { attach } from '../../owner/attach.ts';
import { type CommonOptions, parseDescriptor, requireIdentity } from '../open-core.ts';
import { DaemonStartError } from '../output/failure.ts';
import { fieldsText } from '../output/layout.ts';
import { type OutputFlags, print } from '../output/print.ts';
import { createStateDir } from './session-state.ts';

/** How long a start may take. A guest continues to join after that (specification, --daemon). */
const defaultStartupMs = { host: 30_000, guest: 15_000 };

export interface DaemonStart {
  role: Role;
  /** Fields of the printed message that are known before the child's first message. */
  startupFields: JsonObject;
  flags: CommonOptions & OutputFlags;
  /** Command-line arguments, without the program. */
  args: readonly string[];
}

/** Prints the child's first message, as one JSON line except on a terminal. Rejects `DaemonStartError` if the start failed. */
export async function startDaemon({ role, startupFields, flags, args }: DaemonStart): Promise<void> {
  const dataDir = chooseDataDir(flags.dataDir, process.env);
  await requireIdentity(dataDir);
  const passphrase = await passphraseForChild(dataDir, flags);
  const state_dir = await createStateDir(dataDir, role);
  const [out, err] = await Promise.all(['out', 'err'].map((name) => open(join(state_dir, `${name}.log`), 'ax', 0o600)));
  const child = spawn(process.execPath, [entryPath('cli'), ...childArgs(args, state_dir, passphrase !== null)], {
    detached: true,
    stdio: ['ignore', out!.fd, err!.fd, 'ipc', ...(passphrase === null ? [] : ['pipe' as const])],
  });
  const { promise: firstMessage, resolve } = Promise.withResolvers<JsonObject>();
  const fail = (code: ErrorCode, message: string) =>
    resolve({ status: 'error', state_dir, ...startupFields, error: { code, message } });
  child.on('message', (message) => isJsonObject(message) && resolve(message));
  child.once('error', ({ message }) => fail('internal', `The background process could not be started: ${message}`));
  child.once('exit', (code) =>
    fail('internal', `The background process exited with ${code} before its first message; err.log has its output.`),
  );
  const pipe = child.stdio[4];
  if (pipe && 'end' in pipe) {
    // The child does not read it if the key is already unlocked.
    pipe.on('error', () => {});
    pipe.end(passphrase);
  }
  const timer = setTimeout(() => {
    if (role === 'guest') return resolve({ status: 'joining', state_dir, ...startupFields });
    fail('community_timeout', 'The invitation was not created in time.');
    child.kill('SIGTERM');
  }, startupMs(role));
  const message = await firstMessage;
  clearTimeout(timer);
  child.removeAllListeners();
  if (child.connected) child.disconnect();
  child.unref();
  await Promise.all([out!.close(), err!.close()]);
  const { status, error, ...tableFields } = message;
  if (status === 'error') throw new DaemonStartError(error as unknown as Problem, tableFields);
  print(flags, { json: message, text: () => fieldsText(message) + followHint(state_dir) });
}

const followHint = (stateDir: string): string =>
  `\nThe table continues in the background. To follow it:\n  parlor session events --follow --state-dir ${stateDir}\n`;

/** `PARLOR_DAEMON_STARTUP_TIMEOUT` in seconds, or else the specified default. */
function startupMs(role: Role): number {
  const seconds = Number(process.env.PARLOR_DAEMON_STARTUP_TIMEOUT);
  return seconds > 0 ? seconds * 1000 : defaultStartupMs[role];
}

/** The same command with its state directory; the passphrase is on descriptor 4. */
export function childArgs(args: readonly string[], stateDir: string, withPassphrase: boolean): string[] {
  const [command = '', ...rest] = args;
  const childFlags: string[] = [];
  for (let index = 0; index < rest.length; index += 1) {
    const arg = rest[index]!;
    if (arg === '--') {
      childFlags.push(...rest.slice(index));
      break;
    }
    if (arg === '--passphrase-fd') index += 1;
    else if (arg !== '--daemon' && !arg.startsWith('--passphrase-fd=')) childFlags.push(arg);
  }
  return [command, '--daemon-dir', stateDir, ...(withPassphrase ? ['--passphrase-fd', '4'] : []), ...childFlags];
}

/** Sends the child's first message to its parent, which may have exited. */
export function notifyParent(message: object): void {
  if (!process.connected) return;
  process.send?.(message, () => process.connected && process.disconnect());
}

/**
 * The child has neither this process's descriptors nor its terminal, so the passphrase is read here: from its descriptor, or by a
 * prompt if the key is locked. Null if the child needs none or reads `PARLOR_PASSPHRASE_FILE` itself.
 */
async function passphraseForChild(dataDir: string, { passphraseFd }: CommonOptions): Promise<string | null> {
  const sources = processSources(parseDescriptor(passphraseFd));
  if (sources.fd === undefined && (sources.file !== undefined || !(await isLocked(dataDir)))) return null;
  return readPassphrase(sources, 'Passphrase: ');
}

async function isLocked(dataDir: string): Promise<boolean> {
  const connection = await attach(dataDir);
  if (connection !== null) {
    const { phase } = await connection.client.app.state({});
    connection.close();
    return phase === 'locked';
  }
  const text = await readForeignText(join(dataDir, 'identity.json'), ownFile.value).catch(() => '');
  // Only a key protected by a passphrase has a slot of this kind.
  return text.includes('"passphrase"');
}
