/**
 * The sandbox process: one hooks file, one call at a time. Launchers start it with an empty environment and no rights beyond
 * reading its own code. Any unexpected error ends the process, which its host counts as a crash.
 */
import { setFlagsFromString } from 'node:v8';
import { parentPort as threadPort } from 'node:worker_threads';
import { LineSplitter } from '../p2p/json-lines.ts';
import { newWasmEngine, Sandbox, SandboxError } from './sandbox.ts';
import { encode, type FromSandbox, type ToSandbox } from './sandbox-messages.ts';

interface ParentPort {
  postMessage(message: string): void;
  on(event: 'message', listener: (event: { data: string }) => void): void;
}

// A worker thread and an Electron utility process have a port to their parent; a Node child process uses its pipes.
const utilityPort = (process as { parentPort?: ParentPort }).parentPort;
const port = threadPort ?? utilityPort;
const send = (message: FromSandbox) => {
  if (port === undefined) process.stdout.write(`${encode(message)}\n`);
  else port.postMessage(encode(message));
};

// Delays V8's optimization of the interpreter, which takes longer than most hooks run and pays off only for those that search. V8 flags
// apply to the whole process, so a thread leaves them unchanged.
if (threadPort === null) setFlagsFromString('--wasm-tiering-budget=60000000');

const engine = await newWasmEngine();
let sandbox: Sandbox | undefined;

function handle(message: ToSandbox): void {
  const id = message.type === 'call' ? message.id : 0;
  try {
    if (message.type === 'load') {
      sandbox?.dispose();
      sandbox = new Sandbox(engine, message.source, message.limits, (text) => send({ type: 'log', text }));
      send({ type: 'loaded', ...sandbox.load(message.methods) });
    } else {
      const text = sandbox!.call(message.method, JSON.stringify(message.args), message.random);
      send({ type: 'result', id, value: JSON.parse(text) });
    }
  } catch (error) {
    if (!(error instanceof SandboxError)) throw error;
    send({ type: 'failed', id, timedOut: error.timedOut, message: error.message, ...error.position });
  }
}

if (threadPort !== null) {
  threadPort.on('message', (text: string) => handle(JSON.parse(text)));
} else if (utilityPort !== undefined) {
  utilityPort.on('message', (event) => handle(JSON.parse(event.data)));
} else {
  const lines = new LineSplitter(16 * 1024 * 1024);
  process.stdin.on('data', (bytes: Uint8Array) => {
    lines.push(bytes);
    for (let line = lines.next(); line !== null; line = lines.next()) handle(JSON.parse(line));
  });
  // The parent has exited.
  process.stdin.on('end', () => process.exit(0));
}
send({ type: 'ready' });
