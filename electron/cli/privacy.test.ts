/** docs/privacy.md: in a community on another computer, without relays, packets go to it and to the other side of a table alone. */
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openComputers } from './testing/computers.ts';
import { isEvent } from './testing/programs.ts';
import { nameserver, openWayOut, whyUnsupported } from './testing/way-out.ts';

const dir = temporaryFolder();
const skipReason = isLongRun ? await whyUnsupported() : '';
if (skipReason) console.info(`What leaves a computer: skipped, since ${skipReason}.`);

test.runIf(skipReason === null)('a game and a message with another computer send nothing to anybody else', async () => {
  const { network, server, runOn, dispose } = await openComputers(dir);
  const wayOut = await openWayOut(network, 'a', dir);
  try {
    const dataDir = (computer: string) => ['--data-dir', join(dir, computer)];
    for (const computer of ['a', 'b']) {
      expect(await runOn(computer, 'cli', 'relays', 'none', ...dataDir(computer)).ended).toBe(0);
    }
    const at = (computer: string) => ['--json', '--server', server, ...dataDir(computer)];
    const play = ['--control-mode', 'autonomous', '--pace', '0.1'];
    const host = runOn('a', 'cli', 'host', '--protocol', 'rock-paper-scissors', ...play, ...at('a'));
    const { post_id } = await host.waitFor(isEvent('invite_created'));
    const guest = runOn('b', 'cli', 'join', String(post_id), ...play, ...at('b'));
    expect(await guest.waitFor(isEvent('result'))).toMatchObject({ state: 'settled' });
    expect(await Promise.all([host.ended, guest.ended])).toEqual([0, 0]);
    const identities = runOn('b', 'cli', 'identity', 'list', '--json', ...dataDir('b'));
    expect(await identities.ended).toBe(0);
    const [{ public_key }] = identities.events as unknown as [{ public_key: string }];
    const message = ['--to', public_key, '--message', 'A game at eight?', '--sign'];
    expect(await runOn('a', 'cli', 'inbox', 'send', ...message, ...at('a')).ended).toBe(0);
    expect(wayOut.packets()).toEqual([]);

    // n0's relays, which are the default, are looked up by name.
    expect(await runOn('a', 'cli', 'relays', 'n0', ...dataDir('a')).ended).toBe(0);
    runOn('a', 'cli', 'host', '--protocol', 'rock-paper-scissors', ...play, ...at('a'));
    await wayOut.waitFor(`udp ${nameserver} 53`);
  } finally {
    wayOut.close();
    await dispose();
  }
});
