/** Commands that need no community do not start the embedded one. */
import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openTerminal } from './testing/terminal.ts';

const dir = temporaryFolder();
const terminal = openTerminal({ PARLOR_DATA_DIR: dir });
afterAll(() => terminal.close());

const communityStarted = (): Promise<boolean> =>
  access(join(dir, 'community')).then(
    () => true,
    () => false,
  );

it('reads and writes keys, contacts, settings and the list of communities without a community', async () => {
  expect(await terminal.parlor('init', '--insecure-plain-key')).toMatchObject({ code: 0 });
  const friend = 'ab'.repeat(32);
  const commands = [
    ['identity', 'list'],
    ['contacts', 'set', friend, '--name', 'Tide'],
    ['contacts', 'list'],
    ['relays'],
    ['community', 'list'],
    ['protocol', 'path', 'connect-four'],
  ];
  for (const command of commands) {
    expect(await terminal.parlor(...command), command.join(' ')).toMatchObject({ code: 0, errors: '' });
  }
  expect(await communityStarted()).toBe(false);

  // Blocking also deletes the person's messages from the community.
  expect(await terminal.parlor('contacts', 'block', friend)).toMatchObject({ code: 0 });
  expect(await communityStarted()).toBe(true);
});
