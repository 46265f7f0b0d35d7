/**
 * The connection to a board:
 * - `openBoardConnection` starts a worker per load and transfers one end of a MessageChannel to it;
 * - the other end goes to the frame (BoardFrame.tsx), which speaks JSON-RPC over it;
 * - the worker (port.worker.ts) checks every message with the guard (message-guard.ts);
 * - only accepted messages reach the window, as `FromWorker`;
 * - the worker pings the board (watchdog.ts), and the window pings the worker (worker-watch.ts): if a huge message blocks it, the board is
 *   stopped.
 */
import { boardPing, type ToBoard } from '../../shared/boards/contract.ts';
import type { Json } from '../../shared/json/value.ts';
import type { AskedQuestion, BoardEvent } from './message-guard.ts';
import { createWorkerWatch } from './worker-watch.ts';

export type ToWorker =
  | { kind: 'open'; port: MessagePort; reports: MessagePort | null }
  | { kind: 'ask'; ask: AskedQuestion | null }
  | { kind: 'send'; message: object }
  | { kind: 'awaitDrawn' }
  | { kind: 'ping' };

export type FromWorker =
  | { kind: 'event'; event: BoardEvent }
  /** Sent on start and in response to each `ping`. */
  | { kind: 'alive' }
  /** The board has handled what was sent before `awaitDrawn`. */
  | { kind: 'drawn' }
  | { kind: 'report'; report: Json };

export interface ConnectionHandlers {
  onEvent(event: BoardEvent): void;
  /** The worker no longer responds. */
  onStuck(): void;
  onReport(report: Json): void;
  /** The board has handled everything sent before `awaitDrawn()`. */
  onDrawn(): void;
}

export interface BoardConnection {
  /** The board's ends, to be transferred once. */
  ports: { board: MessagePort; reports: MessagePort | null };
  /** Sets the open question, against which picks are checked. */
  ask(ask: AskedQuestion | null): void;
  notify<M extends keyof ToBoard>(method: M, params: ToBoard[M]): void;
  /** Asks the board for a sign once it has handled everything sent so far: `onDrawn`. */
  awaitDrawn(): void;
  /** A JSON-RPC response: `result` or `error`. */
  respond(id: string | number, outcome: { result: unknown } | { error: { code: number; message: string } }): void;
  close(): void;
}

export function openBoardConnection(
  { withReports }: { withReports: boolean },
  handlers: ConnectionHandlers,
): BoardConnection {
  const worker = new Worker(new URL('./port.worker.ts', import.meta.url), { type: 'module' });
  const channel = new MessageChannel();
  const reports = withReports ? new MessageChannel() : null;
  const post = (message: ToWorker, transfer: Transferable[] = []) => worker.postMessage(message, transfer);
  const watch = createWorkerWatch(() => performance.now());
  let closed = false;

  worker.onmessage = ({ data }: MessageEvent<FromWorker>) => {
    if (closed) return;
    if (data.kind === 'alive') watch.alive();
    else if (data.kind === 'drawn') handlers.onDrawn();
    else if (data.kind === 'report') handlers.onReport(data.report);
    else handlers.onEvent(data.event);
  };
  // A worker that is terminated while loading may report an error.
  worker.onerror = () => closed || handlers.onStuck();
  const transferredPorts = [channel.port1, ...(reports ? [reports.port1] : [])];
  post({ kind: 'open', port: channel.port1, reports: reports?.port1 ?? null }, transferredPorts);

  const timer = setInterval(() => {
    // Timers of hidden windows are throttled.
    if (document.hidden) return;
    const due = watch.tick();
    if (due === 'stuck') handlers.onStuck();
    else if (due === 'ping') post({ kind: 'ping' });
  }, boardPing.everyMs);

  return {
    ports: { board: channel.port2, reports: reports?.port2 ?? null },
    ask: (ask) => post({ kind: 'ask', ask }),
    notify: (method, params) => post({ kind: 'send', message: { jsonrpc: '2.0', method, params } }),
    awaitDrawn: () => post({ kind: 'awaitDrawn' }),
    respond: (id, outcome) => post({ kind: 'send', message: { jsonrpc: '2.0', id, ...outcome } }),
    close() {
      closed = true;
      clearInterval(timer);
      worker.terminate();
    },
  };
}
