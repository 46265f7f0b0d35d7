/**
 * R17 in docs/reliability.md: a computer sleeps during a game. The processes of one side, with their player code
 * and threads, are stopped and continued later.
 */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Table } from '../../shared/bridge/contract.ts';
import { type Role, roles } from '../../shared/tables/hooks.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { entryPath } from '../installation.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { isEvent, openPrograms, type RunningProgram } from './testing/programs.ts';
import { openTerminal } from './testing/terminal.ts';

const people: Record<Role, string> = { host: 'ada', guest: 'grace' };
const dir = temporaryFolder();
const programs = openPrograms();
let service: Service;

/** Runs a short command on the computer of one side. */
const command = <T = object>(role: Role, ...args: string[]) =>
  openTerminal({ PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, people[role]) }).json<T>(...args);

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  for (const role of roles) {
    await command(role, 'init', '--nickname', people[role], '--insecure-plain-key');
    await command(role, 'register', '--nickname', people[role]);
  }
});
afterAll(async () => {
  programs.killAll();
  await service.dispose();
});

const autonomous = ['--control-mode', 'autonomous', '--pace', '0.1'];
const human = ['--control-mode', 'human'];

const play = (role: Role, ...args: string[]): RunningProgram =>
  programs.start(process.execPath, [
    ...[entryPath('cli'), role === 'host' ? 'host' : 'join', ...args],
    ...['--server', service.url, '--data-dir', join(dir, people[role]), '--web', 'off', '--json'],
    ...['--heartbeat-interval', '0.5', '--heartbeat-timeout', '2'],
  ]);

async function begin(guestMode: string[], options = {}): Promise<Record<Role, RunningProgram> & { post_id: string }> {
  const host = play('host', '--protocol', 'connect-four', '--options', JSON.stringify(options), ...autonomous);
  const post_id = String((await host.waitFor(isEvent('invite_created'))).post_id);
  const guest = play('guest', post_id, ...guestMode);
  await host.waitFor(isEvent('peer_joined'));
  return { host, guest, post_id };
}

const suspend = ({ pid }: RunningProgram) => process.kill(-pid, 'SIGSTOP');
const wake = ({ pid }: RunningProgram) => process.kill(-pid, 'SIGCONT');

async function settled({ host, guest }: Record<Role, RunningProgram>): Promise<void> {
  const results = await Promise.all([host, guest].map((run) => run.waitFor(isEvent('result'))));
  for (const result of results) {
    expect(['settled', 'capped']).toContain(result.state);
    expect(result).not.toHaveProperty('conceded_by');
  }
  const outcomes = results.map(({ outcome }) => outcome).sort();
  expect(outcomes).toEqual(outcomes.includes('drawn') ? ['drawn', 'drawn'] : ['lost', 'won']);
  expect(await Promise.all([host.ended, guest.ended])).toEqual([0, 0]);
}

test.runIf(isLongRun).each(roles)(
  'a %s that was suspended continues the game within the grace period, and the result settles',
  async (suspended) => {
    const table = await begin(autonomous);
    const waiting = table[suspended === 'host' ? 'guest' : 'host'];
    await waiting.waitFor(isEvent('move'));
    suspend(table[suspended]);
    await waiting.waitFor(isEvent('peer_unresponsive'));
    wake(table[suspended]);
    await waiting.waitFor(isEvent('peer_resumed'));
    await settled(table);
  },
);

/** Waits until the guest's person has to decide; resolves with the guest's table. */
async function tableWithQuestion(post_id: string): Promise<Table> {
  const table = async () => (await command<{ table: Table }>('guest', 'session', 'snapshot', post_id)).table;
  await expect.poll(async () => (await table()).ask).not.toBeNull();
  return table();
}

test.runIf(isLongRun)('a person whose deadline passed during a suspension does not lose on time', async () => {
  const table = await begin(human, { max_think_seconds: 30 });
  const { ask } = await tableWithQuestion(table.post_id);
  suspend(table.guest);
  await table.host.waitFor(isEvent('peer_unresponsive'));
  await delay(ask!.deadline_at! + 5_000 - Date.now());
  wake(table.guest);
  await table.host.waitFor(isEvent('peer_resumed'));
  await command('guest', 'session', 'mode', table.post_id, '--control-mode', 'autonomous');
  await settled(table);
});

test.runIf(isLongRun)(
  'a suspension longer than the grace period ends the game without a winner',
  { timeout: 600_000 },
  async () => {
    const { host, guest, post_id } = await begin(human, { max_think_seconds: 300 });
    const { session_id } = await tableWithQuestion(post_id);
    suspend(guest);
    expect(await host.ended).toBe(1);
    wake(guest);
    expect(await guest.ended).toBe(1);
    for (const { events } of [host, guest]) {
      expect(events.at(-1)).toMatchObject({ error: { code: 'peer_disconnected' } });
      expect(events.filter(isEvent('result'))).toEqual([]);
    }
    expect(await command('host', 'session', 'get', session_id!)).toMatchObject({ status: 'failed', result: null });
  },
);
