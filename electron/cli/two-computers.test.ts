/** Two computers on one network without internet: the command line in network namespaces, over the real transport. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { type Computers, openComputers } from './testing/computers.ts';
import { canBuildNetworks } from './testing/namespaces.ts';
import { isEvent, type RunningProgram } from './testing/programs.ts';

const supported = await canBuildNetworks();
if (!supported) console.log('Two computers: skipped, since network namespaces need root and iproute2.');

const dir = temporaryFolder();
let computers: Computers;
beforeAll(async () => {
  if (supported) computers = await openComputers(dir);
});
afterAll(() => computers?.dispose());

const play = [
  '--control-mode',
  'autonomous',
  '--pace',
  '0.1',
  '--heartbeat-interval',
  '0.5',
  '--heartbeat-timeout',
  '2',
  '--json',
];

test.runIf(isLongRun && supported)(
  'a game between two computers survives a change of the host’s address, and settles',
  async () => {
    const { network, server, runOn } = computers;
    const at = (computer: string) => [...play, '--server', server, '--data-dir', join(dir, computer)];
    const host = runOn('a', 'cli', 'host', '--protocol', 'connect-four', ...at('a'));
    const { post_id } = await host.waitFor(isEvent('invite_created'));
    const guest = runOn('b', 'cli', 'join', String(post_id), ...at('b'));
    const moves = ({ events }: RunningProgram) => events.filter(isEvent('move')).length;
    await guest.waitFor(() => moves(guest) >= 4);
    await network.changeAddress('a');
    const after = moves(guest);
    await guest.waitFor(() => moves(guest) >= after + 3);
    const [mine, theirs] = await Promise.all([guest, host].map((run) => run.waitFor(isEvent('result'))));
    expect(mine).toMatchObject({ event: 'result', state: 'settled' });
    expect(theirs).toMatchObject({ event: 'result', state: 'settled' });
    expect([mine?.outcome, theirs?.outcome].sort()).toEqual(
      mine?.outcome === 'drawn' ? ['drawn', 'drawn'] : ['lost', 'won'],
    );
    expect(await Promise.all([guest.ended, host.ended])).toEqual([0, 0]);
    const connectionEvents = guest.events.map(({ event }) => event).filter((event) => event.startsWith('peer_'));
    // The transport may find the new address without the community, and a busy computer may fall silent more than once.
    expect(connectionEvents.join(' ')).toMatch(/^(peer_unresponsive peer_resumed ?)*$/);
  },
);
