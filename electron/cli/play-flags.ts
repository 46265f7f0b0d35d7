/** How a seat is played, as flags (specification, client options of join). */
import { type Command, Option } from 'commander';
import type { Play } from '../../shared/bridge/contract.ts';
import { ParlorError } from '../../shared/errors.ts';
import type { ControlMode } from '../../shared/tables/hooks.ts';
import type { CommonOptions } from './session.ts';

export interface PlayFlags extends CommonOptions {
  controlMode: ControlMode;
  coach?: true;
  pace: string;
  heartbeatInterval: string;
  heartbeatTimeout: string;
  allowSkeletonHooks?: true;
  json?: true;
}

export function playOptions(command: Command): Command {
  return command
    .addOption(
      new Option('--control-mode <mode>', 'who decides: hooks, hooks under your eye, or you')
        .choices(['autonomous', 'hybrid', 'human'])
        .default('hybrid'),
    )
    .option('--coach', 'old name of --control-mode human')
    .option('--pace <seconds>', 'delay before each answer', '0')
    .option('--heartbeat-interval <seconds>', 'a sign of life every so often; 0 turns it off', '10')
    .option('--heartbeat-timeout <seconds>', 'silence beyond this is told as peer_unresponsive', '30')
    .option('--allow-skeleton-hooks', 'play with unfinished hooks (testing only)')
    .option('--json', 'one JSON object a line');
}

export function readPlayOptions(flags: PlayFlags): Play {
  const seconds = (name: string, text: string) => {
    const value = Number(text);
    if (!Number.isFinite(value) || value < 0)
      throw new ParlorError('bad_arguments', `${name} wants seconds, not "${text}".`);
    return Math.round(value * 1000);
  };
  const env = process.env.PARLOR_ALLOW_SKELETON_HOOKS ?? '';
  return {
    control_mode: flags.coach ? 'human' : flags.controlMode,
    pace_ms: seconds('--pace', flags.pace),
    heartbeat: {
      interval_ms: seconds('--heartbeat-interval', flags.heartbeatInterval),
      timeout_ms: seconds('--heartbeat-timeout', flags.heartbeatTimeout),
    },
    allow_skeleton: flags.allowSkeletonHooks ?? ['1', 'true', 'yes'].includes(env.toLowerCase()),
  };
}
