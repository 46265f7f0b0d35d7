/**
 * `npm test`, after the checks: unit and end-to-end tests side by side, because both spend much of their time waiting for processes.
 * What the end-to-end tests print follows at the end.
 */
import { type StdioOptions, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { startBuiltPrograms } from '../../packaging/testing/programs.ts';

const root = join(import.meta.dirname, '../..');

startBuiltPrograms();
const endToEnd = run('e2e/run.ts', ['ignore', 'pipe', 'inherit']);
const printed = text(endToEnd.stdout!);
const unitExit = once(run('shared/testing/unit.ts', 'inherit'), 'exit');
const [endToEndExit] = await once(endToEnd, 'exit');
const [code] = await unitExit;
process.stdout.write(await printed);
process.exitCode = code === 0 && endToEndExit === 0 ? 0 : 1;

function run(script: string, stdio: StdioOptions) {
  return spawn(process.execPath, [join(root, script)], { stdio });
}
