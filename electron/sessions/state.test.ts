import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { createStateDir, listStates, readState, type SessionState, writeState } from './state.ts';

test.skipIf(process.platform !== 'linux')(
  'a process that was killed is gone, also where nobody buries it',
  async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'parlor-state-'));
    // A child that ends once its parent is a program that never asks what became of it.
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 600 3<&-'], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    try {
      const [pid] = (await once(createInterface({ input: parent.stdout! }), 'line')) as [string];
      await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
      (parent.stdio[3] as Writable).end();
      await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      const state_dir = await createStateDir(dataDir, 'host');
      const now = new Date().toISOString();
      const state: SessionState = {
        role: 'host',
        status: 'running',
        state_dir,
        pid: Number(pid),
        post_id: null,
        protocol_id: null,
        session_id: null,
        table_id: null,
        local_control_mode: 'human',
        peer_control_mode: null,
        web_mode: 'off',
        started_at: now,
        updated_at: now,
        ended_at: null,
        completed: null,
        end_reason: null,
        error: null,
      };
      await writeState(state);
      await expect.poll(() => readState(state_dir)).toMatchObject({ status: 'crashed' });
      expect(await listStates(dataDir)).toMatchObject([{ status: 'crashed' }]);
      await writeState({ ...state, pid: process.pid });
      expect(await readState(state_dir)).toMatchObject({ status: 'running' });
    } finally {
      parent.kill('SIGKILL');
      await rm(dataDir, { recursive: true, force: true });
    }
  },
);
