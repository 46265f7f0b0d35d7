/** docs/protocol-authors.md as its reader follows it: its files written, its commands run, its tables tried, its board drawn. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumLaunch, ensureChromium } from '../../e2e/chromium.ts';
import { validateMessage } from '../../shared/protocol/message.ts';
import { validateOptions } from '../../shared/protocol/options.ts';
import { preflightClasses } from '../../shared/protocol/preflight-classes.ts';
import { readSpec, type Spec, scalarTypes, supportedModes } from '../../shared/protocol/spec.ts';
import { hookMethods } from '../../shared/tables/hooks.ts';
import { generateSkeleton, openMethods } from '../hooks/skeleton.ts';
import { openBoard } from '../library/testing/board-page.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';

const root = join(import.meta.dirname, '../..');
const guide = await readFile(join(root, 'docs/protocol-authors.md'), 'utf8');

/** Files by the name that stands before their fence. */
const files = new Map(
  [...guide.matchAll(/^`([\w./-]+)`\n\n```\w+\n(.*?)^```$/gms)].map(([, name, text]) => [name!, text!] as const),
);

/** Commands of the console fences, each with the lines it must print; `…` stands for anything. */
const commands = [...guide.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block]) =>
  block!
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command, ...lines] = text.trimEnd().split('\n');
      return { command: command!, expected: lines.join('\n') };
    }),
);

/** The cells of every row of the table whose head begins so. */
function table(after: string, head: string): string[][] {
  const text = guide.slice(guide.indexOf(`\n${after}\n`));
  const rows = text.slice(text.indexOf(`| ${head} |`)).split(/\n(?!\|)/)[0]!;
  return rows
    .split('\n')
    .slice(2)
    .map((row) =>
      row
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}
const code = (cell: string): string => cell.replace(/^`(.*)`$/, '$1');

let dir: string;
let service: Service;
beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'parlor-authors-'));
  service = await startTestService(join(dir, 'community'));
  for (const [name, text] of files) {
    await mkdir(dirname(join(dir, name)), { recursive: true });
    await writeFile(join(dir, name), text);
  }
  await copyFile(join(root, 'resources/ui-kit/parlor-board.js'), join(dir, 'ui/parlor-board.js'));
});
afterAll(async () => {
  await service?.dispose();
  await rm(dir, { recursive: true, force: true });
});

/** What a command printed on both streams, as a terminal shows it. */
function run(command: string): Promise<string> {
  const script = `parlor() { "${process.execPath}" "${join(root, 'electron/cli/main.ts')}" "$@"; }; ${command}`;
  const env = { ...process.env, PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, 'ada') };
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { cwd: dir, env }, (_, stdout, stderr) => resolve((stdout + stderr).trimEnd()));
  });
}

function pattern(expected: string): RegExp {
  const text = expected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${text.replace(/(^|\n)…(?=\n|$)/g, '$1[^]*').replaceAll('…', '[^\n]*')}$`);
}

test('its commands print what it says, one after the other', { timeout: 400_000 }, async () => {
  expect(commands.length).toBeGreaterThan(20);
  for (const { command, expected } of commands) {
    expect(await run(command), command).toMatch(pattern(expected));
  }
});

describe('its tables', () => {
  test('name every field type that a spec may have, with what fits it and what does not', () => {
    const rows = table('### Field types', 'type');
    expect(rows.map(([type]) => code(type!)).sort()).toEqual([...scalarTypes, 'array'].sort());
    for (const [type, settings, taken, refused] of rows.map((row) => row.map(code))) {
      const action = { type: 'enum', values: ['say'], required: true };
      const fields = { action, value: { type, ...JSON.parse(settings!) } };
      const text = JSON.stringify({ type: 'chat', messages: [{ name: 'say', direction: 'both', fields }] });
      const { spec, problems } = readSpec(text);
      expect(problems, type).toEqual([]);
      const say = (value: string) => validateMessage(spec, { action: 'say', value: JSON.parse(value) }, 'both');
      expect(say(taken!), type).toEqual([]);
      expect(say(refused!), type).toHaveLength(1);
    }
  });

  test('name the types of options, with what fits them and what does not', () => {
    for (const [type, settings, taken, refused] of table('### Options', 'type').map((row) => row.map(code))) {
      const spec = { messages: [], parameters: { value: { type, ...JSON.parse(settings!) } } } as unknown as Spec;
      expect(validateOptions(spec, { value: JSON.parse(taken!) }), type).toEqual([]);
      expect(validateOptions(spec, { value: JSON.parse(refused!) }), type).toHaveLength(1);
    }
  });

  test('name the modes, the methods and the classes that there are', () => {
    const modes = table('### Flow modes', 'mode').map((row) => row.map(code));
    expect(modes.map(([mode]) => mode).sort()).toEqual([...supportedModes].sort());
    for (const [mode, , open] of modes) {
      const skeleton = generateSkeleton({ messages: [], flow: { mode: mode! } });
      expect(openMethods(skeleton).join(' '), mode).toBe(open);
    }
    const methods = table('## The hooks', 'method').map(([head]) => code(head!).split('(')[0]!);
    expect(methods.sort()).toEqual([...hookMethods].sort());
    expect(table('## The next version', 'class').map(([name]) => code(name!))).toEqual([...preflightClasses]);
  });
});

test('its board draws the table and picks an answer', { timeout: 400_000 }, async () => {
  const browser = await chromium.launch(chromiumLaunch(await ensureChromium()));
  try {
    const board = await openBoard(browser, join(dir, 'ui'), {
      theme: 'light',
      locale: 'en',
      reduced_motion: true,
      role: 'guest',
      control_mode: 'human',
      options: {},
    });
    await board.state({ seat: 'guest', moves: [{ by: 'guest', label: '6' }], winner: null, over: false });
    const choices = [7, 8].map((value) => ({ value, label: String(value) }));
    await board.ask({ key: 'turn:2', prompt: 'Guess the number', choices });
    await board.frame.getByText('Guesses so far: 6').waitFor();
    await board.frame.getByRole('button', { name: '8' }).click();
    await board.frame.locator('button[aria-pressed="true"]').filter({ hasText: '8' }).waitFor();
    expect(board.picked()).toBe(8);
    expect(board.problems).toEqual([]);
    await board.close();
  } finally {
    await browser.close();
  }
});
