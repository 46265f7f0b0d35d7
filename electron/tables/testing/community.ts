/** A real community service, in this process or its own. */
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { entryUrl } from '../../installation.ts';
import { launchNodeWorker } from '../../workers/worker.ts';

export interface Service {
  readonly url: string;
  dispose(): Promise<void>;
}

/**
 * In this process, which takes less time if an earlier test file has already loaded the service: test files share a process
 * (vitest.config.ts).
 */
export async function startServiceInProcess(dataDir: string): Promise<Service> {
  const { createService, serviceConfig } = await import('../../../service/index.ts');
  await mkdir(dataDir, { recursive: true });
  const service = createService(serviceConfig({ dataDir, difficulty: 1, publicUrls: 'any' }));
  const { url } = await service.start();
  return { url, dispose: () => service.dispose() };
}

/** Seats reach it through proxies (faulty-proxy.ts), at whose addresses it must accept what clients sign. */
const serviceArgs = ['--host', '127.0.0.1', '--port', '0', '--difficulty', '1', '--public-url', 'any'];

/** In its own process. */
export async function startTestService(dataDir: string, more: string[] = []): Promise<Service> {
  await mkdir(dataDir, { recursive: true });
  const worker = launchNodeWorker(
    entryUrl('service'),
    [...serviceArgs, '--data-dir', dataDir, ...more],
    join(dataDir, 'log'),
  );
  const { url } = await worker.ready;
  return { url: String(url), dispose: () => worker.stop() };
}
