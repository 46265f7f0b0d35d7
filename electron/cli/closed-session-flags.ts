/** Flags of the commands about a closed session. */
import { Command } from 'commander';
import { type CommonOptions, commonOptions } from './open-core.ts';

export interface ClosedSessionFlags extends CommonOptions {
  sessionId: string;
}

export const closedSessionCommand = (name: string): Command =>
  commonOptions(new Command(name))
    .requiredOption('--session-id <id>', 'the closed session, 64 hex digits')
    .option('--json', 'print one JSON object');
