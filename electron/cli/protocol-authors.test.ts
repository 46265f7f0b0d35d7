/** Checks docs/protocol-authors.md: writes its files, runs its commands, validates its tables, plays its board. */
import { execFile } from 'node:child_process';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { chromium } from '@playwright/test';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chromiumLaunch, ensureHeadlessChromium } from '../../e2e/chromium.ts';
import { labelsOf } from '../../shared/protocol/labels.ts';
import { validateMessage } from '../../shared/protocol/message.ts';
import { validateOptions } from '../../shared/protocol/options.ts';
import { preflightClasses } from '../../shared/protocol/preflight-classes.ts';
import { readSpec, type Spec, scalarTypes, supportedModes } from '../../shared/protocol/spec.ts';
import { templateSpec } from '../../shared/protocol/templates.ts';
import { protocolWordsFileSchema } from '../../shared/protocol/words.ts';
import { hookMethods } from '../../shared/tables/hooks.ts';
import { isLongRun } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { defaultHookLimits, hookMemoryBytes } from '../hooks/limits.ts';
import { generateSkeleton, unfinishedMethods } from '../hooks/skeleton.ts';
import { entryPath, root } from '../installation.ts';
import { openBoard, sampleContext } from '../library/testing/board-page.ts';
import { boardRecord, type Sent } from '../library/testing/board-records.ts';
import { newProject, writeProject } from '../studio/new-project.ts';
import { updateKit } from '../studio/ui-kit.ts';
import { type Service, startTestService } from '../tables/testing/community.ts';
import { openTerminal, type Terminal } from './testing/terminal.ts';

const guide = await readFile(join(root, 'docs/protocol-authors.md'), 'utf8');

/** Files, by the name above their fence. */
const files = new Map(
  [...guide.matchAll(/^`([\w./-]+)`\n\n```\w+\n(.*?)^```$/gms)].map(([, name, text]) => [name!, text!] as const),
);

/** Commands in console fences, each with the lines it must print; `…` matches anything. */
const commands = [...guide.matchAll(/^```console\n(.*?)^```$/gms)].flatMap(([, block]) =>
  block!
    .split(/^\$ /m)
    .slice(1)
    .map((text) => {
      const [command, ...lines] = text.trimEnd().split('\n');
      return { command: command!, expected: lines.join('\n') };
    }),
);

/** Creates the project, in which the other files are written. */
const [first, ...others] = commands as [(typeof commands)[number], ...typeof commands];

/** The cells of each row of the first table below `heading` whose header row starts with `column`. */
function table(heading: string, column: string): string[][] {
  const text = guide.slice(guide.indexOf(`\n${heading}\n`));
  const rows = text.slice(text.indexOf(`| ${column} |`)).split(/\n(?!\|)/)[0]!;
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

const dir = temporaryFolder();
const project = join(dir, 'three-guesses');
let service: Service;
let terminal: Terminal;
const originalDir = process.cwd();
beforeAll(async () => {
  service = await startTestService(join(dir, 'community'));
  terminal = openTerminal({ PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, 'ada') });
  process.chdir(dir);
  expect(await run(first.command)).toMatch(pattern(first.expected));
  for (const [name, text] of files) {
    await mkdir(dirname(join(project, name)), { recursive: true });
    await writeFile(join(project, name), text);
  }
});
afterAll(async () => {
  process.chdir(originalDir);
  terminal?.close();
  await service?.dispose();
});

/** The arguments of a command; those with spaces are quoted. */
const words = (command: string) => [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare!);

/** A command's output on both streams, as on a terminal. */
async function run(command: string): Promise<string> {
  const [program, ...args] = words(command);
  if (program === 'cd') {
    process.chdir(args[0]!);
    return '';
  }
  if (program === 'parlor') {
    const { lines, errors } = await terminal.parlor(...args);
    return `${lines.join('\n')}\n${errors}`.trim();
  }
  const script = `parlor() { "${process.execPath}" "${entryPath('cli')}" "$@"; }; ${command}`;
  const env = { ...process.env, PARLOR_SERVER: service.url, PARLOR_DATA_DIR: join(dir, 'ada') };
  return new Promise((resolve) => {
    execFile('bash', ['-c', script], { env }, (_, stdout, stderr) => resolve((stdout + stderr).trimEnd()));
  });
}

/** Matches `expected`, in which `…` matches any lines if it is alone on a line, otherwise any text within the line. */
function pattern(expected: string): RegExp {
  const text = expected.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`^${text.replace(/(^|\n)…(?=\n|$)/g, '$1[^]*').replaceAll('…', '[^\n]*')}$`);
}

test.runIf(isLongRun)('commands print the documented output', { timeout: 400_000 }, async () => {
  expect(commands.length).toBeGreaterThan(20);
  for (const { command, expected } of others) {
    expect(await run(command), command).toMatch(pattern(expected));
  }
});

describe('the tables', () => {
  test('list every field type, with valid and invalid examples', () => {
    const rows = table('### Field types', 'type');
    expect(rows.map(([type]) => code(type!)).sort()).toEqual([...scalarTypes, 'array'].sort());
    for (const [type, settings, valid, invalid] of rows.map((row) => row.map(code))) {
      const action = { type: 'enum', values: ['say'], required: true };
      const fields = { action, value: { type, ...JSON.parse(settings!) } };
      const text = JSON.stringify({ type: 'chat', messages: [{ name: 'say', direction: 'both', fields }] });
      const { spec, problems } = readSpec(text);
      expect(problems, type).toEqual([]);
      const say = (value: string) => validateMessage(spec, { action: 'say', value: JSON.parse(value) }, 'both');
      expect(say(valid!), type).toEqual([]);
      expect(say(invalid!), type).toHaveLength(1);
    }
  });

  test('list the types of options, with valid and invalid examples', () => {
    for (const [type, settings, valid, invalid] of table('### Options', 'type').map((row) => row.map(code))) {
      const spec = { messages: [], parameters: { value: { type, ...JSON.parse(settings!) } } } as unknown as Spec;
      expect(validateOptions(spec, { value: JSON.parse(valid!) }), type).toEqual([]);
      expect(validateOptions(spec, { value: JSON.parse(invalid!) }), type).toHaveLength(1);
    }
  });

  test('list the modes, methods and classes', () => {
    const modes = table('### Flow modes', 'mode').map((row) => row.map(code));
    expect(modes.map(([mode]) => mode).sort()).toEqual([...supportedModes].sort());
    for (const [mode, , open] of modes) {
      const skeleton = generateSkeleton({ messages: [], flow: { mode: mode! } });
      expect(unfinishedMethods(skeleton).join(' '), mode).toBe(open);
    }
    const methods = table('## The hooks', 'method').map(([head]) => code(head!).split('(')[0]!);
    expect(methods.sort()).toEqual([...hookMethods].sort());
    expect(table('## Publishing another version', 'class').map(([name]) => code(name!))).toEqual([...preflightClasses]);
  });
});

test('the excerpts are parts of the created spec and hooks', async () => {
  const excerpt = (name: string) =>
    guide
      .split(`From \`${name}\`:\n`)[1]!
      .split(/^```\w*\n/m)[1]!
      .split(/^```$/m)[0]!;
  const spec = JSON.parse(await readFile(join(project, 'spec.json'), 'utf8')) as Record<string, unknown>;
  for (const [key, value] of Object.entries(JSON.parse(excerpt('spec.json')) as Record<string, unknown>)) {
    if (key === 'messages') expect(spec.messages).toEqual(expect.arrayContaining(value as unknown[]));
    else expect(spec[key], key).toEqual(value);
  }
  const hooks = await readFile(join(project, 'hooks.js'), 'utf8');
  for (const part of excerpt('hooks.js').trim().split('\n\n')) expect(hooks).toContain(part.replace(/^\/\/.*\n/, ''));
});

test('the documented limits equal the sandbox’s', () => {
  const limits = new Map(table('### The sandbox', 'limit') as [string, string][]);
  const { callMs, stackBytes, jsonBytes } = defaultHookLimits;
  expect(limits.get('processor time of a call, including the evaluation of the file')).toBe(`${callMs / 1000} s`);
  expect(limits.get('memory')).toBe(`${hookMemoryBytes / 1024 ** 2} MiB`);
  expect(limits.get('stack')).toBe(`${stackBytes / 1024} KiB`);
  expect(limits.get('result of a call, as JSON')).toBe(`${jsonBytes / 1024} KiB`);
});

test('the example labels fit the spec', () => {
  const { en } = protocolWordsFileSchema.parse(JSON.parse(files.get('words.json')!));
  const labels = labelsOf(en!);
  expect(labels.options({ max: 10 })).toBe('1 to 10');
  expect(labels.message({ action: 'guess', turn: 1, number: 6 })).toBe('guess 1: 6');
  expect(labels.message({ action: 'hint', turn: 1, result: 'lower' })).toBe('lower');
});

const guess = (turn: number, number: number) => ({ action: 'guess', turn, number });

test('the example board and the one of a new project draw the table and submit an answer', {
  timeout: 400_000,
}, async () => {
  const resources = join(root, 'resources');
  await updateKit(resources, project, false);
  const chat = join(dir, 'chat');
  const spec = templateSpec('free', 'Chat');
  await writeProject(chat, await newProject(resources, spec, generateSkeleton(spec, { typed: true })));
  const browser = await chromium.launch(chromiumLaunch(await ensureHeadlessChromium()));
  try {
    const board = await openBoard(browser, join(project, 'ui'), sampleContext);
    await board.state(boardRecord(join(project, 'spec.json'), { role: 'guest' }, [['guest', guess(1, 6)]]));
    const choices = [7, 8].map((value) => ({ value, label: String(value) }));
    await board.ask({ key: 'turn:2', prompt: 'Guess the number', choices });
    await board.frame.getByText('Guesses so far: 6').waitFor();
    await board.frame.getByRole('button', { name: '8' }).click();
    await board.frame.locator('button[aria-pressed="true"]').filter({ hasText: '8' }).waitFor();
    await expect.poll(() => board.picked()).toBe(8);
    const end: Sent = ['host', { action: 'game_over', turn: 2, winner: 'guest', secret: 8 }];
    await board.state(
      boardRecord(join(project, 'spec.json'), { role: 'guest' }, [['guest', guess(1, 6)], ['guest', guess(2, 8)], end]),
    );
    await board.frame.getByText('It was 8.').waitFor();
    expect(board.problems).toEqual([]);
    await board.close();

    const created = await openBoard(browser, join(chat, 'ui'), sampleContext);
    const talk = [{ number: 1, by: 'host' as const, text: '<b>Hello</b>', at: 0 }];
    const opening: Sent[] = [
      ['guest', { action: 'join' }],
      ['host', { action: 'ready' }],
      ['host', { action: 'chat', text: '<b>Hello</b>', seq: 1 }],
    ];
    await created.state(boardRecord(join(chat, 'spec.json'), { role: 'guest' }, opening), talk);
    await created.ask({ key: 'say:1', prompt: 'Say something', choices: [{ value: false, label: 'goodbye' }] });
    await created.frame.getByText('host: <b>Hello</b>').waitFor();
    expect(await created.frame.locator('#moves li').count()).toBe(1);
    await created.frame.getByRole('button', { name: 'goodbye' }).click();
    await created.frame.locator('button[aria-pressed="true"]').waitFor();
    await expect.poll(() => created.picked()).toBe(false);
    expect(created.problems).toEqual([]);
    await created.close();
  } finally {
    await browser.close();
  }
});
