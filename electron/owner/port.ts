/** Bridge ports over a socket, one message per line, and within one process. */
import type { Socket } from 'node:net';
import { StringDecoder } from 'node:string_decoder';
import { type Port, responseMaxLength } from '../../shared/bridge/port.ts';

/** Disconnects a peer that does not read. */
const maxBacklogBytes = 16 * 1024 * 1024;

/** Closes the socket for an overlong line or a full send buffer. JSON texts contain no line breaks. */
export function socketPort(socket: Socket): Port {
  const decoder = new StringDecoder('utf8');
  let incompleteLine = '';
  let onMessage: (text: string) => void = () => {};
  socket.on('data', (bytes: Buffer) => {
    const lines = (incompleteLine + decoder.write(bytes)).split('\n');
    incompleteLine = lines.pop()!;
    if (incompleteLine.length > responseMaxLength) socket.destroy();
    for (const line of lines) onMessage(line);
  });
  // `close` follows automatically.
  socket.on('error', () => {});
  // Paused after the proof (mutual-proof.ts).
  socket.resume();
  return {
    send(text) {
      if (socket.writableLength > maxBacklogBytes) socket.destroy();
      else if (socket.writable) socket.write(`${text}\n`);
    },
    onMessage(listener) {
      onMessage = listener;
    },
    onClose: (listener) => socket.once('close', listener),
  };
}

/** A connected pair; `close` closes both ends. */
export function portPair(): { ends: [Port, Port]; close: () => void } {
  const listeners: [(text: string) => void, (text: string) => void] = [() => {}, () => {}];
  const closeListeners: (() => void)[] = [];
  let isOpen = true;
  const createEnd = (index: 0 | 1, otherIndex: 0 | 1): Port => ({
    // Always asynchronous, as over a socket.
    send: (text) => queueMicrotask(() => isOpen && listeners[otherIndex](text)),
    onMessage(listener) {
      listeners[index] = listener;
    },
    onClose: (listener) => closeListeners.push(listener),
  });
  return {
    ends: [createEnd(0, 1), createEnd(1, 0)],
    close() {
      if (!isOpen) return;
      isOpen = false;
      for (const listener of closeListeners) listener();
    },
  };
}
