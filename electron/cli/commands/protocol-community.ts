/** Protocols of the community: published, found, governed, counted. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { helpWith, key, labelArray, wholeNumber } from '../arguments.ts';
import { askThrough } from '../ask.ts';
import { type PageFlags, pageOf, pageOptions, printNext } from '../page-flags.ts';
import { printFound, printJson, printRow } from '../printer.ts';
import { type CommonOptions, commonOptions, type Parlor, withParlor } from '../session.ts';

interface Flags extends CommonOptions {
  json?: true;
}

const subcommand = (name: string, description: string): Command =>
  commonOptions(new Command(name)).description(description).option('--json', 'one JSON object a line');

/** A whole id, or that of a bundled protocol by its name. */
async function idOf({ bridge }: Parlor, named: string): Promise<string> {
  if (/^[0-9a-f]{64}$/.test(named)) return named;
  return (await bridge.protocols.path({ protocol: named })).protocol_id;
}

interface RegisterFlags extends Flags {
  withUi?: string;
  skipPreflight?: true;
  reason?: string;
}

export function registerProtocolCommand(): Command {
  return subcommand('register', 'publish a protocol, and its board; may be repeated')
    .argument('<spec>', 'path of a spec.json')
    .option('--with-ui <dir>', 'publish the files of this folder as its board; index.html among them')
    .option('--skip-preflight', 'also where it adds nothing to a protocol of this computer')
    .option('--reason <text>', 'why there should be one more')
    .addHelpText('after', helpWith('parlor protocol register spec.json --with-ui ui'))
    .action((spec: string, flags: RegisterFlags) =>
      withParlor(flags, async ({ bridge }) => {
        const { withUi, skipPreflight, reason } = flags;
        const { protocol, fresh, board } = await bridge.protocols.register({
          spec_path: resolve(spec),
          ...(withUi === undefined ? {} : { ui_dir: resolve(withUi) }),
          ...(skipPreflight === undefined ? {} : { skip_preflight: skipPreflight }),
          ...(reason === undefined ? {} : { reason }),
        });
        const { protocol_id, name, author_public_key, governance } = protocol;
        const status = fresh ? 'registered' : 'already_exists';
        if (flags.json) return printJson({ protocol_id, name, status, author_public_key, governance, ui: board });
        printFound({ protocol_id, name, status, family: governance.family }, false);
        if (!board) return;
        const { manifest_hash, files, size_bytes, idempotent } = board;
        const ui_status = idempotent ? 'published before' : 'published';
        printFound({ ui_manifest_hash: manifest_hash, ui_files: files, ui_size_bytes: size_bytes, ui_status }, false);
      }),
    );
}

interface DiscoverFlags extends Flags, PageFlags {
  query?: string;
  family?: string;
  status?: 'experimental' | 'active' | 'deprecated';
  maxPages?: string;
  fetch?: true;
  acceptUi?: true;
}

export function discoverCommand(): Command {
  return pageOptions(subcommand('discover', 'protocols of the community, newest first'))
    .option('-q, --query <words>', 'only with all of these words in name, description, family, tags or id')
    .option('--family <family>', 'only this family, e.g. game:rps')
    .addOption(new Option('--status <status>', 'only this status').choices(['experimental', 'active', 'deprecated']))
    .option('--max-pages <n>', 'look through at most so many pages (1; with --query 10)')
    .option('--fetch', 'bring every one that is found here')
    .option('--accept-ui', 'with --fetch: their boards too')
    .addHelpText('after', helpWith('parlor protocol discover -q "four line" --fetch'))
    .action(async (flags: DiscoverFlags) => {
      const { query, family, status, maxPages } = flags;
      if (flags.acceptUi && !flags.fetch) throw new ParlorError('bad_arguments', '--accept-ui wants --fetch.');
      const wish = {
        ...pageOf(flags),
        ...(query === undefined ? {} : { query }),
        ...(family === undefined ? {} : { family }),
        ...(status === undefined ? {} : { status }),
        ...(maxPages === undefined ? {} : { max_pages: wholeNumber('--max-pages', maxPages, 1, 100) }),
      };
      await withParlor(flags, async ({ bridge }) => {
        const { results, next_cursor } = await bridge.protocols.search(wish);
        if (flags.json) printJson({ results, next_cursor });
        for (const { protocol_id, name, governance, here, description } of flags.json ? [] : results) {
          printRow([protocol_id, name, governance.family, here ? 'here' : '-', description]);
        }
        if (!flags.json) printNext(next_cursor);
        if (!flags.fetch) return;
        for (const { protocol_id: protocol } of results) {
          try {
            await bridge.protocols.fetch({ protocol, accept_ui: flags.acceptUi ?? false });
          } catch (error) {
            if (!(error instanceof ParlorError)) throw error;
            process.stderr.write(`${protocol} ${error.code}: ${error.message}\n`);
            process.exitCode = 1;
          }
        }
      });
    });
}

export function protocolStatsCommand(name: string): Command {
  return subcommand(name, 'what a protocol is used for')
    .argument('<id>', 'its protocol id, or the name of a bundled one')
    .addHelpText('after', helpWith('parlor protocol stats connect-four'))
    .action((named: string, flags: Flags) =>
      withParlor(flags, async (parlor) => {
        const params = { protocol_id: await idOf(parlor, named) };
        const { body } = await askThrough(parlor.bridge)('GET /api/v1/protocols/{protocol_id}/stats', { params });
        printFound(body, flags.json);
      }),
    );
}

export function similarCommand(): Command {
  return subcommand('similar', 'protocols of the same structure, the nearest first')
    .argument('<id>', 'its protocol id, or the name of a bundled one')
    .option('--limit <n>', 'at most so many, 1 to 50', '10')
    .addHelpText('after', helpWith('parlor protocol similar connect-four'))
    .action(async (named: string, flags: Flags & { limit: string }) => {
      const query = { limit: wholeNumber('--limit', flags.limit, 1, 50) };
      await withParlor(flags, async (parlor) => {
        const params = { protocol_id: await idOf(parlor, named) };
        const ask = askThrough(parlor.bridge);
        const { body } = await ask('GET /api/v1/protocols/{protocol_id}/similar', { params, query });
        if (flags.json) return printJson(body);
        for (const { protocol_id, similarity, param_types_match } of body.results) {
          printRow([protocol_id, similarity, param_types_match ? 'same options' : 'other options']);
        }
        printFound({ total: body.total }, false);
      });
    });
}

interface GovernFlags extends Flags {
  family: string;
  status: 'experimental' | 'active' | 'deprecated';
  parentProtocolId?: string;
  capabilities?: string;
  tags?: string;
  createdReason?: string;
  deprecatedReason?: string;
}

export function governanceCommand(): Command {
  return new Command('governance')
    .description('family, status and parent of a protocol')
    .addHelpText('after', helpWith('parlor protocol governance set 5cd5…b209 --family game:line-up --status active'))
    .addCommand(
      subcommand('get', 'what is said of a protocol')
        .argument('<id>', 'its protocol id, or the name of a bundled one')
        .addHelpText('after', helpWith('parlor protocol governance get connect-four'))
        .action((named: string, flags: Flags) =>
          withParlor(flags, async (parlor) => {
            const params = { protocol_id: await idOf(parlor, named) };
            const ask = askThrough(parlor.bridge);
            printFound((await ask('GET /api/v1/protocols/{protocol_id}/governance', { params })).body, flags.json);
          }),
        ),
    )
    .addCommand(
      subcommand('set', 'say it; only the author may. What is left out stays')
        .argument('<id>', 'its protocol id')
        .requiredOption('--family <family>', 'its family; those of games begin with game: and are rated')
        .addOption(
          new Option('--status <status>', 'its status')
            .choices(['experimental', 'active', 'deprecated'])
            .makeOptionMandatory(),
        )
        .option('--parent-protocol-id <id>', 'the protocol of the same family that it comes from')
        .option('--capabilities <json>', 'JSON array of texts')
        .option('--tags <json>', 'JSON array of texts')
        .option('--created-reason <text>', 'why there is one more')
        .option('--deprecated-reason <text>', 'why it should no longer be used')
        .addHelpText(
          'after',
          helpWith(
            'parlor protocol governance set 5cd5…b209 --family game:line-up --status active \\\n  --parent-protocol-id 83ae…0396 --created-reason "longer games"',
          ),
        )
        .action(async (id: string, flags: GovernFlags) => {
          const { family, status, parentProtocolId, capabilities, tags, createdReason, deprecatedReason } = flags;
          const change = {
            protocol: key('id', id),
            family,
            status,
            ...(parentProtocolId === undefined
              ? {}
              : { parent_protocol_id: key('--parent-protocol-id', parentProtocolId) }),
            ...(capabilities === undefined ? {} : { capabilities: labelArray('--capabilities', capabilities) }),
            ...(tags === undefined ? {} : { tags: labelArray('--tags', tags) }),
            ...(createdReason === undefined ? {} : { created_reason: createdReason }),
            ...(deprecatedReason === undefined ? {} : { deprecated_reason: deprecatedReason }),
          };
          await withParlor(flags, async ({ bridge }) => {
            const { protocol_id, governance } = await bridge.protocols.govern(change);
            printFound({ protocol_id, ...governance }, flags.json);
          });
        }),
    );
}
