/** Chooses the port of the community on this computer: the same at every start if possible, so that links stay valid. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const host = '127.0.0.1';
/** Below the ephemeral ports, which the system assigns to any program. */
const [minPort, maxPort] = [20_000, 29_999];
const pollMs = 250;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** `preferredPort` if it is free within `timeoutMs` (a killed Parlor frees it a moment later), else another port. */
export async function choosePort(preferredPort: number | null, timeoutMs = 5_000): Promise<number> {
  const deadline = performance.now() + timeoutMs;
  while (preferredPort !== null) {
    if (await isFree(preferredPort)) return preferredPort;
    if (performance.now() >= deadline) break;
    await delay(pollMs);
  }
  for (;;) {
    const port = randomInt(minPort, maxPort + 1);
    if (await isFree(port)) return port;
  }
}
