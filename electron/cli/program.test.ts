/** The help of every command. */
import { expect, it } from 'vitest';
import { createProgram } from './program.ts';
import { flatten, type Outline, outlineOf } from './reference/outline.ts';

const commands = flatten(outlineOf(createProgram()));
const everyCommand = commands.map((each): [string, Outline] => [each.path, each]);

it.each(everyCommand)('%s has a summary, described options and an example in its help', (path, command) => {
  expect(command.description).toMatch(/^[A-Z].*[^.]\.$|^[A-Z].*--help$/);
  for (const { description } of command.options) expect(description).not.toBe('');
  if (command.commands.length === 0) expect(command.notes).toContain(`  ${path}`);
});

const examples = commands.flatMap(({ notes }) =>
  [...notes.matchAll(/^ {2}(?:source <\()?(parlor [^|)\n]*)/gm)].map(([, line]) => line!),
);

it.each([...new Set(examples)])('the example %s names a command and its options', (line) => {
  const command = commands.findLast(({ path }) => line === path || line.startsWith(`${path} `));
  expect(command?.commands).toEqual([]);
  const names = command!.options.flatMap(({ short, long }) => [short, long]);
  const given = line.match(/(?<= )--?[a-z][a-z-]*/g) ?? [];
  if (command!.path !== 'parlor service') expect(given.filter((name) => !names.includes(name))).toEqual([]);
});
