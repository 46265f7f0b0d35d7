/** Copies community.db while the service runs. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { ParlorError } from '../../shared/errors.ts';
import { copyDatabase } from '../storage/copy.ts';
import type { Command } from './command.ts';

const help = `Copies the data of a community into one file, also while its service runs.

  npm run -s service -- backup --data-dir DIR --out FILE

  --data-dir DIR   the data directory of the service
  --out FILE       must not exist yet; it is readable by you only, checked, and on the disk before this ends. Until then it is
                   FILE.partial; one that a killed backup left must be removed by hand

The copy holds everything that was acknowledged before it began. On success one line goes to stdout:
{"event":"backup","file":"...","bytes":N}. To restore, put FILE as community.db into an empty data directory, run
"check" on that directory, and start the service there.
`;

async function run(args: readonly string[]): Promise<number> {
  const { dataDir, out } = read(args);
  const source = join(dataDir, 'community.db');
  if (!existsSync(source)) throw new ParlorError('data_dir_unusable', `There is no ${source}.`);
  for (const there of [out, `${out}.partial`]) {
    if (existsSync(there)) throw new ParlorError('unknown_option', `--out: ${there} is there already.`);
  }
  const bytes = await copyDatabase(source, out, { replace: false }).catch((error: Error) => {
    throw new ParlorError('data_dir_unusable', `${source} could not be copied to ${out}: ${error.message}`);
  });
  process.stdout.write(`${JSON.stringify({ event: 'backup', file: out, bytes })}\n`);
  return 0;
}

function read(args: readonly string[]): { dataDir: string; out: string } {
  let values: { 'data-dir'?: string; out?: string };
  try {
    ({ values } = parseArgs({ args: [...args], options: { 'data-dir': { type: 'string' }, out: { type: 'string' } } }));
  } catch (error) {
    throw new ParlorError('unknown_option', (error as Error).message.split('. ')[0]!);
  }
  if (!values['data-dir'] || !values.out) {
    throw new ParlorError('unknown_option', 'Say what to copy, and where: --data-dir DIR --out FILE');
  }
  return { dataDir: values['data-dir'], out: resolve(values.out) };
}

export const backup: Command = { help, run };
