import { createHash } from 'node:crypto';
import {
  DefaultIntrinsics,
  type QuickJSContext,
  type QuickJSHandle,
  type QuickJSWASMModule,
  Scope,
} from 'quickjs-emscripten';
import type { HookLimits } from './host.ts';

/** Where in the hooks file something failed, both counted from 1. */
export interface HookPlace {
  line: number;
  column: number;
}

/** Why a call came to nothing; `late` when it used up its time. */
export class SandboxFailure extends Error {
  readonly late: boolean;
  readonly place: HookPlace | null;

  constructor(message: string, late = false, place: HookPlace | null = null) {
    super(message);
    this.late = late;
    this.place = place;
  }
}

/** Log lines of one call beyond this are dropped. */
const logLines = 20;
const logCharacters = 300;

/**
 * Runs inside the sandbox before the hooks do. It keeps the functions it needs, so that hooks which change built-ins
 * change only their own call. Math.random is sfc32 (a public-domain generator) over 128 bits of seed.
 */
const prelude = `(a, b, c, d, hash, log) => {
  'use strict';
  const { parse, stringify } = JSON;
  const { apply } = Reflect;
  Math.random = () => {
    const t = (((a + b) | 0) + d) | 0;
    d = (d + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = (c << 21) | (c >>> 11);
    c = (c + t) | 0;
    return (t >>> 0) / 4294967296;
  };
  for (let i = 0; i < 12; i++) Math.random();
  const print = (...words) => log(words.map((word) => (typeof word === 'string' ? word : stringify(word))).join(' '));
  globalThis.console = { log: print, info: print, warn: print, error: print, debug: print };
  globalThis.sha256 = (text) => hash(\`\${text}\`);
  return {
    invoke: (method, args) => apply(method, undefined, parse(args)),
    print: (value) => stringify(value),
    describe: (error) => {
      try {
        return error instanceof Error ? \`\${error.name}: \${error.message}\` : \`\${error}\`;
      } catch {
        return 'something that cannot be shown';
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
 * One hooks file in QuickJS. Every call gets a runtime of its own: no state outlives it but what it hands back, and
 * no limit of one call is eaten by another. There is no clock, no disk, no network and no host object in there.
 */
export class Sandbox {
  readonly #wasm: QuickJSWASMModule;
  readonly #source: string;
  readonly #limits: HookLimits;
  readonly #log: (text: string) => void;

  constructor(wasm: QuickJSWASMModule, source: string, limits: HookLimits, log: (text: string) => void) {
    this.#wasm = wasm;
    this.#source = source;
    this.#limits = limits;
    this.#log = log;
  }

  /** Which of `known` the file exports. Throws SandboxFailure. */
  methods(known: readonly string[]): string[] {
    return this.#run('', (call) => known.filter((name) => call.exportOf(name) !== undefined));
  }

  /** Calls one method with a JSON array of arguments and returns JSON text. Throws SandboxFailure. */
  call(method: string, args: string, random: string): string {
    return this.#run(random, (call) => {
      const fn = call.exportOf(method);
      if (fn === undefined) throw new SandboxFailure(`The hooks export no ${method}.`);
      const text = call.print(call.settle(call.invoke(fn, args)));
      if (text === undefined) throw new SandboxFailure(`${method} returned nothing that JSON can hold.`);
      if (Buffer.byteLength(text) > this.#limits.jsonBytes) {
        throw new SandboxFailure(`${method} returned more than ${this.#limits.jsonBytes} bytes.`);
      }
      return text;
    });
  }

  #run<T>(random: string, work: (call: SandboxCall) => T): T {
    const { callMs, memoryBytes, stackBytes } = this.#limits;
    return Scope.withScope((scope) => {
      const runtime = scope.manage(this.#wasm.newRuntime());
      runtime.setMemoryLimit(memoryBytes);
      runtime.setMaxStackSize(stackBytes);
      const context = scope.manage(runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false } }));
      return work(new SandboxCall(context, scope, callMs, this.#source, random, this.#log));
    });
  }
}

/** One runtime with the prelude and the hooks evaluated in it. Handles live as long as its scope. */
class SandboxCall {
  readonly #context: QuickJSContext;
  readonly #scope: Scope;
  readonly #tools: QuickJSHandle;
  readonly #expired: () => boolean;
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
    const hash = this.#function('sha256', (text) => context.newString(sha256(text).toString('hex')));
    let lines = 0;
    const limitedLog = this.#function('log', (text) => {
      lines += 1;
      if (lines <= logLines) log(text.slice(0, logCharacters));
      return undefined;
    });
    const seed = sha256(random);
    const words = [0, 4, 8, 12].map((at) => scope.manage(context.newNumber(seed.readInt32LE(at))));
    const start = scope.manage(context.unwrapResult(context.evalCode(prelude, 'prelude.js')));
    const tools = context.callFunction(start, context.undefined, ...words, hash, limitedLog);
    this.#tools = scope.manage(context.unwrapResult(tools));
    // The time of the hooks begins here: on a busy computer they do not pay for the prelude.
    const deadline = performance.now() + callMs;
    this.#expired = () => performance.now() > deadline;
    context.runtime.setInterruptHandler(this.#expired);
    this.#exports = this.settle(this.#take(context.evalCode(source, 'hooks.js', { type: 'module' })));
  }

  exportOf(name: string): QuickJSHandle | undefined {
    const value = this.#scope.manage(this.#context.getProp(this.#exports, name));
    const type = this.#context.typeof(value);
    if (type === 'undefined') return undefined;
    if (type !== 'function') throw new SandboxFailure(`The export ${name} is not a function.`);
    return value;
  }

  invoke(fn: QuickJSHandle, args: string): QuickJSHandle {
    return this.#tool('invoke', [fn, this.#scope.manage(this.#context.newString(args))]);
  }

  print(value: QuickJSHandle): string | undefined {
    const text = this.#tool('print', [value]);
    return this.#context.typeof(text) === 'string' ? this.#context.getString(text) : undefined;
  }

  /** The value behind a promise, or the value itself. */
  settle(value: QuickJSHandle): QuickJSHandle {
    for (;;) {
      const state = this.#context.getPromiseState(value);
      if (state.type === 'fulfilled') return state.notAPromise === true ? value : this.#scope.manage(state.value);
      if (state.type === 'rejected') throw this.#failure(this.#scope.manage(state.error));
      if (this.#expired()) throw new SandboxFailure('The call took too long.', true);
      // A few at a time: a chain of promises that never ends runs no loop the interrupt would see.
      const ran = this.#context.runtime.executePendingJobs(64);
      if (ran.error !== undefined) throw this.#failure(this.#scope.manage(ran.error));
      if (ran.value === 0) throw new SandboxFailure('The call waits for a promise that nothing will settle.');
    }
  }

  #function(name: string, body: (text: string) => QuickJSHandle | undefined): QuickJSHandle {
    return this.#scope.manage(
      this.#context.newFunction(name, (text) => body(text === undefined ? '' : this.#context.getString(text))),
    );
  }

  #tool(name: string, args: QuickJSHandle[]): QuickJSHandle {
    return this.#call(this.#scope.manage(this.#context.getProp(this.#tools, name)), args);
  }

  #call(fn: QuickJSHandle, args: QuickJSHandle[]): QuickJSHandle {
    return this.#take(this.#context.callFunction(fn, this.#context.undefined, ...args));
  }

  #take(result: ReturnType<QuickJSContext['callFunction']>): QuickJSHandle {
    if (result.error !== undefined) throw this.#failure(this.#scope.manage(result.error));
    return this.#scope.manage(result.value);
  }

  /** Words for a thrown value. Showing it may run the hooks' own code, under the same deadline. */
  #failure(error: QuickJSHandle): SandboxFailure {
    if (this.#expired()) return new SandboxFailure('The call took too long.', true);
    // What QuickJS throws when not even the error fits into memory.
    if (this.#context.sameValue(error, this.#context.null)) return new SandboxFailure('The call ran out of memory.');
    const describe = this.#scope.manage(this.#context.getProp(this.#tools, 'describe'));
    const shown = this.#context.callFunction(describe, this.#context.undefined, error);
    if (shown.error !== undefined) {
      shown.error.dispose();
      return new SandboxFailure('The call failed in a way that cannot be shown.', this.#expired());
    }
    const words = this.#context.getString(this.#scope.manage(shown.value)).slice(0, 500);
    return new SandboxFailure(words, false, this.#place(error));
  }

  #place(error: QuickJSHandle): HookPlace | null {
    const trace = this.#scope.manage(this.#context.getProp(this.#tools, 'trace'));
    const told = this.#context.callFunction(trace, this.#context.undefined, error);
    if (told.error !== undefined) {
      told.error.dispose();
      return null;
    }
    return placeIn(this.#context.getString(this.#scope.manage(told.value)));
  }
}

/** The innermost place of a trace that lies in the hooks file. Hooks can write their own traces: only the numbers are taken. */
function placeIn(trace: string): HookPlace | null {
  const [, line, column] = /\bhooks\.js:(\d{1,7}):(\d{1,7})/.exec(trace.slice(0, 4000)) ?? [];
  return line === undefined ? null : { line: Number(line), column: Number(column) };
}

const sha256 = (text: string) => createHash('sha256').update(text).digest();
