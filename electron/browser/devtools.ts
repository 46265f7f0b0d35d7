/** Drives a browser of the Chromium family that shows no window, by its DevTools protocol. It goes over pipes, so no port is opened. */
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { z } from 'zod';
import { inBackground } from '../../shared/background.ts';
import { ParlorError } from '../../shared/errors.ts';

export interface DevTools {
  /** Such as `Chrome/156.0.8078.108`. */
  readonly product: string;
  /** Calls a method of the protocol, of a page if its session is given. Rejects `internal`, also once the browser has ended. */
  call(method: string, params?: object, sessionId?: string): Promise<Record<string, unknown>>;
  /** Ends the browser, and deletes its profile. */
  close(): Promise<void>;
}

const answerSchema = z.object({
  id: z.int(),
  result: z.record(z.string(), z.unknown()).optional(),
  error: z.object({ message: z.string() }).optional(),
});

/** A browser that doesn't answer by this time hangs. Milliseconds. */
const answerMs = 60_000;

/** Texts and colours look the same with every screen and graphics card, and nothing moves. Chromium requires --no-sandbox if the user is root. */
const browserArguments = (profile: string): string[] => [
  '--headless',
  '--remote-debugging-pipe',
  `--user-data-dir=${profile}`,
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-sync',
  '--disable-background-networking',
  '--disable-extensions',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-gpu',
  '--disable-lcd-text',
  '--font-render-hinting=none',
  '--force-color-profile=srgb',
  '--force-prefers-reduced-motion',
  '--hide-scrollbars',
  '--mute-audio',
  '--lang=en-US',
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  'about:blank',
];

/** Starts the browser with an empty profile. Rejects `browser_missing` if it can't be started. */
export async function openDevTools(browserPath: string): Promise<DevTools> {
  const profile = await mkdtemp(join(tmpdir(), 'parlor-browser-'));
  const child = spawn(browserPath, browserArguments(profile), {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
    env: { ...process.env, TZ: 'UTC' },
  });
  const ended = new Promise<void>((resolve) => {
    child.once('error', () => resolve());
    child.once('exit', () => resolve());
  });
  const call = connect(child, ended);
  const close = async () => {
    child.kill();
    await ended;
    // Processes of the browser may still be writing to it.
    await rm(profile, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const { product } = await call('Browser.getVersion');
    return { product: String(product), call, close };
  } catch (cause) {
    await close();
    throw new ParlorError('browser_missing', `The browser ${browserPath} could not be started.`, undefined, { cause });
  }
}

function connect(child: ChildProcess, ended: Promise<void>): DevTools['call'] {
  const [input, output] = [child.stdio[3] as Writable, child.stdio[4] as Readable];
  const waiting = new Map<number, { settle(answer: z.infer<typeof answerSchema>): void; fail(reason: string): void }>();
  let hasEnded = false;
  let unread = '';
  output.setEncoding('utf8');
  output.on('data', (text: string) => {
    // Messages end with a null character. Only a picture is large, and comes in many pieces.
    const parts = text.split('\0');
    parts[0] = unread + parts[0];
    unread = parts.pop() ?? '';
    for (const part of parts) {
      const answer = answerSchema.safeParse(JSON.parse(part));
      // Others are events.
      if (answer.success) waiting.get(answer.data.id)?.settle(answer.data);
    }
  });
  input.on('error', () => {
    // `ended` reports that the browser has exited.
  });
  inBackground(
    'browser',
    ended.then(() => {
      hasEnded = true;
      for (const { fail } of waiting.values()) fail('it has ended');
    }),
  );
  let lastId = 0;
  return (method, params = {}, sessionId) =>
    new Promise((resolve, reject) => {
      lastId += 1;
      const id = lastId;
      const finish = () => {
        waiting.delete(id);
        clearTimeout(timer);
      };
      const fail = (reason: string) => {
        finish();
        reject(new ParlorError('internal', `The browser didn't do ${method}: ${reason}.`));
      };
      const timer = setTimeout(() => fail('it does not respond'), answerMs);
      if (hasEnded) return fail('it has ended');
      waiting.set(id, {
        fail,
        settle({ result = {}, error }) {
          if (error) return fail(error.message);
          finish();
          resolve(result);
        },
      });
      input.write(`${JSON.stringify({ id, method, params, ...(sessionId === undefined ? {} : { sessionId }) })}\0`);
    });
}
