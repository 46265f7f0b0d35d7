/** Reads a passphrase from the descriptor it is told, as the command line does, and says it. */
import { writeSync } from 'node:fs';
import { processSources, readPassphrase } from '../passphrase.ts';

const reading = readPassphrase(processSources(Number(process.argv[2])), '');
// After the first look at the descriptor.
setImmediate(() => writeSync(1, 'reading\n'));
writeSync(1, `${JSON.stringify(await reading)}\n`);
