import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { entryPath } from '../installation.ts';

test('parlor service is one process: killing it frees its port', async () => {
  const flags = ['--port', '0', '--data-dir', join(temporaryFolder(), 'community')];
  const child = spawn(process.execPath, [entryPath('cli'), 'service', ...flags], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = await once(createInterface({ input: child.stdout }), 'line');
  const { url } = JSON.parse(String(line));
  expect((await fetch(`${url}/health`)).status).toBe(200);
  child.kill('SIGKILL');
  await once(child, 'exit');
  await expect(fetch(`${url}/health`)).rejects.toMatchObject({ cause: { code: 'ECONNREFUSED' } });
});
