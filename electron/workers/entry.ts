/** Runs a worker's code inside its process, a Node child or an Electron utility process; worker.ts is the parent's side. */

import { createInterface } from 'node:readline';
import { inBackground } from '../../shared/background.ts';
import { onReportedError } from '../../shared/errors.ts';
import type { JsonObject } from '../../shared/json/value.ts';
import { isStopRequest, readWorkerMessage } from '../../shared/worker-messages.ts';
import { containRejections } from '../failures/unhandled-rejections.ts';

export interface WorkerBody {
  /** Resolves when the process has nothing left to do. */
  readonly ended?: Promise<void>;
  receive?(message: JsonObject): void;
  stop(): Promise<void>;
}

/** Electron's utility processes have a port, and no stdin. */
interface UtilityProcess {
  parentPort?: { on(event: 'message', listener: (message: { data: unknown }) => void): void };
}

/**
 * Starts the body and ends the process at the request of the parent or a signal, when the body has ended, or with code 1 if it does not
 * start or stop, with the reason as the last line on stderr. Errors that nobody handles are only printed there. Always ends by
 * `process.exit`: an Electron utility process does not end when its event loop is empty.
 */
export function runWorker(start: () => Promise<WorkerBody>, { exitWithParent }: { exitWithParent: boolean }): void {
  const fail = (error: unknown) => process.stderr.write(`${errorText(error)}\n`, () => process.exit(1));
  const printReported = (error: unknown, context: string) => process.stderr.write(`${context}: ${stackOf(error)}\n`);
  containRejections();
  onReportedError(printReported);
  // The parent may have exited: responses in progress must still complete.
  process.stdout.on('error', () => {});
  const bodyReady = start();
  let isStopping = false;
  const stop = () => {
    if (isStopping) return;
    isStopping = true;
    bodyReady
      .then((body) => body.stop())
      .then(() => process.exit(0))
      .catch(fail);
  };
  bodyReady.then((body) => body.ended?.then(stop)).catch(fail);
  process.once('SIGTERM', stop);
  process.once('SIGINT', stop);

  const receive = (text: string) => {
    if (isStopRequest(text)) return stop();
    // Null for a line that someone types in a terminal.
    const message = readWorkerMessage(text);
    if (message)
      inBackground(
        'message of the parent',
        bodyReady.then((body) => body.receive?.(message)),
      );
  };
  const { parentPort } = process as UtilityProcess;
  if (parentPort) parentPort.on('message', ({ data }) => receive(String(data)));
  else {
    const lines = createInterface({ input: process.stdin }).on('line', receive);
    if (exitWithParent) lines.on('close', stop);
  }
}

/** The parent shows the last line as the reason. */
function errorText(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return `${stackOf(error)}\n${(error as NodeJS.ErrnoException).code ?? error.message}`;
}

const stackOf = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.name) : String(error));
