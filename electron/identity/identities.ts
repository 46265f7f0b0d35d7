/**
 * The identities of a data directory. The first is at the top level, each further one in `identities/<public key>/`, with its
 * tables, messages and reports. `identity-in-use.json` names the one in use; the first by default.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ListedIdentity } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { syncDirectory, writeFileAtomic } from '../files/atomic-write.ts';
import { ownFile, readForeignText } from '../files/foreign-file.ts';
import { type IdentityStore, openIdentity } from './identity.ts';
import { readIdentity } from './identity-disk.ts';
import { profileOf } from './identity-file.ts';
import { protectionOf } from './key-encryption.ts';
import type { Keychain } from './keychain.ts';

export interface Identities {
  /** Folder of the identity in use. */
  readonly folder: string;
  list(): Promise<ListedIdentity[]>;
  /** @throws ParlorError `identity_missing` */
  folderOf(public_key: string): Promise<string>;
  /**
   * Adds the identity that `initialize` creates in an empty store; resolves with its public key. On failure, nothing is left behind.
   * @throws ParlorError `identity_exists`
   */
  add(initialize: (store: IdentityStore) => Promise<void>): Promise<string>;
  /** Runs `action` on an identity that is not in use. @throws ParlorError `identity_missing` */
  withIdentity(public_key: string, action: (store: IdentityStore) => Promise<void>): Promise<void>;
  /**
   * Deletes an identity that is not in use, with its tables and messages. @throws ParlorError `identity_missing`, `in_use`
   */
  remove(public_key: string): Promise<void>;
  /**
   * Switches the identity in use; durable once resolved, or else for this process only. @throws ParlorError `identity_missing`
   */
  use(public_key: string, options?: { durable: boolean }): Promise<void>;
}

const selectionSchema = z.object({ public_key: hex64 });
const newPrefix = '.making-';
const removedPrefix = '.removed-';
/** Files at the top level that belong to the first identity, not to the data directory. */
const isIdentityFile = (name: string): boolean =>
  /^(identity\.json|(letters|contacts|drafts)\.sealed|(tables|reports)$)/.test(name);

/** The key and its copy first, so that an interrupted removal leaves nothing that counts as an identity. */
export const removalOrder = (names: readonly string[]): string[] => {
  const isKey = (name: string) => name.startsWith('identity.json');
  return [...names.filter(isKey), ...names.filter((name) => !isKey(name))];
};

/** This process must hold the lock of the data directory. */
export async function openIdentities({
  dataDir,
  keychain,
}: {
  dataDir: string;
  keychain: Keychain | null;
}): Promise<Identities> {
  const identitiesDir = join(dataDir, 'identities');
  const selectionPath = join(dataDir, 'identity-in-use.json');

  // An interrupted creation was never reported, so it is discarded; an interrupted removal is completed.
  for (const name of await fileNames(identitiesDir)) {
    if (name.startsWith(newPrefix) || name.startsWith(removedPrefix))
      await rm(join(identitiesDir, name), { recursive: true, force: true });
  }
  let folderInUse = dataDir;
  folderInUse = await folderOf((await readSelection()) ?? '').catch(() => dataDir);

  async function readSelection(): Promise<string | null> {
    try {
      return selectionSchema.parse(JSON.parse(await readForeignText(selectionPath, ownFile.value))).public_key;
    } catch {
      return null;
    }
  }

  async function listFolders(): Promise<string[]> {
    const names = (await fileNames(identitiesDir)).filter((name) => hex64.safeParse(name).success).sort();
    return [dataDir, ...names.map((name) => join(identitiesDir, name))];
  }

  async function describeFolder(folder: string): Promise<ListedIdentity | null> {
    const onDisk = await readIdentity(join(folder, 'identity.json'));
    if (onDisk.kind === 'missing') return null;
    const in_use = folder === folderInUse;
    if (onDisk.kind === 'unreadable') {
      const public_key = folder === dataDir ? null : folder.slice(-64);
      return { public_key, nickname: null, protection: null, words_confirmed: false, in_use, problem: onDisk.problem };
    }
    const { public_key, slots } = onDisk.file;
    const { bio: _, ...profile } = profileOf(onDisk.file);
    return { public_key, ...profile, protection: protectionOf(slots), in_use, problem: null };
  }

  async function folderOf(public_key: string): Promise<string> {
    for (const folder of await listFolders())
      if ((await describeFolder(folder))?.public_key === public_key) return folder;
    throw new ParlorError('identity_missing', 'There is no such identity in this data directory.', { public_key });
  }

  return {
    get folder() {
      return folderInUse;
    },
    folderOf,
    async list() {
      const identities = await Promise.all((await listFolders()).map(describeFolder));
      return identities.filter((identity) => identity !== null);
    },
    async add(initialize) {
      await mkdir(identitiesDir, { recursive: true, mode: 0o700 });
      const newFolder = join(identitiesDir, `${newPrefix}${randomBytes(6).toString('hex')}`);
      await mkdir(newFolder, { mode: 0o700 });
      const store = await openIdentity({ dataDir, folder: newFolder, keychain });
      try {
        await initialize(store);
        const { public_key } = store.identity!;
        const existingFolder = await folderOf(public_key).catch(() => null);
        if (existingFolder !== null)
          throw new ParlorError('identity_exists', 'This identity is already in this data directory.');
        await rename(newFolder, join(identitiesDir, public_key));
        await syncDirectory(identitiesDir);
        return public_key;
      } catch (error) {
        await rm(newFolder, { recursive: true, force: true });
        throw error;
      } finally {
        store.dispose();
      }
    },
    async withIdentity(public_key, action) {
      const store = await openIdentity({ dataDir, folder: await folderOf(public_key), keychain });
      try {
        await action(store);
      } finally {
        store.dispose();
      }
    },
    async remove(public_key) {
      const identityFolder = await folderOf(public_key);
      if (identityFolder === folderInUse)
        throw new ParlorError('in_use', 'This identity is in use. Switch to another first.');
      await mkdir(identitiesDir, { recursive: true, mode: 0o700 });
      const removedFolder = join(identitiesDir, `${removedPrefix}${randomBytes(6).toString('hex')}`);
      if (identityFolder !== dataDir) await rename(identityFolder, removedFolder);
      else {
        await mkdir(removedFolder, { mode: 0o700 });
        const names = (await fileNames(identityFolder)).filter(isIdentityFile);
        for (const name of removalOrder(names)) await rename(join(identityFolder, name), join(removedFolder, name));
        await syncDirectory(identityFolder);
      }
      await syncDirectory(identitiesDir);
      await rm(removedFolder, { recursive: true, force: true });
    },
    async use(public_key, { durable } = { durable: true }) {
      const nextFolder = await folderOf(public_key);
      if (durable) await writeFileAtomic(selectionPath, `${JSON.stringify({ public_key })}\n`);
      folderInUse = nextFolder;
    },
  };
}

/** Whether there is a key in a data directory, even an unreadable one. Looks at names only, and creates nothing. */
export async function holdsIdentity(dataDir: string): Promise<boolean> {
  try {
    const [topLevelNames, otherNames] = await Promise.all([fileNames(dataDir), fileNames(join(dataDir, 'identities'))]);
    return (
      topLevelNames.some((name) => name.startsWith('identity.json')) ||
      otherNames.some((name) => hex64.safeParse(name).success)
    );
  } catch {
    // Opening the identity reports why the directory cannot be read.
    return true;
  }
}

async function fileNames(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
