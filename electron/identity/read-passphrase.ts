/**
 * Reads a passphrase from a file descriptor, a file, or the terminal. Never from arguments, which other processes on the computer can
 * read.
 */
import { once } from 'node:events';
import { createReadStream, fstatSync, readdirSync, readFileSync, readlinkSync, type Stats } from 'node:fs';
import { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { ParlorError } from '../../shared/errors.ts';

/** As in the bridge's contract. */
const maxLength = 1024;

export interface PassphraseSources {
  /** `--passphrase-fd N`; read up to its end, then closed. */
  fd?: number;
  /** `PARLOR_PASSPHRASE_FILE`. */
  file?: string;
  /** Omitted if there is no user to prompt. */
  terminal?: TerminalStreams;
}

export interface TerminalStreams {
  input: Readable & { isTTY?: boolean; isRaw?: boolean; setRawMode?: (raw: boolean) => unknown };
  output: { write(text: string): unknown };
}

/**
 * Reads from the first available source: descriptor, file, terminal; null without any. Strips one trailing line break. `confirm`
 * prompts again at a terminal and compares, for a new passphrase.
 * @throws ParlorError `wrong_passphrase` if it is empty, too long or differs from the second, `bad_arguments` if the source
 * cannot be read, `cancelled` on Ctrl+C.
 */
export async function readPassphrase(
  sources: PassphraseSources,
  prompt: string,
  { confirm = false } = {},
): Promise<string | null> {
  if (sources.fd !== undefined)
    return checkPassphrase(await readSource({ fd: sources.fd }, `file descriptor ${sources.fd}`));
  if (sources.file !== undefined) return checkPassphrase(await readSource({ path: sources.file }, sources.file));
  const { terminal } = sources;
  if (!terminal?.input.isTTY) return null;
  const passphrase = checkPassphrase(await promptHidden(terminal, prompt));
  if (confirm && passphrase !== (await promptHidden(terminal, 'Once more: '))) {
    throw new ParlorError('wrong_passphrase', 'The two passphrases differ. Nothing was changed; try again.');
  }
  return passphrase;
}

/** The sources of this process: the given descriptor, `PARLOR_PASSPHRASE_FILE`, and its own terminal. */
export function processSources(fd?: number): PassphraseSources {
  const file = process.env.PARLOR_PASSPHRASE_FILE;
  return {
    ...(fd === undefined ? {} : { fd }),
    ...(file ? { file } : {}),
    // Prompts go to stderr, since stdout may be parsed by a program.
    terminal: { input: process.stdin, output: process.stderr },
  };
}

async function readSource(source: { fd: number } | { path: string }, name: string): Promise<string> {
  let stream: Readable | undefined;
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    stream = 'fd' in source ? openStream(source.fd) : createReadStream(source.path);
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      chunks.push(chunk);
      length += chunk.length;
      // A UTF-8 character has at most four bytes; two more for a line break.
      if (length > maxLength * 4 + 2) break;
    }
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'unknown';
    throw new ParlorError('bad_arguments', `The passphrase can't be read from ${name} (${reason}).`, { reason });
  } finally {
    // The stream closes the descriptor asynchronously.
    if (stream && !stream.closed) await once(stream, 'close').catch(() => {});
  }
  const bytes = Buffer.concat(chunks);
  const text = bytes.toString('utf8').replace(/\r?\n$/, '');
  for (const part of [bytes, ...chunks]) part.fill(0);
  return text;
}

/** Non-blocking pipes and sockets, read as files, fail while they have no data. */
function openStream(fd: number): Readable {
  const status = fstatSync(fd);
  if (isOwnDescriptor(fd, status)) throw Object.assign(new Error('not redirected'), { code: 'EBADF' });
  return status.isFIFO() || status.isSocket()
    ? new Socket({ fd, readable: true, writable: false })
    : createReadStream('', { fd });
}

/** Whether it is one of Node itself, which has small numbers: an event queue, or a pipe that this process can write to. */
function isOwnDescriptor(fd: number, status: Stats): boolean {
  if (!status.isFIFO()) return !status.isFile() && !status.isSocket() && !status.isCharacterDevice();
  try {
    const pipe = readlinkSync(`/proc/self/fd/${fd}`);
    return readdirSync('/proc/self/fd').some((name) => pipe === linkOf(name) && isWritable(name));
  } catch {
    // Only Linux has /proc.
    return false;
  }
}

/** Null for a descriptor that has been closed meanwhile. */
function linkOf(name: string): string | null {
  try {
    return readlinkSync(`/proc/self/fd/${name}`);
  } catch {
    return null;
  }
}

/** By the access mode of open(2), in the last digit of octal flags. */
const isWritable = (name: string): boolean =>
  !/^flags:\s*\d*[04]$/m.test(readFileSync(`/proc/self/fdinfo/${name}`, 'utf8'));

function checkPassphrase(passphrase: string): string {
  if (passphrase === '')
    throw new ParlorError('wrong_passphrase', 'The passphrase is empty. Enter one, or omit the option.');
  if (passphrase.length > maxLength)
    throw new ParlorError('wrong_passphrase', `A passphrase has at most ${maxLength} characters.`);
  return passphrase;
}

/** Return, line feed, or Ctrl+D. */
const enterKeys = new Set(['\r', '\n', '\u0004']);
/** Ctrl+C. */
const interruptKey = '\u0003';
const eraseKeys = new Set(['\u007f', '\b']);
/** Ctrl+U. */
const eraseLineKey = '\u0015';

/** Reads a line without echo. */
function promptHidden({ input, output }: TerminalStreams, prompt: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const decoder = new StringDecoder('utf8');
    const wasRaw = input.isRaw ?? false;
    let characters: string[] = [];
    const finish = (settle: () => void, remainingInput = ''): void => {
      input.off('data', onData);
      input.off('end', onEnd);
      input.setRawMode?.(wasRaw);
      input.pause();
      // What was typed ahead belongs to the next prompt.
      if (remainingInput !== '') input.unshift(Buffer.from(remainingInput, 'utf8'));
      output.write('\n');
      settle();
    };
    const onEnd = () => finish(() => reject(cancelledError()));
    const onData = (chunk: Buffer | string): void => {
      const keys = [...(typeof chunk === 'string' ? chunk : decoder.write(chunk))];
      for (const [index, key] of keys.entries()) {
        if (key === interruptKey) {
          finish(() => reject(cancelledError()));
          return;
        }
        if (enterKeys.has(key)) {
          finish(() => resolve(characters.join('')), keys.slice(index + 1).join(''));
          return;
        }
        if (eraseKeys.has(key)) characters.pop();
        else if (key === eraseLineKey) characters = [];
        else if (key >= ' ') characters.push(key);
      }
    };
    output.write(prompt);
    input.setRawMode?.(true);
    input.on('data', onData);
    input.once('end', onEnd);
    input.resume();
  });
}

function cancelledError(): ParlorError {
  return new ParlorError('cancelled', 'No passphrase was entered. Nothing was changed.');
}
