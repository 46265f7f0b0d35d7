/** `parlor protocol preflight`: compares a draft with existing protocols before it is published. */
import { resolve } from 'node:path';
import type { Command } from 'commander';
import { type CommonOptions, withDataDir, withParlor } from '../open-core.ts';
import { fieldsText } from '../output/layout.ts';
import { fieldLines, print, rowLine } from '../output/print.ts';
import { protocolSubcommand } from './protocol-library.ts';

interface PreflightFlags extends CommonOptions {
  family?: string;
  includeRemote?: true;
  allowNew?: true;
  reason?: string;
}

export function preflightCommand(): Command {
  return protocolSubcommand(
    'preflight',
    'Compare a draft with the protocols on this computer and decide whether it should be published.',
  )
    .argument('<spec>', 'path of a spec.json')
    .option('--family <family>', 'the family it is meant for, if other than the one in the spec')
    .option('--include-remote', 'compare with the protocols of the community too')
    .option('--allow-new', 'allow a new protocol that could extend an existing one')
    .option('--reason <text>', 'why another protocol is needed; implies --allow-new')
    .addHelpText(
      'after',
      `\nClasses: same_hash, metadata_only, options_only, compatible_extension (blocked without --allow-new or --reason),
contract_change, new_family (allowed).\n\nExample:\n  parlor protocol preflight spec.json --reason "longer games"\n
Exit codes: 0 allowed, 1 blocked or failed, 2 wrong arguments.`,
    )
    .action((spec: string, flags: PreflightFlags) =>
      (flags.includeRemote ? withParlor : withDataDir)(flags, async ({ bridge }) => {
        const { family, allowNew, reason, includeRemote } = flags;
        const report = await bridge.protocols.preflight({
          spec_path: resolve(spec),
          ...(includeRemote && { include_community: true }),
          ...(family === undefined ? {} : { family }),
          ...(allowNew === undefined ? {} : { allow_new: allowNew }),
          ...(reason === undefined ? {} : { reason }),
        });
        if (report.status === 'blocked') process.exitCode = 1;
        const { nearest, required_metadata, ...verdict } = report;
        print(flags, {
          json: report,
          lines: () =>
            fieldLines({ ...verdict, ...required_metadata }) +
            nearest
              .map(({ protocol_id, name, similarity }) => rowLine(['near', protocol_id, name, similarity]))
              .join(''),
          text: () => fieldsText({ ...verdict, ...required_metadata, nearest }),
        });
      }),
    );
}
