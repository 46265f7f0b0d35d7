/** Runs the completion scripts in their shells, and checks the manual page. */
import { spawnSync } from 'node:child_process';
import { expect, it } from 'vitest';
import { createProgram } from '../program.ts';
import { completionScript, type Shell } from './completion.ts';
import { manPage } from './man-page.ts';
import { flatten, outlineOf } from './outline.ts';

const program = outlineOf(createProgram());
const commands = flatten(program);

const isInstalled = (shell: Shell) => spawnSync(shell, ['-c', 'exit 0']).status === 0;

/** Runs `before`, the completion script, then `after`; returns the printed lines. */
function runWithCompletion(shell: Shell, after: string, before = ''): string[] {
  const input = [before, completionScript(shell, program), after].join('\n');
  const { stdout, stderr, status } = spawnSync(shell, ['-c', input], { encoding: 'utf8' });
  expect([stderr, status]).toEqual(['', 0]);
  return stdout.split('\n').slice(0, -1);
}

it.runIf(isInstalled('bash'))('bash completes the subcommands and options of every command, and choices', () => {
  const complete = `offer() { COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _parlor; echo "\${COMPREPLY[*]}"; }`;
  const lines = runWithCompletion(
    'bash',
    [
      complete,
      ...commands.map(({ path }) => `offer ${path} ''`),
      "offer parlor host --control-mode ''",
      'offer parlor host --protocol connect-four --control-mode h',
      'offer parlor session ev',
      'offer parlor host --message text',
    ].join('\n'),
  );
  for (const [index, { path, commands: subcommands, options, arguments: given }] of commands.entries()) {
    const offered = [
      ...subcommands.map(({ name }) => name),
      ...given.flatMap(({ choices }) => choices),
      ...options.flatMap(({ short, long }) => [...(short === undefined ? [] : [short]), long]),
      '--help',
    ];
    expect(`${path}: ${lines[index]}`).toBe(`${path}: ${offered.join(' ')}`);
  }
  expect(lines.slice(commands.length)).toEqual(['autonomous hybrid human', 'hybrid human', 'events', '']);
});

it.runIf(isInstalled('fish'))('fish completes subcommands, options and choices, with descriptions', () => {
  const at = (line: string) => runWithCompletion('fish', `complete -C ${JSON.stringify(line)}`);
  expect(at('parlor ses')).toEqual([expect.stringMatching(/^session\t\w/)]);
  expect(at('parlor session events --fo')).toEqual([expect.stringMatching(/^--follow\t\w/)]);
  expect(at('parlor completion ')).toEqual(['bash', 'fish', 'zsh']);
  expect(at('parlor host --visibility ').map((each) => each.split('\t')[0])).toEqual(['listed', 'unlisted']);
});

it.runIf(isInstalled('zsh'))('zsh offers subcommands, options and choices, with descriptions', () => {
  // Prints what completion would offer.
  const stubs = `compdef() { :; }
_describe() { print -l -- "\${(@P)argv[-1]}"; }
compadd() { shift; print -l -- "$@"; }`;
  const offer = (...words: string[]) =>
    runWithCompletion(
      'zsh',
      `words=(${words.map((word) => `'${word}'`).join(' ')}) CURRENT=${words.length} PREFIX='${words.at(-1)}'\n_parlor`,
      stubs,
    );
  expect(offer('parlor', 'session', '')).toContainEqual(expect.stringMatching(/^events:\w/));
  expect(offer('parlor', 'session', 'events', '--')).toContainEqual(expect.stringMatching(/^--follow:\w/));
  expect(offer('parlor', 'host', '--control-mode', '')).toEqual(['autonomous', 'hybrid', 'human']);
});

it('the manual page has a section for every command', () => {
  const page = manPage(program);
  for (const { path } of commands.filter((command) => command.commands.length === 0))
    expect(page).toContain(path.replaceAll('-', '\\-'));
});
