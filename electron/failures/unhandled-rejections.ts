/** What happens to rejected promises that nothing handles; see docs/decisions/038-unexpected-errors.md. */
import { writeSync } from 'node:fs';
import { reportError } from '../../shared/errors.ts';
import { currentScope } from './failure-scope.ts';

let isContaining = false;

/**
 * Keeps this process running: the error is printed on stderr and reported, and fails what it belongs to, if that is known. Without it,
 * Node would end the process, and Electron would only print a warning. Further calls have no effect.
 */
export function containRejections(): void {
  if (isContaining) return;
  isContaining = true;
  const onRejection = (error: unknown) => {
    const scope = currentScope();
    const context = scope === null ? 'unhandled rejection' : `unhandled rejection of ${scope.name}`;
    print(`${context}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
    reportError(error, context);
    scope?.fail(error);
  };
  process.on('unhandledRejection', onRejection);
}

function print(line: string): void {
  try {
    writeSync(2, `${line}\n`);
  } catch {
    // A closed or full stderr must not cause another error.
  }
}
