/** Computes again what the data of a community claims. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { parseArgs } from 'node:util';
import { ParlorError } from '../../shared/errors.ts';
import { findings } from '../storage/invariants.ts';
import { pendingMigrations } from '../storage/migrations/index.ts';
import type { Command } from './command.ts';

const help = `Checks the data of a community, also while its service runs. Nothing is changed.

  npm run -s service -- check --data-dir DIR

  --data-dir DIR   a folder that holds community.db: of a service, or of a backup that was put there

The file and its references are checked, and everything that can be computed again is: ids and hashes of protocols and boards,
ids and signatures of sessions, results and ratings from the reports, karma from the scores. One line for each finding, and a
last line with the count. Exit code 0 without findings, 1 with some.
`;

async function run(args: readonly string[]): Promise<number> {
  const path = join(read(args), 'community.db');
  let count = 0;
  try {
    const file = new DatabaseSync(path, { readOnly: true, timeout: 5000 });
    try {
      checkAge(file);
      for (const finding of findings(file)) {
        count += 1;
        process.stdout.write(`${finding}\n`);
      }
    } finally {
      file.close();
    }
  } catch (error) {
    if (error instanceof ParlorError) throw error;
    throw new ParlorError('data_dir_unusable', `${path} cannot be checked: ${(error as Error).message}`);
  }
  process.stdout.write(`${count === 1 ? '1 finding' : `${count} findings`} in ${path}\n`);
  return count === 0 ? 0 : 1;
}

/** What holds is known of the newest tables only. */
function checkAge(file: DatabaseSync): void {
  if (pendingMigrations(file).length === 0) return;
  throw new ParlorError(
    'data_dir_unusable',
    'The data is from an older Parlor. Start the service on it once, then check it.',
  );
}

function read(args: readonly string[]): string {
  try {
    const { values } = parseArgs({ args: [...args], options: { 'data-dir': { type: 'string' } } });
    if (values['data-dir']) return values['data-dir'];
  } catch (error) {
    throw new ParlorError('unknown_option', (error as Error).message.split('. ')[0]!);
  }
  throw new ParlorError('unknown_option', 'Say where the data is: --data-dir DIR');
}

export const check: Command = { help, run };
