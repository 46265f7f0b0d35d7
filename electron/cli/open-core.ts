/** Opens the core of a data directory: in the process that already owns it, or else in this one. */
import { Command, Option } from 'commander';
import { type AppState, type Bridge, bridge } from '../../shared/bridge/contract.ts';
import { serve } from '../../shared/bridge/rpc.ts';
import { connect } from '../../shared/bridge/rpc-client.ts';
import { isCommunityAddress, trimSlashes } from '../../shared/community/address.ts';
import { ParlorError } from '../../shared/errors.ts';
import { type Core, createCore } from '../core/core.ts';
import { chooseDataDir } from '../files/data-dir.ts';
import { holdsIdentity } from '../identity/identities.ts';
import { processSources, readPassphrase } from '../identity/read-passphrase.ts';
import { attach, type BridgeClient, retryWhileOwnerExits } from '../owner/attach.ts';
import { portPair } from '../owner/port.ts';

export interface CommonOptions {
  server?: string;
  dataDir?: string;
  json?: true;
  passphraseFd?: string;
  /** Whether this process also serves windows, and therefore loads everything that a window shows. */
  window?: boolean;
  allowPlainHttp?: true;
  /** Once resolved, exits without waiting for attached clients. */
  forceExit?: Promise<void>;
  /** As the core's `onHandOver`. */
  onHandOver?: () => true;
}

export const dataDirOption = (): Option =>
  new Option(
    '--data-dir <dir>',
    'data directory (default: PARLOR_DATA_DIR, else the platform’s folder for application data)',
  );

export type DataDirFlags = Pick<CommonOptions, 'dataDir' | 'json'>;

/** The options of commands that work on a data directory alone. */
export const dataDirOptions = (command: Command): Command =>
  command.addOption(dataDirOption()).option('--json', 'print one JSON object per line');

/** A command that works on a data directory alone. */
export const dataDirCommand = (name: string, description: string): Command =>
  dataDirOptions(new Command(name).description(description));

export const serverOption = (): Option =>
  new Option(
    '--server <url>',
    'address of the community (default: PARLOR_SERVER, else the one chosen here, else the one on this computer)',
  );

export function commonOptions(command: Command): Command {
  return command
    .hook('preAction', () => checkCommonOptions(command.opts()))
    .addOption(serverOption())
    .option('--allow-plain-http', 'confirm once that --server may be another computer reached without encryption')
    .addOption(dataDirOption())
    .option(
      '--passphrase-fd <n>',
      'file descriptor to read the passphrase from (default: PARLOR_PASSPHRASE_FILE, else a prompt)',
    );
}

/** A command with the common options and `--json`. */
export const commonCommand = (name: string, description: string): Command =>
  commonOptions(new Command(name)).description(description).option('--json', 'print one JSON object');

/** From `--server`, or else `PARLOR_SERVER`; null if neither is set. Throws `bad_arguments`. */
export function resolveServer({ server: serverFlag }: Pick<CommonOptions, 'server'>, env = process.env): string | null {
  const server = serverFlag ?? (env.PARLOR_SERVER || null);
  if (server === null || isCommunityAddress(server)) return server;
  const name = serverFlag === undefined ? 'PARLOR_SERVER' : '--server';
  throw new ParlorError('bad_arguments', `${name} must be an http or https address, not "${server}".`);
}

/** The core of a data directory, in this process or another one. */
export interface Parlor {
  dataDir: string;
  bridge: BridgeClient;
  /** Null if another process is the owner. */
  core: Core | null;
  /** Resolves when the owner exits unexpectedly. */
  ownerExit: Promise<void>;
  /** Resolves when no other process is attached to this one. */
  whenIdle(): Promise<void>;
}

/** Runs `work` with an unlocked key and a reachable community; closes everything afterwards, also on errors. */
export function withParlor<T>(options: CommonOptions, work: (parlor: Parlor) => Promise<T>): Promise<T> {
  return withKey(options, async (parlor) => {
    await requireCommunity(parlor.bridge);
    return work(parlor);
  });
}

/** Runs `work` with an unlocked key; starts connecting to the community, without waiting for it. */
export function withIdentity<T>(options: CommonOptions, work: (parlor: Parlor) => Promise<T>): Promise<T> {
  return withKey(options, async (parlor) => {
    await startConnecting(parlor.bridge);
    return work(parlor);
  });
}

/** Runs `work` with an unlocked key; does not connect to the community. */
export async function withKey<T>(options: CommonOptions, work: (parlor: Parlor) => Promise<T>): Promise<T> {
  await requireIdentity(chooseDataDir(options.dataDir, process.env));
  return withDataDir(options, async (parlor) => {
    await unlockKey(parlor, options);
    return work(parlor);
  });
}

/** Throws `bad_arguments`. */
export function checkCommonOptions(options: CommonOptions): void {
  resolveServer(options);
  parseDescriptor(options.passphraseFd);
}

/** Rejects `identity_missing`, before anything is created in a data directory without a key. */
export async function requireIdentity(dataDir: string): Promise<void> {
  if (await holdsIdentity(dataDir)) return;
  const connection = await attach(dataDir);
  connection?.close();
  if (connection === null) throw identityMissing(dataDir);
}

const identityMissing = (dataDir: string): ParlorError =>
  new ParlorError('identity_missing', `There is no key in ${dataDir}. Create one with: parlor init`);

/**
 * Like `withDataDir`, for commands that only show something: a data directory that did not exist, as after a typo in `--data-dir`, is
 * not left behind.
 */
export const readDataDir = <T>(options: CommonOptions, work: (parlor: Parlor) => Promise<T>): Promise<T> =>
  withDataDir(options, work, { keepsNew: false });

/**
 * Runs `work` with or without a key; does not connect to the community. Removes a data directory that it created if it fails, and
 * unless `keepsNew`.
 */
export async function withDataDir<T>(
  options: CommonOptions,
  work: (parlor: Parlor) => Promise<T>,
  { keepsNew = true } = {},
): Promise<T> {
  checkCommonOptions(options);
  const dataDir = chooseDataDir(options.dataDir, process.env);
  const server = resolveServer(options);
  const { close, ...handle } = await open(dataDir, server, options);
  let succeeded = false;
  try {
    const result = await work({ dataDir, ...handle });
    succeeded = true;
    return result;
  } finally {
    await handle.whenIdle();
    await close({ discard: !(succeeded && keepsNew) && !(await holdsIdentity(dataDir)) });
  }
}

interface ParlorHandle extends Omit<Parlor, 'dataDir'> {
  /** `discard`: removes a data directory that this process created. */
  close(options: { discard: boolean }): Promise<void>;
}

async function open(dataDir: string, server: string | null, options: CommonOptions): Promise<ParlorHandle> {
  const handle = await retryWhileOwnerExits(
    async () => (await attachToOwner(dataDir, server)) ?? (await becomeOwner(dataDir, server, options)),
  );
  if (handle !== null) return handle;
  throw new ParlorError(
    'data_dir_busy',
    `Another Parlor is using ${dataDir} and does not answer. Stop it, or choose another folder with --data-dir.`,
  );
}

/** Null if no owner listens, or it has just exited. */
async function attachToOwner(dataDir: string, server: string | null): Promise<ParlorHandle | null> {
  const connection = await attach(dataDir);
  if (connection === null) return null;
  const state = await connection.client.app.state({}).catch((error) => {
    if (error instanceof ParlorError && error.code === 'bridge_closed') return null;
    throw error;
  });
  if (state === null) return null;
  const { community, network } = state;
  const addresses = [community.url, ...(network.url === null ? [] : [network.url])].map(trimSlashes);
  if (server !== null && !addresses.includes(trimSlashes(server))) {
    connection.close();
    throw new ParlorError(
      'data_dir_busy',
      `The Parlor that runs in ${dataDir} uses ${community.name}. Stop it, or choose another folder with --data-dir.`,
    );
  }
  return {
    bridge: connection.client,
    core: null,
    ownerExit: connection.closed,
    whenIdle: async () => {},
    close: async () => connection.close(),
  };
}

/** Makes this process the owner for as long as its command runs or others are attached; null if another process is the owner. */
async function becomeOwner(
  dataDir: string,
  server: string | null,
  { window = false, allowPlainHttp, forceExit, onHandOver }: CommonOptions,
): Promise<ParlorHandle | null> {
  const shell = window ? 'web' : 'terminal';
  const core = await createCore({
    dataDir,
    server,
    shell,
    keychain: null,
    allowPlainHttp: allowPlainHttp === true,
    ...(onHandOver && { onHandOver }),
  }).catch(async (error) => {
    if (error instanceof ParlorError && error.code === 'data_dir_busy') return null;
    throw error;
  });
  if (core === null) return null;
  const { ends, close } = portPair();
  serve(bridge, ends[0], core.handlers, { surface: 'terminal' }, core.onEvent);
  const client = connect<Bridge, 'terminal'>(ends[1]);
  await core.start({ connect: false }).catch(async (error) => {
    await core.dispose({ discard: true });
    throw error;
  });
  return {
    bridge: client,
    core,
    ownerExit: new Promise(() => {}),
    whenIdle: () => (forceExit ? Promise.race([core.whenIdle(), forceExit]) : core.whenIdle()),
    async close(options) {
      close();
      await core.dispose(options);
    },
  };
}

async function unlockKey(parlor: Parlor, options: CommonOptions): Promise<void> {
  const { phase } = await requireKey(parlor);
  if (phase === 'locked') await parlor.bridge.identity.unlock({ passphrase: await readKeyPassphrase(options) });
}

/** The state with a key, locked or not. Rejects `identity_missing`, or the problem of an unreadable key. */
export async function requireKey({ bridge, dataDir }: Parlor): Promise<AppState> {
  const state = await bridge.app.state({});
  const { phase, problem } = state;
  if (phase === 'first_run') throw identityMissing(dataDir);
  if (phase === 'unreadable') {
    throw new ParlorError(problem?.code ?? 'identity_unreadable', problem?.message ?? 'The key file cannot be opened.');
  }
  return state;
}

async function startConnecting(bridge: BridgeClient): Promise<void> {
  const { community } = await bridge.app.state({});
  if (community.status !== 'online') await bridge.app.retry({});
}

/** Connects to the community, which most commands do not need. Rejects with the reason if it is unreachable. */
export async function requireCommunity(bridge: BridgeClient): Promise<void> {
  const { problem } = await bridge.app.connect({});
  if (problem) throw new ParlorError(problem.code, problem.message);
}

/** The passphrase of the key in use, from descriptor, file or terminal. @throws ParlorError `identity_locked` */
export async function readKeyPassphrase({ passphraseFd }: CommonOptions): Promise<string> {
  const passphrase = await readPassphrase(processSources(parseDescriptor(passphraseFd)), 'Passphrase: ');
  if (passphrase === null) {
    throw new ParlorError(
      'identity_locked',
      'The key is protected by a passphrase. Give it with --passphrase-fd or PARLOR_PASSPHRASE_FILE.',
    );
  }
  return passphrase;
}

export function parseDescriptor(text: string | undefined, option = '--passphrase-fd'): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0)
    throw new ParlorError('bad_arguments', `${option} must be a number, not "${text}".`);
  return number;
}
