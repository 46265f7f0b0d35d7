import { createHash } from 'node:crypto';
import { ParlorError } from '../../shared/errors.ts';
import type { Json } from '../../shared/json/value.ts';
import { type HookMethod, hookMethods } from '../../shared/tables/hooks.ts';
import type { HookLimits, LaunchedHooks } from './host.ts';
import { encode, type FromSandbox, readFromSandbox, type ToSandbox } from './pipe.ts';

export const defaultLimits: HookLimits = {
  callMs: 2_000,
  memoryBytes: 16 * 1024 * 1024,
  stackBytes: 256 * 1024,
  jsonBytes: 256 * 1024,
};

const restarts = 3;
/** The sandbox stops itself at `callMs`; the engine's native loops do not see that, so the process is ended soon after. */
const killAfterMs = 500;
const startMs = 15_000;
const sourceBytes = 1024 * 1024;

/** One sandbox process, as a launcher starts it. */
export interface HookProcess {
  send(text: string): void;
  /** Ends it at once, whatever it is doing; `ended` is told as for any other end. */
  kill(): void;
}

export interface HookProcessEvents {
  message(text: string): void;
  /** Called once it is gone. `reason` is for people. */
  ended(reason: string): void;
}

export type StartHookProcess = (events: HookProcessEvents) => HookProcess;

export interface HookHostOptions {
  seed: string;
  limits?: Partial<HookLimits>;
  /** What the hooks print, already shortened and limited in number; never trusted, only shown. */
  log?: (text: string) => void;
}

/** Starts the process, loads the hooks and keeps them answering. Rejects `hook_failed`, `hook_timeout`. */
export async function startHookHost(
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
  if (Buffer.byteLength(source) > sourceBytes) {
    throw new ParlorError('hook_failed', `The hooks file is larger than ${sourceBytes} bytes.`, { limit: sourceBytes });
  }
}

interface Waiting {
  accepts: (message: FromSandbox) => boolean;
  resolve: (message: FromSandbox) => void;
  reject: (error: ParlorError) => void;
}

class ProcessHookHost implements LaunchedHooks {
  hash: string;
  methods: ReadonlySet<HookMethod> = new Set();
  readonly #startProcess: StartHookProcess;
  #source: string;
  #seed: string;
  readonly #limits: HookLimits;
  readonly #log: (text: string) => void;
  #process: HookProcess | undefined;
  #gone: Promise<unknown> = Promise.resolve();
  #waiting: Waiting | undefined;
  #restartsUsed = 0;
  #calls = 0;
  #queue: Promise<unknown> = Promise.resolve();
  #disposed = false;

  constructor(start: StartHookProcess, source: string, { seed, limits, log = () => undefined }: HookHostOptions) {
    this.#startProcess = start;
    this.#source = source;
    this.hash = hashOf(source);
    this.#seed = seed;
    this.#limits = { ...defaultLimits, ...limits };
    this.#log = log;
  }

  async start(): Promise<void> {
    try {
      await this.#expect(
        () => this.#spawn(),
        (message) => message.type === 'up',
        startMs,
      );
      await this.#load();
    } catch (error) {
      this.#kill();
      await this.#gone;
      throw error;
    }
  }

  async #load(): Promise<void> {
    const load: ToSandbox = { type: 'load', source: this.#source, methods: hookMethods, limits: this.#limits };
    const loaded = await this.#ask(load, (message) => message.type === 'loaded' || message.type === 'failed');
    if (loaded.type === 'failed') throw this.#failed(loaded, 'The hooks file could not be loaded');
    if (loaded.type !== 'loaded') return;
    this.methods = new Set(hookMethods.filter((name) => loaded.methods.includes(name)));
  }

  reload(source: string, seed: string): Promise<void> {
    checkSize(source);
    const loaded = this.#queue.then(() => this.#reload(source, seed));
    this.#queue = loaded.catch(() => undefined);
    return loaded;
  }

  async #reload(source: string, seed: string): Promise<void> {
    if (this.#disposed) throw new ParlorError('hook_failed', 'The hooks were stopped.');
    const before = [this.#source, this.#seed] as const;
    [this.#source, this.#seed] = [source, seed];
    try {
      await (this.#process === undefined ? this.start() : this.#load());
      this.hash = hashOf(source);
      [this.#calls, this.#restartsUsed] = [0, 0];
    } catch (error) {
      [this.#source, this.#seed] = before;
      if (this.#process !== undefined) await this.#load();
      throw error;
    }
  }

  call(method: HookMethod, args: Json[]): Promise<Json> {
    const turn = ++this.#calls;
    const answer = this.#queue.then(() => this.#call(method, args, turn));
    this.#queue = answer.catch(() => undefined);
    return answer;
  }

  async #call(method: HookMethod, args: Json[], turn: number): Promise<Json> {
    if (this.#disposed) throw new ParlorError('hook_failed', 'The hooks were stopped.');
    const message: ToSandbox = { type: 'call', id: turn, method, args, random: `${this.#seed}:${turn}` };
    const { jsonBytes } = this.#limits;
    if (Buffer.byteLength(JSON.stringify(args)) > jsonBytes) {
      throw new ParlorError('hook_failed', `${method} was given more than ${jsonBytes} bytes.`, {
        method,
        limit: jsonBytes,
      });
    }
    if (this.#process === undefined) {
      if (this.#restartsUsed === restarts) {
        throw new ParlorError('hook_failed', `The hooks crashed ${restarts + 1} times and are not started again.`, {
          method,
        });
      }
      this.#restartsUsed += 1;
      await this.start();
    }
    const answer = await this.#ask(
      message,
      (said) => (said.type === 'result' || said.type === 'failed') && said.id === turn,
    );
    if (answer.type === 'failed') throw this.#failed(answer, `${method} failed`);
    if (answer.type !== 'result') throw new ParlorError('hook_failed', `${method} gave no result.`);
    return answer.value;
  }

  async dispose(): Promise<void> {
    this.#disposed = true;
    this.#kill();
    await this.#gone;
  }

  #failed({ late, message, line, column }: Extract<FromSandbox, { type: 'failed' }>, what: string): ParlorError {
    const place = line === undefined || column === undefined ? undefined : { line, column };
    return new ParlorError(late ? 'hook_timeout' : 'hook_failed', `${what}: ${message}`, place);
  }

  #ask(message: ToSandbox, accepts: Waiting['accepts']): Promise<FromSandbox> {
    return this.#expect(() => this.#process?.send(encode(message)), accepts, this.#limits.callMs + killAfterMs);
  }

  /** Does something that will be answered, and kills the process when the answer does not come in time. */
  #expect(act: () => void, accepts: Waiting['accepts'], timeoutMs: number): Promise<FromSandbox> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => {
        this.#settle()?.reject(
          new ParlorError('hook_timeout', `The hooks did not answer within ${timeoutMs} ms and were stopped.`),
        );
        this.#kill();
      }, timeoutMs);
      this.#waiting = {
        accepts,
        resolve: (message) => {
          clearTimeout(timer);
          resolve(message);
        },
        reject: (error) => {
          clearTimeout(timer);
          reject(error);
        },
      };
      act();
    });
  }

  #settle(): Waiting | undefined {
    const waiting = this.#waiting;
    this.#waiting = undefined;
    return waiting;
  }

  #spawn(): void {
    const { promise, resolve: gone } = Promise.withResolvers<void>();
    // One that was killed may still be on its way out when the next one starts.
    this.#gone = Promise.all([this.#gone, promise]);
    const process: HookProcess = this.#startProcess({
      message: (text) => {
        if (this.#process === process) this.#hear(text);
      },
      ended: (reason) => {
        gone();
        if (this.#process !== process) return;
        this.#process = undefined;
        this.#settle()?.reject(new ParlorError('hook_failed', `The hooks process ended: ${reason}`));
      },
    });
    this.#process = process;
  }

  #hear(text: string): void {
    let message: FromSandbox;
    try {
      message = readFromSandbox(text);
    } catch (cause) {
      this.#settle()?.reject(
        new ParlorError('hook_failed', 'The hooks returned what is not valid JSON for a table.', undefined, { cause }),
      );
      this.#kill();
      return;
    }
    if (message.type === 'log') this.#log(message.text);
    else if (this.#waiting?.accepts(message) === true) this.#settle()?.resolve(message);
  }

  #kill(): void {
    const process = this.#process;
    this.#process = undefined;
    process?.kill();
    this.#settle()?.reject(new ParlorError('hook_failed', 'The hooks were stopped.'));
  }
}

const hashOf = (source: string): string => createHash('sha256').update(source).digest('hex');
