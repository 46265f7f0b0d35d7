/** `parlor identity`: the keys of a data directory. Secrets come by descriptor, file or terminal, never as arguments. */
import { open, readFile } from 'node:fs/promises';
import { Command } from 'commander';
import type { ListedIdentity } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { processSources, readPassphrase } from '../../identity/passphrase.ts';
import { type NewPassphraseOptions, newPassphrase } from '../new-passphrase.ts';
import { type CommonOptions, descriptor, type Parlor, passphraseFor, withDataDir } from '../session.ts';
import { printable } from './browse.ts';

interface Flags extends CommonOptions, NewPassphraseOptions {
  json?: true;
}

const exits = '\nExit codes: 0 done, 1 refused or failed, 2 wrong arguments.';
const example = (lines: string) => `\nExample:\n  ${lines}\n${exits}`;

export function identityCommand(): Command {
  return new Command('identity')
    .description('the identities of this data directory: names and the keys behind them')
    .addHelpText('after', example('parlor identity new --nickname ada2\n  parlor identity use 1f0c92aa'))
    .addCommand(newCommand())
    .addCommand(listCommand())
    .addCommand(switchCommand())
    .addCommand(backupCommand())
    .addCommand(restoreCommand())
    .addCommand(changePassphraseCommand())
    .addCommand(importCommand())
    .addCommand(removeCommand());
}

const subcommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option('--data-dir <dir>', 'folder of the identities (else PARLOR_DATA_DIR, else the platform’s)')
    .option('--json', 'one JSON object a line');

const keyOptions = (command: Command): Command =>
  command
    .option(
      '--passphrase-fd <n>',
      'file descriptor to read the new passphrase from (else PARLOR_PASSPHRASE_FILE, else asked)',
    )
    .option('--insecure-plain-key', 'no passphrase: only file permissions protect the key');

function newCommand(): Command {
  return keyOptions(subcommand('new', 'make another identity beside those here; the one in use stays in use'))
    .option('--nickname <name>', 'name at the table', 'agent')
    .option('--bio <text>', 'a few words about it', '')
    .addHelpText('after', example('parlor identity new --nickname ada2 --insecure-plain-key'))
    .action((flags: Flags & { nickname: string; bio: string }) =>
      withDataDir(flags, async ({ bridge }) => {
        const { nickname, bio } = flags;
        made(flags, await bridge.identity.add({ nickname, bio, passphrase: await newPassphrase(flags) }));
      }),
    );
}

function listCommand(): Command {
  return subcommand('list', 'every identity here; the one in use is marked').action((flags: Flags) =>
    withDataDir(flags, async ({ bridge }) => {
      for (const each of (await bridge.identity.list({})).identities) {
        process.stdout.write(`${flags.json ? JSON.stringify(each) : lineOf(each)}\n`);
      }
    }),
  );
}

function lineOf({ public_key, nickname, protection, in_use, problem }: ListedIdentity): string {
  const state = problem ? `${problem.code}: ${problem.message}` : `${nickname}\t${protection}`;
  return [in_use ? '*' : ' ', public_key ?? '(unreadable)', ...state.split('\t')].map(printable).join('\t');
}

function switchCommand(): Command {
  return subcommand('use', 'change to another identity; refused while the present one has tables')
    .argument('<key>', 'its public key, or the beginning of it')
    .addHelpText('after', example('parlor identity use 1f0c92aa'))
    .action((key: string, flags: Flags) =>
      withDataDir(flags, async ({ bridge }) => {
        const public_key = await beginningWith(bridge, key);
        await bridge.identity.use({ public_key });
        made(flags, { public_key });
      }),
    );
}

/** The one identity here whose key begins so. */
async function beginningWith(bridge: Parlor['bridge'], key: string): Promise<string> {
  const { identities } = await bridge.identity.list({});
  const fitting = identities.flatMap(({ public_key }) => (public_key?.startsWith(key) ? [public_key] : []));
  const [public_key] = fitting;
  if (public_key !== undefined && fitting.length === 1 && key !== '') return public_key;
  throw new ParlorError(
    'identity_missing',
    fitting.length > 1 ? `Several identities begin with "${key}".` : `No identity here begins with "${key}".`,
  );
}

function removeCommand(): Command {
  return subcommand('remove', 'delete an identity that is not in use, with its tables and letters')
    .argument('<key>', 'its public key, or the beginning of it')
    .option('--without-backup', 'also where its words were never given back: nobody could bring it back')
    .addHelpText('after', example('parlor identity remove 1f0c92aa'))
    .action((key: string, flags: Flags & { withoutBackup?: true }) =>
      withDataDir(flags, async ({ bridge }) => {
        const public_key = await beginningWith(bridge, key);
        const { identities } = await bridge.identity.list({});
        const kept = identities.find((each) => each.public_key === public_key)?.words_confirmed ?? false;
        if (!kept && !flags.withoutBackup) {
          throw new ParlorError(
            'bad_arguments',
            'Its words were never given back, so nobody could bring it back. Say --without-backup to delete it all the same.',
          );
        }
        await bridge.identity.remove({ public_key });
        made(flags, { public_key });
      }),
    );
}

function backupCommand(): Command {
  interface BackupFlags extends Flags {
    out?: string;
    words?: true;
    backupPassphraseFd?: string;
  }
  return subcommand('backup', 'the key in use as an encrypted file, or as its 24 words')
    .option('--out <file>', 'write an encrypted backup there; a file that exists is never replaced')
    .option('--words', 'print the 24 words: whoever sees them is you, for good')
    .option('--passphrase-fd <n>', 'descriptor of the key’s passphrase (else PARLOR_PASSPHRASE_FILE, else asked)')
    .option('--backup-passphrase-fd <n>', 'descriptor of the backup’s passphrase (else the key’s own, else asked)')
    .addHelpText('after', example('parlor identity backup --out ada.parlor-key\n  parlor identity backup --words'))
    .action((flags: BackupFlags) =>
      withDataDir(flags, async (parlor) => {
        if ((flags.out === undefined) === (flags.words === undefined)) {
          throw new ParlorError('bad_arguments', 'Say either --out FILE or --words.');
        }
        const current = await opened(parlor, flags);
        const { bridge } = parlor;
        if (flags.out === undefined) {
          const { words } = await bridge.identity.words({ passphrase: current });
          process.stdout.write(flags.json ? `${JSON.stringify({ words })}\n` : `${words.join(' ')}\n`);
          return;
        }
        const passphrase = await backupPassphrase(flags.backupPassphraseFd, current);
        const { public_key, text } = await bridge.identity.backup({ current, passphrase });
        await writeNew(flags.out, text);
        if (flags.json) process.stdout.write(`${JSON.stringify({ public_key, path: flags.out })}\n`);
        else process.stdout.write(`public_key: ${public_key}\npath: ${flags.out}\n`);
      }),
    );
}

async function backupPassphrase(fd: string | undefined, current: string | null): Promise<string> {
  if (fd === undefined && current !== null) return current;
  const { file: _, ...sources } = processSources(descriptor(fd, '--backup-passphrase-fd'));
  const passphrase = await readPassphrase(sources, 'Passphrase of the backup: ', { twice: true });
  if (passphrase !== null) return passphrase;
  throw new ParlorError('bad_arguments', 'A backup wants a passphrase: give --backup-passphrase-fd.');
}

function restoreCommand(): Command {
  interface RestoreFlags extends Flags {
    from?: string;
    wordsFd?: string;
    nickname: string;
  }
  return keyOptions(subcommand('restore', 'bring an identity back from a backup, or from its 24 words'))
    .option('--from <file>', 'an encrypted backup; --passphrase-fd is the backup’s passphrase, and stays the key’s')
    .option('--words-fd <n>', 'descriptor of the 24 words (else asked); --passphrase-fd is the key’s new passphrase')
    .option('--nickname <name>', 'name at the table, where only the words are left', 'agent')
    .addHelpText(
      'after',
      example('parlor identity restore --from ada.parlor-key\n  parlor identity restore --nickname ada'),
    )
    .action((flags: RestoreFlags) =>
      withDataDir(flags, async ({ bridge }) => {
        if (flags.from !== undefined) {
          const text = await readText(flags.from);
          made(flags, await bridge.identity.restore({ text, passphrase: await passphraseFor(flags) }));
          return;
        }
        const { file: _, ...sources } = processSources(descriptor(flags.wordsFd, '--words-fd'));
        const typed = await readPassphrase(sources, '24 words: ');
        if (typed === null) throw new ParlorError('bad_arguments', 'Give --from FILE or --words-fd.');
        const words = typed.trim().split(/\s+/);
        const passphrase = await newPassphrase(flags);
        made(flags, await bridge.identity.add({ nickname: flags.nickname, bio: '', words, passphrase }));
      }),
    );
}

function changePassphraseCommand(): Command {
  return subcommand('change-passphrase', 'set, change or take away the passphrase of the key in use')
    .option('--passphrase-fd <n>', 'descriptor of the present passphrase (else PARLOR_PASSPHRASE_FILE, else asked)')
    .option('--new-passphrase-fd <n>', 'descriptor of the new one (else asked)')
    .option('--insecure-plain-key', 'no passphrase from now on: only file permissions protect the key')
    .addHelpText(
      'after',
      example('parlor identity change-passphrase --passphrase-fd 3 --new-passphrase-fd 4 3<old 4<new'),
    )
    .action((flags: Flags & { newPassphraseFd?: string }) =>
      withDataDir(flags, async (parlor) => {
        const current = await opened(parlor, flags);
        let next: string | null = null;
        if (!flags.insecurePlainKey) {
          // The file of the environment holds the present one.
          const { file: _, ...sources } = processSources(descriptor(flags.newPassphraseFd, '--new-passphrase-fd'));
          next = await readPassphrase(sources, 'New passphrase: ', { twice: true });
          if (next === null) {
            throw new ParlorError('bad_arguments', 'Give --new-passphrase-fd, or say --insecure-plain-key.');
          }
        }
        await parlor.bridge.identity.change_passphrase({ current, next });
        const { identity } = await parlor.bridge.app.state({});
        made(flags, { public_key: identity!.public_key });
      }),
    );
}

function importCommand(): Command {
  return keyOptions(subcommand('import', 'add the identity of another client’s key.json; the file is left as it is'))
    .argument('<file>', '{"public_key": …, "private_key": …}')
    .option('--nickname <name>', 'name at the table', 'agent')
    .option('--bio <text>', 'a few words about it', '')
    .addHelpText('after', example('parlor identity import ~/old/key.json --nickname ada'))
    .action((file: string, flags: Flags & { nickname: string; bio: string }) =>
      withDataDir(flags, async ({ bridge }) => {
        const { nickname, bio } = flags;
        const text = await readText(file);
        made(flags, await bridge.identity.import_key({ text, nickname, bio, passphrase: await newPassphrase(flags) }));
      }),
    );
}

/** Opens the key in use. Resolves its passphrase, which what follows asks for once more; null where it has none. */
async function opened({ bridge, dataDir }: Parlor, flags: Flags): Promise<string | null> {
  const { phase, identity, problem } = await bridge.app.state({});
  if (identity === null) {
    const missing = `There is no key in ${dataDir}. Make one with: parlor init`;
    throw new ParlorError(problem?.code ?? 'identity_missing', problem?.message ?? missing);
  }
  if (identity.protection !== 'passphrase') return null;
  const passphrase = await passphraseFor(flags);
  if (phase === 'locked') await bridge.identity.unlock({ passphrase });
  return passphrase;
}

function made({ json }: Flags, { public_key }: { public_key: string }): void {
  process.stdout.write(json ? `${JSON.stringify({ public_key })}\n` : `public_key: ${public_key}\n`);
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    throw new ParlorError('bad_arguments', `${path} can't be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

async function writeNew(path: string, text: string): Promise<void> {
  try {
    const file = await open(path, 'wx', 0o600);
    try {
      await file.writeFile(text);
      await file.sync();
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new ParlorError('bad_arguments', `${path} can't be written (${(error as NodeJS.ErrnoException).code}).`);
  }
}
