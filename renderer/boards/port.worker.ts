/**
 * Reads a board's messages in a worker and forwards only those that the guard accepts, so that the window's main thread never
 * deserializes a message of a board, whatever its size or rate.
 */
import { z } from 'zod';
import { studioReportMax } from '../../shared/boards/studio-reports.ts';
import type { FromWorker, ToWorker } from './connection.ts';
import { checkJsonLimits } from './json-limits.ts';
import { type AskedQuestion, createMessageGuard } from './message-guard.ts';
import { createWatchdog } from './watchdog.ts';

// Compiled parsers need eval, which the content security policy forbids.
z.config({ jitless: true });

const scope = globalThis as unknown as {
  onmessage: ((event: MessageEvent<ToWorker>) => void) | null;
  postMessage(message: FromWorker): void;
};

let port: MessagePort | null = null;
let ask: AskedQuestion | null = null;
/** The id of the ping that follows the first state; the watchdog counts its own pings. */
const drawnPing = 'drawn';
const guard = createMessageGuard(() => ask);
const watchdog = createWatchdog();

const handlers: { [K in ToWorker['kind']]: (message: Extract<ToWorker, { kind: K }>) => void } = {
  open({ port: newPort, reports }) {
    port = newPort;
    port.onmessage = ({ data }) => {
      const event = guard.receive(data, performance.now());
      // Close at once: otherwise each further message would be another reason to stop, and the flood would reach the window.
      if (event.kind === 'stop') newPort.close();
      if (event.kind === 'pong' && event.id === drawnPing) scope.postMessage({ kind: 'drawn' });
      else if (event.kind === 'pong') watchdog.recordAnswer(event.id);
      else if (event.kind !== 'dropped') scope.postMessage({ kind: 'event', event });
    };
    scope.postMessage({ kind: 'alive' });
    if (!reports) return;
    let remainingReports = studioReportMax.perLoad;
    reports.onmessage = ({ data }) => {
      if (remainingReports <= 0) return;
      remainingReports -= 1;
      const limitCheck = checkJsonLimits(data);
      if ('json' in limitCheck) scope.postMessage({ kind: 'report', report: limitCheck.json });
    };
  },
  ask(message) {
    ask = message.ask;
  },
  send({ message }) {
    port?.postMessage(message);
  },
  awaitDrawn() {
    port?.postMessage({ jsonrpc: '2.0', id: drawnPing, method: 'ui/ping', params: {} });
  },
  ping() {
    const id = watchdog.ping();
    if (id === null) return scope.postMessage({ kind: 'event', event: { kind: 'stop', reason: 'hung', perSecond: 0 } });
    port?.postMessage({ jsonrpc: '2.0', id, method: 'ui/ping', params: {} });
    scope.postMessage({ kind: 'alive' });
  },
};

scope.onmessage = ({ data }) => (handlers[data.kind] as (message: ToWorker) => void)(data);
