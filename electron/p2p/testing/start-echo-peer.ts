/** Starts echo-peer.ts in its own process. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export async function startEchoPeer(): Promise<{ child: ChildProcess; ticket: string }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'echo-peer.ts')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(child.stdout!, 'data')) as [Buffer];
  return { child, ticket: line.toString().trim() };
}
