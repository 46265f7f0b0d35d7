/** `parlor doctor`: prints the results of the checks in `electron/doctor`. */
import { Command } from 'commander';
import { helpText } from '../arguments.ts';
import { type CommonOptions, commonOptions, readDataDir } from '../open-core.ts';
import { applyStyle } from '../output/layout.ts';
import { print } from '../output/print.ts';
import { printable, writeOutput } from '../output/terminal.ts';

interface Flags extends CommonOptions {
  offline?: true;
  strict?: true;
}

const marks = { ok: 'OK', advice: 'ADVICE', failed: 'FAILED', skipped: '-' };
const colours = { ok: 'green', advice: 'yellow', failed: 'red', skipped: 'dim' } as const;

export function doctorCommand(): Command {
  return commonOptions(new Command('doctor'))
    .description('Check that this computer can play, and say how to fix what is wrong.')
    .option('--offline', 'check this computer only, without the network')
    .option('--strict', 'exit with 1 if a check failed')
    .option('--json', 'print one JSON object per line')
    .addHelpText(
      'after',
      helpText(
        'parlor doctor\nparlor doctor --offline --strict',
        '\nExit codes: 0, even if a check failed; with --strict, 1 if a check failed.',
      ),
    )
    .action((flags: Flags) =>
      readDataDir(flags, async ({ bridge, dataDir }) => {
        // Resolves even if the community is unreachable; one of the checks reports that.
        if (!flags.offline) await bridge.app.connect({});
        const { checks } = await bridge.app.doctor({ offline: flags.offline ?? false });
        if (!flags.json) writeOutput(`data folder: ${dataDir}\n`);
        for (const check of checks) {
          const { id, state, found, remedy } = check;
          const mark = marks[state].padEnd(6);
          const findingText = printable(`${id.padEnd(8)} ${found}${remedy === null ? '' : ` ${remedy}`}`);
          print(flags, {
            json: check,
            lines: () => `${mark} ${findingText}`,
            text: () => `${applyStyle(colours[state], mark)} ${findingText}`,
          });
        }
        if (flags.strict && checks.some(({ state }) => state === 'failed')) process.exitCode = 1;
      }),
    );
}
