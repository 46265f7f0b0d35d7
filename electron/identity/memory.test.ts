/** Searches the memory of a process for its key, through /proc: Linux only. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { describe, expect, onTestFinished, test } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { memoryOf } from '../../shared/testing/processes.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { openIdentity } from './identity.ts';
import { seedOf } from './recovery-phrase.ts';
import { encodingsOf } from './testing/leaks.ts';

const passphrase = 'hollow-Ember-59-tangerine';

async function formsOfKey(dataDir: string): Promise<Buffer[]> {
  const store = await openIdentity({ dataDir, keychain: null });
  await store.unlock(passphrase);
  const words = await store.words(passphrase);
  store.dispose();
  const phrases = [' ', '","'].map((separator) => Buffer.from(words.slice(0, 3).join(separator)));
  return [...encodingsOf(seedOf(words)), ...phrases];
}

/** Starts a process with an open key; also returns the forms in which the key could appear in memory. */
async function holdKey(cwd: string) {
  const dataDir = temporaryFolder();
  const program = [process.execPath, '--expose-gc', join(import.meta.dirname, 'testing/hold-key.ts'), dataDir];
  const child = spawn('sh', ['-c', 'ulimit -c "$(ulimit -H -c)"; exec "$@"', 'sh', ...program], {
    stdio: ['pipe', 'pipe', 'inherit'],
    cwd,
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  const lines = createInterface({ input: child.stdout });
  child.stdin.write(`${passphrase}\n`);
  expect(await once(lines, 'line')).toEqual(['open']);
  return { child, lines, forms: await formsOfKey(dataDir) };
}

describe.runIf(existsSync('/proc/self/smaps'))('the memory of a process', () => {
  test('K5: contains no copy of a locked key', async () => {
    const { child, lines, forms } = await holdKey(temporaryFolder());
    expect(await readFile(`/proc/${child.pid}/coredump_filter`, 'utf8')).toMatch(/^0+$/m);
    const countCopies = (): number => {
      let count = 0;
      for (const region of memoryOf(child.pid!)) count += forms.filter((form) => region.includes(form)).length;
      return count;
    };
    expect(countCopies()).toBeGreaterThan(0);
    child.stdin.write('lock\n');
    expect(await once(lines, 'line')).toEqual(['locked']);
    expect(countCopies()).toBe(0);
  });

  // In a short run, the test above checks the setting that this depends on.
  test.runIf(isLongRun)('E16: is not part of a core dump', async () => {
    const folder = temporaryFolder();
    const { child, forms } = await holdKey(folder);
    expect(await readFile(`/proc/${child.pid}/coredump_filter`, 'utf8')).toMatch(/^0+$/m);
    child.kill('SIGABRT');
    await once(child, 'close');
    // Some systems pass core dumps to a program instead of writing them into the working directory.
    for (const name of await readdir(folder)) {
      expect(name).toMatch(/^core/);
      const bytes = await readFile(join(folder, name));
      expect(forms.filter((form) => bytes.includes(form))).toEqual([]);
    }
  });
});
