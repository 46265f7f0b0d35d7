/** `parlor inbox`: sealed letters. Their words are a stranger's: on a terminal control characters are replaced. */
import { join } from 'node:path';
import { Command } from 'commander';
import type { Letter, SentLetter } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { exportedLetter, exportText } from '../../../shared/inbox/export.ts';
import { letterMaxCharacters } from '../../../shared/inbox/size.ts';
import { characterCount } from '../../../shared/json/utf8.ts';
import { writeFileAtomic } from '../../files/atomic-file.ts';
import { type CommonOptions, commonOptions, withParlor } from '../session.ts';
import { printable } from './browse.ts';

interface Flags extends CommonOptions {
  json?: true;
}

const exits = '\nExit codes: 0 done, 1 refused or failed, 2 wrong arguments.';

export function inboxCommand(): Command {
  return new Command('inbox')
    .description('sealed letters: only the reader can open them')
    .addHelpText(
      'after',
      `\nExample:\n  parlor inbox send --to 1f0c…e2 --message "A game at eight?" --sign\n  parlor inbox list\n${exits}`,
    )
    .addCommand(sendCommand())
    .addCommand(listCommand())
    .addCommand(readCommand())
    .addCommand(exportCommand())
    .addCommand(clearCommand())
    .addCommand(deleteCommand());
}

const subcommand = (name: string, description: string): Command =>
  commonOptions(new Command(name)).description(description).option('--json', 'one JSON object');

function sendCommand(): Command {
  interface SendFlags extends Flags {
    to: string;
    message: string;
    sign?: true;
    anonymous?: true;
  }
  return subcommand('send', `seal a letter of at most ${letterMaxCharacters} characters and leave it for its reader`)
    .requiredOption('--to <key>', 'public key of the reader, 64 hex digits')
    .requiredOption('--message <text>', 'the words')
    .option('--sign', 'let the reader know, and be able to prove to themselves, that you wrote it')
    .option('--anonymous', 'tell the reader nothing about the writer (the default); the community sees who sends')
    .addHelpText('after', `\nExample:\n  parlor inbox send --to 1f0c…e2 --message "A game at eight?" --sign\n${exits}`)
    .action(async (flags: SendFlags) => {
      if (flags.sign && flags.anonymous) throw new ParlorError('bad_arguments', 'Either --sign or --anonymous.');
      if (!/^[0-9a-f]{64}$/.test(flags.to)) {
        throw new ParlorError('bad_arguments', '--to wants a public key: 64 lower-case hex digits.');
      }
      // Said before anything is opened; the core holds to the same.
      const characters = characterCount(flags.message);
      if (characters > letterMaxCharacters) {
        throw new ParlorError(
          'invalid_field',
          `The message has ${characters} characters; a letter holds ${letterMaxCharacters}.`,
        );
      }
      await withParlor(flags, async ({ bridge }) => {
        const sent = await bridge.inbox.send({ to: flags.to, words: flags.message, signed: flags.sign ?? false });
        if (flags.json) print(sentJson(sent));
        else process.stdout.write(`id: ${sent.id}\nexpires_at: ${iso(sent.expires_at)}\n`);
      });
    });
}

function listCommand(): Command {
  return subcommand('list', 'your letters, newest first: those the community holds and those kept here')
    .option('--limit <n>', 'at most so many, 1 to 100', '20')
    .option('--cursor <text>', 'go on after the page that named it')
    .action((flags: Flags & { limit: string; cursor?: string }) =>
      withParlor(flags, async ({ bridge }) => {
        const limit = Number(flags.limit);
        if (!Number.isInteger(limit) || limit < 1 || limit > 100) {
          throw new ParlorError('bad_arguments', `--limit wants a whole number from 1 to 100, not "${flags.limit}".`);
        }
        const { letters, quota, hidden } = await bridge.inbox.refresh({});
        const from = flags.cursor === undefined ? 0 : letters.findIndex((each) => cursorOf(each) === flags.cursor) + 1;
        if (from === 0 && flags.cursor !== undefined) {
          throw new ParlorError('bad_arguments', 'There is no such --cursor any more. List from the start.');
        }
        const page = letters.slice(from, from + limit);
        const more = from + limit < letters.length;
        const next_cursor = more ? cursorOf(page.at(-1)!) : null;
        if (flags.json) return print({ entries: page.map(exportedLetter), next_cursor, quota, hidden });
        for (const letter of page) process.stdout.write(`${lineOf(letter)}\n`);
        if (next_cursor) process.stdout.write(`next_cursor: ${next_cursor}\n`);
      }),
    );
}

function readCommand(): Command {
  return subcommand('read', 'one letter')
    .argument('<id>', 'its number')
    .action((text: string, flags: Flags) =>
      withParlor(flags, async ({ bridge }) => {
        const id = idOf(text);
        await bridge.inbox.refresh({});
        const letter = await bridge.inbox.read({ id });
        if (letter.words === null) {
          throw new ParlorError('letter_unreadable', 'This letter was not sealed to this key, or was changed.');
        }
        if (flags.json) return print(exportedLetter(letter));
        process.stdout.write(`from: ${writerOf(letter)}\nat: ${iso(letter.created_at)}\n\n${words(letter.words)}\n`);
      }),
    );
}

function exportCommand(): Command {
  return subcommand('export', 'write every letter, opened, into a file only you can read')
    .option('--out <file>', 'where to (else inbox-export.json in the data directory); replaced when it is there')
    .action((flags: Flags & { out?: string }) =>
      withParlor(flags, async ({ bridge, dataDir }) => {
        const { letters } = await bridge.inbox.refresh({});
        const path = flags.out ?? join(dataDir, 'inbox-export.json');
        await writeFileAtomic(path, new TextEncoder().encode(exportText(letters)));
        if (flags.json) print({ exported: letters.length, path });
        else process.stdout.write(`exported: ${letters.length}\npath: ${path}\n`);
      }),
    );
}

function clearCommand(): Command {
  return subcommand('clear', 'delete every letter, here and at the community').action((flags: Flags) =>
    withParlor(flags, async ({ bridge }) => {
      await bridge.inbox.refresh({});
      report(flags, (await bridge.inbox.clear({ at_once: true })).deleted);
    }),
  );
}

function deleteCommand(): Command {
  return subcommand('delete', 'delete one letter, here and at the community')
    .argument('<id>', 'its number')
    .action((text: string, flags: Flags) =>
      withParlor(flags, async ({ bridge }) => {
        const id = idOf(text);
        await bridge.inbox.refresh({});
        const { deleted } = await bridge.inbox.delete({ ids: [id], at_once: true });
        if (deleted === 0) throw new ParlorError('not_found', `There is no letter ${id}.`);
        report(flags, deleted);
      }),
    );
}

function report({ json }: Flags, deleted: number): void {
  if (json) print({ deleted });
  else process.stdout.write(`deleted: ${deleted}\n`);
}

function idOf(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new ParlorError('bad_arguments', `"${text}" is not a letter's number.`);
  return Number(text);
}

const print = (value: object) => void process.stdout.write(`${JSON.stringify(value)}\n`);
const iso = (time: number) => new Date(time).toISOString();
/** Line breaks are the writer's own; nothing else may speak to the terminal. */
const words = (text: string) => text.split('\n').map(printable).join('\n');
const cursorOf = ({ id, created_at }: Letter) => `${created_at}-${id}`;
const writerOf = ({ writer, signature }: Letter): string => {
  if (signature === 'invalid') return 'unknown (a signature that does not hold)';
  return writer === null ? 'unknown' : `${printable(writer.name)} ${writer.public_key}`;
};

function sentJson({ id, to, signed, sent_at, expires_at }: SentLetter) {
  return { id, to: to.public_key, signed, sent_at: iso(sent_at), expires_at: iso(expires_at) };
}

function lineOf(letter: Letter): string {
  const { id, created_at, door, writer, words } = letter;
  const shown = words === null ? '(does not open)' : words;
  return [String(id), iso(created_at), door, writer?.name ?? '-', shown].map(printable).join('\t');
}
