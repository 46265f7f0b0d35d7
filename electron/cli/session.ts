/** What every command opens first and closes last: the Parlor that owns the data directory, or this process as one. */
import { setTimeout } from 'node:timers/promises';
import type { Command } from 'commander';
import { type AppState, bridge } from '../../shared/bridge/contract.ts';
import { connect, serve } from '../../shared/bridge/rpc.ts';
import { ParlorError } from '../../shared/errors.ts';
import { trimmedUrl } from '../community/communities.ts';
import { type Core, createCore } from '../core.ts';
import { chooseDataDir } from '../files/data-dir.ts';
import { processSources, readPassphrase } from '../identity/passphrase.ts';
import { attach, type BridgeClient } from '../owner/attach.ts';
import { portPair } from '../owner/port.ts';

export interface CommonOptions {
  server?: string;
  dataDir?: string;
  passphraseFd?: string;
  /** This process is to serve windows too: as an owner it keeps all of what a window shows. */
  window?: boolean;
  allowPlainHttp?: true;
  /** Resolves when those that are still attached are waited for no longer. */
  hurry?: Promise<void>;
}

export function commonOptions(command: Command): Command {
  return command
    .option(
      '--server <url>',
      'address of the community (else PARLOR_SERVER, else the one chosen here, else this computer’s)',
    )
    .option('--allow-plain-http', 'confirm, once, that --server is reached unencrypted beyond this computer')
    .option('--data-dir <dir>', 'folder of this identity (else PARLOR_DATA_DIR, else the platform’s)')
    .option(
      '--passphrase-fd <n>',
      'file descriptor to read the passphrase from (else PARLOR_PASSPHRASE_FILE, else asked)',
    );
}

/** The core of a data directory, in this process or another one. */
export interface Parlor {
  dataDir: string;
  bridge: BridgeClient;
  /** Null where another process is the owner. */
  core: Core | null;
  /** Resolves when the owner is gone before its time. */
  lost: Promise<void>;
  /** Resolves when this process serves nobody else any more. */
  alone(): Promise<void>;
}

/** Runs `work` with an open key and a community that answers. Everything is closed again, also when it throws. */
export function withParlor<T>(options: CommonOptions, work: (parlor: Parlor) => Promise<T>): Promise<T> {
  return withIdentity(options, async (parlor) => {
    await online(parlor.bridge);
    return work(parlor);
  });
}

/** Runs `work` with an open key. */
export function withIdentity<T>(options: CommonOptions, work: (parlor: Parlor) => Promise<T>): Promise<T> {
  return withDataDir(options, async (parlor) => {
    await openKey(parlor, options);
    return work(parlor);
  });
}

/** Runs `work` whether there is a key or not. */
export async function withDataDir<T>(options: CommonOptions, work: (parlor: Parlor) => Promise<T>): Promise<T> {
  const dataDir = chooseDataDir(options.dataDir, process.env);
  const server = options.server ?? process.env.PARLOR_SERVER ?? null;
  const { close, ...opened } = await open(dataDir, server, options);
  try {
    return await work({ dataDir, ...opened });
  } finally {
    await opened.alone();
    await close();
  }
}

interface Opened extends Omit<Parlor, 'dataDir'> {
  close(): Promise<void>;
}

/** Milliseconds: between two looks, and in all. An owner that ends keeps the folder a little longer than its socket. */
const patience = { look: 50, all: 10_000 };

async function open(dataDir: string, server: string | null, options: CommonOptions): Promise<Opened> {
  for (let waited = 0; waited < patience.all; waited += patience.look) {
    const opened = (await reach(dataDir, server)) ?? (await own(dataDir, server, options));
    if (opened) return opened;
    await setTimeout(patience.look);
  }
  throw new ParlorError(
    'data_dir_busy',
    `Another Parlor is using ${dataDir} and does not answer. End it, or choose another folder with --data-dir.`,
  );
}

/** Null where no owner listens, or the one that did has just ended. */
async function reach(dataDir: string, server: string | null): Promise<Opened | null> {
  const attached = await attach(dataDir);
  if (attached === null) return null;
  const close = async () => attached.close();
  const state = await attached.client.app.state({}).catch((error) => {
    if (error instanceof ParlorError && error.code === 'bridge_closed') return null;
    throw error;
  });
  if (state === null) return null;
  const { community } = state;
  if (server !== null && (community.embedded || trimmedUrl(server) !== trimmedUrl(community.url))) {
    await close();
    throw new ParlorError(
      'data_dir_busy',
      `The Parlor that runs in ${dataDir} is at ${community.name}. End it, or choose another folder with --data-dir.`,
    );
  }
  return { bridge: attached.client, core: null, lost: attached.closed, alone: async () => {}, close };
}

/** This process as the owner, for as long as its command runs and others are attached; null where another is the owner. */
async function own(
  dataDir: string,
  server: string | null,
  { window = false, allowPlainHttp, hurry }: CommonOptions,
): Promise<Opened | null> {
  const shell = window ? 'web' : 'terminal';
  const core = await createCore({
    dataDir,
    server,
    shell,
    keychain: null,
    allowPlainHttp: allowPlainHttp === true,
  }).catch(async (error) => {
    if (error instanceof ParlorError && error.code === 'data_dir_busy') return null;
    throw error;
  });
  if (core === null) return null;
  const { ends, close } = portPair();
  serve(bridge, ends[0], core.handlers, { surface: 'terminal' }, core.onEvent);
  const client = connect(bridge, ends[1], 'terminal');
  await core.start().catch(async (error) => {
    await core.dispose();
    throw error;
  });
  return {
    bridge: client,
    core,
    lost: new Promise(() => {}),
    alone: () => (hurry ? Promise.race([core.idle(), hurry]) : core.idle()),
    async close() {
      close();
      await core.dispose();
    },
  };
}

async function openKey({ bridge, dataDir }: Parlor, options: CommonOptions): Promise<void> {
  const { phase, problem } = await bridge.app.state({});
  if (phase === 'first_run') {
    throw new ParlorError('identity_missing', `There is no key in ${dataDir}. Make one with: parlor init`);
  }
  if (phase === 'unreadable') {
    throw new ParlorError(problem?.code ?? 'identity_unreadable', problem?.message ?? 'The key file does not open.');
  }
  if (phase === 'locked') await bridge.identity.unlock({ passphrase: await passphraseFor(options) });
}

/** Resolves once the community answers; rejects with why it does not. */
async function online(bridge: BridgeClient): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const look = ({ community: { status, problem } }: AppState) => {
    if (status === 'online') resolve();
    else if (status === 'offline' && problem) reject(new ParlorError(problem.code, problem.message));
  };
  const off = bridge.app.on('changed', look);
  try {
    look(await bridge.app.state({}));
    await promise;
  } finally {
    off();
  }
}

/** The passphrase of the key in use, from wherever it can be had. @throws ParlorError `identity_locked` */
export async function passphraseFor({ passphraseFd }: CommonOptions): Promise<string> {
  const passphrase = await readPassphrase(processSources(descriptor(passphraseFd)), 'Passphrase: ');
  if (passphrase === null) {
    throw new ParlorError(
      'identity_locked',
      'The key needs its passphrase: give --passphrase-fd or PARLOR_PASSPHRASE_FILE.',
    );
  }
  return passphrase;
}

export function descriptor(text: string | undefined, option = '--passphrase-fd'): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0)
    throw new ParlorError('bad_arguments', `${option} wants a number, not "${text}".`);
  return number;
}
