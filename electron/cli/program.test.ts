/** Checks docs/command-line.md against the program. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { createProgram } from './program.ts';
import { flatten, type Outline, outlineOf } from './reference/outline.ts';
import { leavesOf } from './testing/leaves.ts';

const text = readFileSync(join(import.meta.dirname, '../../docs/command-line.md'), 'utf8');
/** The text below each heading, up to the next heading. */
const sections = new Map(
  text.split(/^#{2,3} /m).map((part): [string, string] => {
    const end = part.indexOf('\n');
    return [part.slice(0, end), part.slice(end)];
  }),
);
const flagsIn = (part: string) => new Set([...part.matchAll(/^\| `(--[a-z-]+)/gm)].map(([, flag]) => flag!));

const common = flagsIn(text.slice(0, text.indexOf('\n## ')));
const seat = flagsIn(sections.get('How a seat is played') ?? '');
const commands = leavesOf(createProgram(), ['parlor']).map(({ path, command }) => [path.join(' '), command] as const);
const outlines = flatten(outlineOf(createProgram()))
  .filter((each) => each.commands.length === 0)
  .map((each) => [each.path, each] as const);

it.each(commands)('%s is documented with an example and exactly its flags', (name, command) => {
  const [, section] =
    [...sections].find(([heading]) => heading.replace(/ [<[].*/, '').replaceAll('`', '') === name) ?? [];
  expect(section, `a section for ${name}`).toBeDefined();
  expect(section).toMatch(new RegExp(`^    ${name}( |$)`, 'm'));
  const given = command.options.filter(({ hidden }) => !hidden).map(({ long }) => long!);
  const plays = given.includes('--pace');
  const documented = new Set([
    ...flagsIn(section!),
    ...(plays ? seat : []),
    ...given.filter((flag) => common.has(flag)),
  ]);
  expect([...documented].sort()).toEqual([...new Set(given)].sort());
});

it.each(outlines)('%s is documented with its arguments, values, choices and defaults', (_, command) => {
  const [, section] = [...sections].find(
    ([heading]) =>
      heading === `\`${[command.path, ...command.arguments.map(({ placeholder }) => placeholder)].join(' ')}\``,
  ) ?? ['', null];
  expect(section, 'a heading with the arguments').not.toBeNull();
  const rows = `${section}${sections.get('How a seat is played')}`.split('\n');
  for (const { flags, long, choices, defaultValue } of command.options) {
    const row = rows.find((each) => each.startsWith(`| \`${long}`) && /^[ `]/.test(each.slice(long.length + 3)));
    if (row === undefined) continue;
    expect(row).toContain(`| \`${flags.replace(/^-\w, /, '')}\``);
    for (const choice of choices) expect(row).toContain(`\`${choice}\``);
    if (defaultValue !== null) expect(row.replaceAll('`', '')).toContain(`(default: ${defaultValue})`);
  }
});

const everyCommand = flatten(outlineOf(createProgram())).map((each): [string, Outline] => [each.path, each]);

it.each(everyCommand)('%s has a summary, described options and an example in its help', (path, command) => {
  expect(command.description).toMatch(/^[A-Z].*[^.]\.$|^[A-Z].*--help$/);
  for (const { description } of command.options) expect(description).not.toBe('');
  if (command.commands.length === 0 && path !== 'parlor service') expect(command.notes).toContain(`  ${path}`);
});
