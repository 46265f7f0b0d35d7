import { expect, test, vi } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import type { LaunchHooks } from '../hooks/hook-host.ts';
import { nodeLauncher } from '../hooks/node-launcher.ts';
import { defaultResourcesDir } from '../installation.ts';
import { openLibrary } from '../library/library.ts';
import { strengthsHandlers } from './strengths.ts';

const caller = { surface: 'terminal' } as const;

test('lists the strengths of bundled protocols without starting their hooks', async () => {
  const library = await openLibrary({ resourcesDir: defaultResourcesDir(), dataDir: temporaryFolder() });
  const launchHooks = vi.fn<LaunchHooks>(nodeLauncher());
  const { list } = strengthsHandlers({ library, launchHooks });
  const listed: Record<string, string[]> = {};
  for (const { protocol_id, spec } of library.list()) {
    listed[String(spec.name)] = (await list({ protocol_id }, caller)).strengths;
  }
  expect(listed).toMatchObject({ Gomoku: ['steady', 'easy', 'sharp'], Chat: [] });
  expect(launchHooks).not.toHaveBeenCalled();
});
