/** Options of `host` and `join` (specification, client options of join). */
import { type Command, Option } from 'commander';
import type { SeatSettings } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { type ControlMode, controlModeSchema } from '../../shared/tables/hooks.ts';
import type { CommonOptions } from './open-core.ts';
import { type WebFlags, webOptions } from './web-flags.ts';

export interface PlayFlags extends CommonOptions, WebFlags {
  daemon?: true;
  /** State directory; only set in the background process. */
  daemonDir?: string;
  controlMode?: ControlMode;
  coach?: true;
  pace: string;
  heartbeatInterval: string;
  heartbeatTimeout: string;
  allowSkeletonHooks?: true;
  json?: true;
}

export function playOptions(command: Command): Command {
  return webOptions(
    command
      .option('--daemon', 'play in the background, with state.json and events.jsonl in a state directory')
      .addOption(new Option('--daemon-dir <dir>').hideHelp())
      .addOption(
        new Option(
          '--control-mode <mode>',
          'who decides: the hooks (autonomous), the hooks unless you intervene (hybrid, the default), or you (human)',
        ).choices(controlModeSchema.options),
      )
      .option('--coach', 'old name of --control-mode human; an error together with another mode')
      .option('--pace <seconds>', 'delay before each answer of the hooks', '0')
      .option('--heartbeat-interval <seconds>', 'time between heartbeats; 0 turns them off', '10')
      .option('--heartbeat-timeout <seconds>', 'silence after which peer_unresponsive is reported', '30')
      .option(
        '--allow-skeleton-hooks',
        'play even if the hooks are unfinished, for testing (default: PARLOR_ALLOW_SKELETON_HOOKS)',
      ),
  ).option('--json', 'print one JSON object per line');
}

/** Throws `bad_arguments` for `--coach` with another mode. */
export function resolveControlMode({ controlMode, coach }: PlayFlags): ControlMode {
  if (coach && controlMode !== undefined && controlMode !== 'human')
    throw new ParlorError(
      'bad_arguments',
      `--coach means --control-mode human, but --control-mode ${controlMode} was given.`,
    );
  return coach ? 'human' : (controlMode ?? 'hybrid');
}

/** Throws `bad_arguments`. */
export function readPlayOptions(flags: PlayFlags, env: NodeJS.ProcessEnv = process.env): SeatSettings {
  return {
    control_mode: resolveControlMode(flags),
    pace_ms: parseMilliseconds('--pace', flags.pace, 'seconds', 1000),
    heartbeat: {
      interval_ms: parseMilliseconds('--heartbeat-interval', flags.heartbeatInterval, 'seconds', 1000),
      timeout_ms: parseMilliseconds('--heartbeat-timeout', flags.heartbeatTimeout, 'seconds', 1000),
    },
    allow_skeleton: flags.allowSkeletonHooks ?? allowsSkeletonHooks(env),
  };
}

/** The default of `--allow-skeleton-hooks`. */
export const allowsSkeletonHooks = (env: NodeJS.ProcessEnv): boolean =>
  ['1', 'true', 'yes'].includes((env.PARLOR_ALLOW_SKELETON_HOOKS ?? '').toLowerCase());

/** Converts a number of `unit`, each of `unitMs` milliseconds. Throws `bad_arguments`. */
export function parseMilliseconds(name: string, text: string, unit: string, unitMs: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new ParlorError('bad_arguments', `${name} must be a number of ${unit}, not "${text}".`);
  return Math.round(value * unitMs);
}
