/**
 * E16, K5: no secret leaves the main process during a game with the house. Runs everything for real, with the community, the house and
 * player code in child processes; the window is a WebSocket client. Only in `npm run test:long`.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Bridge } from '../../../shared/bridge/contract.ts';
import { connect } from '../../../shared/bridge/rpc-client.ts';
import { isLongRun } from '../../../shared/testing/long.ts';
import {
  commandLineOf,
  memoryOf,
  processInfo,
  runningProcesses,
  withDescendants,
} from '../../../shared/testing/processes.ts';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { createCore } from '../../core/core.ts';
import { seedOf } from '../../identity/recovery-phrase.ts';
import { encodingsOf, leaks } from '../../identity/testing/leaks.ts';
import { startRelay } from './relay.ts';
import { openWebWindow } from './testing/web-window.ts';

const passphrase = 'hollow-Ember-59-tangerine';

/** The process IDs of all descendants of this process. */
function descendants(): number[] {
  const own = processInfo(process.pid)!;
  return withDescendants(runningProcesses(), [own]).flatMap(({ pid }) => (pid === own.pid ? [] : [pid]));
}

test.runIf(isLongRun && existsSync('/proc/self/smaps'))(
  'no child process, log or window receives the key, the passphrase or a ticket',
  async () => {
    const dir = temporaryFolder();
    const dataDir = join(dir, 'data');
    mkdirSync(dataDir, { mode: 0o700 });
    writeFileSync(join(dir, 'index.html'), '<!doctype html>');
    vi.stubEnv('PARLOR_LOG', 'trace');
    vi.stubEnv('PARLOR_SERVICE_DIFFICULTY', '1');
    const core = await createCore({ dataDir, server: null, shell: 'web', keychain: null });
    await core.start();
    const logged: string[] = [];
    const log = (line: unknown) => logged.push(String(line));
    const relay = await startRelay({ core, rendererDir: dir, headless: true, log, report: log });
    onTestFinished(async () => {
      await relay.close();
      await core.dispose();
    });
    const port = await openWebWindow(relay);
    const received: string[] = [];
    port.onMessage((text) => received.push(text));
    const window = connect<Bridge, 'web'>(port);
    for (const event of ['changed', 'hosting'] as const) window.tables.on(event, () => {});
    window.app.on('changed', () => {});

    await window.identity.create({ nickname: 'Ada', bio: '', passphrase });
    const offered = async () => {
      const { entries } = await window.lobby.list({});
      return entries.find(({ protocol_name, refusal }) => protocol_name === 'Connect Four' && refusal === null);
    };
    await expect.poll(offered).toBeDefined();
    const { table_id } = await window.tables.join({ post_id: (await offered())!.post_id, control_mode: 'human' });
    const table = async () => (await window.tables.list({})).tables.find((each) => each.table_id === table_id)!;
    await expect.poll(async () => (await table()).ask).not.toBeNull();
    const { ask } = await table();
    await window.tables.answer({ table_id, key: ask!.key, answer: ask!.choices[0]!.value });

    const children = descendants();
    const windowText = received.join('\n');
    const { words } = await core.handlers.identity.recovery_phrase({ passphrase }, { surface: 'desktop' });
    const seed = seedOf(words);
    const invitations = await core.handlers.community.ask(
      { route: 'GET /api/v1/invitations' },
      { surface: 'terminal' },
    );
    const tickets = [...JSON.stringify(invitations).matchAll(/"iroh_ticket":"([^"]+)"/g)].map(([, ticket]) => ticket!);
    expect(tickets.length).toBeGreaterThan(3);

    for (const program of ['service', 'house', 'hooks'])
      expect(
        children.some((pid) => commandLineOf(pid)?.includes(program)),
        program,
      ).toBe(true);
    const phrases = [' ', '","'].map((separator) => Buffer.from(words.slice(0, 3).join(separator)));
    const forms = [...encodingsOf(seed), ...encodingsOf(Buffer.from(passphrase)), ...phrases];
    for (const pid of children) {
      // Memory includes the arguments, the environment and every received message.
      for (const region of memoryOf(pid))
        for (const form of forms) expect(region.includes(form), commandLineOf(pid)!).toBe(false);
    }
    const files = ['community.log', 'house.log'].map((name) => readFileSync(join(dataDir, name), 'utf8'));
    expect(files[0]!.length).toBeGreaterThan(1_000);
    expect(windowText).toContain('"phase":"playing"');
    for (const text of [...files, logged.join('\n'), windowText]) {
      expect(leaks(Buffer.from(text), { seed, words, passphrase })).toEqual([]);
      for (const ticket of tickets) expect(text).not.toContain(ticket);
    }
  },
);
