/** Protocols of the community: publish, discover, statistics, governance. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { ProtocolSearch } from '../../../shared/bridge/contract.ts';
import { readDeprecations } from '../../../shared/bridge/read-all.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { isHex64 } from '../../../shared/signing/hex.ts';
import { helpText, parseHex64, parseLabels, parseWholeNumber } from '../arguments.ts';
import { createCommunityCall } from '../community-calls.ts';
import { deprecationData } from '../deprecations.ts';
import { type CommonOptions, type Parlor, withParlor } from '../open-core.ts';
import { printFields, printList } from '../output/print.ts';
import { withProgress } from '../output/progress.ts';
import { logLine, printable, writeError } from '../output/terminal.ts';
import { type PageFlags, pageOptions, parsePage } from '../page-flags.ts';
import { protocolSubcommand } from './protocol-library.ts';
import { boardFields } from './protocol-publish.ts';

/** `idOrName`: a protocol id, or the name of a bundled protocol. */
async function resolveProtocolId({ bridge }: Parlor, idOrName: string): Promise<string> {
  if (isHex64(idOrName)) return idOrName;
  return (await bridge.protocols.path({ protocol: idOrName })).protocol_id;
}

interface RegisterFlags extends CommonOptions {
  withUi?: string;
  skipPreflight?: true;
  reason?: string;
}

export function registerProtocolCommand(): Command {
  return protocolSubcommand(
    'register',
    'Publish a spec and, if you have one, its board, without governance; a simpler publish for scripts.',
  )
    .argument('<spec>', 'path of a spec.json')
    .option('--with-ui <dir>', 'publish the files in this folder as its board; it must contain index.html')
    .option('--skip-preflight', 'publish even if it adds nothing to a protocol that already exists')
    .option('--reason <text>', 'why another protocol is needed')
    .addHelpText('after', helpText('parlor protocol register spec.json --with-ui ui'))
    .action((spec: string, flags: RegisterFlags) =>
      withParlor(flags, async ({ bridge }) => {
        const { withUi, skipPreflight, reason } = flags;
        const { protocol, fresh, board } = await withProgress('Publishing', () =>
          bridge.protocols.register({
            spec_path: resolve(spec),
            ...(withUi === undefined ? {} : { ui_dir: resolve(withUi) }),
            ...(skipPreflight === undefined ? {} : { skip_preflight: skipPreflight }),
            ...(reason === undefined ? {} : { reason }),
          }),
        );
        const { protocol_id, name, author_public_key, governance } = protocol;
        const status = fresh ? 'registered' : 'already_exists';
        printFields(
          flags,
          {
            protocol_id,
            name,
            status,
            family: governance.family,
            ...boardFields(board),
          },
          {
            json: { protocol_id, name, status, author_public_key, governance, ui: board },
            nextStep: `Open a table of it with: parlor host --protocol ${protocol_id}`,
          },
        );
      }),
    );
}

interface DiscoverFlags extends CommonOptions, PageFlags {
  query?: string;
  family?: string;
  status?: 'experimental' | 'active' | 'deprecated';
  maxPages?: string;
  fetch?: true;
  acceptUi?: true;
}

export function discoverCommand(): Command {
  return pageOptions(protocolSubcommand('discover', 'List the protocols of the community, newest first.'))
    .option('-q, --query <words>', 'only with all of these words in the name, description, family, tags or id')
    .option('--family <family>', 'only this family, e.g. game:rps')
    .addOption(new Option('--status <status>', 'only this status').choices(['experimental', 'active', 'deprecated']))
    .option('--max-pages <n>', 'number of pages to search (default: 1, with --query 10)')
    .option('--fetch', 'download every protocol found')
    .option('--accept-ui', 'with --fetch: also download their boards')
    .addHelpText('after', helpText('parlor protocol discover -q "four line" --fetch'))
    .action(async (flags: DiscoverFlags) => {
      const { query, family, status, maxPages } = flags;
      if (flags.acceptUi && !flags.fetch) throw new ParlorError('bad_arguments', '--accept-ui needs --fetch.');
      const request = {
        ...parsePage(flags),
        ...(query === undefined ? {} : { query }),
        ...(family === undefined ? {} : { family }),
        ...(status === undefined ? {} : { status }),
        ...(maxPages === undefined ? {} : { max_pages: parseWholeNumber('--max-pages', maxPages, 1, 100) }),
      };
      await withParlor(flags, async ({ bridge }) => {
        const { results: found, next_cursor } = await bridge.protocols.search(request);
        const results = await withDeprecations(bridge, found);
        printList(flags, results, {
          json: { results, next_cursor },
          next_cursor,
          cells: ({ protocol_id, name, governance, here, description }) => [
            protocol_id,
            name,
            governance.family,
            here ? 'here' : '-',
            description,
            governance.status,
          ],
          columns: {
            name: ({ name }) => name,
            family: ({ governance }) => governance.family,
            status: ({ governance }) => governance.status,
            installed: ({ here }) => (here ? 'yes' : 'no'),
            description: ({ description, deprecation }) => deprecation?.reason || description || null,
            newer: ({ deprecation }) => deprecation?.successor?.name ?? null,
            id: ({ protocol_id }) => protocol_id,
          },
          emptyText: 'No protocol of the community matches. See those on this computer with: parlor protocol search',
        });
        if (!flags.fetch) return;
        for (const { protocol_id: protocol, name } of results) {
          try {
            await withProgress(`Downloading ${printable(name)}`, () =>
              bridge.protocols.fetch({ protocol, accept_ui: flags.acceptUi ?? false }),
            );
          } catch (error) {
            if (!(error instanceof ParlorError)) throw error;
            writeError(`${protocol} ${error.code}: ${error.message}\n`);
            process.exitCode = 1;
          }
        }
      });
    });
}

type Found = ProtocolSearch['results'][number];

/** Adds why deprecated protocols are, if the community tells. */
async function withDeprecations(bridge: Parlor['bridge'], results: readonly Found[]) {
  const ids = results.flatMap(({ protocol_id, governance }) =>
    governance.status === 'deprecated' ? [protocol_id] : [],
  );
  const found = await readDeprecations(bridge, ids);
  return results.map((result) => {
    const deprecation = found.get(result.protocol_id);
    return { ...result, ...(deprecation ? { deprecation: deprecationData(deprecation) } : {}) };
  });
}

const protocolArgument = 'its protocol id, or the name of a bundled protocol';

export function protocolStatsCommand(name: string, example: string): Command {
  return protocolSubcommand(name, 'Show how much a protocol is used.')
    .argument('<id>', protocolArgument)
    .addHelpText('after', helpText(example))
    .action((idOrName: string, flags: CommonOptions) =>
      withParlor(flags, async (parlor) => {
        const params = { protocol_id: await resolveProtocolId(parlor, idOrName) };
        const { body } = await createCommunityCall(parlor.bridge)('GET /api/v1/protocols/{protocol_id}/stats', {
          params,
        });
        printFields(flags, body);
      }),
    );
}

export function similarCommand(): Command {
  return protocolSubcommand('similar', 'List protocols of the same structure, the most similar first.')
    .argument('<id>', protocolArgument)
    .option('--limit <n>', 'number of entries, 1 to 50', '10')
    .addHelpText('after', helpText('parlor protocol similar connect-four'))
    .action(async (idOrName: string, flags: CommonOptions & { limit: string }) => {
      const query = { limit: parseWholeNumber('--limit', flags.limit, 1, 50) };
      await withParlor(flags, async (parlor) => {
        const params = { protocol_id: await resolveProtocolId(parlor, idOrName) };
        const call = createCommunityCall(parlor.bridge);
        const { body } = await call('GET /api/v1/protocols/{protocol_id}/similar', { params, query });
        const optionsText = (isSame: boolean) => (isSame ? 'same options' : 'other options');
        printList(flags, body.results, {
          json: body,
          cells: ({ protocol_id, similarity, param_types_match }) => [
            protocol_id,
            similarity,
            optionsText(param_types_match),
          ],
          columns: {
            similarity: ({ similarity }) => similarity,
            options: ({ param_types_match }) => optionsText(param_types_match),
            id: ({ protocol_id }) => protocol_id,
          },
          emptyText: 'No other protocol of the community has this structure.',
          total: body.total,
        });
      });
    });
}

interface GovernFlags extends CommonOptions {
  family?: string;
  status?: 'experimental' | 'active' | 'deprecated';
  parentProtocolId?: string;
  capabilities?: string;
  tags?: string;
  createdReason?: string;
  deprecatedReason?: string;
}

/** Family and status to set: those that aren't named stay as they are. */
async function namedGovernance(
  bridge: Parlor['bridge'],
  protocol_id: string,
  named: Pick<GovernFlags, 'family' | 'status'>,
): Promise<{ family: string; status: NonNullable<GovernFlags['status']> }> {
  if (named.family !== undefined && named.status !== undefined) return { family: named.family, status: named.status };
  const params = { protocol_id };
  const { body } = await createCommunityCall(bridge)('GET /api/v1/protocols/{protocol_id}/governance', { params });
  const family = named.family ?? body.family;
  if (family === null)
    throw new ParlorError('bad_arguments', 'This protocol has no family yet: name one with --family.');
  return { family, status: named.status ?? body.status };
}

/** A reason is optional, also in the community's contract; but without one, players only read that they shouldn't play. */
async function noteMissingReason(bridge: Parlor['bridge'], protocol_id: string): Promise<void> {
  const params = { protocol_id };
  const { body } = await createCommunityCall(bridge)('GET /api/v1/protocols/{protocol_id}/governance', { params });
  if (body.deprecated_reason) return;
  logLine('It is deprecated without a reason. Tell players why, with --deprecated-reason "…".');
}

export function governanceCommand(): Command {
  return new Command('governance')
    .description('Show or change the family, status and parent of a published protocol.')
    .addHelpText(
      'after',
      helpText('parlor protocol governance set "$PROTOCOL_ID" --family game:line-up --status active'),
    )
    .addCommand(
      protocolSubcommand('get', 'Show the family, status and parent of a protocol.')
        .argument('<id>', protocolArgument)
        .addHelpText('after', helpText('parlor protocol governance get connect-four'))
        .action((idOrName: string, flags: CommonOptions) =>
          withParlor(flags, async (parlor) => {
            const params = { protocol_id: await resolveProtocolId(parlor, idOrName) };
            const call = createCommunityCall(parlor.bridge);
            printFields(flags, (await call('GET /api/v1/protocols/{protocol_id}/governance', { params })).body);
          }),
        ),
    )
    .addCommand(
      protocolSubcommand('set', 'Change the family, status or parent of your protocol; omitted fields are unchanged.')
        .argument('<id>', 'its protocol id')
        .option('--family <family>', 'its family; families of rated games begin with game:')
        .addOption(new Option('--status <status>', 'its status').choices(['experimental', 'active', 'deprecated']))
        .option('--parent-protocol-id <id>', 'the protocol of the same family that it is derived from')
        .option('--capabilities <json>', 'JSON array of strings')
        .option('--tags <json>', 'JSON array of strings')
        .option('--created-reason <text>', 'why another protocol is needed')
        .option('--deprecated-reason <text>', 'why it should no longer be used')
        .addHelpText(
          'after',
          helpText(
            'parlor protocol governance set "$PROTOCOL_ID" --family game:line-up --status active \\\n  --parent-protocol-id "$PARENT_ID" --created-reason "longer games"',
          ),
        )
        .action(async (id: string, flags: GovernFlags) => {
          const { parentProtocolId, capabilities, tags, createdReason, deprecatedReason } = flags;
          const protocol = parseHex64('id', id);
          const changes = {
            ...(parentProtocolId === undefined
              ? {}
              : { parent_protocol_id: parseHex64('--parent-protocol-id', parentProtocolId) }),
            ...(capabilities === undefined ? {} : { capabilities: parseLabels('--capabilities', capabilities) }),
            ...(tags === undefined ? {} : { tags: parseLabels('--tags', tags) }),
            ...(createdReason === undefined ? {} : { created_reason: createdReason }),
            ...(deprecatedReason === undefined ? {} : { deprecated_reason: deprecatedReason }),
          };
          await withParlor(flags, async ({ bridge }) => {
            const { family, status } = await namedGovernance(bridge, protocol, flags);
            const { protocol_id, governance } = await bridge.protocols.govern({ protocol, family, status, ...changes });
            printFields(flags, { protocol_id, ...governance });
            if (status === 'deprecated') await noteMissingReason(bridge, protocol_id);
          });
        }),
    );
}
