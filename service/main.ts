/** `node service/main.ts [backup|check|copy] ...`: runs a subcommand, or the service by default. */
import { ParlorError, toProblem } from '../shared/errors.ts';
import { backup } from './commands/backup.ts';
import { check } from './commands/check.ts';
import type { Command } from './commands/command.ts';
import { copyCommand } from './commands/copy.ts';
import { serve } from './commands/serve.ts';

const commands = new Map<string | undefined, Command>([
  ['backup', backup],
  ['check', check],
  ['copy', copyCommand],
]);

let code: number;
try {
  const [first, ...rest] = process.argv.slice(2);
  const command = commands.get(first) ?? serve;
  const args = commands.has(first) ? rest : process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) {
    process.stdout.write(command.help);
    code = 0;
  } else code = await command.run(args, process.env);
} catch (error) {
  const { code: problem, message } = toProblem(error);
  const cause = error instanceof ParlorError ? '' : ` ${error instanceof Error ? error.message : error}`;
  process.stderr.write(`${problem}: ${message}${cause}\n`.replaceAll(/\s*\n(?=.)/g, ' '));
  code = problem === 'unknown_option' ? 2 : 1;
}
// An open stdin keeps Node running, and an Electron utility process runs until it exits explicitly. Piped output is flushed first.
process.stdout.write('', () => process.stderr.write('', () => process.exit(code)));
