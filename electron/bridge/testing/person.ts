/** A registered identity with its own data directory and core, at a real community; called through the bridge. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Bridge, bridge } from '../../../shared/bridge/contract.ts';
import type { Client } from '../../../shared/bridge/define.ts';
import { serve } from '../../../shared/bridge/rpc.ts';
import { connect } from '../../../shared/bridge/rpc-client.ts';
import { type CoreConfig, createCore } from '../../core/core.ts';
import { threadLauncher } from '../../hooks/thread-launcher.ts';
import { portPair } from '../../owner/port.ts';

export interface TestPerson {
  dataDir: string;
  public_key: string;
  bridge: Client<Bridge, 'both' | 'desktop' | 'terminal'>;
  leave(): Promise<void>;
}

export async function createPerson(
  server: string,
  nickname: string,
  shell: CoreConfig['shell'] = 'terminal',
): Promise<TestPerson> {
  const dataDir = await mkdtemp(join(tmpdir(), `parlor-${nickname}-`));
  // Threads start much faster than processes, with the same sandbox inside.
  const core = await createCore({ dataDir, server, shell, keychain: null, launchHooks: threadLauncher() });
  const { ends, close } = portPair();
  serve(bridge, ends[0], core.handlers, { surface: 'terminal' }, core.onEvent);
  const client = connect<Bridge, 'terminal'>(ends[1]);
  await core.start();
  await client.identity.create({ nickname, bio: '', passphrase: null });
  const { public_key } = await client.identity.register({ nickname, bio: '' });
  return {
    dataDir,
    public_key,
    bridge: client as never,
    async leave() {
      close();
      await core.dispose();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Several people at one community, in the order of their names. */
export const createPeople = <const Names extends readonly string[]>(
  server: string,
  names: Names,
  shell?: CoreConfig['shell'],
): Promise<{ -readonly [Index in keyof Names]: TestPerson }> =>
  Promise.all(names.map((name) => createPerson(server, name, shell))) as never;
