import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import type { Writable } from 'node:stream';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../shared/testing/temporary-folder.ts';
import { newSessionState } from '../testing/session-state.ts';
import { createStateDir, listStates, readState, writeState } from './session-state.ts';

test.skipIf(process.platform !== 'linux')(
  'reports the session of a killed process as crashed, even if its parent does not reap it',
  async () => {
    const dataDir = temporaryFolder();
    // The shell's child is re-parented to a program that never waits for it.
    const parent = spawn('sh', ['-c', 'cat <&3 & echo $!; exec sleep 600 3<&-'], {
      stdio: ['ignore', 'pipe', 'inherit', 'pipe'],
    });
    try {
      const [pid] = (await once(createInterface({ input: parent.stdout! }), 'line')) as [string];
      await expect.poll(() => readFile(`/proc/${parent.pid}/comm`, 'utf8')).toBe('sleep\n');
      (parent.stdio[3] as Writable).end();
      await expect.poll(() => readFile(`/proc/${pid}/stat`, 'utf8')).toContain(') Z ');
      const state_dir = await createStateDir(dataDir, 'host');
      const state = { ...newSessionState(state_dir), pid: Number(pid) };
      await writeState(state);
      await expect.poll(() => readState(state_dir)).toMatchObject({ status: 'crashed' });
      expect(await listStates(dataDir)).toMatchObject([{ status: 'crashed' }]);
      await writeState({ ...state, pid: process.pid });
      expect(await readState(state_dir)).toMatchObject({ status: 'running' });
    } finally {
      parent.kill('SIGKILL');
    }
  },
);
