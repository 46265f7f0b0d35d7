/** Reads a passphrase from the given descriptor like the command line, and prints it. */
import { writeSync } from 'node:fs';
import { processSources, readPassphrase } from '../read-passphrase.ts';

const reading = readPassphrase(processSources(Number(process.argv[2])), '');
// Printed after the first read of the descriptor.
setImmediate(() => writeSync(1, 'reading\n'));
writeSync(1, `${JSON.stringify(await reading)}\n`);
