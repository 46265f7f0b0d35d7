import type { Command } from 'commander';
import { dataDirOption } from '../../open-core.ts';

export interface DiskFlags {
  dataDir?: string;
  json?: true;
}

/** The options of commands that only read the disk. */
export const diskOptions = (command: Command): Command =>
  command.addOption(dataDirOption()).option('--json', 'print one JSON object per line');
