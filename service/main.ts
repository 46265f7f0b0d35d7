/** `node service/main.ts [backup|check] ...`: what the first word says, or the service itself. */
import { ParlorError, toProblem } from '../shared/errors.ts';
import { backup } from './commands/backup.ts';
import { check } from './commands/check.ts';
import type { Command } from './commands/command.ts';
import { serve } from './commands/serve.ts';

const named = new Map<string | undefined, Command>([
  ['backup', backup],
  ['check', check],
]);

try {
  const [first, ...rest] = process.argv.slice(2);
  const command = named.get(first) ?? serve;
  const args = named.has(first) ? rest : process.argv.slice(2);
  if (args.includes('--help') || args.includes('-h')) process.stdout.write(command.help);
  else process.exitCode = await command.run(args, process.env);
} catch (error) {
  const { code, message } = toProblem(error);
  const cause = error instanceof ParlorError ? '' : ` ${error instanceof Error ? error.message : error}`;
  process.stderr.write(`${code}: ${message}${cause}\n`.replaceAll(/\s*\n(?=.)/g, ' '));
  process.exitCode = code === 'unknown_option' ? 2 : 1;
} finally {
  // Listened to, it would keep the process.
  process.stdin.destroy();
}
