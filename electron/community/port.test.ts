import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { portFor } from './port.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function take(port: number): Promise<Server> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve) => server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(server)));
}

it('keeps the previous port, even if an exiting process still holds it', async () => {
  const port = await portFor(null);
  expect(await portFor(port)).toBe(port);
  const leaving = await take(port);
  const again = portFor(port, 60_000);
  setTimeout(() => leaving.close(), 300);
  expect(await again).toBe(port);
});

it('chooses another port if the previous one stays taken', async () => {
  const port = await portFor(null);
  await take(port);
  expect(await portFor(port, 0)).not.toBe(port);
});
