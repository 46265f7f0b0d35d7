/** docs/command-line.md: what the template explains, and each command as the program defines it. */
import { Command } from 'commander';
import { defaultExitCodes } from '../../electron/cli/arguments.ts';
import { commonCommand } from '../../electron/cli/open-core.ts';
import { playOptions } from '../../electron/cli/play-flags.ts';
import { createProgram } from '../../electron/cli/program.ts';
import {
  flatten,
  type Outline,
  type OutlineArgument,
  type OutlineOption,
  outlineOf,
} from '../../electron/cli/reference/outline.ts';
import { environment, exitStatus } from '../../electron/cli/reference/surroundings.ts';

const commonOptions = outlineOf(commonCommand('common', '')).options;
const commonNames = new Set(commonOptions.map(({ long }) => long));
const seatOptions = outlineOf(playOptions(new Command('seat'))).options.filter(({ long }) => !commonNames.has(long));
const seatNames = new Set(seatOptions.map(({ long }) => long));

/** Replaces each line `{{...}}` of the template. Throws unless every command has exactly one. */
export function commandLinePage(template: string): string {
  const commands = flatten(outlineOf(createProgram())).filter((command) => command.commands.length === 0);
  const parts = new Map([
    ['common options', table('option', commonOptions.map(optionRow))],
    ['options of a seat', table('option', seatOptions.map(optionRow))],
    ['environment', table('variable', environment.map(meaningRow))],
    ['exit codes', table('exit code', exitStatus.map(meaningRow))],
    ...commands.map((command) => [command.path, commandPart(command)] as const),
  ]);
  const page = template.replaceAll(/^\{\{(.*)\}\}$/gm, (_, name: string) => {
    const part = parts.get(name);
    if (part === undefined) throw new Error(`command-line.template.md has {{${name}}} twice, or it does not exist.`);
    parts.delete(name);
    return part;
  });
  if (parts.size > 0) throw new Error(`command-line.template.md lacks {{${[...parts.keys()].join('}}, {{')}}}.`);
  return page;
}

function commandPart({ path, description, arguments: operands, options, notes }: Outline): string {
  const paragraphs = notes.split('\n\n').filter((each) => each !== '' && each !== defaultExitCodes.trim());
  const isExample = (paragraph: string) => /^Examples?:\n/.test(paragraph);
  // Parlor's own options of a seat are explained once, for host and join.
  const hidden = options.some(({ long }) => long === '--pace') ? new Set([...commonNames, ...seatNames]) : commonNames;
  const rows = [
    ...operands.map(({ placeholder, ...argument }) => [code(placeholder), meaningOf(argument)] as const),
    ...options.filter(({ long }) => !hidden.has(long)).map(optionRow),
  ];
  return [
    `### ${code([path, ...operands.map(({ placeholder }) => placeholder)].join(' '))}`,
    markCode(description),
    ...paragraphs.filter(isExample).map((paragraph) => paragraph.split('\n').slice(1).join('\n').replace(/^/gm, '  ')),
    ...(rows.length === 0 ? [] : [table(operands.length === 0 ? 'option' : 'argument or option', rows)]),
    ...paragraphs.filter((paragraph) => !isExample(paragraph)).map(markCode),
  ].join('\n\n');
}

type Row = readonly [name: string, meaning: string];

const table = (heading: string, rows: readonly Row[]): string =>
  [`| ${heading} | meaning |`, '|---|---|', ...rows.map((cells) => `| ${cells.join(' | ')} |`)].join('\n');

const meaningRow = ([name, meaning]: Row): Row => [code(name), markCode(meaning)];

const optionRow = ({ flags, ...option }: OutlineOption): Row => [code(flags), meaningOf(option)];

/** The description, the choices unless it names them all, and the default. */
function meaningOf({ description, choices, defaultValue }: Omit<OutlineArgument, 'placeholder'>): string {
  const isNamed = (choice: string) => new RegExp(`\\b${choice}\\b`).test(description);
  const choicesText = choices.every(isNamed) ? '' : `: ${choices.map(code).join(', ')}`;
  return markCode(`${description}${choicesText}${defaultValue === null ? '' : ` (default: ${defaultValue})`}`);
}

const code = (text: string): string => `\`${text}\``;

/** Marks options and variables as code, and makes the names of documents links. Help texts have no markup of their own. */
const markCode = (text: string): string =>
  text
    .replaceAll(
      /(?<![\w`-])(--[a-z][a-z-]*(?: (?:auto|headless|off|human)(?![\w`]))?|(?:PARLOR|NODE)_[A-Z_]+(?:=\d)?|[a-z]+(?:_[a-z]+)+(?:=N)?|tables=N)(?![\w`])/g,
      '`$1`',
    )
    .replaceAll(/docs\/([\w-]+\.md)/g, '[$1]($1)')
    .replaceAll(/<(\w+)>/g, '`<$1>`');
