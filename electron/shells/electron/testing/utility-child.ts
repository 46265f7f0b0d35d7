/**
 * Runs a script like an Electron utility process: it exits neither when its event loop is empty nor after an unhandled rejection, has a
 * port to its parent instead of stdin, and `process.execPath` is the app. Started by utility-process.ts.
 */
import { EventEmitter } from 'node:events';
import { pathToFileURL } from 'node:url';

const [configuration = '', ...args] = process.argv.slice(2);
const { script, execPath } = JSON.parse(configuration) as { script: string; execPath: string };
process.execPath = execPath;
process.argv = [execPath, script, ...args];

const port = Object.assign(new EventEmitter(), { postMessage: process.send!.bind(process) });
delete process.send;
const early: unknown[] = [];
process.on('message', (data) => {
  if (port.listenerCount('message') === 0) early.push(data);
  else port.emit('message', { data, ports: [] });
});
port.on('newListener', (event) => {
  if (event !== 'message') return;
  setImmediate(() => {
    for (const data of early.splice(0)) port.emit('message', { data, ports: [] });
  });
});
Object.assign(process, { parentPort: port });
process.on('disconnect', () => process.exit(1));

setInterval(() => {}, 2 ** 30);
const warn = (error: unknown) => console.error('UnhandledPromiseRejectionWarning:', error);
process.on('unhandledRejection', warn);
import(pathToFileURL(script).href).catch(warn);
