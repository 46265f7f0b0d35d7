/** Takes the lock of a data directory, prints the result, and holds it until it is killed or its stdin closes. */
import { writeSync } from 'node:fs';
import { toProblem } from '../../../shared/errors.ts';
import { lockDataDir } from '../lock.ts';

try {
  await lockDataDir(process.argv[2] ?? '');
  writeSync(1, 'held\n');
} catch (error) {
  writeSync(1, `${toProblem(error).code}\n`);
}
process.stdin.resume();
