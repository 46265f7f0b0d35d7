/** `parlor inbox`: sealed messages. Their text is untrusted, so control characters are replaced, except in JSON. */
import { join } from 'node:path';
import { Command } from 'commander';
import type { InboxMessage } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { exportedMessage, exportedText } from '../../../shared/inbox/export.ts';
import { messageMaxCharacters } from '../../../shared/inbox/size.ts';
import { characterCount } from '../../../shared/json/utf8.ts';
import { writeFileAtomic } from '../../files/atomic-write.ts';
import { helpText, parseHex64, parseWholeNumber } from '../arguments.ts';
import { type CommonOptions, commonCommand, type Parlor, withParlor } from '../open-core.ts';
import { fieldsText, localTime } from '../output/layout.ts';
import { fieldLines, print, printFields, printList } from '../output/print.ts';
import { printable, printableLines } from '../output/terminal.ts';

export function inboxCommand(): Command {
  return new Command('inbox')
    .description('Send and read sealed messages, which only their recipient can open.')
    .addHelpText(
      'after',
      helpText('parlor inbox send --to "$KEY" --message "A game at eight?" --sign\nparlor inbox list'),
    )
    .addCommand(sendCommand())
    .addCommand(listCommand())
    .addCommand(readCommand())
    .addCommand(exportCommand())
    .addCommand(clearCommand())
    .addCommand(deleteCommand());
}

function sendCommand(): Command {
  interface SendFlags extends CommonOptions {
    to: string;
    message: string;
    sign?: true;
    anonymous?: true;
  }
  return commonCommand(
    'send',
    `Send a sealed message of at most ${messageMaxCharacters(false)} characters, ${messageMaxCharacters(true)} if it is signed.`,
  )
    .requiredOption('--to <key>', 'public key of the recipient, 64 hex digits')
    .requiredOption('--message <text>', 'the text')
    .option('--sign', 'sign it, so that the recipient can verify that you wrote it')
    .option('--anonymous', 'do not sign it (the default); the community still sees who sent it')
    .addHelpText('after', helpText('parlor inbox send --to "$KEY" --message "A game at eight?" --sign'))
    .action(async (flags: SendFlags) => {
      if (flags.sign && flags.anonymous)
        throw new ParlorError('bad_arguments', 'Give either --sign or --anonymous, not both.');
      const to = parseHex64('--to', flags.to);
      // The core checks this too, but only once everything is open.
      const characters = characterCount(flags.message);
      if (characters === 0) throw new ParlorError('bad_arguments', '--message must not be empty.');
      const maxCharacters = messageMaxCharacters(flags.sign ?? false);
      if (characters > maxCharacters) {
        throw new ParlorError(
          'invalid_field',
          `The message has ${characters} characters; at most ${maxCharacters} are allowed.`,
        );
      }
      await withParlor(flags, async ({ bridge }) => {
        const message = await bridge.inbox.send({ to, text: flags.message, signed: flags.sign ?? false });
        const { id, signed } = message;
        const [sent_at, expires_at] = [isoTime(message.sent_at), isoTime(message.expires_at)];
        print(flags, {
          json: { id, to: message.to.public_key, signed, sent_at, expires_at },
          lines: () => fieldLines({ id, expires_at }),
          text: () => `Sent. The community keeps the message until ${localTime(message.expires_at)}.`,
        });
      });
    });
}

function listCommand(): Command {
  return commonCommand('list', 'List your messages, newest first.')
    .option('--limit <n>', 'number of entries, 1 to 100', '20')
    .option('--cursor <text>', 'continue after the previous page: its next_cursor')
    .addHelpText('after', helpText('parlor inbox list --limit 5'))
    .action(async (flags: CommonOptions & { limit: string; cursor?: string }) => {
      const limit = parseWholeNumber('--limit', flags.limit, 1, 100);
      if (flags.cursor !== undefined && !/^\d+-\d+$/.test(flags.cursor))
        throw new ParlorError('bad_arguments', '--cursor must be the next_cursor of a page.');
      await withParlor(flags, async ({ bridge }) => {
        const { quota, hidden } = await bridge.inbox.refresh({});
        const { messages: page, next } = await bridge.inbox.list({
          ...{ of: 'messages', limit },
          ...(flags.cursor === undefined ? {} : { cursor: flags.cursor }),
        });
        const next_cursor = next.messages;
        printList(flags, page, {
          json: { entries: page.map(exportedMessage), next_cursor, quota, hidden },
          next_cursor,
          cells: ({ id, created_at, relation, writer, text }) => [
            id,
            isoTime(created_at),
            relation,
            writer?.name ?? '-',
            text ?? '(cannot be opened)',
          ],
          columns: {
            id: ({ id }) => id,
            received: ({ created_at }) => localTime(created_at),
            from: ({ writer }) => writer?.name ?? 'unknown',
            message: ({ text }) => text ?? '(cannot be opened)',
          },
          emptyText: 'Your inbox is empty. Send a message with: parlor inbox send --to <key> --message <text>',
          nextStep: 'Read one with: parlor inbox read <id>',
        });
      });
    });
}

function readCommand(): Command {
  return commonCommand('read', 'Read one message.')
    .argument('<id>', 'its id, from parlor inbox list')
    .addHelpText('after', helpText('parlor inbox read 12'))
    .action(async (idText: string, flags: CommonOptions) => {
      const id = parseMessageId(idText);
      await withParlor(flags, async ({ bridge }) => {
        await bridge.inbox.refresh({});
        const message = await bridge.inbox.read({ id });
        const { text: body, created_at } = message;
        if (body === null) {
          throw new ParlorError('letter_unreadable', 'This message was not sealed to this key, or was changed.');
        }
        const from = writerText(message);
        print(flags, {
          json: exportedMessage(message),
          lines: () => `from: ${from}\nat: ${isoTime(created_at)}\n\n${printableLines(body)}`,
          text: () => `${fieldsText({ from, received: localTime(created_at) })}\n${printableLines(body)}`,
        });
      });
    });
}

function exportCommand(): Command {
  return commonCommand('export', 'Write all messages, decrypted, to a file that only you can read.')
    .option('--out <file>', 'the file, replaced if it exists (default: inbox-export.json in the data directory)')
    .addHelpText('after', helpText('parlor inbox export --out messages.json'))
    .action((flags: CommonOptions & { out?: string }) =>
      withParlor(flags, async ({ bridge, dataDir }) => {
        await bridge.inbox.refresh({});
        const path = flags.out ?? join(dataDir, 'inbox-export.json');
        let exported = 0;
        async function* messages() {
          for await (const message of listMessages(bridge)) {
            exported += 1;
            yield message;
          }
        }
        await writeFileAtomic(path, exportedText(messages()));
        printFields(flags, { exported, path });
      }),
    );
}

function clearCommand(): Command {
  return commonCommand('clear', 'Delete all messages, here and at the community.')
    .addHelpText('after', helpText('parlor inbox clear'))
    .action((flags: CommonOptions) =>
      withParlor(flags, async ({ bridge }) => {
        await bridge.inbox.refresh({});
        printFields(flags, await bridge.inbox.clear({ at_once: true }));
      }),
    );
}

function deleteCommand(): Command {
  return commonCommand('delete', 'Delete one message, here and at the community.')
    .argument('<id>', 'its id, from parlor inbox list')
    .addHelpText('after', helpText('parlor inbox delete 12'))
    .action(async (idText: string, flags: CommonOptions) => {
      const id = parseMessageId(idText);
      await withParlor(flags, async ({ bridge }) => {
        await bridge.inbox.refresh({});
        const { deleted } = await bridge.inbox.delete({ ids: [id], at_once: true });
        if (deleted === 0) throw new ParlorError('not_found', `There is no message ${id}.`);
        printFields(flags, { deleted });
      });
    });
}

function parseMessageId(text: string): number {
  if (!/^[1-9][0-9]{0,14}$/.test(text)) throw new ParlorError('bad_arguments', `"${text}" is not the id of a message.`);
  return Number(text);
}

const isoTime = (time: number) => new Date(time).toISOString();

/** All messages, newest first, read page by page. */
async function* listMessages(bridge: Parlor['bridge']): AsyncGenerator<InboxMessage> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await bridge.inbox.list({ of: 'messages', ...(cursor === undefined ? {} : { cursor }) });
    yield* page.messages;
    cursor = page.next.messages;
  }
}

const writerText = ({ writer, signature }: InboxMessage): string => {
  if (signature === 'invalid') return 'unknown (the signature is not valid)';
  return writer === null ? 'unknown' : `${printable(writer.name)} ${writer.public_key}`;
};
