/** Runs the subcommand that the arguments name, or `serve`. Reports a failure as one line on stderr. */
import { ParlorError, toProblem } from '../../shared/errors.ts';
import { storageErrorOf } from '../storage/failure.ts';
import { backup } from './backup.ts';
import { check } from './check.ts';
import type { Command } from './command.ts';
import { copyCommand } from './copy.ts';
import { moderate } from './moderate.ts';
import { serve } from './serve.ts';

const commands = new Map<string | undefined, Command>([
  ['backup', backup],
  ['check', check],
  ['copy', copyCommand],
  ['moderate', moderate],
]);

/** Resolves with the exit code. */
export async function run(argv: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  try {
    const [first, ...rest] = argv;
    const command = commands.get(first) ?? serve;
    const args = commands.has(first) ? rest : argv;
    if (args.includes('--help') || args.includes('-h')) {
      process.stdout.write(command.help);
      return 0;
    }
    return await command.run(args, env);
  } catch (error) {
    const { code, message } = toProblem(storageErrorOf(error) ?? error);
    const advice = code === 'storage_full' ? ' Free some space, then try again.' : '';
    const cause = error instanceof ParlorError ? '' : ` ${error instanceof Error ? error.message : error}`;
    process.stderr.write(`${code}: ${message}${advice}${cause}\n`.replaceAll(/\s*\n(?=.)/g, ' '));
    return code === 'unknown_option' ? 2 : 1;
  }
}
