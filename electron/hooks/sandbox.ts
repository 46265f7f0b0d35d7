/**
 * One hooks file in QuickJS, inside the sandbox process. Every call starts from a copy of the memory as it was after loading, so that no
 * call can affect a later one; memory, stack and time are limited. A call that hangs in native code is ended by process-host.ts.
 */
import { createHash } from 'node:crypto';
import {
  DefaultIntrinsics,
  newQuickJSWASMModule,
  newVariant,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  RELEASE_SYNC,
  Scope,
} from 'quickjs-emscripten';
import { type HookLimits, hookMemoryBytes } from './limits.ts';
import { MemoryImage } from './memory-image.ts';

type EngineMemory = NonNullable<Parameters<typeof newVariant>[1]['wasmMemory']>;
/** TypeScript declares it for browsers only. */
declare const WebAssembly: { Memory: new (pages: { initial: number; maximum: number }) => EngineMemory };

const pageBytes = 64 * 1024;
/** What the build requests at startup; its own stack and constants use `engineBytes` of it. */
const initialPages = 256;
const engineBytes = 5.5 * 1024 * 1024;

/**
 * QuickJS in a memory that cannot grow beyond the limit. QuickJS's own limit is unset: compiled to WebAssembly, it counts allocations but
 * not their size.
 */
export function newWasmEngine(): Promise<QuickJSWASMModule> {
  const maximum = Math.ceil((engineBytes + hookMemoryBytes) / pageBytes);
  const wasmMemory = new WebAssembly.Memory({ initial: initialPages, maximum });
  return newQuickJSWASMModule(newVariant(RELEASE_SYNC, { wasmMemory }));
}

/** A position in the hooks file, both counted from 1. */
export interface HookPosition {
  line: number;
  column: number;
}

/** The failure of a call or of loading the file. */
export class SandboxError extends Error {
  readonly timedOut: boolean;
  readonly position: HookPosition | null;

  constructor(message: string, timedOut = false, position: HookPosition | null = null) {
    super(message);
    this.timedOut = timedOut;
    this.position = position;
  }
}

/** Further log lines of a call are dropped. */
const logLinesMax = 20;
const logLineCharacters = 300;

/**
 * Runs inside the sandbox before the hooks do. It keeps the functions it needs, so that hooks which change built-ins
 * change only their own call. Math.random is sfc32 (a public-domain generator) over 128 bits of seed.
 */
const prelude = `(hash, log) => {
  'use strict';
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  let a, b, c, d, hasDrawn;
  const random = () => {
    hasDrawn = true;
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  Math.random = random;
  const print = (...words) => log(words.map((word) => (typeof word === 'string' ? word : stringify(word))).join(' '));
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };
  globalThis.sha256 = (text) => hash(\`\${text}\`);
  return {
    seed: (...words) => {
      [a, b, c, d] = words;
      for (let i = 0; i < 12; i++) random();
      hasDrawn = false;
    },
    hasDrawn: () => hasDrawn,
    invoke: (method, args) => apply(method, undefined, parse(args)),
    print: (value) => stringify(value),
    describe: (error) => {
      try {
        return error instanceof Error ? \`\${error.name}: \${error.message}\` : \`\${error}\`;
      } catch {
        return '[unprintable value]';
      }
    },
    trace: (error) => {
      try {
        return error instanceof Error ? \`\${error.stack}\` : '';
      } catch {
        return '';
      }
    },
  };
}`;

/**
 * One hooks file in QuickJS. No state survives a call except the returned value: the file is evaluated once, and every call begins with
 * the memory as it was then, its own random numbers and its own limits. A file that draws random numbers while it is evaluated is
 * evaluated for each call, in a separate runtime. There is no clock, disk, network or host object inside.
 */
export class Sandbox {
  readonly #wasm: QuickJSWASMModule;
  readonly #source: string;
  readonly #limits: HookLimits;
  readonly #log: (text: string) => void;
  readonly #scope = new Scope();
  #cached: { hooks: EvaluatedHooks; image: MemoryImage } | undefined;

  constructor(wasm: QuickJSWASMModule, source: string, limits: HookLimits, log: (text: string) => void) {
    this.#wasm = wasm;
    this.#source = source;
    this.#limits = limits;
    this.#log = log;
  }

  /**
   * Evaluates the file before its first call. Returns which of the given methods it exports, and its list of `manners`. Throws
   * SandboxError.
   */
  load(methodNames: readonly string[]): { methods: string[]; manners: string[] } {
    const hooks = this.#evaluate('', this.#scope);
    const { hasDrawn, ...exported } = Scope.withScope((scope) => {
      hooks.begin(scope);
      return {
        hasDrawn: hooks.hasDrawn(),
        methods: methodNames.filter((name) => hooks.exportOf(name) !== undefined),
        manners: mannersIn(hooks.constant('manners')),
      };
    });
    if (hasDrawn) this.dispose();
    else this.#cached = { hooks, image: new MemoryImage(this.#wasm.getWasmMemory()) };
    return exported;
  }

  /** Calls one method with a JSON array of arguments and returns JSON text. Throws SandboxError. */
  call(method: string, args: string, random: string): string {
    if (this.#cached === undefined) {
      return Scope.withScope((scope) => this.#callIn(this.#evaluate(random, scope), method, args));
    }
    const { hooks, image } = this.#cached;
    try {
      return Scope.withScope((scope) => {
        hooks.begin(scope);
        hooks.seed(random);
        return this.#callIn(hooks, method, args);
      });
    } finally {
      image.restore();
    }
  }

  dispose(): void {
    if (this.#scope.alive) this.#scope.dispose();
  }

  #callIn(hooks: EvaluatedHooks, method: string, args: string): string {
    const fn = hooks.exportOf(method);
    if (fn === undefined) throw new SandboxError(`The hooks export no ${method}.`);
    const text = hooks.print(hooks.settle(hooks.invoke(fn, args)));
    if (text === undefined) throw new SandboxError(`${method} returned a value that JSON cannot represent.`);
    if (Buffer.byteLength(text) > this.#limits.jsonBytes) {
      throw new SandboxError(`${method} returned more than ${this.#limits.jsonBytes} bytes.`);
    }
    return text;
  }

  #evaluate(random: string, scope: Scope): EvaluatedHooks {
    const { callMs, stackBytes } = this.#limits;
    const runtime = scope.manage(this.#wasm.newRuntime());
    runtime.setMaxStackSize(stackBytes);
    const context = scope.manage(runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false } }));
    return new EvaluatedHooks(context, scope, callMs, this.#source, random, this.#log);
  }
}

/** One runtime with the prelude and the hooks evaluated in it. Handles live as long as the scope of their call. */
class EvaluatedHooks {
  readonly #context: QuickJSContext;
  #scope: Scope;
  readonly #callMs: number;
  /** CPU usage of the thread when the call began. */
  #usageAtStart = process.threadCpuUsage();
  #logLineCount = 0;
  readonly #tools: QuickJSHandle;
  readonly #exports: QuickJSHandle;

  constructor(
    context: QuickJSContext,
    scope: Scope,
    callMs: number,
    source: string,
    random: string,
    log: (text: string) => void,
  ) {
    this.#context = context;
    this.#scope = scope;
    this.#callMs = callMs;
    const hash = this.#function('sha256', (text) => context.newString(sha256(text).toString('hex')));
    const limitedLog = this.#function('log', (text) => {
      this.#logLineCount += 1;
      if (this.#logLineCount <= logLinesMax) log(text.slice(0, logLineCharacters));
      return undefined;
    });
    const initialize = scope.manage(context.unwrapResult(context.evalCode(prelude, 'prelude.js')));
    this.#tools = scope.manage(
      context.unwrapResult(context.callFunction(initialize, context.undefined, hash, limitedLog)),
    );
    this.seed(random);
    // The time of the prelude does not count.
    this.begin(scope);
    context.runtime.setInterruptHandler(() => this.#expired());
    this.#exports = this.settle(this.#unwrap(context.evalCode(source, 'hooks.js', { type: 'module' })));
  }

  /** Begins a call, with its own limits. */
  begin(scope: Scope): void {
    this.#scope = scope;
    this.#usageAtStart = process.threadCpuUsage();
    this.#logLineCount = 0;
  }

  seed(random: string): void {
    const seed = sha256(random);
    const words = [0, 4, 8, 12].map((offset) => this.#scope.manage(this.#context.newNumber(seed.readInt32LE(offset))));
    this.#callTool('seed', words);
  }

  /** Whether a random number has been drawn since seeding. */
  hasDrawn(): boolean {
    return this.#context.sameValue(this.#callTool('hasDrawn', []), this.#context.true);
  }

  exportOf(name: string): QuickJSHandle | undefined {
    const value = this.#scope.manage(this.#context.getProp(this.#exports, name));
    const type = this.#context.typeof(value);
    if (type === 'undefined') return undefined;
    if (type !== 'function') throw new SandboxError(`The export ${name} is not a function.`);
    return value;
  }

  /** An exported value as JSON text; undefined if it does not exist. */
  constant(name: string): string | undefined {
    return this.print(this.#scope.manage(this.#context.getProp(this.#exports, name)));
  }

  invoke(fn: QuickJSHandle, args: string): QuickJSHandle {
    return this.#callTool('invoke', [fn, this.#scope.manage(this.#context.newString(args))]);
  }

  print(value: QuickJSHandle): string | undefined {
    const text = this.#callTool('print', [value]);
    return this.#context.typeof(text) === 'string' ? this.#context.getString(text) : undefined;
  }

  /** The value behind a promise, or the value itself. */
  settle(value: QuickJSHandle): QuickJSHandle {
    for (;;) {
      const state = this.#context.getPromiseState(value);
      if (state.type === 'fulfilled') return state.notAPromise === true ? value : this.#scope.manage(state.value);
      if (state.type === 'rejected') throw this.#toError(this.#scope.manage(state.error));
      if (this.#expired()) throw new SandboxError('The call took too long.', true);
      // In batches: an endless chain of promises runs no loop that the interrupt handler would see.
      const jobs = this.#context.runtime.executePendingJobs(64);
      if (jobs.error !== undefined) throw this.#toError(this.#scope.manage(jobs.error));
      if (jobs.value === 0) throw new SandboxError('The call awaits a promise that never settles.');
    }
  }

  /** Measures CPU time, so that other load on the computer does not change how far hooks get. */
  #expired(): boolean {
    const { user, system } = process.threadCpuUsage(this.#usageAtStart);
    return user + system > this.#callMs * 1000;
  }

  #function(name: string, body: (text: string) => QuickJSHandle | undefined): QuickJSHandle {
    return this.#scope.manage(
      this.#context.newFunction(name, (text) => body(text === undefined ? '' : this.#context.getString(text))),
    );
  }

  #callTool(name: string, args: QuickJSHandle[]): QuickJSHandle {
    return this.#call(this.#scope.manage(this.#context.getProp(this.#tools, name)), args);
  }

  #call(fn: QuickJSHandle, args: QuickJSHandle[]): QuickJSHandle {
    return this.#unwrap(this.#context.callFunction(fn, this.#context.undefined, ...args));
  }

  #unwrap(result: ReturnType<QuickJSContext['callFunction']>): QuickJSHandle {
    if (result.error !== undefined) throw this.#toError(this.#scope.manage(result.error));
    return this.#scope.manage(result.value);
  }

  /** Describes a thrown value. This may run the hooks' own code, under the same deadline. */
  #toError(error: QuickJSHandle): SandboxError {
    if (this.#expired()) return new SandboxError('The call took too long.', true);
    // QuickJS throws null when it has no memory for an error.
    if (this.#context.sameValue(error, this.#context.null)) return new SandboxError('The call ran out of memory.');
    const describe = this.#scope.manage(this.#context.getProp(this.#tools, 'describe'));
    const description = this.#context.callFunction(describe, this.#context.undefined, error);
    if (description.error !== undefined) {
      description.error.dispose();
      return new SandboxError('The call threw a value that cannot be displayed.', this.#expired());
    }
    const text = this.#context.getString(this.#scope.manage(description.value)).slice(0, 500);
    return new SandboxError(text, false, this.#position(error));
  }

  #position(error: QuickJSHandle): HookPosition | null {
    const trace = this.#scope.manage(this.#context.getProp(this.#tools, 'trace'));
    const result = this.#context.callFunction(trace, this.#context.undefined, error);
    if (result.error !== undefined) {
      result.error.dispose();
      return null;
    }
    return positionIn(this.#context.getString(this.#scope.manage(result.value)));
  }
}

function mannersIn(text: string | undefined): string[] {
  const names: unknown = text === undefined ? [] : JSON.parse(text);
  if (Array.isArray(names) && names.every((name) => typeof name === 'string')) return names;
  throw new SandboxError('The export manners is not a list of names.');
}

/** The innermost position of a trace in the hooks file. Traces are untrusted, so only the numbers are used. */
function positionIn(trace: string): HookPosition | null {
  const [, line, column] = /\bhooks\.js:(\d{1,7}):(\d{1,7})/.exec(trace.slice(0, 4000)) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
