/** Options for a table's window: opened, served, or none (specification, web relay options). */
import { type Command, Option } from 'commander';
import { ParlorError } from '../../shared/errors.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import { type WebMode, webModeSchema } from './sessions/session-state.ts';

export interface WebFlags {
  /** The mode that each option selects, in command-line order. */
  webModes: readonly WebMode[];
}

export function webOptions(
  command: Command,
  description = 'open the table in a browser (auto), only print its link (headless), or neither (off) (default: PARLOR_WEB, else auto in human mode and off in the others)',
): Command {
  const modes: WebMode[] = [];
  return command
    .addOption(new Option('--web <mode>', description).choices(webModeSchema.options))
    .option('--web-on', 'the same as --web auto')
    .option('--no-web', 'the same as --web off')
    .option('--no-browser', 'the same as --web headless')
    .on('option:web', (mode: WebMode) => modes.push(mode))
    .on('option:web-on', () => modes.push('auto'))
    .on('option:no-web', () => modes.push('off'))
    .on('option:no-browser', () => modes.push('headless'))
    .setOptionValue('webModes', modes);
}

/** From the flags, then `PARLOR_WEB`; by default a window in human mode only. Throws `bad_arguments` if flags contradict. */
export function resolveWebMode({ webModes }: WebFlags, env: NodeJS.ProcessEnv, control: ControlMode): WebMode {
  const [mode, ...otherModes] = new Set(webModes);
  if (otherModes.length > 0) throw new ParlorError('bad_arguments', 'The --web options contradict each other.');
  return mode ?? readWebModeVariable(env) ?? (control === 'human' ? 'auto' : 'off');
}

/** `PARLOR_WEB`; null if it is not set. Throws `bad_arguments`. */
export function readWebModeVariable(env: NodeJS.ProcessEnv): WebMode | null {
  if (!env.PARLOR_WEB) return null;
  const parsed = webModeSchema.safeParse(env.PARLOR_WEB);
  if (parsed.success) return parsed.data;
  throw new ParlorError('bad_arguments', `PARLOR_WEB must be auto, headless or off, not "${env.PARLOR_WEB}".`);
}
