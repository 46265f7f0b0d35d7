/** Options for a table's window: opened, served, or none (specification, web relay options). */
import { type Command, Option } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { type WebMode, webModeSchema } from './sessions/state.ts';

export interface WebFlags {
  /** The meaning of each of the four options, in order. */
  webModes: readonly WebMode[];
}

export function webOptions(
  command: Command,
  about = 'open the table in a browser (auto), only print its link (headless), or neither (off) (default: PARLOR_WEB)',
): Command {
  const asked: WebMode[] = [];
  return command
    .addOption(new Option('--web <mode>', about).choices(webModeSchema.options))
    .option('--web-on', 'the same as --web auto')
    .option('--no-web', 'the same as --web off')
    .option('--no-browser', 'the same as --web headless')
    .on('option:web', (mode: WebMode) => asked.push(mode))
    .on('option:web-on', () => asked.push('auto'))
    .on('option:no-web', () => asked.push('off'))
    .on('option:no-browser', () => asked.push('headless'))
    .setOptionValue('webModes', asked);
}

/** From the flags, then `PARLOR_WEB`; by default a window in human mode only. Throws `bad_arguments` if flags contradict. */
export function webMode({ webModes }: WebFlags, env: NodeJS.ProcessEnv, control: ControlMode): WebMode {
  const [mode, ...more] = new Set(webModes);
  if (more.length > 0) throw new ParlorError('bad_arguments', 'The --web options contradict each other.');
  return mode ?? webModeIn(env) ?? (control === 'human' ? 'auto' : 'off');
}

/** `PARLOR_WEB`; null if it is not set. Throws `bad_arguments`. */
export function webModeIn(env: NodeJS.ProcessEnv): WebMode | null {
  if (!env.PARLOR_WEB) return null;
  const named = webModeSchema.safeParse(env.PARLOR_WEB);
  if (named.success) return named.data;
  throw new ParlorError('bad_arguments', `PARLOR_WEB must be auto, headless or off, not "${env.PARLOR_WEB}".`);
}
