/** `parlor identity`: the keys of a data directory. Secrets are read from a descriptor, file or terminal, never from arguments. */
import { open, rm } from 'node:fs/promises';
import { Command } from 'commander';
import { limits } from '../../../shared/community/limits.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { processSources, readPassphrase } from '../../identity/read-passphrase.ts';
import { helpText, parseCommunity, parseNickname, parseText, readTextFile } from '../arguments.ts';
import { type NewPassphraseOptions, readNewPassphrase } from '../new-passphrase.ts';
import {
  type CommonOptions,
  dataDirCommand,
  type Parlor,
  parseDescriptor,
  readDataDir,
  readKeyPassphrase,
  requireKey,
  withDataDir,
} from '../open-core.ts';
import { fieldLines, print, printFields, printList } from '../output/print.ts';

type Flags = CommonOptions & NewPassphraseOptions;

export function identityCommand(): Command {
  return new Command('identity')
    .description('Manage the identities in this data directory: add, switch, back up and restore.')
    .addHelpText('after', helpText('parlor identity new --nickname ada2\nparlor identity use 1f0c92aa'))
    .addCommand(newCommand())
    .addCommand(listCommand())
    .addCommand(switchCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(changePassphraseCommand())
    .addCommand(importCommand())
    .addCommand(removeCommand());
}

const keyOptions = (command: Command): Command =>
  command
    .option(
      '--passphrase-fd <n>',
      'file descriptor to read the new passphrase from (default: PARLOR_PASSPHRASE_FILE, else a prompt)',
    )
    .option('--insecure-plain-key', 'no passphrase: only file permissions protect the key');

interface Profile {
  nickname: string;
  bio: string;
}

const parseProfile = ({ nickname, bio }: Profile): Profile => ({
  nickname: parseNickname('--nickname', nickname),
  bio: parseText('--bio', bio, limits.bio_characters),
});

function newCommand(): Command {
  return keyOptions(dataDirCommand('new', 'Create another identity; the one in use stays in use.'))
    .option('--nickname <name>', 'the name that others see', 'agent')
    .option('--bio <text>', 'a few words about you', '')
    .option(
      '--for <url>',
      'only for this community: derived from the identity in use, with its name, protection and recovery phrase',
    )
    .addHelpText(
      'after',
      helpText(
        'parlor identity new --nickname ada2 --insecure-plain-key\nparlor identity new --for https://parlor.example',
      ),
    )
    .action(async (flags: Flags & Profile & { for?: string }) => {
      const { nickname, bio } = parseProfile(flags);
      const url = flags.for === undefined ? null : parseCommunity(flags.for, '--for');
      await withDataDir(flags, async ({ bridge }) => {
        if (url !== null) {
          const { identity } = await bridge.app.state({});
          const passphrase = identity?.protection === 'passphrase' ? await readKeyPassphrase(flags) : null;
          if (passphrase !== null) await bridge.identity.unlock({ passphrase });
          const derived = await bridge.identity.add_for_community({ url, passphrase });
          printKey(flags, derived, `Created an identity for ${url}, which is used there from now on.`);
          return;
        }
        const identity = await bridge.identity.add({ nickname, bio, passphrase: await readNewPassphrase(flags) });
        printKey(flags, identity, `Created the identity ${nickname}. Switch to it with: parlor identity use`);
      });
    });
}

function listCommand(): Command {
  return dataDirCommand('list', 'List your identities and mark the one in use.')
    .addHelpText('after', helpText('parlor identity list'))
    .action((flags: Flags) =>
      readDataDir(flags, async ({ bridge }) => {
        printList(flags, (await bridge.identity.list({})).identities, {
          cells: ({ public_key, nickname, protection, in_use, problem }) => [
            in_use ? '*' : ' ',
            public_key ?? '(unreadable)',
            ...(problem ? [`${problem.code}: ${problem.message}`] : [nickname, protection]),
          ],
          columns: {
            'in use': ({ in_use }) => (in_use ? 'yes' : ''),
            name: ({ nickname }) => nickname,
            protection: ({ protection, problem }) => problem?.message ?? protection,
            backup: ({ words_confirmed }) => (words_confirmed ? 'confirmed' : 'not confirmed'),
            key: ({ public_key }) => public_key ?? '(unreadable)',
          },
          emptyText: 'There is no identity here yet. Create one with: parlor init',
        });
      }),
    );
}

function switchCommand(): Command {
  return dataDirCommand('use', 'Switch to another identity; refused while the current one has tables.')
    .argument('<key>', 'its public key, or the first digits of it')
    .addHelpText('after', helpText('parlor identity use 1f0c92aa'))
    .action((key: string, flags: Flags) =>
      withDataDir(flags, async ({ bridge }) => {
        const public_key = await findKey(bridge, key);
        await bridge.identity.use({ public_key });
        printKey(flags, { public_key }, 'This data directory now uses the identity');
      }),
    );
}

/** The only identity whose key has this prefix. Rejects `identity_missing`. */
async function findKey(bridge: Parlor['bridge'], key: string): Promise<string> {
  const { identities } = await bridge.identity.list({});
  const matchingKeys = identities.flatMap(({ public_key }) => (public_key?.startsWith(key) ? [public_key] : []));
  const [public_key] = matchingKeys;
  if (public_key !== undefined && matchingKeys.length === 1 && key !== '') return public_key;
  throw new ParlorError(
    'identity_missing',
    matchingKeys.length > 1
      ? `The keys of several identities begin with "${key}".`
      : `No key here begins with "${key}".`,
  );
}

function removeCommand(): Command {
  return dataDirCommand('remove', 'Delete an identity that is not in use, with its tables and messages.')
    .argument('<key>', 'its public key, or the first digits of it')
    .option('--without-backup', 'even if its recovery phrase was never confirmed, so that it may be lost for good')
    .addHelpText('after', helpText('parlor identity remove 1f0c92aa'))
    .action((key: string, flags: Flags & { withoutBackup?: true }) =>
      withDataDir(flags, async ({ bridge }) => {
        const public_key = await findKey(bridge, key);
        const { identities } = await bridge.identity.list({});
        const identity = identities.find((candidate) => candidate.public_key === public_key);
        const isConfirmed = identity !== undefined && (identity.words_confirmed || identity.derived_from !== undefined);
        if (!isConfirmed && !flags.withoutBackup) {
          throw new ParlorError(
            'bad_arguments',
            'Its recovery phrase was never confirmed, so it could not be restored. Use --without-backup to delete it anyway.',
          );
        }
        await bridge.identity.remove({ public_key });
        printKey(flags, { public_key }, 'Deleted the identity');
      }),
    );
}

function backupCommand(): Command {
  interface BackupFlags extends Flags {
    out?: string;
    words?: true;
    backupPassphraseFd?: string;
  }
  return dataDirCommand(
    'backup',
    'Back up the key in use as an encrypted file, or show its recovery phrase of 24 words.',
  )
    .option('--out <file>', 'write an encrypted backup to this file; an existing file is never replaced')
    .option('--words', 'print the recovery phrase; anyone who sees it has the key')
    .option(
      '--passphrase-fd <n>',
      'file descriptor of the key’s passphrase (default: PARLOR_PASSPHRASE_FILE, else a prompt)',
    )
    .option(
      '--backup-passphrase-fd <n>',
      'file descriptor of the backup’s passphrase (default: the key’s own, else a prompt)',
    )
    .addHelpText('after', helpText('parlor identity backup --out ada.parlor-key\nparlor identity backup --words'))
    .action(async (flags: BackupFlags) => {
      if ((flags.out === undefined) === (flags.words === undefined)) {
        throw new ParlorError('bad_arguments', 'Give either --out FILE or --words.');
      }
      const backupFd = parseDescriptor(flags.backupPassphraseFd, '--backup-passphrase-fd');
      await withDataDir(flags, async (parlor) => {
        const currentPassphrase = await unlockKey(parlor, flags);
        const { bridge } = parlor;
        if (flags.out === undefined) {
          const { words } = await bridge.identity.recovery_phrase({ passphrase: currentPassphrase });
          return print(flags, {
            json: { words },
            lines: () => words.join(' '),
            text: () => `${words.join(' ')}\n\nWrite these 24 words down. Anyone who has them has your key.`,
          });
        }
        const passphrase = await readBackupPassphrase(backupFd, currentPassphrase);
        const { out: path } = flags;
        const { public_key, text } = await bridge.identity.backup({ current: currentPassphrase, passphrase });
        await writeNewFile(path, text);
        printFields(flags, { public_key, path });
      });
    });
}

async function readBackupPassphrase(fd: number | undefined, currentPassphrase: string | null): Promise<string> {
  if (fd === undefined && currentPassphrase !== null) return currentPassphrase;
  const { file: _, ...sources } = processSources(fd);
  const passphrase = await readPassphrase(sources, 'Passphrase of the backup: ', { confirm: true });
  if (passphrase !== null) return passphrase;
  throw new ParlorError('bad_arguments', 'A backup needs a passphrase. Give it with --backup-passphrase-fd.');
}

const restoredSummary = 'Restored the identity';

function restoreCommand(): Command {
  interface RestoreFlags extends Flags {
    from?: string;
    wordsFd?: string;
    nickname?: string;
  }
  return keyOptions(dataDirCommand('restore', 'Restore an identity from a backup file or its recovery phrase.'))
    .option(
      '--from <file>',
      'an encrypted backup; --passphrase-fd gives its passphrase, which also protects the restored key',
    )
    .option(
      '--words-fd <n>',
      'file descriptor of the recovery phrase (default: a prompt); --passphrase-fd gives the key’s new passphrase',
    )
    .option('--nickname <name>', 'with a recovery phrase: use this name instead of the one known to the community')
    .addHelpText(
      'after',
      helpText('parlor identity restore --from ada.parlor-key\nparlor identity restore --nickname ada'),
    )
    .action(async (flags: RestoreFlags) => {
      const wordsFd = parseDescriptor(flags.wordsFd, '--words-fd');
      if (flags.nickname !== undefined) parseNickname('--nickname', flags.nickname);
      const backupText = flags.from === undefined ? null : await readTextFile(flags.from);
      await withDataDir(flags, async ({ bridge }) => {
        if (backupText !== null) {
          const identity = await bridge.identity.restore({
            text: backupText,
            passphrase: await readKeyPassphrase(flags),
          });
          return printKey(flags, identity, restoredSummary);
        }
        const { file: _, ...sources } = processSources(wordsFd);
        const phrase = await readPassphrase(sources, 'Recovery phrase, 24 words: ');
        if (phrase === null) throw new ParlorError('bad_arguments', 'Give --from FILE or --words-fd.');
        const words = phrase.trim().split(/\s+/);
        const passphrase = await readNewPassphrase(flags);
        await bridge.app.connect({});
        const { known } = await bridge.identity.look_up({ words, server: null });
        const nickname = flags.nickname ?? known?.nickname;
        const identity = await bridge.identity.add({ ...(nickname && { nickname }), bio: '', words, passphrase });
        printKey(flags, identity, restoredSummary);
      });
    });
}

function changePassphraseCommand(): Command {
  return dataDirCommand('change-passphrase', 'Set, change or remove the passphrase of the key in use.')
    .option(
      '--passphrase-fd <n>',
      'file descriptor of the current passphrase (default: PARLOR_PASSPHRASE_FILE, else a prompt)',
    )
    .option('--new-passphrase-fd <n>', 'file descriptor of the new passphrase (default: a prompt)')
    .option('--insecure-plain-key', 'remove the passphrase: only file permissions protect the key')
    .addHelpText(
      'after',
      helpText('parlor identity change-passphrase --passphrase-fd 3 --new-passphrase-fd 4 3<old 4<new'),
    )
    .action(async (flags: Flags & { newPassphraseFd?: string }) => {
      const newFd = parseDescriptor(flags.newPassphraseFd, '--new-passphrase-fd');
      await withDataDir(flags, async (parlor) => {
        const currentPassphrase = await unlockKey(parlor, flags);
        let nextPassphrase: string | null = null;
        if (!flags.insecurePlainKey) {
          // PARLOR_PASSPHRASE_FILE holds the current passphrase.
          const { file: _, ...sources } = processSources(newFd);
          nextPassphrase = await readPassphrase(sources, 'New passphrase: ', { confirm: true });
          if (nextPassphrase === null) {
            throw new ParlorError('bad_arguments', 'Give --new-passphrase-fd or --insecure-plain-key.');
          }
        }
        await parlor.bridge.identity.change_passphrase({ current: currentPassphrase, next: nextPassphrase });
        const { identity } = await parlor.bridge.app.state({});
        const summary = nextPassphrase === null ? 'Removed the passphrase of' : 'Changed the passphrase of';
        printKey(flags, { public_key: identity!.public_key }, summary);
      });
    });
}

function importCommand(): Command {
  return keyOptions(
    dataDirCommand('import', 'Import the identity in another client’s key.json; the file is not changed.'),
  )
    .argument('<file>', '{"public_key": …, "private_key": …}')
    .option('--nickname <name>', 'the name that others see', 'agent')
    .option('--bio <text>', 'a few words about you', '')
    .addHelpText('after', helpText('parlor identity import ~/old/key.json --nickname ada'))
    .action(async (file: string, flags: Flags & Profile) => {
      const { nickname, bio } = parseProfile(flags);
      const text = await readTextFile(file);
      await withDataDir(flags, async ({ bridge }) => {
        const identity = await bridge.identity.import_key({
          text,
          nickname,
          bio,
          passphrase: await readNewPassphrase(flags),
        });
        printKey(flags, identity, 'Imported the identity');
      });
    });
}

/** Unlocks the key in use. Resolves with its passphrase, which the following call needs again; null if it has none. */
async function unlockKey(parlor: Parlor, flags: Flags): Promise<string | null> {
  const { phase, identity } = await requireKey(parlor);
  if (identity?.protection !== 'passphrase') return null;
  const passphrase = await readKeyPassphrase(flags);
  if (phase === 'locked') await parlor.bridge.identity.unlock({ passphrase });
  return passphrase;
}

/** `summary`: printed before the key on a terminal, such as "Deleted the identity". */
const printKey = (flags: Flags, { public_key }: { public_key: string }, summary: string): void =>
  print(flags, {
    json: { public_key },
    lines: () => fieldLines({ public_key }),
    text: () => `${summary} ${public_key}`,
  });

/** Creates a private file and flushes it to disk. Rejects `bad_arguments`, also if it exists; a file that could not be written is removed. */
async function writeNewFile(path: string, text: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } catch (error) {
      await rm(path, { force: true });
      throw error;
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new ParlorError('bad_arguments', `${path} cannot be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
