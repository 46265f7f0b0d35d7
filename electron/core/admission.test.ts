/** Registration at a community that admits new members by code. */
import { afterEach, expect, it } from 'vitest';
import { TestCommunity } from '../../service/testing/community.ts';
import { runInProcess } from '../../service/testing/run-in-process.ts';
import type { AppState } from '../../shared/bridge/contract.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { createCore } from './core.ts';

const caller = { surface: 'desktop' } as const;
const closers: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close();
});

it('registers with the code that the community asks for', async () => {
  const community = await TestCommunity.start({ publicUrls: 'any' });
  closers.push(() => community.dispose());
  community.now = Date.now();
  const moderate = async (...args: string[]) =>
    JSON.parse((await runInProcess(['moderate', ...args, '--data-dir', community.dataDir])).out);
  await moderate('admission', 'codes');
  const { code } = await moderate('new-code');
  const core = await createCore({
    dataDir: temporaryFolder(),
    server: community.url,
    shell: 'desktop',
    keychain: null,
  });
  closers.push(() => core.dispose());
  const state = () => core.handlers.app.state({}, caller) as AppState;
  const refusal = () => state().problem?.code;

  await core.start();
  await core.handlers.identity.create({ nickname: 'Ann', bio: '', passphrase: null }, caller);
  await expect.poll(refusal).toBe('admission_code_needed');
  core.handlers.app.retry({ admission_code: 'AAAA-BBBB-CCCC-DDDD' }, caller);
  await expect.poll(refusal).toBe('invalid_admission_code');
  core.handlers.app.retry({ admission_code: code }, caller);
  await expect.poll(() => state().phase).toBe('ready');
  expect(state().problem).toBeNull();
});
