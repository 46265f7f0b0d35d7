/** Chooses the port of the community on this computer: the same at every start if possible, so that links stay valid. */
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';

const host = '127.0.0.1';
/** Below the ephemeral ports, which the system assigns to any program. */
const [lowest, highest] = [20_000, 29_999];
const pollMs = 250;

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(true)));
  });
}

/** `wanted` if it is free within `timeoutMs` (a killed Parlor frees it a moment later), else another port. */
export async function choosePort(wanted: number | null, timeoutMs = 5_000): Promise<number> {
  const until = Date.now() + timeoutMs;
  while (wanted !== null) {
    if (await isFree(wanted)) return wanted;
    if (Date.now() >= until) break;
    await delay(pollMs);
  }
  for (;;) {
    const port = randomInt(lowest, highest + 1);
    if (await isFree(port)) return port;
  }
}
