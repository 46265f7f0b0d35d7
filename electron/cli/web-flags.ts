/** Whether a table's window is opened, served or left out (specification, web relay options). */
import { type Command, Option } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { type WebMode, webModeSchema } from '../sessions/state.ts';

export interface WebFlags {
  web?: WebMode | false;
  webOn?: true;
  browser?: boolean;
}

export function webOptions(
  command: Command,
  about = 'the table’s window: opened, only served, or none (else PARLOR_WEB)',
): Command {
  return command
    .addOption(new Option('--web <mode>', about).choices(webModeSchema.options))
    .option('--web-on', 'the same as --web auto')
    .option('--no-web', 'the same as --web off')
    .option('--no-browser', 'the same as --web headless');
}

/** The flags, else `PARLOR_WEB`, else a window where a person decides. Throws `bad_arguments` where two contradict. */
export function webMode(args: readonly string[], env: NodeJS.ProcessEnv, control: ControlMode): WebMode {
  const asked = new Set<WebMode>();
  for (const [index, arg] of args.entries()) {
    if (arg === '--') break;
    if (arg === '--web-on') asked.add('auto');
    if (arg === '--no-web') asked.add('off');
    if (arg === '--no-browser') asked.add('headless');
    const value = arg.startsWith('--web=') ? arg.slice(6) : arg === '--web' ? args[index + 1] : undefined;
    if (value !== undefined) asked.add(value as WebMode);
  }
  const [mode, ...more] = asked;
  if (more.length > 0) throw new ParlorError('bad_arguments', 'The --web options contradict each other.');
  if (mode !== undefined) return mode;
  const named = webModeSchema.safeParse(env.PARLOR_WEB);
  if (env.PARLOR_WEB && !named.success) {
    throw new ParlorError('bad_arguments', `PARLOR_WEB takes auto, headless or off, not '${env.PARLOR_WEB}'.`);
  }
  return named.data ?? (control === 'human' ? 'auto' : 'off');
}
