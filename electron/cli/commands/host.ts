import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json/value.ts';
import { openLibrary } from '../../library/library.ts';
import { publishBundled } from '../../library/publish.ts';
import { commonOptions, withSession } from '../session.ts';
import { type PlayFlags, playOptions, printer, readPlayOptions, withTables } from '../table-session.ts';

interface HostFlags extends PlayFlags {
  protocol: string;
  options?: string;
  message?: string;
}

export function hostCommand(): Command {
  return playOptions(commonOptions(new Command('host')))
    .description('open a table and play whoever joins')
    .requiredOption('--protocol <id>', 'protocol id, or the name of a bundled one such as connect-four')
    .option('--options <json>', 'the table’s options')
    .option('--message <text>', 'words shown in the lobby')
    .action((flags: HostFlags) =>
      withSession(flags, async (session) => {
        const print = printer(flags.json ?? false);
        const library = await openLibrary({ resourcesDir: session.resourcesDir, dataDir: session.dataDir });
        const protocol = library.get(flags.protocol) ?? library.list().find(({ folder }) => folder === flags.protocol);
        if (!protocol)
          throw new ParlorError('protocol_missing', `There is no protocol "${flags.protocol}" on this computer.`);
        if (protocol.source === 'bundled') await publishBundled(session.client, protocol);
        await withTables(session, print, async (tables, follow) => {
          const hosted = await tables.host({
            ...readPlayOptions(flags),
            protocol_id: protocol.protocol_id,
            ...(flags.options === undefined ? {} : { options: readOptions(flags.options) }),
            ...(flags.message === undefined ? {} : { message: flags.message }),
          });
          const withdraw = () => void hosted.cancel();
          process.once('SIGINT', withdraw).once('SIGTERM', withdraw);
          print.event('invite_created', { post_id: hosted.post_id });
          const table = await hosted.seated;
          if (table === null) return;
          print.event('peer_joined', { table_id: table.table_id });
          const ended = await follow(table.table_id);
          if (ended.phase === 'failed') process.exitCode = 1;
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
