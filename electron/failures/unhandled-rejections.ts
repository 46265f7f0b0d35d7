/** What happens to rejected promises that nothing handles; see docs/decisions/033-unexpected-errors.md. */
import { reportError } from '../../shared/errors.ts';
import { currentScope } from './failure-scope.ts';

/**
 * Keeps this process running: the error is reported, and fails what it belongs to, if that is known. Without it, Node would end the
 * process. Returns a function that stops this.
 */
export function containRejections(): () => void {
  const onRejection = (error: unknown) => {
    const scope = currentScope();
    reportError(error, scope === null ? 'unhandled rejection' : `unhandled rejection of ${scope.name}`);
    scope?.fail(error);
  };
  process.on('unhandledRejection', onRejection);
  return () => void process.off('unhandledRejection', onRejection);
}
