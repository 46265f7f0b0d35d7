/** Texts over a socket, one a line; and the same inside one process. */
import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { answerMaxLength, type Port } from '../../shared/bridge/rpc.ts';

/** What a side that does not read may leave waiting in memory. */
const backlogMaxBytes = 16 * 1024 * 1024;

/** JSON texts have no line breaks. A line longer than any the bridge sends ends the socket, as does a side that never reads. */
export function socketPort(socket: Socket): Port {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let onMessage: (text: string) => void = () => {};
  socket.on('data', (bytes: Buffer) => {
    const lines = (rest + decoder.write(bytes)).split('\n');
    rest = lines.pop()!;
    if (rest.length > answerMaxLength) socket.destroy();
    for (const line of lines) onMessage(line);
  });
  // `close` follows.
  socket.on('error', () => {});
  return {
    send(text) {
      if (socket.writableLength > backlogMaxBytes) socket.destroy();
      else if (socket.writable) socket.write(`${text}\n`);
    },
    onMessage(listener) {
      onMessage = listener;
    },
    onClose: (listener) => socket.once('close', listener),
  };
}

/** Two ends of one port; closing it ends both. */
export function portPair(): { ends: [Port, Port]; close: () => void } {
  const listeners: [(text: string) => void, (text: string) => void] = [() => {}, () => {}];
  const closers: (() => void)[] = [];
  let open = true;
  const end = (own: 0 | 1, other: 0 | 1): Port => ({
    // Never inside the call that sends: both sides may count on that.
    send: (text) => queueMicrotask(() => open && listeners[other](text)),
    onMessage(listener) {
      listeners[own] = listener;
    },
    onClose: (listener) => closers.push(listener),
  });
  return {
    ends: [end(0, 1), end(1, 0)],
    close() {
      if (!open) return;
      open = false;
      for (const closed of closers) closed();
    },
  };
}
