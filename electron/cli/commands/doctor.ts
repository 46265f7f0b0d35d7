import { Command } from 'commander';
import type { AppState } from '../../../shared/bridge/contract.ts';
import type { BridgeClient } from '../../owner/attach.ts';
import { type CommonOptions, commonOptions, withDataDir } from '../session.ts';

interface Flags extends CommonOptions {
  offline?: true;
  strict?: true;
  json?: true;
}

const marks = { ok: 'OK', advice: 'ADVICE', failed: 'FAILED', skipped: '-' };

export function doctorCommand(): Command {
  return commonOptions(new Command('doctor'))
    .description('look at everything a table needs on this computer, and say what to do')
    .option('--offline', 'look at nothing beyond this computer')
    .option('--strict', 'exit 1 where something failed')
    .option('--json', 'one JSON object a line')
    .addHelpText(
      'after',
      '\nExample: parlor doctor --offline\n\nExit codes: 0 whatever was found; with --strict 1 where something failed.',
    )
    .action((flags: Flags) =>
      withDataDir(flags, async ({ bridge, dataDir }) => {
        if (!flags.offline) await settled(bridge);
        const { checks } = await bridge.app.doctor({ offline: flags.offline ?? false });
        if (!flags.json) process.stdout.write(`data folder: ${dataDir}\n`);
        for (const check of checks) {
          const { id, state, found, remedy } = check;
          const words = `${marks[state].padEnd(6)} ${id.padEnd(8)} ${found}${remedy === null ? '' : ` ${remedy}`}`;
          process.stdout.write(flags.json ? `${JSON.stringify(check)}\n` : `${words}\n`);
        }
        if (flags.strict && checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
      }),
    );
}

/** The embedded community takes a moment to be there. */
async function settled(bridge: BridgeClient): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const look = ({ community }: AppState) => community.status !== 'starting' && resolve();
  const off = bridge.app.on('changed', look);
  look(await bridge.app.state({}));
  await promise;
  off();
}
