/** How a seat is played, as flags (specification, client options of join). */
import { type Command, Option } from 'commander';
import type { Play } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import { type ControlMode, controlModeSchema } from '../../shared/tables/hooks.ts';
import type { CommonOptions } from './session.ts';
import { type WebFlags, webOptions } from './web-flags.ts';

export interface PlayFlags extends CommonOptions, WebFlags {
  daemon?: true;
  /** Set for the process in the background: where it keeps its state. */
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
      .option(
        '--daemon',
        'play in the background: one JSON line here, then state.json and events.jsonl in its state_dir',
      )
      .addOption(new Option('--daemon-dir <dir>').hideHelp())
      .addOption(
        new Option(
          '--control-mode <mode>',
          'who decides: hooks, hooks under your eye (hybrid, the default), or you',
        ).choices(controlModeSchema.options),
      )
      .option('--coach', 'old name of --control-mode human')
      .option('--pace <seconds>', 'delay before each answer', '0')
      .option('--heartbeat-interval <seconds>', 'a sign of life every so often; 0 turns it off', '10')
      .option('--heartbeat-timeout <seconds>', 'silence beyond this is told as peer_unresponsive', '30')
      .option('--allow-skeleton-hooks', 'play with unfinished hooks, for testing (else PARLOR_ALLOW_SKELETON_HOOKS)'),
  ).option('--json', 'one JSON object a line');
}

/** Throws `bad_arguments` for `--coach` beside another mode. */
export function controlMode({ controlMode, coach }: PlayFlags): ControlMode {
  if (coach && controlMode !== undefined && controlMode !== 'human')
    throw new ParlorError(
      'bad_arguments',
      `--coach means --control-mode human, and --control-mode ${controlMode} was given.`,
    );
  return coach ? 'human' : (controlMode ?? 'hybrid');
}

/** Throws `bad_arguments`. */
export function readPlayOptions(flags: PlayFlags, env: NodeJS.ProcessEnv = process.env): Play {
  return {
    control_mode: controlMode(flags),
    pace_ms: milliseconds('--pace', flags.pace, 'seconds', 1000),
    heartbeat: {
      interval_ms: milliseconds('--heartbeat-interval', flags.heartbeatInterval, 'seconds', 1000),
      timeout_ms: milliseconds('--heartbeat-timeout', flags.heartbeatTimeout, 'seconds', 1000),
    },
    // The flag goes before the environment, which nobody may have thought of.
    allow_skeleton:
      flags.allowSkeletonHooks ?? ['1', 'true', 'yes'].includes((env.PARLOR_ALLOW_SKELETON_HOOKS ?? '').toLowerCase()),
  };
}

export function milliseconds(name: string, text: string, unit: string, unitMs: number): number {
  const value = Number(text);
  if (text.trim() === '' || !Number.isFinite(value) || value < 0)
    throw new ParlorError('bad_arguments', `${name} wants ${unit}, not "${text}".`);
  return Math.round(value * unitMs);
}
