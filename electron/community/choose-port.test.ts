import { createServer, type Server } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { choosePort } from './choose-port.ts';

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close();
});

function occupy(port: number): Promise<Server> {
  const server = createServer();
  servers.push(server);
  return new Promise((resolve) => server.listen({ host: '127.0.0.1', port, exclusive: true }, () => resolve(server)));
}

it('keeps the previous port, even if an exiting process still holds it', async () => {
  const port = await choosePort(null);
  expect(await choosePort(port)).toBe(port);
  const occupant = await occupy(port);
  const chosen = choosePort(port, 60_000);
  setTimeout(() => occupant.close(), 300);
  expect(await chosen).toBe(port);
});

it('chooses another port if the previous one stays taken', async () => {
  const port = await choosePort(null);
  await occupy(port);
  expect(await choosePort(port, 0)).not.toBe(port);
});
