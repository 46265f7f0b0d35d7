import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { subscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Worker } from 'node:worker_threads';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isLongRun, sampled } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { fakeUtilityProcesses } from '../shells/electron/testing/utility-process.ts';
import { electronLauncher } from './electron-launcher.ts';
import type { HookHost, LaunchedHooks } from './hook-host.ts';
import type { HookLimits } from './limits.ts';
import { nodeLauncher } from './node-launcher.ts';
import { type RunnerFiles, runnerFiles } from './runner-files.ts';
import { threadLauncher } from './thread-launcher.ts';

const logged: string[] = [];
const log = (text: string) => logged.push(text);
const { utilityProcess } = fakeUtilityProcesses('linux', () => {});
const launchers = {
  'Node child': nodeLauncher({ log }),
  'utility process': electronLauncher({ fork: (...args) => utilityProcess.fork(...args), log }),
  'worker thread': threadLauncher({ log }),
};
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  logged.length = 0;
  for (const cleanup of cleanups.splice(0)) await cleanup();
});
/** Hosts that several tests share. */
const shared: HookHost[] = [];
afterAll(() => Promise.all(shared.map((host) => host.dispose())));

const failed = (words: RegExp) =>
  expect.objectContaining({ code: 'hook_failed', message: expect.stringMatching(words) });

/** Child processes and worker threads of this process that have not exited. */
const running = new Set<ChildProcess | Worker>();
function track(child: ChildProcess | Worker): void {
  running.add(child);
  child.once('exit', () => running.delete(child));
}
process.on('worker', track);
subscribe('child_process', (message) => track((message as { process: ChildProcess }).process));
/** Counts children that start after this call; those of earlier tests may still be exiting. */
function countNewChildren(): () => number {
  const before = new Set(running);
  return () => [...running].filter((child) => !before.has(child)).length;
}

function temporaryFile(name: string, text: string): string {
  const folder = temporaryFolder();
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** The real runner, which first logs its process id. */
function announcingRunner(): RunnerFiles {
  const real = runnerFiles();
  const path = temporaryFile(
    'runner.mjs',
    `console.log(JSON.stringify({ type: 'log', text: String(process.pid) }));
    await import(${JSON.stringify(pathToFileURL(real.path).href)});`,
  );
  return { path, readablePaths: [...real.readablePaths, path] };
}

describe.each(Object.entries(launchers))('hooks in a %s', (name, launch) => {
  // All launchers start the same sandbox. Short runs test it with one launcher, and only processes and messages with the others.
  const sandbox = name === 'Node child' || isLongRun;
  const testSandbox = test.runIf(sandbox);
  async function start(source: string, limits: Partial<HookLimits> = {}): Promise<HookHost> {
    const started = await launch(source, { seed: 'seed', limits });
    cleanups.push(() => started.dispose());
    return started;
  }
  let runner: LaunchedHooks | null = null;
  /** Loads the file into the process that most tests share. */
  async function host(source: string, seed = 'seed'): Promise<HookHost> {
    if (runner) await runner.reload(source, seed);
    else {
      runner = await launch(source, { seed });
      shared.push(runner);
    }
    return runner;
  }
  /** The result of one call of `view` with the given body. */
  async function run(body: string) {
    const hooks = await host(`export function view(a, b) { ${body} }`);
    return hooks.call('view', [1, 'two']);
  }

  /** Expects `error` from each of these bodies, which run in one process; the process must still work afterwards. */
  function refuses(title: string, error: unknown, all: [string, string][], limits: Partial<HookLimits> = {}): void {
    const bodies = sampled(all, 3);
    describe.runIf(sandbox)(title, () => {
      let hooks: HookHost;
      beforeAll(async () => {
        const list = bodies.map(([, body]) => `() => { ${body} }`).join(',');
        const source = `const bodies = [${list}];
          export const view = (n) => bodies[n] ? bodies[n]() : 'no such body';
          export const init = () => 'fine';`;
        hooks = await launch(source, { seed: 'seed', limits });
        shared.push(hooks);
      });
      test.each(bodies.map(([name], index) => [name, index] as const))('%s', async (_name, index) => {
        await expect(hooks.call('view', [index])).rejects.toEqual(error);
        expect(await hooks.call('init', [])).toBe('fine');
      });
    });
  }
  const lateOrFailed = expect.objectContaining({ code: expect.stringMatching(/^hook_(timeout|failed)$/) });

  test('loads another file into the same process, and keeps the current one if the other cannot be loaded', async () => {
    const hooks = await launch('export const view = () => Math.random();', { seed: 'a' });
    cleanups.push(() => hooks.dispose());
    const [first, second] = [await hooks.call('view', []), await hooks.call('view', [])];
    await expect(hooks.reload('export const view = () => {\n  retrun 1;\n};', 'b')).rejects.toMatchObject({
      code: 'hook_failed',
      detail: { line: 2 },
    });
    expect([...hooks.methods]).toEqual(['view']);
    const children = countNewChildren();
    await hooks.reload('export const view = () => Math.random();\nexport const init = () => ({});', 'a');
    expect([...hooks.methods]).toEqual(['init', 'view']);
    expect([await hooks.call('view', []), await hooks.call('view', [])]).toEqual([first, second]);
    expect(children()).toBe(0);
  });

  test('reports the line of the file that failed', async () => {
    const hooks = await host(
      'export function view() {\n  return inner();\n}\nfunction inner() {\n  return missing.name;\n}',
    );
    await expect(hooks.call('view', [])).rejects.toMatchObject({ detail: { line: 5 } });
  });

  test('lists the exported methods, and answers with JSON', async () => {
    const hooks = await host(`
      export const init = (context) => ({ ...context, seen: true });
      export async function join(state) { await null; return { state }; }
      export const unknown = 5;
    `);
    expect([...hooks.methods]).toEqual(['init', 'join']);
    expect(await hooks.call('init', [{ role: 'host' }])).toEqual({ role: 'host', seen: true });
    expect(await hooks.call('join', [[1, null, true, 'ü😀']])).toEqual({ state: [1, null, true, 'ü😀'] });
  });

  testSandbox('calls are isolated: no variable survives a call', async () => {
    const hooks = await host(`
      let count = 0;
      export const view = () => { Object.prototype.left = 1; return ++count; };
      export const init = () => ({}).left ?? null;
    `);
    expect(await Promise.all([hooks.call('view', []), hooks.call('view', []), hooks.call('init', [])])).toEqual([
      1,
      1,
      null,
    ]);
  });

  testSandbox(
    'values built when the file is evaluated are the same in every call, even if an earlier call changed them',
    async () => {
      const hooks = await start(`
      const moves = new Map([['a', [1, 2, 3]]]);
      const blank = new Array(1000).fill(0);
      const words = await Promise.resolve(['one', 'two']);
      export const init = () => [moves.get('a'), [...moves.keys()], blank.filter(Boolean).length, words, Math.max(1, 2)];
      export const view = (megabytes) => {
        moves.get('a').length = 0;
        moves.set('b', new Uint8Array(megabytes * 1024 * 1024).fill(1));
        blank.fill(1);
        words.push('three');
        Math.max = () => 'changed';
        return moves.get('b').length;
      };
      export const join = () => { init.constructor.prototype.call = null; moves.clear(); throw new Error('x'); };
    `);
      const built = [[1, 2, 3], ['a'], 0, ['one', 'two'], 2];
      for (let round = 0; round < (isLongRun ? 5 : 2); round += 1) {
        expect(await hooks.call('init', [])).toEqual(built);
        // Overwrites what an earlier call left in free memory.
        expect(await hooks.call('view', [12])).toBe(12 * 1024 * 1024);
        expect(await hooks.call('init', [])).toEqual(built);
        await expect(hooks.call('join', [])).rejects.toEqual(failed(/Error: x/));
        await expect(hooks.call('view', [64])).rejects.toEqual(failed(/./));
      }
    },
  );

  testSandbox(
    'random numbers drawn while the file is evaluated are drawn again for each call, from the seed',
    async () => {
      const source = 'const drawn = Math.random(); export const view = () => [drawn, Math.random()];';
      const play = async (seed: string) => {
        const hooks = await host(source, seed);
        return [await hooks.call('view', []), await hooks.call('view', [])] as number[][];
      };
      const first = await play('a');
      expect(await play('a')).toEqual(first);
      expect(new Set([...first, ...(await play('b'))].flat()).size).toBe(8);
    },
  );

  testSandbox('the same seed gives the same random numbers, another seed gives others', async () => {
    const source = 'export const view = () => [Math.random(), Math.random()];';
    const play = async (seed: string) => {
      const hooks = await host(source, seed);
      return [await hooks.call('view', []), await hooks.call('view', [])] as number[][];
    };
    const [first, second] = [await play('a'), await play('a')];
    expect(second).toEqual(first);
    expect(first[0]).not.toEqual(first[1]);
    expect(await play('b')).not.toEqual(first);
    for (const value of first.flat()) expect(value >= 0 && value < 1).toBe(true);
  });

  testSandbox('H1 the sandbox exposes no host object, clock, network or module', async () => {
    const names = [
      ...[
        'process',
        'require',
        'module',
        'global',
        'Buffer',
        'fetch',
        'WebSocket',
        'WebAssembly',
        'Worker',
        'performance',
      ],
      ...[
        'setTimeout',
        'setInterval',
        'queueMicrotask',
        'Date',
        'navigator',
        'std',
        'os',
        'XMLHttpRequest',
        'crypto',
        '__dirname',
      ],
    ];
    expect(await run(`return ${JSON.stringify(names)}.filter((name) => name in globalThis)`)).toEqual([]);
    const chains = [
      'this?.constructor?.constructor("return typeof process")()',
      'view.constructor("return typeof process")()',
      '(async () => {}).constructor("return typeof process")()',
      'console.log.constructor("return typeof process")()',
      'sha256.constructor("return typeof require")()',
      'typeof sha256.constructor("return this")().process',
      'typeof (0, eval)("this").process',
      'new Proxy(sha256, { apply: (target) => target.constructor("return process")() })()',
    ];
    const attempts = chains.map((chain) => `async () => String(await (${chain}))`).join(',');
    const results = await run(`
      const attempt = async (escape) => { try { return await escape(); } catch { return 'refused'; } };
      return Promise.all([${attempts}].map(attempt));
    `);
    for (const result of results as string[]) expect(['undefined', 'refused']).toContain(result);
    expect(await run('return new Error().stack.includes("node:")')).toBe(false);
    expect(await run('Error.prepareStackTrace = (_, frames) => frames; return typeof new Error().stack')).not.toBe(
      'object',
    );
  });

  testSandbox('H1 modules cannot be imported', async () => {
    await expect(host('import fs from "node:fs"; export const view = () => 1;')).rejects.toEqual(failed(/node:fs/));
    await expect(run('return import("node:fs").then(() => "in")')).rejects.toEqual(failed(/./));
  });

  refuses(
    'H2 stops code that does not end',
    lateOrFailed,
    [
      ['a loop', 'for (;;);'],
      ['an endless chain of promises', 'const again = () => Promise.resolve([]).then(again); return again();'],
      ['a backtracking pattern', 'return /^(a+)+$/.test("a".repeat(40) + "b")'],
      ['a getter that loops', 'return { get x() { for (;;); } }'],
      ['a toJSON method that loops', 'return { toJSON() { for (;;); } }'],
      ['a thrown value that loops when shown', 'throw { toString() { for (;;); } }'],
      ['a sort whose comparison loops', 'return [3, 1, 2].sort(() => { for (;;); })'],
      ['a then method that loops', 'return (async () => ({ then() { for (;;); } }))()'],
      ['a finally block that continues the loop', 'for (;;) { try { for (;;); } finally { continue } }'],
    ],
    { callMs: 200 },
  );

  // A utility process is killed as a Node child is.
  test.runIf(name !== 'utility process' || isLongRun).each(
    [
      ['indexOf over a length of 1e15', 'return Array.prototype.indexOf.call({ length: 1e15 }, 1)'],
      ['join over a long length', 'return Array.prototype.join.call({ length: 1e15 }, "")'],
      ['sort of a long length', 'return Array.prototype.sort.call({ length: 1e15, 0: 2, 1: 1 })'],
      ['reverse of a long length', 'return Array.prototype.reverse.call({ length: 1e15 })'],
    ].slice(0, isLongRun ? undefined : 1),
  )('H2 kills a native loop that the engine cannot interrupt: %s', async (_, body) => {
    const hooks = await start(`export function view() { ${body} }; export const init = () => Math.random();`, {
      killMs: 2000,
    });
    await expect(hooks.call('view', [])).rejects.toEqual(
      expect.objectContaining({ code: expect.stringMatching(/^hook_(timeout|failed)$/) }),
    );
    // Retries if the machine was too busy to answer within the limit.
    await expect.poll(async () => typeof (await hooks.call('init', []))).toBe('number');
  });

  refuses(
    'H4 limits memory and stack',
    lateOrFailed,
    [
      ['an endless array', 'const list = []; for (;;) list.push(0);'],
      ['one huge buffer', 'return new ArrayBuffer(1e9).byteLength'],
      ['an endless string', 'let text = "x"; for (;;) text += text;'],
      ['a huge BigInt', 'return String((2n ** 60000n) ** 60000n)'],
      ['deep recursion', 'const down = () => down() + 1; return down();'],
      ['padStart', 'return "".padStart(1e9).length'],
      ['repeat', 'return "x".repeat(2 ** 30 - 1).length'],
      ['an endless map', 'const map = new Map(); for (let i = 0; ; i++) map.set(i, [i]);'],
      ['deep JSON', 'return JSON.parse("[".repeat(1e6))'],
    ],
    { callMs: 10_000, killMs: 60_000 },
  );

  testSandbox('H4 limits memory for every kind of object, and frees it after each call', async () => {
    const hooks = await start(
      `
      const shapes = {
        buffers: () => new ArrayBuffer(1 << 20),
        small: () => new Uint8Array(100),
        strings: (i) => 'x'.repeat(1 << 20) + i,
        arrays: (i) => new Array(1 << 17).fill(i),
        objects: (i) => ({ i }),
      };
      export function view(shape) {
        const kept = [];
        for (;;) kept.push(shapes[shape](kept.length));
      }
      export function init() {
        const kept = [];
        for (let i = 0; i < 14; i++) kept.push(new Uint8Array(1 << 20).fill(i));
        return kept.length;
      }
      export function handle(shape) {
        let kept = [];
        try {
          for (;;) kept.push(shapes[shape](kept.length));
        } catch {
          kept = null;
          return 'caught';
        }
      }
    `,
      { callMs: 20_000, killMs: 60_000 },
    );
    for (const shape of sampled(['buffers', 'small', 'strings', 'arrays', 'objects'], 2)) {
      await expect(hooks.call('view', [shape])).rejects.toEqual(failed(/memory/));
      expect(await hooks.call('handle', [shape])).toBe('caught');
      expect(await hooks.call('init', [])).toBe(14);
    }
  });

  test('H5 limits the size of JSON in and out', async () => {
    const hooks = await host('export const view = (text) => text.length; export const init = (n) => "x".repeat(n);');
    const limit = 256 * 1024;
    expect(await hooks.call('view', ['x'.repeat(limit - 4)])).toBe(limit - 4);
    await expect(hooks.call('view', ['x'.repeat(limit - 3)])).rejects.toEqual(failed(/more than 262144 bytes/));
    expect(await hooks.call('init', [limit - 2])).toHaveLength(limit - 2);
    await expect(hooks.call('init', [limit - 1])).rejects.toEqual(failed(/more than 262144 bytes/));
  });

  testSandbox('H5 rejects a file larger than a mebibyte', async () => {
    const source = (bytes: number) => {
      const code = 'export const view = () => 1;//';
      return code + 'x'.repeat(bytes - code.length);
    };
    expect(await (await host(source(1024 * 1024))).call('view', [])).toBe(1);
    await expect(host(source(1024 * 1024 + 1))).rejects.toEqual(failed(/larger than 1048576 bytes/));
  });

  testSandbox('H6 reports a promise that never settles', async () => {
    await expect(run('return new Promise(() => {})')).rejects.toEqual(failed(/never settles/));
    await expect(host('await new Promise(() => {}); export const view = () => 1;')).rejects.toEqual(
      failed(/never settles/),
    );
  });

  testSandbox('H7 getters, proxies and __proto__ in results become plain data', async () => {
    expect(await run('return { get a() { return 1 }, toJSON: undefined }')).toEqual({ a: 1 });
    expect(
      await run(
        'return new Proxy({}, { ownKeys: () => ["k"], getOwnPropertyDescriptor: () => ({ enumerable: true, configurable: true }), get: () => 5 })',
      ),
    ).toEqual({ k: 5 });
    const tricked = (await run('return JSON.parse(\'{"__proto__": {"admin": true}}\')')) as Record<string, unknown>;
    expect(Object.keys(tricked)).toEqual(['__proto__']);
    expect(tricked.admin).toBeUndefined();
    expect(({} as Record<string, unknown>).admin).toBeUndefined();
    expect(
      await run('JSON.stringify = () => "{\\"forged\\":1}"; JSON.parse = 1; Reflect.apply = 1; return [a, b]'),
    ).toEqual([1, 'two']);
  });

  testSandbox('H7 changes to prototypes last for one call only', async () => {
    const hooks = await host(`
      export function view() {
        Object.prototype.toJSON = () => 'forged';
        Object.prototype.then = (settle) => settle('settled');
        Array.prototype.map = () => ['forged'];
        Object.defineProperty(Object.prototype, 'secret', { get: () => 'seen', configurable: false });
        globalThis.sha256 = () => 'forged';
        return 1;
      }
      export const init = (context) => ({ ...context, hash: sha256('abc').slice(0, 8), secret: {}.secret ?? null, a: [1].map(String) });
    `);
    expect(await hooks.call('view', [])).toBe(1);
    expect(await hooks.call('init', [{ role: 'host' }])).toEqual({
      role: 'host',
      hash: 'ba7816bf',
      secret: null,
      a: ['1'],
    });
  });

  testSandbox('reports the hash of the file', async () => {
    const source = 'export const view = () => 1;';
    expect((await host(source)).hash).toBe(createHash('sha256').update(source).digest('hex'));
  });

  refuses('H8 rejects results of the wrong type', failed(/./), [
    ['nothing', 'return'],
    ['a function', 'return () => 1'],
    ['a symbol', 'return Symbol("s")'],
    ['a BigInt', 'return 5n'],
    ['a circular object', 'const o = {}; o.o = o; return o'],
    ['a lone surrogate', 'return "\\ud800"'],
    ['JSON too deep for a table', 'let v = 1; for (let i = 0; i < 40; i++) v = [v]; return v'],
    ['undefined from toJSON', 'return { toJSON() {} }'],
  ]);

  testSandbox('H8 reports what a hook throws', async () => {
    await expect(run('throw new TypeError("no such move")')).rejects.toEqual(
      failed(/view failed: TypeError: no such move/),
    );
    await expect(run('throw undefined')).rejects.toEqual(failed(/undefined/));
    await expect(run('throw { toString() { throw 1 } }')).rejects.toEqual(failed(/\[unprintable value\]/));
    await expect(run('return Promise.reject(new Error("later"))')).rejects.toEqual(failed(/Error: later/));
    const hooks = await host('export const view = () => 1;');
    await expect(hooks.call('init', [])).rejects.toEqual(failed(/export no init/));
  });

  const unloadable: [string, string, RegExp, number][] = [
    ['a syntax error', 'export function view( {', /SyntaxError/, 10_000],
    ['an error on load', 'throw new Error("broken"); export const view = 1;', /broken/, 10_000],
    ['an export that is not a function', 'export const view = 5;', /view is not a function/, 10_000],
    ['a loop on load', 'for (;;); export const view = () => 1;', /too long/, 200],
  ];
  test.each(unloadable.slice(0, sandbox ? undefined : 1))(
    'rejects a file with %s',
    async (_, source, words, callMs) => {
      const children = countNewChildren();
      await expect(launch(source, { seed: '', limits: { callMs } })).rejects.toThrow(words);
      await expect.poll(children).toBe(0);
    },
  );

  test('truncates output and limits its number of lines; output cannot break the pipe', async () => {
    await run('for (let i = 0; i < 1000; i++) console.log("line", i, { x: "\\n{}" }, "y".repeat(1e4)); return 1');
    expect(logged).toHaveLength(20);
    expect(logged[1]).toMatch(/^line 1 \{"x":"\\n\{\}"\} y+$/);
    expect(logged[1]).toHaveLength(300);
  });

  testSandbox('provides sha256 for commitments', async () => {
    // FIPS 180-2, B.1.
    expect(await run('return sha256("abc")')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  test('H9 dispose ends the process, and later calls fail', async () => {
    const children = countNewChildren();
    const hosts = await Promise.all([1, 2].map(() => launch('export const view = () => 1;', { seed: '' })));
    expect(children()).toBe(2);
    const pending = hosts[0]!.call('view', []);
    const settled = pending.then(
      () => 'answered',
      () => 'stopped',
    );
    await Promise.all(hosts.map((started) => started.dispose()));
    await expect.poll(children).toBe(0);
    expect(await settled).toBe('stopped');
    await expect(hosts[0]!.call('view', [])).rejects.toEqual(failed(/stopped/));
  });

  testSandbox('returns line separators, markup and JSON in strings unchanged', async () => {
    expect(await run('return "\\u2028</script>\\n{\\"type\\":\\"up\\"}"')).toBe('\u2028</script>\n{"type":"up"}');
  });
});

test('H3 restarts with the same seed after a crash, at most three times', async () => {
  const source = 'export const init = () => Math.random(); export const view = () => { for (;;); };';
  const undisturbed = await nodeLauncher()(source, { seed: 'seed' });
  cleanups.push(() => undisturbed.dispose());
  const hooks = await nodeLauncher({ runner: announcingRunner(), log })(source, { seed: 'seed' });
  cleanups.push(() => hooks.dispose());
  for (let crash = 0; crash < 4; crash++) {
    expect(await hooks.call('init', [])).toBe(await undisturbed.call('init', []));
    // Uses up the call number of the call that the other host is about to lose.
    await undisturbed.call('metadata', []).catch(() => {});
    const lost = hooks.call('view', []);
    await expect.poll(() => logged).toHaveLength(crash + 1);
    process.kill(Number(logged[crash]), 'SIGKILL');
    await expect(lost).rejects.toEqual(failed(/ended: SIGKILL/));
  }
  await expect(hooks.call('init', [])).rejects.toEqual(failed(/crashed 4 times/));
  await expect(hooks.call('init', [])).rejects.toEqual(failed(/crashed 4 times/));
});

test.skipIf(process.platform !== 'linux')('H9 hundreds of calls leak no memory', async () => {
  const hooks = await nodeLauncher({ runner: announcingRunner(), log })(
    'export const view = (n) => new Array(50_000).fill(n).length; export const init = () => { throw new Error("x") };',
    { seed: '' },
  );
  cleanups.push(() => hooks.dispose());
  const residentPages = () => Number(readFileSync(`/proc/${logged[0]}/statm`, 'utf8').split(' ')[1]);
  for (let round = 0; round < 20; round++) await hooks.call('view', [round]);
  const baseline = residentPages();
  for (let round = 0; round < 200; round++) {
    expect(await hooks.call('view', [round])).toBe(50_000);
    await hooks.call('init', []).catch(() => undefined);
  }
  // 64 MiB of 4 KiB pages; every call alone fills 0.4 MB.
  expect(residentPages() - baseline).toBeLessThan(16_384);
});

test('the child process has no access to files, child processes, workers or environment variables', async () => {
  const here = JSON.stringify(fileURLToPath(import.meta.url));
  const path = temporaryFile(
    'runner.js',
    `const tried = {};
    const attempt = (name, work) => { try { work(); tried[name] = 'open'; } catch (error) { tried[name] = error.code; } };
    attempt('read', () => require('node:fs').readFileSync(${here}));
    attempt('write', () => require('node:fs').writeFileSync(${here} + '.out', 'x'));
    attempt('child', () => require('node:child_process').execFileSync('true'));
    attempt('worker', () => new (require('node:worker_threads').Worker)('1', { eval: true }));
    tried.env = Object.keys(process.env).length;
    const send = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
    process.stdin.on('data', (data) => {
      const message = JSON.parse(data);
      send(message.type === 'load' ? { type: 'loaded', methods: ['view'] } : { type: 'result', id: message.id, value: tried });
    });
    send({ type: 'ready' });`,
  );
  const hooks = await nodeLauncher({ runner: { path, readablePaths: [path] } })('', { seed: '' });
  cleanups.push(() => hooks.dispose());
  const denied = 'ERR_ACCESS_DENIED';
  expect(await hooks.call('view', [])).toEqual({ read: denied, write: denied, child: denied, worker: denied, env: 0 });
});

test('a runner does not outlive the process that started it', async () => {
  const launcher = JSON.stringify(new URL('./node-launcher.ts', import.meta.url).href);
  const script = `
    const { nodeLauncher } = await import(${launcher});
    const launch = nodeLauncher({ runner: ${JSON.stringify(announcingRunner())}, log: console.log });
    await launch('export const view = () => 1;', { seed: '' });`;
  const parent = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  cleanups.push(() => parent.kill('SIGKILL'));
  const [line] = (await once(parent.stdout, 'data')) as [Buffer];
  const runner = Number(line.toString());
  expect(isRunning(runner)).toBe(true);
  parent.kill('SIGKILL');
  await expect.poll(() => isRunning(runner)).toBe(false);
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('kills a process that violates the protocol', async () => {
  const path = temporaryFile(
    'runner.js',
    `console.log('{"type":"up"}'); process.stdin.on('data', () => console.log('{"type":"loaded","methods":[1]}'));`,
  );
  const children = countNewChildren();
  await expect(nodeLauncher({ runner: { path, readablePaths: [path] } })('', { seed: '' })).rejects.toEqual(
    failed(/not valid JSON|invalid message/),
  );
  await expect.poll(children).toBe(0);
});
