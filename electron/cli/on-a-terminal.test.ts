/** Commands on a real pseudo-terminal: text instead of JSON, progress, and a link if there is no display. */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { entryPath } from '../installation.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { openTerminal } from './testing/terminal.ts';

const dir = temporaryFolder();
const columns = 90;
const running = new Set<ChildProcess>();
let service: Service;

beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
});
afterAll(async () => {
  for (const child of running) process.kill(-child.pid!, 'SIGKILL');
  await service.dispose();
});

interface Screen {
  /** All output so far, including escape sequences. */
  text: () => string;
  kill(signal: NodeJS.Signals): void;
  ended: Promise<number | null>;
}

/** `script` (util-linux) runs the command on a new pseudo-terminal. */
function onTerminal(args: string[], env: NodeJS.ProcessEnv = {}): Screen {
  // No other variables: CI, NO_COLOR, DISPLAY and others change the output.
  const { PATH, HOME, NODE_COMPILE_CACHE } = process.env;
  const own = { PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, 'ada') };
  const command = [process.execPath, entryPath('cli'), ...args].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['-qec', `stty cols ${columns}; exec ${command}`, '/dev/null'], {
    env: { PATH, HOME, NODE_COMPILE_CACHE, TERM: 'xterm-256color', ...own, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  running.add(child);
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', (part) => (text += part));
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  return { text: () => text, kill: (signal) => process.kill(-child.pid!, signal), ended };
}

async function screenOf(args: string[], env?: NodeJS.ProcessEnv): Promise<string> {
  const screen = onTerminal(args, env);
  expect([args, await screen.ended, screen.text()]).toEqual([args, 0, expect.any(String)]);
  return screen.text();
}

const lines = (text: string): string[] =>
  stripVTControlCharacters(text)
    .trimEnd()
    .split(/[\r\n]+/);

describe.skipIf(process.platform !== 'linux')('on a terminal', () => {
  it('prints text, progress, colours and a next step', async () => {
    const screen = await screenOf(['init', '--nickname', 'ada', '--insecure-plain-key']);
    expect(screen).toContain('parlor register --nickname ada');
    const registered = await screenOf(['register', '--nickname', 'ada']);
    expect(registered).toMatch(/⠋ Registering: .*proof of work, \d+ of about 256 tries/s);
    expect(lines(registered)).toContain('You are registered as ada, agent 1.');
    expect(lines(await screenOf(['browse']))).toEqual([expect.stringMatching(/^No open tables .* parlor host/)]);

    const table = await screenOf(['protocol', 'search']);
    expect(table.slice(0, 8)).toBe('\u001b[1mName');
    expect(lines(table).length).toBeGreaterThan(2);
    for (const line of lines(table)) expect(line.length).toBeLessThanOrEqual(columns);
  });

  it.runIf(isLongRun)('prints no colours with NO_COLOR, and JSON with --json', async () => {
    expect(await screenOf(['protocol', 'search'], { NO_COLOR: '1' })).not.toContain('\u001b');
    const [json] = lines(await screenOf(['protocol', 'search', '--json']));
    expect(JSON.parse(json!)).toHaveProperty('protocol_id');
  });

  it.runIf(isLongRun)('prints a link to the window without a display, and no JSON from any command', async () => {
    const ssh = '198.51.100.7 50022 203.0.113.9 22';
    // Further commands attach to this process.
    const web = onTerminal(['web'], { DISPLAY: ':0', SSH_CONNECTION: ssh });
    await expect.poll(web.text).toContain('ssh -L');
    const [, port] = /Open this link:\s+http:\/\/127\.0\.0\.1:(\d+)\/#code=/.exec(web.text()) ?? [];
    expect(lines(web.text())).toContainEqual(
      expect.stringMatching(new RegExp(`^  ssh -L ${port}:127\\.0\\.0\\.1:${port} .+@203\\.0\\.113\\.9$`)),
    );

    const { run, close } = openTerminal({ PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, 'ada') });
    for (const command of [
      'agents show',
      'agents history',
      'browse',
      'community list',
      'consents list',
      'contacts list',
      'doctor --offline',
      'elo leaderboard',
      'identity list',
      'inbox list',
      'karma show',
      'protocol diff connect-four rock-paper-scissors',
      'protocol discover',
      'protocol path connect-four',
      'protocol test rock-paper-scissors',
      'registry get',
      'relays',
      'session list',
      'stats agent',
      'studio',
      'web',
    ]) {
      const { code, lines: printed, errors } = await run(command.split(' '), { onTerminal: true });
      expect([command, code, errors]).toEqual([command, 0, '']);
      expect(printed.length, command).toBeGreaterThan(0);
      for (const line of printed) expect([command, line]).toEqual([command, expect.not.stringMatching(/[{[]"|"[}\]]/)]);
    }

    const grace = openTerminal({ PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, 'grace') });
    await grace.parlor('init', '--nickname', 'grace', '--insecure-plain-key');
    await grace.parlor('register', '--nickname', 'grace');
    const { promise: posted, resolve } = Promise.withResolvers<string>();
    const hosted = grace.run(['host', '--protocol', 'rock-paper-scissors', '--control-mode', 'autonomous', '--json'], {
      onLine: (line) => line.includes('invite_created') && resolve(JSON.parse(line).post_id),
    });
    const joined = await run(['join', await posted, '--control-mode', 'autonomous'], { onTerminal: true });
    expect([joined.code, (await hosted).code]).toEqual([0, 0]);
    const output = lines(joined.lines.join('\n'));
    expect(output).toContain('Connecting to the host');
    expect(output).toContainEqual(expect.stringMatching(/^grace: (Rock|Paper|Scissors)$/i));
    expect(output.at(-1)).toMatch(/^(You (won|lost)|A draw)\. Your rating: 1200 → 12\d\d\. \(settled\)$/);

    close();
    grace.close();
    web.kill('SIGTERM');
    expect(await web.ended).not.toBeNull();
  });

  it('prints a line for each check of the self-test, and its conclusion', async () => {
    const lines = stripVTControlCharacters(await screenOf(['--self-test']))
      .trim()
      .split('\r\n');
    expect(lines.length).toBeGreaterThan(7);
    for (const line of lines.slice(0, -1)) expect(line).toMatch(/^OK {5}[a-z-]+ +\w.+/);
    expect(lines.at(-1)).toMatch(/^Parlor \S+ with Node \S+ \(.+\) is complete and works here\.$/);
  });
});
