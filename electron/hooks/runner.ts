/**
 * The sandbox process: one hooks file, one call at a time. Started by a launcher with an empty environment and no rights
 * beyond reading its own code. Anything unexpected ends the process, which its host counts as a crash.
 */
import { newQuickJSWASMModule, RELEASE_SYNC } from 'quickjs-emscripten';
import { LineSplitter } from '../p2p/lines.ts';
import { encode, type FromSandbox, type ToSandbox } from './pipe.ts';
import { Sandbox, SandboxFailure } from './sandbox.ts';

interface ParentPort {
  postMessage(message: string): void;
  on(event: 'message', listener: (event: { data: string }) => void): void;
}

// An Electron utility process talks through its parent port, a Node child through its pipes.
const port = (process as { parentPort?: ParentPort }).parentPort;
const say = (message: FromSandbox) => {
  if (port === undefined) process.stdout.write(`${encode(message)}\n`);
  else port.postMessage(encode(message));
};

const wasm = await newQuickJSWASMModule(RELEASE_SYNC);
let sandbox: Sandbox | undefined;

function answer(message: ToSandbox): void {
  const id = message.type === 'call' ? message.id : 0;
  try {
    if (message.type === 'load') {
      sandbox = new Sandbox(wasm, message.source, message.limits, (text) => say({ type: 'log', text }));
      say({ type: 'loaded', methods: sandbox.methods(message.methods) });
    } else {
      const text = sandbox!.call(message.method, JSON.stringify(message.args), message.random);
      say({ type: 'result', id, value: JSON.parse(text) });
    }
  } catch (error) {
    if (!(error instanceof SandboxFailure)) throw error;
    say({ type: 'failed', id, late: error.late, message: error.message, ...error.place });
  }
}

if (port !== undefined) {
  port.on('message', (event) => answer(JSON.parse(event.data)));
} else {
  const lines = new LineSplitter(16 * 1024 * 1024);
  process.stdin.on('data', (bytes: Uint8Array) => {
    lines.push(bytes);
    for (let line = lines.next(); line !== null; line = lines.next()) answer(JSON.parse(line));
  });
  // Nobody is left to answer to.
  process.stdin.on('end', () => process.exit(0));
}
say({ type: 'up' });
