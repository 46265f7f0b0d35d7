/** Connects to the relay as a window does, without a browser. */
import { once } from 'node:events';
import { WebSocket } from 'ws';
import type { Port } from '../../../../shared/bridge/port.ts';
import type { Relay } from '../relay.ts';

export async function openWebWindow({ origin, createCode }: Relay): Promise<Port> {
  const session = await fetch(`${origin}/session`, {
    method: 'POST',
    headers: { Origin: origin, 'Content-Type': 'application/json' },
    body: JSON.stringify({ code: createCode() }),
  });
  const { token } = (await session.json()) as { token: string };
  const socket = new WebSocket(origin.replace('http', 'ws').concat('/ws'), { headers: { Origin: origin } });
  await once(socket, 'open');
  socket.send(JSON.stringify({ token }));
  await once(socket, 'message');
  return {
    send: (text) => socket.send(text),
    onMessage: (listener) => socket.on('message', (data) => listener(data.toString())),
    onClose: (listener) => socket.on('close', listener),
  };
}
