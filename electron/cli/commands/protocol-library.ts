/** Protocols of this computer: found, brought here, measured, made playable. */
import { resolve } from 'node:path';
import { Command, Option } from 'commander';
import type { ProtocolEntry } from '../../../shared/bridge/contract.ts';
import { helpWith, key } from '../arguments.ts';
import { printFound, printJson, printRow } from '../printer.ts';
import { type CommonOptions, commonOptions, withDataDir, withParlor } from '../session.ts';

interface Flags extends CommonOptions {
  json?: true;
}

const subcommand = (name: string, description: string): Command =>
  commonOptions(new Command(name)).description(description).option('--json', 'one JSON object a line');

const many = (value: string, all: string[]): string[] => [...all, value];

interface SearchFlags extends Flags {
  family?: string;
  tag: string[];
  capability: string[];
  status?: string;
  allStatus?: true;
}

export function searchCommand(): Command {
  return subcommand('search', 'the protocols of this computer')
    .option('--family <family>', 'only this family, with or without game: before it')
    .option('--tag <tag>', 'only with this tag; may be given again, all must be there', many, [])
    .option('--capability <name>', 'only with this capability; may be given again', many, [])
    .addOption(new Option('--status <status>', 'only this status').choices(['experimental', 'active', 'deprecated']))
    .option('--all-status', 'deprecated ones too')
    .addHelpText('after', helpWith('parlor protocol search --family rps'))
    .action((flags: SearchFlags) =>
      withDataDir(flags, async ({ bridge }) => {
        const { protocols } = await bridge.protocols.list({});
        for (const entry of protocols.filter((each) => fits(each, flags))) {
          if (flags.json) printJson(entry);
          else
            printRow([entry.protocol_id, entry.name, entry.mode, entry.governance.family, entry.source, entry.hooks]);
        }
      }),
    );
}

function fits({ governance }: ProtocolEntry, { family, tag, capability, status, allStatus }: SearchFlags): boolean {
  const bare = (text: string | null) => text?.replace(/^game:/, '');
  if (family !== undefined && bare(governance.family) !== bare(family)) return false;
  if (!tag.every((wanted) => governance.tags.includes(wanted))) return false;
  if (!capability.every((wanted) => governance.capabilities.includes(wanted))) return false;
  if (status !== undefined) return governance.status === status;
  return allStatus === true || governance.status !== 'deprecated';
}

export function fetchCommand(): Command {
  return subcommand('fetch', 'bring a protocol of the community here, once its hash was checked')
    .argument('<id>', 'its protocol id')
    .option('--accept-ui', 'keep the board that its author published too, once every file was checked')
    .addHelpText('after', helpWith('parlor protocol fetch 5cd5…b209 --accept-ui'))
    .action(async (id: string, flags: Flags & { acceptUi?: true }) => {
      const protocol = key('id', id);
      await withParlor(flags, async ({ bridge }) => {
        // Without the flag the settings are not asked: a script sees in its own line what it lets in.
        const entry = await bridge.protocols.fetch({ protocol, accept_ui: flags.acceptUi ?? false });
        const { path } = await bridge.protocols.path({ protocol });
        printEntry({ ...entry, path }, flags.json);
      });
    });
}

function printEntry(entry: ProtocolEntry & { path?: string }, json: boolean | undefined): void {
  if (json) {
    printJson(entry);
    return;
  }
  const { protocol_id, name, mode, source, hooks, board, path, governance } = entry;
  const { family, status } = governance;
  const ui_manifest_hash = board?.manifest_hash ?? null;
  printFound(
    { protocol_id, name, mode, source, family, status, hooks, ui_manifest_hash, ...(path ? { path } : {}) },
    false,
  );
}

interface PreflightFlags extends Flags {
  family?: string;
  includeRemote?: true;
  allowNew?: true;
  reason?: string;
}

export function preflightCommand(): Command {
  return subcommand(
    'preflight',
    'what a draft is to the protocols of this computer, and whether it should be published',
  )
    .argument('<spec>', 'path of a spec.json')
    .option('--family <family>', 'the family it is meant for, where that is not the spec’s own')
    .option('--include-remote', 'taken for older scripts; the protocols of this computer are looked at')
    .option('--allow-new', 'let one more pass that could extend a known one')
    .option('--reason <text>', 'why there should be one more; lets the same pass')
    .addHelpText(
      'after',
      `\nClasses: same_hash, metadata_only, options_only, compatible_extension (blocked without --allow-new or --reason),
contract_change, new_family (allowed).\n\nExample:\n  parlor protocol preflight spec.json --reason "longer games"\n
Exit codes: 0 allowed, 1 blocked or failed, 2 wrong arguments.`,
    )
    .action((spec: string, flags: PreflightFlags) =>
      withDataDir(flags, async ({ bridge }) => {
        const { family, allowNew, reason } = flags;
        const found = await bridge.protocols.preflight({
          spec_path: resolve(spec),
          ...(family === undefined ? {} : { family }),
          ...(allowNew === undefined ? {} : { allow_new: allowNew }),
          ...(reason === undefined ? {} : { reason }),
        });
        if (found.status === 'blocked') process.exitCode = 1;
        if (flags.json) return printJson(found);
        printFound({ ...found, ...found.required_metadata }, false);
        for (const { protocol_id, name, similarity } of found.nearest)
          printRow(['near', protocol_id, name, similarity]);
      }),
    );
}

export function byHandCommand(): Command {
  return subcommand('by-hand', 'write hooks with which you answer everything yourself, for a protocol that has none')
    .argument('<id>', 'a protocol of this computer')
    .addHelpText('after', helpWith('parlor protocol by-hand 5cd5…b209'))
    .action((named: string, flags: Flags) =>
      withDataDir(flags, async ({ bridge }) => {
        const { protocol_id, path } = await bridge.protocols.path({ protocol: named });
        const { no_host } = await bridge.tables.by_hand({ protocol_id });
        printFound({ protocol_id, path, hosting: no_host ?? 'possible' }, flags.json);
      }),
    );
}

export function pathCommand(): Command {
  return subcommand('path', 'the folder of a protocol: spec.json, and hooks.js where you wrote it')
    .argument('<id>', 'a protocol of this computer: its id, or the name of a bundled one')
    .addHelpText('after', helpWith('parlor protocol path connect-four'))
    .action((named: string, flags: Flags) =>
      withDataDir(flags, async ({ bridge }) => {
        const { path } = await bridge.protocols.path({ protocol: named });
        if (flags.json) printJson({ path });
        else process.stdout.write(`${path}\n`);
      }),
    );
}
