/**
 * The owner's side of a sandbox process: starts it, passes calls to it one by one, kills it when a call times out, and restarts
 * it a limited number of times. Its output is untrusted, and validated.
 */
import { hash } from 'node:crypto';
import { constants, setPriority } from 'node:os';
import { z } from 'zod';
import { ParlorError } from '../../shared/errors.ts';
import type { Json } from '../../shared/json/value.ts';
import { createSerialQueue } from '../../shared/serial-queue.ts';
import { type HookMethod, hookMethods, mannerSchema, mannersMax } from '../../shared/tables/hooks.ts';
import { awakeClock } from '../time/awake-clock.ts';
import type { LaunchedHooks, LaunchHooks } from './hook-host.ts';
import { defaultHookLimits, type HookLimits, hookRestartsMax, hookSourceBytes } from './limits.ts';
import { encode, type FromSandbox, readFromSandbox, type ToSandbox } from './sandbox-messages.ts';

/** Until the process is ready. One that may take longer for a call, as in the background, may for its start too. */
const startTimeoutMs = 15_000;

/** A running sandbox process. */
export interface HookProcess {
  send(text: string): void;
  /** Kills it immediately; `onExit` is called as for any other exit. */
  kill(): void;
}

export interface HookProcessEvents {
  onMessage(text: string): void;
  /** Called once it has exited. `reason` is shown to the user. */
  onExit(reason: string): void;
}

/** `background`: at the lowest priority. */
export type StartHookProcess = (events: HookProcessEvents, background: boolean) => HookProcess;

export interface HookHostOptions {
  seed: string;
  limits?: Partial<HookLimits>;
  background?: boolean;
  /** Receives what the hooks print: untrusted, truncated and limited in number. */
  log?: (text: string) => void;
}

/** A launcher that starts processes with `start`. `log` replaces that of each launch. */
export const hookLauncher =
  (start: StartHookProcess, log: HookHostOptions['log']): LaunchHooks =>
  (source, options) =>
    startHookHost(start, source, log ? { ...options, log } : options);

/** Gives a process that runs in the background the lowest priority. */
export function lowerPriority(pid: number | undefined): void {
  try {
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_LOW);
  } catch {
    // It has exited, or the system does not allow it: it then competes like any other.
  }
}

/** Starts the process, loads the hooks, and restarts the process after crashes. Rejects `hook_failed`, `hook_timeout`. */
async function startHookHost(
  start: StartHookProcess,
  source: string,
  options: HookHostOptions,
): Promise<LaunchedHooks> {
  checkSize(source);
  const host = new ProcessHookHost(start, source, options);
  await host.start();
  return host;
}

function checkSize(source: string): void {
  if (Buffer.byteLength(source) > hookSourceBytes) {
    throw new ParlorError('hook_failed', `The hooks file is larger than ${hookSourceBytes} bytes.`, {
      limit: hookSourceBytes,
    });
  }
}

interface PendingRequest {
  accepts: (message: FromSandbox) => boolean;
  resolve: (message: FromSandbox) => void;
  reject: (error: ParlorError) => void;
}

class ProcessHookHost implements LaunchedHooks {
  hash: string;
  methods: ReadonlySet<HookMethod> = new Set();
  manners: readonly string[] = [];
  readonly #startProcess: StartHookProcess;
  #source: string;
  #seed: string;
  readonly #limits: HookLimits;
  readonly #background: boolean;
  readonly #log: (text: string) => void;
  #process: HookProcess | undefined;
  #exited: Promise<unknown> = Promise.resolve();
  #pending: PendingRequest | undefined;
  #restarts = 0;
  #calls = 0;
  readonly #serialize = createSerialQueue();
  #disposed = false;

  constructor(start: StartHookProcess, source: string, options: HookHostOptions) {
    const { seed, limits, background = false, log = () => undefined } = options;
    this.#startProcess = start;
    this.#source = source;
    this.hash = hash('sha256', source);
    this.#seed = seed;
    this.#limits = { ...defaultHookLimits, ...limits };
    this.#background = background;
    this.#log = log;
  }

  async start(): Promise<void> {
    try {
      await this.#awaitResponse(
        () => this.#spawn(),
        (message) => message.type === 'ready',
        Math.max(startTimeoutMs, this.#limits.killMs),
      );
      await this.#load();
    } catch (error) {
      this.#kill();
      await this.#exited;
      throw error;
    }
  }

  async #load(): Promise<void> {
    const request: ToSandbox = { type: 'load', source: this.#source, methods: hookMethods, limits: this.#limits };
    const response = await this.#request(request, (message) => message.type === 'loaded' || message.type === 'failed');
    if (response.type === 'failed') throw this.#toError(response, 'The hooks file could not be loaded');
    if (response.type !== 'loaded') return;
    this.methods = new Set(hookMethods.filter((name) => response.methods.includes(name)));
    this.manners = z.array(mannerSchema).max(mannersMax).catch([]).parse(response.manners);
  }

  async reload(source: string, seed: string): Promise<void> {
    checkSize(source);
    return this.#serialize(() => this.#reload(source, seed));
  }

  async #reload(source: string, seed: string): Promise<void> {
    if (this.#disposed) throw new ParlorError('hook_failed', 'The hooks were stopped.');
    const previous = [this.#source, this.#seed] as const;
    [this.#source, this.#seed] = [source, seed];
    try {
      await (this.#process === undefined ? this.start() : this.#load());
      this.hash = hash('sha256', source);
      [this.#calls, this.#restarts] = [0, 0];
    } catch (error) {
      [this.#source, this.#seed] = previous;
      // The caller learns of the first error.
      if (this.#process !== undefined) await this.#load().catch(() => {});
      throw error;
    }
  }

  call(method: HookMethod, args: Json[]): Promise<Json> {
    const id = ++this.#calls;
    return this.#serialize(() => this.#call(method, args, id));
  }

  async #call(method: HookMethod, args: Json[], id: number): Promise<Json> {
    if (this.#disposed) throw new ParlorError('hook_failed', 'The hooks were stopped.');
    const message: ToSandbox = { type: 'call', id, method, args, random: `${this.#seed}:${id}` };
    const { jsonBytes } = this.#limits;
    if (Buffer.byteLength(JSON.stringify(args)) > jsonBytes) {
      throw new ParlorError('hook_failed', `${method} was called with more than ${jsonBytes} bytes.`, {
        method,
        limit: jsonBytes,
      });
    }
    if (this.#process === undefined) {
      if (this.#restarts === hookRestartsMax) {
        const crashes = hookRestartsMax + 1;
        throw new ParlorError('hook_failed', `The hooks crashed ${crashes} times and are not started again.`, {
          method,
        });
      }
      this.#restarts += 1;
      await this.start();
    }
    const response = await this.#request(
      message,
      (response) => (response.type === 'result' || response.type === 'failed') && response.id === id,
    );
    if (response.type === 'failed') throw this.#toError(response, `${method} failed`);
    if (response.type !== 'result') throw new ParlorError('hook_failed', `${method} returned no result.`);
    return response.value;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#kill();
    await this.#exited;
  }

  #toError({ timedOut, message, line, column }: Extract<FromSandbox, { type: 'failed' }>, prefix: string): ParlorError {
    const position = line === undefined || column === undefined ? undefined : { line, column };
    return new ParlorError(timedOut ? 'hook_timeout' : 'hook_failed', `${prefix}: ${message}`, position);
  }

  #request(message: ToSandbox, accepts: PendingRequest['accepts']): Promise<FromSandbox> {
    return this.#awaitResponse(() => this.#process?.send(encode(message)), accepts, this.#limits.killMs);
  }

  /** Calls `send` and waits for the response; kills the process after a timeout. */
  #awaitResponse(send: () => void, accepts: PendingRequest['accepts'], timeoutMs: number): Promise<FromSandbox> {
    return new Promise((resolve, reject) => {
      const cancel = awakeClock.after(timeoutMs, () => {
        this.#takePending()?.reject(
          new ParlorError('hook_timeout', `The hooks did not answer within ${timeoutMs} ms and were stopped.`),
        );
        this.#kill();
      });
      this.#pending = {
        accepts,
        resolve: (message) => {
          cancel();
          resolve(message);
        },
        reject: (error) => {
          cancel();
          reject(error);
        },
      };
      send();
    });
  }

  #takePending(): PendingRequest | undefined {
    const pending = this.#pending;
    this.#pending = undefined;
    return pending;
  }

  #spawn(): void {
    const { promise, resolve: markExited } = Promise.withResolvers<void>();
    // A killed process may still be exiting when the next one starts.
    this.#exited = Promise.all([this.#exited, promise]);
    const events: HookProcessEvents = {
      onMessage: (text) => {
        if (this.#process === process) this.#receive(text);
      },
      onExit: (reason) => {
        markExited();
        if (this.#process !== process) return;
        this.#process = undefined;
        this.#takePending()?.reject(new ParlorError('hook_failed', `The hooks process ended: ${reason}`));
      },
    };
    const process: HookProcess = this.#startProcess(events, this.#background);
    this.#process = process;
  }

  #receive(text: string): void {
    let message: FromSandbox;
    try {
      message = readFromSandbox(text);
    } catch (cause) {
      this.#takePending()?.reject(
        new ParlorError('hook_failed', 'The hooks returned a value that is not valid JSON for a table.', undefined, {
          cause,
        }),
      );
      this.#kill();
      return;
    }
    if (message.type === 'log') this.#log(message.text);
    else if (this.#pending?.accepts(message) === true) this.#takePending()?.resolve(message);
  }

  #kill(): void {
    const process = this.#process;
    this.#process = undefined;
    process?.kill();
    this.#takePending()?.reject(new ParlorError('hook_failed', 'The hooks were stopped.'));
  }
}
