/** What every networked command opens first: data directory, key, community; and what it closes last. */
import type { Command } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import { type CommunityClient, createCommunityClient } from '../community/client.ts';
import { type CommunityLink, createCommunityLink } from '../community/link.ts';
import { chooseDataDir } from '../files/data-dir.ts';
import { lockDataDir } from '../files/lock.ts';
import { type IdentityStore, openIdentity } from '../identity/identity.ts';
import { processSources, readPassphrase } from '../identity/passphrase.ts';
import { defaultResourcesDir } from '../library/library.ts';
import { launchNodeWorker } from '../workers/worker.ts';

export interface CommonOptions {
  server?: string;
  dataDir?: string;
  passphraseFd?: string;
}

export function commonOptions(command: Command): Command {
  return command
    .option('--server <url>', 'address of the community (else PARLOR_SERVER, else the one on this computer)')
    .option('--data-dir <dir>', 'folder of this identity (else PARLOR_DATA_DIR, else the platform’s)')
    .option(
      '--passphrase-fd <n>',
      'file descriptor to read the passphrase from (else PARLOR_PASSPHRASE_FILE, else asked)',
    );
}

export interface Session {
  dataDir: string;
  identity: IdentityStore;
  link: CommunityLink;
  client: CommunityClient;
  resourcesDir: string;
}

/** Runs `work` with an open key and a community that answers. Everything is closed again, also when it throws. */
export async function withSession<T>(options: CommonOptions, work: (session: Session) => Promise<T>): Promise<T> {
  return withIdentity(options, async ({ dataDir, identity }) => {
    const { promise: online, resolve, reject } = Promise.withResolvers<void>();
    const link = createCommunityLink({
      server: options.server ?? process.env.PARLOR_SERVER ?? null,
      dataDir,
      launchWorker: launchNodeWorker,
      onChange() {
        const { status, problem } = link.state;
        if (status === 'online') resolve();
        else if (status === 'offline' && problem) reject(new ParlorError(problem.code, problem.message));
      },
    });
    try {
      link.start();
      await online;
      const client = createCommunityClient({ url: () => link.url(), signer: identity.signer });
      return await work({
        dataDir,
        identity,
        link,
        client,
        resourcesDir: defaultResourcesDir(),
      });
    } finally {
      await link.dispose();
    }
  });
}

/** Runs `work` with the data directory locked and its key open. */
export async function withIdentity<T>(
  options: CommonOptions,
  work: (parts: { dataDir: string; identity: IdentityStore }) => Promise<T>,
): Promise<T> {
  const dataDir = chooseDataDir(options.dataDir, process.env);
  const lock = await lockDataDir(dataDir);
  try {
    const identity = await openIdentity({ dataDir, keychain: null });
    if (identity.state === 'missing') {
      throw new ParlorError('identity_missing', `There is no key in ${dataDir}. Make one with: parlor init`);
    }
    if (identity.state === 'unreadable') {
      throw new ParlorError(
        identity.problem?.code ?? 'identity_unreadable',
        identity.problem?.message ?? 'The key file does not open.',
      );
    }
    if (identity.state === 'locked') await identity.unlock(await passphraseFor(options));
    return await work({ dataDir, identity });
  } finally {
    await lock.release();
  }
}

async function passphraseFor({ passphraseFd }: CommonOptions): Promise<string> {
  const passphrase = await readPassphrase(processSources(descriptor(passphraseFd)), 'Passphrase: ');
  if (passphrase === null) {
    throw new ParlorError(
      'identity_locked',
      'The key needs its passphrase: give --passphrase-fd or PARLOR_PASSPHRASE_FILE.',
    );
  }
  return passphrase;
}

export function descriptor(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const number = Number(text);
  if (!Number.isInteger(number) || number < 0)
    throw new ParlorError('bad_arguments', `--passphrase-fd wants a number, not "${text}".`);
  return number;
}
