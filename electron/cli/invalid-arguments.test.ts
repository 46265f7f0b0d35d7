/** The invalid command lines that every command rejects, generated from the definitions of the commands. */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Argument, Command, Option } from 'commander';
import { afterAll, describe, expect, it } from 'vitest';
import { type ErrorCode, errorCodes } from '../../shared/errors.ts';
import { isLongRun, sampled } from '../../shared/testing/long.ts';
import { temporaryFolder } from '../../shared/testing/temporary-folder.ts';
import { defaultResourcesDir } from '../installation.ts';
import { createProgram } from './program.ts';
import { isRepeatable, takesEmpty, takesValue } from './strict-arguments.ts';
import { type Leaf, leavesOf } from './testing/leaves.ts';
import { type CommandResult, openTerminal } from './testing/terminal.ts';

const dir = temporaryFolder();
const originalDir = process.cwd();
// Some commands write into the working directory, which other test files share.
process.chdir(dir);
afterAll(() => process.chdir(originalDir));
const dataDir = join(dir, 'fresh');
const terminal = openTerminal({ PARLOR_DATA_DIR: dataDir, PARLOR_SERVER: 'http://127.0.0.1:1' });
const run = (args: string[]): Promise<CommandResult> => terminal.run(args, { inProcess: true });

const hex = 'ab'.repeat(32);
const uuid = '888a3acb-4af5-4347-97c1-f2bf50c0aa98';
const spec = join(defaultResourcesDir(), 'protocols/connect-four/spec.json');
const overlong = 'x'.repeat(65);

/** By placeholder: a valid value, and an invalid one; null if the arguments alone do not show that it is invalid. */
const values: Record<string, [valid: string, malformed: string | null]> = {
  '<dir>': [join(dir, 'folder'), null],
  '<side>': ['host', 'nonsense'],
  '<n>': ['3', 'x'],
  '<name>': ['ada', null],
  '<url>': ['http://127.0.0.1:1', 'nonsense'],
  '<text>': ['words', null],
  '<id>': [hex, 'nonsense'],
  '<type>': ['supply', 'nonsense'],
  '<list>': ['play_rated', 'a,,b'],
  '<mode>': ['off', 'nonsense'],
  '<seconds>': ['1', '-1'],
  '<json>': ['["a"]', '{'],
  '<who>': ['off', 'nonsense'],
  '<public_key>': [hex, hex.toUpperCase()],
  '<status>': ['failed', 'nonsense'],
  '<ticket>': ['ticket', null],
  '<seq>': ['3', 'x'],
  '<file>': [spec, null],
  '<id...>': [hex, 'nonsense'],
  '<key>': [hex, 'nonsense'],
  '<direction>': ['both', 'nonsense'],
  '<family>': ['game:mine', null],
  '<tag>': ['board', null],
  '<template>': ['turns', 'nonsense'],
  '<words>': ['four', null],
  '<seed>': ['7', overlong],
  '[agent-id]': ['7', 'x'],
  '<number>': ['1.5', 'x'],
  '<code>': ['AB12-CD34', overlong],
};
/** Replaces `values` for options whose values their placeholder does not describe. */
const specificValues: Record<string, Partial<{ valid: string; malformed: string | null }>> = {
  '--cursor': { valid: 'abc', malformed: '?' },
  '--nickname': { malformed: overlong },
  '--protocol': { malformed: null },
  '--post-id': { valid: uuid },
  '--decision': { valid: '{"round":0,"choice":"rock"}' },
  '--options': { valid: '{}' },
};
const valuesOf = ({ flags, long, argChoices }: Option) => {
  const [valid, malformed] = values[flags.slice(flags.search(/[<[]/))]!;
  return { valid: argChoices?.[0] ?? valid, malformed, ...specificValues[long!] };
};

/** As `values`, by the name of the argument. */
const argumentValues: Record<string, [valid: string, malformed: string | null]> = {
  link: [uuid, 'nonsense'],
  post_id: [uuid, 'nonsense'],
  session_id: [hex, 'nonsense'],
  record: [join(dir, 'record'), null],
  id: [hex, null],
  key: [hex, 'nonsense'],
  spec: [spec, null],
  'folder-or-id': ['connect-four', null],
  'page-or-folder': [join(dir, 'page.html'), null],
  before: [spec, null],
  after: [spec, null],
  hash: [hex, 'nonsense'],
  agent_id: ['7', 'nonsense'],
  file: [spec, null],
  url: ['http://127.0.0.1:1', 'nonsense'],
  shell: ['bash', 'nonsense'],
};
const specificArgumentValues: Record<string, [valid: string, malformed: string | null]> = {
  'inbox read id': ['12', 'nonsense'],
  'inbox delete id': ['12', 'nonsense'],
  'protocol fetch id': [hex, 'nonsense'],
  'protocol governance set id': [hex, 'nonsense'],
  'identity use key': ['ab', null],
  'identity remove key': ['ab', null],
};
/** Options that a command needs although its definition does not require them. */
const extraOptions: Record<string, [flag: string, ...value: string[]]> = {
  init: ['--insecure-plain-key'],
  'identity new': ['--insecure-plain-key'],
  'identity import': ['--insecure-plain-key'],
  'identity backup': ['--words'],
  'identity restore': ['--from', spec],
  host: ['--protocol', 'connect-four'],
};

// The service reads its own arguments.
const leaves = leavesOf(createProgram(), []).filter(({ path }) => path[0] !== 'service');

const argumentValuesOf = ({ path }: Leaf, argument: Argument) =>
  specificArgumentValues[[...path, argument.name()].join(' ')] ?? argumentValues[argument.name()]!;

interface Change {
  /** An omitted option. */
  without?: Option;
  /** A required argument with another value; null if it is omitted, together with those after it. */
  argument?: readonly [Argument, string | null];
}

/** A command line that is valid except for the change. */
function lineOf(leaf: Leaf, { without, argument }: Change = {}): string[] {
  const { path, command } = leaf;
  const [changed, value] = argument ?? [];
  const required = command.registeredArguments.filter((each) => each.required);
  const given = value === null ? required.slice(0, required.indexOf(changed!)) : required;
  const extra = extraOptions[path.join(' ')] ?? [];
  return [
    ...path,
    ...given.map((each) => (each === changed ? String(value) : argumentValuesOf(leaf, each)[0])),
    ...command.options
      .filter((option) => option.mandatory && option !== without)
      .flatMap((option) => [option.long!, valuesOf(option).valid]),
    ...(without && without.long === extra[0] ? [] : extra),
  ];
}

interface Case {
  args: string[];
  /** What the error message must name. */
  about: string;
}

function optionCases(leaf: Leaf, option: Option): Case[] {
  const about = option.long!;
  const cases: string[][] = [];
  if (!takesValue(option)) cases.push([`${about}=yes`]);
  else {
    const { valid } = valuesOf(option);
    const other = leaf.command.options.find(({ long }) => long !== about)!;
    if (option.required) cases.push([about], [about, other.long!]);
    if (!takesEmpty(option)) cases.push([about, ''], [`${about}=`]);
    if (!isRepeatable(option)) cases.push([about, valid, about, valid]);
  }
  const line = lineOf(leaf, { without: option });
  return cases.map((more) => ({ args: [...line, ...more], about }));
}

function malformedCases(leaf: Leaf): Case[] {
  const { options, registeredArguments } = leaf.command;
  const ofOptions = options.filter(takesValue).map((option): Case[] => {
    const { malformed } = valuesOf(option);
    const about = option.long!;
    return malformed === null ? [] : [{ args: [...lineOf(leaf, { without: option }), about, malformed], about }];
  });
  const ofArguments = registeredArguments
    .filter(({ required }) => required)
    .map((argument): Case[] => {
      const [, malformed] = argumentValuesOf(leaf, argument);
      return [
        { args: lineOf(leaf, { argument: [argument, null] }), about: argument.name() },
        { args: lineOf(leaf, { argument: [argument, ''] }), about: '' },
        ...(malformed === null ? [] : [{ args: lineOf(leaf, { argument: [argument, malformed] }), about: '' }]),
      ];
    });
  return [...ofOptions, ...ofArguments].flat();
}

/** `--json`, if the command has it. */
const asJson = ({ command }: Leaf): string[] =>
  command.options.some(({ long }) => long === '--json') ? ['--json'] : [];

function otherCases(leaf: Leaf): Case[] {
  const { options, registeredArguments } = leaf.command;
  const missing = options.filter(({ mandatory }) => mandatory);
  const surplus = [...registeredArguments.map(() => 'more'), 'more'];
  return [
    { args: [...lineOf(leaf), ...asJson(leaf), '--nonsense'], about: '--nonsense' },
    ...missing.map((option) => ({ args: lineOf(leaf, { without: option }), about: option.long! })),
    ...(registeredArguments.some(({ variadic }) => variadic)
      ? []
      : [{ args: [...lineOf(leaf), ...surplus], about: 'more' }]),
  ];
}

/** Expects one line on stderr and, only with `--json`, the same as JSON on stdout. */
function expectFailure(
  args: string[],
  { code, lines, errors }: CommandResult,
  wanted: { exit: number; about?: string },
): void {
  const called = args.join(' ');
  const [, problem, message] = /^([a-z_]+): (.+)\n$/.exec(errors) ?? [];
  expect([called, code, errorCodes.includes(problem as ErrorCode), errors]).toEqual([
    called,
    wanted.exit,
    true,
    errors,
  ]);
  if (wanted.about !== undefined) expect([called, message]).toEqual([called, expect.stringContaining(wanted.about)]);
  if (!args.includes('--json') && !args.includes('--daemon')) expect([called, lines]).toEqual([called, []]);
  else {
    expect([called, lines.length]).toEqual([called, 1]);
    const { error } = JSON.parse(lines[0]!) as { error: { code: string; message: string } };
    expect([called, error]).toMatchObject([called, { code: problem }]);
    // Control characters are replaced on stderr only.
    if (!/\p{Cc}/u.test(error.message)) expect(message).toBe(error.message);
  }
}

async function expectRefusals(cases: readonly Case[]): Promise<void> {
  for (const { args, about } of cases) {
    const ended = await run(args);
    expect([args.join(' '), ended.errors]).toEqual([args.join(' '), expect.stringMatching(/^bad_arguments: /)]);
    expectFailure(args, ended, { exit: 2, about });
    expect([args.join(' '), existsSync(dataDir)]).toEqual([args.join(' '), false]);
  }
}

describe('every command rejects invalid arguments with one line and exit code 2, and leaves nothing behind', () => {
  it('an option without its value, with an empty value, and given twice', async () => {
    const cases = leaves.flatMap((leaf) => leaf.command.options.map((option) => optionCases(leaf, option)));
    // Short runs try the variants in turn; most options get none.
    await expectRefusals(
      isLongRun ? cases.flat() : cases.flatMap((each, index) => each[index % (3 * each.length + 4)] ?? []),
    );
  });

  it('a malformed value', async () => {
    await expectRefusals(sampled(leaves.flatMap(malformedCases), 4));
  });

  it('an unknown option, a missing one, and surplus arguments', async () => {
    await expectRefusals(sampled(leaves.flatMap(otherCases), 3));
  });

  it('options that would be read in part, and a descriptor that was not redirected', async () => {
    const host = ['host', '--protocol', 'connect-four', '--options'];
    await expectRefusals([
      { args: [...host, '{"cols":8,"cols":9}'], about: 'without a key twice' },
      { args: [...host, '{"__proto__":1}'], about: '__proto__' },
      { args: ['init', '--passphrase-fd', '3'], about: 'file descriptor 3' },
    ]);
  });

  it('a group without one of its commands', async () => {
    const groups = (command: Command, path: string[]): string[][] =>
      command.commands.length === 0
        ? []
        : [
            ...(path.length === 0 ? [] : [path]),
            ...command.commands.flatMap((each) => groups(each, [...path, each.name()])),
          ];
    const cases = groups(createProgram(), []).flatMap((path) => [
      { args: path, about: 'needs a subcommand' },
      { args: [...path, 'nonsense'], about: 'nonsense' },
    ]);
    await expectRefusals([
      ...cases,
      { args: ['nonsense'], about: 'nonsense' },
      { args: ['help', 'nonsense'], about: '' },
    ]);
  });
});

it('every command that fails without a key prints the reason on one line, and leaves no data directory', async () => {
  // These would play or serve until they are stopped.
  const serving = new Set(['host', 'join', 'mcp', 'web', 'studio']);
  const slow = new Set(['doctor', 'protocol test']);
  // These print what they find, and exit with 1.
  const reporting = new Set(['protocol preflight', 'community test']);
  const succeeded = new Set<string>();
  for (const leaf of leaves) {
    const path = leaf.path.join(' ');
    if (serving.has(leaf.path[0]!) || (slow.has(path) && !isLongRun)) continue;
    const elsewhere = join(dir, path.replaceAll(' ', '-'));
    const args = [...lineOf(leaf), ...asJson(leaf)];
    const ended = await terminal.run(args, { inProcess: true, env: { PARLOR_DATA_DIR: elsewhere } });
    if (ended.code === 0) succeeded.add(path);
    else if (reporting.has(path)) expect([path, ended.code, ended.lines.length > 0]).toEqual([path, 1, true]);
    else {
      expectFailure(args, ended, { exit: 1 });
      expect([path, existsSync(elsewhere)]).toEqual([path, false]);
    }
  }
  expect([...succeeded]).toEqual(expect.arrayContaining(['init', 'identity list', 'protocol search', 'man']));
  expect(leaves.length - succeeded.size).toBeGreaterThan(40);
});
