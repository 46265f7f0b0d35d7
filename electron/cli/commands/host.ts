import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json/value.ts';
import { following } from '../follow.ts';
import { type PlayFlags, playOptions, readPlayOptions } from '../play-flags.ts';
import { printer } from '../printer.ts';
import { commonOptions, withParlor } from '../session.ts';

interface HostFlags extends PlayFlags {
  protocol: string;
  options?: string;
  message?: string;
  shareUi?: true;
}

export function hostCommand(): Command {
  return playOptions(commonOptions(new Command('host')))
    .description('open a table and play whoever joins')
    .requiredOption('--protocol <id>', 'protocol id, or the name of a bundled one such as connect-four')
    .option('--options <json>', 'the table’s options')
    .option('--message <text>', 'words shown in the lobby')
    .option('--share-ui', 'give this board to a guest that has none and takes it')
    .action((flags: HostFlags) =>
      withParlor(flags, async ({ bridge }) => {
        const print = printer(flags.json ?? false);
        await following(bridge, print, async ({ found, ended }) => {
          const { post_id: first, posted_at } = await bridge.tables.host({
            ...readPlayOptions(flags),
            protocol: flags.protocol,
            share_ui: flags.shareUi ?? false,
            ...(flags.options === undefined ? {} : { options: readOptions(flags.options) }),
            ...(flags.message === undefined ? {} : { message: flags.message }),
          });
          // Another one once the addresses of this computer changed.
          let post_id = first;
          const withdraw = () => void bridge.tables.withdraw({ post_id }).catch(() => {});
          process.once('SIGINT', withdraw).once('SIGTERM', withdraw);
          print.event('invite_created', { post_id });
          const seated = found((table) => table.post_id === post_id && table.role === 'host');
          const { promise: withdrawn, resolve } = Promise.withResolvers<null>();
          const off = bridge.tables.on('hosting', ({ hosted }) => {
            const mine = hosted.find((waiting) => waiting.posted_at === posted_at);
            if (mine) post_id = mine.post_id;
            else resolve(null);
          });
          // A table whose guest has come is told first.
          const table = await Promise.race([seated, withdrawn.then(() => Promise.race([seated, null]))]);
          off();
          if (table === null) return;
          print.event('peer_joined', { table_id: table.table_id });
          if ((await ended(table.table_id)).phase === 'failed') process.exitCode = 1;
        });
      }),
    );
}

function readOptions(text: string): JsonObject {
  try {
    const value: unknown = JSON.parse(text);
    if (isJsonObject(value)) return value;
  } catch {
    // Said below, with what would be right.
  }
  throw new ParlorError('bad_arguments', '--options wants a JSON object, e.g. {"best_of": 3}.');
}
