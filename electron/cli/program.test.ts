/** docs/command-line.md and the program, held together. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { createProgram } from './program.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
/** Text below each heading, up to the next. */
const sections = new Map(
  text.split(/^#{2,3} /m).map((part): [string, string] => {
    const end = part.indexOf('\n');
    return [part.slice(0, end), part.slice(end)];
  }),
);
const flagsIn = (part: string) => new Set([...part.matchAll(/^\| `(--[a-z-]+)/gm)].map(([, flag]) => flag!));

const common = flagsIn(text.slice(0, text.indexOf('\n## ')));
const seat = flagsIn(sections.get('How a seat is played') ?? '');
const leaves = (command: Command, path: string[]): [string, Command][] =>
  command.commands.length === 0
    ? [[path.join(' '), command]]
    : command.commands.flatMap((below) => leaves(below, [...path, below.name()]));
const commands = leaves(createProgram(), ['parlor']);

it.each(commands)('%s is documented with an example and each of its flags, and no other', (name, command) => {
  const [, section] =
    [...sections].find(([heading]) => heading.replace(/ [<[].*/, '').replaceAll('`', '') === name) ?? [];
  expect(section, `a section for ${name}`).toBeDefined();
  expect(section).toMatch(new RegExp(`^    ${name}( |$)`, 'm'));
  const given = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long!);
  const plays = given.includes('--control-mode');
  const documented = new Set([
    ...flagsIn(section!),
    ...(plays ? seat : []),
    ...given.filter((flag) => common.has(flag)),
  ]);
  expect([...documented].sort()).toEqual([...new Set(given)].sort());
});

it.each(commands)('%s says in its help what it does', (_, command) => {
  expect(command.description()).not.toBe('');
  for (const { description, hidden } of command.options) if (!hidden) expect(description).not.toBe('');
});
