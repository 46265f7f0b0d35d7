/** Protocols on this computer: search, fetch, by-hand, path. */
import { Command, Option } from 'commander';
import type { ProtocolEntry } from '../../../shared/bridge/contract.ts';
import { readProtocols } from '../../../shared/bridge/read-all.ts';
import { helpText, parseHex64 } from '../arguments.ts';
import { deprecationData, findDeprecation } from '../deprecations.ts';
import { type CommonOptions, commonOptions, readDataDir, withDataDir, withParlor } from '../open-core.ts';
import { print, printFields, printList } from '../output/print.ts';
import { withProgress } from '../output/progress.ts';

export const protocolSubcommand = (name: string, description: string): Command =>
  commonOptions(new Command(name)).description(description).option('--json', 'print one JSON object per line');

const collect = (value: string, values: string[]): string[] => [...values, value];

interface SearchFlags extends CommonOptions {
  family?: string;
  tag: string[];
  capability: string[];
  status?: string;
  allStatus?: true;
}

export function searchCommand(): Command {
  return protocolSubcommand('search', 'List the protocols on this computer.')
    .option('--family <family>', 'only this family, with or without the prefix game:')
    .option('--tag <tag>', 'only with this tag; repeat it to require several', collect, [])
    .option('--capability <name>', 'only with this capability; repeat it to require several', collect, [])
    .addOption(new Option('--status <status>', 'only this status').choices(['experimental', 'active', 'deprecated']))
    .option('--all-status', 'include deprecated protocols')
    .addHelpText('after', helpText('parlor protocol search --family rps'))
    .action((flags: SearchFlags) =>
      readDataDir(flags, async ({ bridge }) => {
        const protocols = await readProtocols(bridge);
        const matchingProtocols = protocols.filter((entry) => matchesSearch(entry, flags));
        printList(flags, matchingProtocols, {
          cells: ({ protocol_id, name, mode, governance, source, hooks }) => [
            protocol_id,
            name,
            mode,
            governance.family,
            source,
            hooks,
            governance.status,
          ],
          columns: {
            name: ({ name }) => name,
            family: ({ governance }) => governance.family,
            mode: ({ mode }) => mode,
            status: ({ governance }) => governance.status,
            source: ({ source }) => source,
            hooks: ({ hooks }) => hooks,
            id: ({ protocol_id }) => protocol_id,
          },
          emptyText: 'No protocol on this computer matches. Look in the community with: parlor protocol discover',
        });
      }),
    );
}

function matchesSearch(
  { governance }: ProtocolEntry,
  { family, tag, capability, status, allStatus }: SearchFlags,
): boolean {
  const withoutPrefix = (text: string | null) => text?.replace(/^game:/, '');
  if (family !== undefined && withoutPrefix(governance.family) !== withoutPrefix(family)) return false;
  if (!tag.every((requiredTag) => governance.tags.includes(requiredTag))) return false;
  if (!capability.every((requiredCapability) => governance.capabilities.includes(requiredCapability))) return false;
  if (status !== undefined) return governance.status === status;
  return allStatus === true || governance.status !== 'deprecated';
}

export function fetchCommand(): Command {
  return protocolSubcommand('fetch', 'Download a protocol from the community and verify its hash.')
    .argument('<id>', 'its protocol id')
    .option('--accept-ui', 'also download the board that its author published, and verify every file')
    .addHelpText('after', helpText('parlor protocol fetch "$PROTOCOL_ID" --accept-ui'))
    .action(async (id: string, flags: CommonOptions & { acceptUi?: true }) => {
      const protocol = parseHex64('id', id);
      await withParlor(flags, async ({ bridge }) => {
        // Ignores the setting, so that a script's command line alone decides which boards it accepts.
        const entry = await withProgress('Downloading', () =>
          bridge.protocols.fetch({ protocol, accept_ui: flags.acceptUi ?? false }),
        );
        const { path } = await bridge.protocols.path({ protocol });
        const { protocol_id, name, mode, source, hooks, board, governance } = entry;
        const { family, status } = governance;
        const ui_manifest_hash = board?.manifest_hash ?? null;
        const deprecation = status === 'deprecated' ? await findDeprecation(bridge, protocol_id) : null;
        const told = deprecation && deprecationData(deprecation);
        const newer = told && { deprecated_reason: told.reason, successor: told.successor?.protocol_id ?? null };
        printFields(
          flags,
          { protocol_id, name, mode, source, family, status, ...newer, hooks, ui_manifest_hash, path },
          { json: { ...entry, path, ...(told ? { deprecation: told } : {}) } },
        );
      });
    });
}

const unnamedWinnerText =
  'No message of this game names the winner. Say who won with parlor session say-result; points need the same report of both sides.';

export function byHandCommand(): Command {
  return protocolSubcommand('by-hand', 'Write hooks for a protocol that has none; you make every decision yourself.')
    .argument('<id>', 'id of a protocol on this computer')
    .addHelpText('after', helpText('parlor protocol by-hand "$PROTOCOL_ID"'))
    .action((idOrName: string, flags: CommonOptions) =>
      withDataDir(flags, async ({ bridge }) => {
        const { protocol_id, path } = await bridge.protocols.path({ protocol: idOrName });
        const { no_host, names_winner } = await bridge.tables.by_hand({ protocol_id });
        const result = names_winner ? {} : { result: unnamedWinnerText };
        printFields(flags, { protocol_id, path, hosting: no_host ?? 'possible', ...result });
      }),
    );
}

export function pathCommand(): Command {
  return protocolSubcommand('path', 'Print the folder that holds a protocol’s spec.json and your hooks.js.')
    .argument('<id>', 'id of a protocol on this computer, or the name of a bundled one')
    .addHelpText('after', helpText('parlor protocol path connect-four'))
    .action((idOrName: string, flags: CommonOptions) =>
      readDataDir(flags, async ({ bridge }) => {
        const { path } = await bridge.protocols.path({ protocol: idOrName });
        print(flags, { json: { path }, lines: () => path, text: () => path });
      }),
    );
}
