/** A real community service in its own process. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { entryUrl } from '../../installation.ts';
import { launchNodeWorker } from '../../workers/worker.ts';

export interface Service {
  readonly url: string;
  dispose(): Promise<void>;
}

export async function startTestService(dataDir: string, more: string[] = []): Promise<Service> {
  await mkdir(dataDir, { recursive: true });
  const worker = launchNodeWorker(
    entryUrl('service'),
    ['--host', '127.0.0.1', '--port', '0', '--data-dir', dataDir, '--difficulty', '1', ...more],
    join(dataDir, 'log'),
  );
  const { url } = await worker.ready;
  return { url: String(url), dispose: () => worker.stop() };
}
