import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fstatSync, openSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { PassThrough, type Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { readPassphrase, type TerminalStreams } from './read-passphrase.ts';

let directory: string;
beforeEach(async () => {
  directory = temporaryFolder();
});

async function fileOf(content: string | Uint8Array): Promise<string> {
  const path = join(directory, 'passphrase');
  await writeFile(path, content);
  return path;
}

/** The inode behind a descriptor, since a closed descriptor's number may be reused; null when closed. */
function inodeOf(fd: number): number | null {
  try {
    return fstatSync(fd).ino;
  } catch {
    return null;
  }
}

/** A terminal with pending input `typed`; `shown` returns its output. */
function terminalOf(typed: string): { terminal: TerminalStreams; shown: () => string; raw: boolean[] } {
  const raw: boolean[] = [];
  const input = Object.assign(new PassThrough(), {
    isTTY: true,
    isRaw: false,
    setRawMode: (value: boolean) => raw.push(value),
  });
  input.write(typed);
  let shown = '';
  return { terminal: { input, output: { write: (text) => (shown += text) } }, shown: () => shown, raw };
}

test.each([
  ['open sesame', 'open sesame'],
  ['open sesame\n', 'open sesame'],
  ['open sesame\r\n', 'open sesame'],
  [' two  spaces \n', ' two  spaces '],
  ['two\nlines\n', 'two\nlines'],
  ['pässwörd 🔑\n', 'pässwörd 🔑'],
])('reads a file that contains %o', async (content, passphrase) => {
  expect(await readPassphrase({ file: await fileOf(content) }, '')).toBe(passphrase);
});

test('prefers a descriptor over the file, and closes it', async () => {
  const fd = openSync(await fileOf('from the descriptor\n'), 'r');
  const inode = inodeOf(fd);
  expect(inode).not.toBeNull();
  expect(await readPassphrase({ fd, file: '/absent' }, '')).toBe('from the descriptor');
  expect(inodeOf(fd)).not.toBe(inode);
});

test.each([0, 3])('reads descriptor %i as a pipe that receives its data later, in two parts', async (fd) => {
  const script = fileURLToPath(new URL('./testing/read-passphrase.ts', import.meta.url));
  const child = spawn(process.execPath, [script, String(fd)], { stdio: ['pipe', 'pipe', 'inherit', 'pipe'] });
  const lines = createInterface({ input: child.stdout! })[Symbol.asyncIterator]();
  // Only now, when the child has started to read and found no data yet, is anything written.
  expect((await lines.next()).value).toBe('reading');
  const pipe = child.stdio[fd] as Writable;
  pipe.write('päss');
  pipe.end('wörd\n');
  expect((await lines.next()).value).toBe('"pässwörd"');
  expect(await once(child, 'close')).toEqual([0, null]);
});

test.each([
  ['empty', '\n', 'wrong_passphrase'],
  ['overlong', 'x'.repeat(1025), 'wrong_passphrase'],
  ['endless', new Uint8Array(5_000_000).fill(0x61), 'wrong_passphrase'],
])('rejects %s input', async (_, content, code) => {
  await expect(readPassphrase({ file: await fileOf(content) }, '')).rejects.toMatchObject({ code });
});

test('rejects a source that does not exist, rather than reading no passphrase', async () => {
  await expect(readPassphrase({ file: join(directory, 'absent') }, '')).rejects.toMatchObject({
    code: 'bad_arguments',
  });
  await expect(readPassphrase({ fd: 987 }, '')).rejects.toMatchObject({ code: 'bad_arguments' });
});

test('resolves with null without a source, or with a pipe instead of a terminal', async () => {
  expect(await readPassphrase({}, '')).toBeNull();
  expect(
    await readPassphrase({ terminal: { input: new PassThrough(), output: { write: () => true } } }, ''),
  ).toBeNull();
});

test('shows the prompt in the terminal, but not the input', async () => {
  const { terminal, shown, raw } = terminalOf('sesame\r');
  expect(await readPassphrase({ terminal }, 'Passphrase: ')).toBe('sesame');
  expect(shown()).toBe('Passphrase: \n');
  expect(raw).toEqual([true, false]);
});

test('supports editing keys', async () => {
  expect(await readPassphrase({ terminal: terminalOf('wrong\u0015sesamee\u007f\u001b\r').terminal }, '')).toBe(
    'sesame',
  );
  expect(await readPassphrase({ terminal: terminalOf('ä🔑x\b\u007f\n').terminal }, '')).toBe('ä');
});

test('cancels and restores the terminal on Ctrl+C and at the end of input', async () => {
  const { terminal, raw } = terminalOf('ses\u0003');
  await expect(readPassphrase({ terminal }, '')).rejects.toMatchObject({ code: 'cancelled' });
  expect(raw).toEqual([true, false]);
  const closing = terminalOf('ses');
  (closing.terminal.input as PassThrough).end();
  await expect(readPassphrase({ terminal: closing.terminal }, '')).rejects.toMatchObject({ code: 'cancelled' });
});

test('prompts twice for a new passphrase, even if both were pasted at once', async () => {
  const { terminal, shown } = terminalOf('sesame\rsesame\r');
  expect(await readPassphrase({ terminal }, 'New passphrase: ', { confirm: true })).toBe('sesame');
  expect(shown()).toBe('New passphrase: \nOnce more: \n');
  const differing = terminalOf('sesame\rsesane\r');
  await expect(readPassphrase({ terminal: differing.terminal }, '', { confirm: true })).rejects.toMatchObject({
    code: 'wrong_passphrase',
  });
});
