/**
 * The identities of a data directory. The first lies at its top; each further one in `identities/<public key>/`, with the tables, letters and
 * reports that belong to it. `identity-in-use.json` names the one in use; without it, it is the first.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { ListedIdentity } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { hex64 } from '../../shared/signing/grammar.ts';
import { syncDirectory, writeFileAtomic } from '../files/atomic-file.ts';
import { type IdentityStore, openIdentity, protectionOf } from './identity.ts';
import { readIdentity } from './identity-disk.ts';
import { profileOf } from './identity-file.ts';
import type { Keychain } from './keychain.ts';

export interface Roster {
  /** Where the identity in use lies. */
  readonly folder: string;
  list(): Promise<ListedIdentity[]>;
  /** The folder of one. @throws ParlorError `identity_missing` */
  folderOf(public_key: string): Promise<string>;
  /**
   * Adds an identity that `make` makes in an empty store; resolves its public key. Nothing is left of one that fails.
   * @throws ParlorError `identity_exists`
   */
  add(make: (store: IdentityStore) => Promise<void>): Promise<string>;
  /** Opens one that is not in use for `work`. @throws ParlorError `identity_missing` */
  within(public_key: string, work: (store: IdentityStore) => Promise<void>): Promise<void>;
  /**
   * Deletes one that is not in use, with the tables and letters that belong to it. @throws ParlorError `identity_missing`, `in_use`
   */
  remove(public_key: string): Promise<void>;
  /** Changes the one in use; on disk once resolved. @throws ParlorError `identity_missing` */
  use(public_key: string): Promise<void>;
}

const inUseSchema = z.object({ public_key: hex64 });
const makingMark = '.making-';
const removedMark = '.removed-';
/** What of the first identity lies at the top of the data directory, beside what belongs to all. */
const ofAnIdentity = (name: string): boolean =>
  /^(identity\.json|letters\.sealed|contacts\.sealed|(tables|reports)$)/.test(name);

/** The data directory must be locked by this process. */
export async function openRoster({
  dataDir,
  keychain,
}: {
  dataDir: string;
  keychain: Keychain | null;
}): Promise<Roster> {
  const others = join(dataDir, 'identities');
  const choice = join(dataDir, 'identity-in-use.json');

  // Of a making that was killed nobody was told; what it was made from is still there. A removing is brought to its end.
  for (const name of await namesIn(others)) {
    if (name.startsWith(makingMark) || name.startsWith(removedMark))
      await rm(join(others, name), { recursive: true, force: true });
  }
  let folder = dataDir;
  folder = await folderOf((await readChoice()) ?? '').catch(() => dataDir);

  async function readChoice(): Promise<string | null> {
    try {
      return inUseSchema.parse(JSON.parse(await readFile(choice, 'utf8'))).public_key;
    } catch {
      return null;
    }
  }

  async function folders(): Promise<string[]> {
    const names = (await namesIn(others)).filter((name) => hex64.safeParse(name).success).sort();
    return [dataDir, ...names.map((name) => join(others, name))];
  }

  async function listed(at: string): Promise<ListedIdentity | null> {
    const found = await readIdentity(join(at, 'identity.json'));
    if (found.kind === 'missing') return null;
    const in_use = at === folder;
    if (found.kind === 'unreadable') {
      const public_key = at === dataDir ? null : at.slice(-64);
      return { public_key, nickname: null, protection: null, words_confirmed: false, in_use, problem: found.problem };
    }
    const { public_key, slots } = found.file;
    const { nickname, words_confirmed } = profileOf(found.file);
    return { public_key, nickname, protection: protectionOf(slots), words_confirmed, in_use, problem: null };
  }

  async function folderOf(public_key: string): Promise<string> {
    for (const at of await folders()) if ((await listed(at))?.public_key === public_key) return at;
    throw new ParlorError('identity_missing', 'There is no such identity in this data directory.', { public_key });
  }

  return {
    get folder() {
      return folder;
    },
    folderOf,
    async list() {
      const all = await Promise.all((await folders()).map(listed));
      return all.filter((each) => each !== null);
    },
    async add(make) {
      await mkdir(others, { recursive: true, mode: 0o700 });
      const making = join(others, `${makingMark}${randomBytes(6).toString('hex')}`);
      await mkdir(making, { mode: 0o700 });
      const store = await openIdentity({ dataDir, folder: making, keychain });
      try {
        await make(store);
        const { public_key } = store.identity!;
        const known = await folderOf(public_key).catch(() => null);
        if (known !== null)
          throw new ParlorError('identity_exists', 'This identity is already in this data directory.');
        await rename(making, join(others, public_key));
        await syncDirectory(others);
        return public_key;
      } catch (error) {
        await rm(making, { recursive: true, force: true });
        throw error;
      } finally {
        store.dispose();
      }
    },
    async within(public_key, work) {
      const store = await openIdentity({ dataDir, folder: await folderOf(public_key), keychain });
      try {
        await work(store);
      } finally {
        store.dispose();
      }
    },
    async remove(public_key) {
      const at = await folderOf(public_key);
      if (at === folder) throw new ParlorError('in_use', 'This identity is in use. Change to another first.');
      await mkdir(others, { recursive: true, mode: 0o700 });
      const aside = join(others, `${removedMark}${randomBytes(6).toString('hex')}`);
      if (at !== dataDir) await rename(at, aside);
      else {
        await mkdir(aside, { mode: 0o700 });
        // The key and its copy first: what is left of a removing that was killed belongs to nobody.
        const names = (await namesIn(at)).filter(ofAnIdentity).sort();
        for (const name of names) await rename(join(at, name), join(aside, name));
        await syncDirectory(at);
      }
      await syncDirectory(others);
      await rm(aside, { recursive: true, force: true });
    },
    async use(public_key) {
      const next = await folderOf(public_key);
      await writeFileAtomic(choice, new TextEncoder().encode(`${JSON.stringify({ public_key })}\n`));
      folder = next;
    },
  };
}

async function namesIn(folder: string): Promise<string[]> {
  try {
    return await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
}
