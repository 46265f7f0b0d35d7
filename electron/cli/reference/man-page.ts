/** The manual page, in the man macros of roff (man-pages(7), groff_man(7)). */
import { flatten, type Outline, type OutlineArgument, type OutlineOption } from './outline.ts';
import { environment, exitStatus } from './surroundings.ts';

const outputSection = `On a terminal, commands print human-readable text. Elsewhere they print stable lines: tab-separated rows, name and value
pairs, or JSON. With \\-\\-json they always print JSON. A command that fails prints one line on standard error: a code, a colon and a message.
With \\-\\-json the last line of standard output is an object whose member error has the same code and message.`;

export function manPage(program: Outline): string {
  const leaves = flatten(program).filter(({ commands }) => commands.length === 0);
  return [
    '.TH PARLOR 1 "" "Parlor" "User Commands"',
    '.SH NAME',
    `parlor \\- ${escapeRoff(program.description)}`,
    '.SH SYNOPSIS',
    '.B parlor',
    '.RI [ command \\ [ options ]]',
    '.SH DESCRIPTION',
    escapeRoff(program.description),
    '.PP',
    outputSection,
    '.SH COMMANDS',
    ...leaves.flatMap(commandSection),
    '.SH ENVIRONMENT',
    ...environment.flatMap(([name, meaning]) => ['.TP', `.B ${escapeRoff(name)}`, escapeRoff(meaning)]),
    '.SH EXIT STATUS',
    ...exitStatus.flatMap(([code, meaning]) => ['.TP', `.B ${code}`, escapeRoff(meaning)]),
    '.SH EXAMPLES',
    ...exampleLines(program.notes),
    '',
  ].join('\n');
}

function commandSection(command: Outline): string[] {
  const usage = [
    ...(command.options.length > 0 ? ['[options]'] : []),
    ...command.arguments.map(({ placeholder }) => placeholder),
  ];
  return [
    `.SS ${escapeRoff([command.path, ...usage].join(' '))}`,
    escapeRoff(command.description),
    ...command.arguments.flatMap(argumentLines),
    ...command.options.flatMap(optionLines),
    ...exampleLines(command.notes),
  ];
}

const argumentLines = ({ placeholder, ...argument }: OutlineArgument): string[] =>
  argument.description === '' ? [] : ['.TP', `.I ${escapeRoff(placeholder)}`, escapeRoff(meaningText(argument))];

const optionLines = ({ flags, ...option }: OutlineOption): string[] => [
  '.TP',
  `.B ${escapeRoff(flags)}`,
  escapeRoff(meaningText(option)),
];

const meaningText = ({ description, choices, defaultValue }: Omit<OutlineArgument, 'placeholder'>): string =>
  `${description}${choicesText(choices)}${defaultValue === null ? '' : ` (default: ${defaultValue})`}`;

const choicesText = (choices: readonly string[]): string =>
  choices.length === 0 ? '' : `; one of: ${choices.join(', ')}`;

/** The examples in a command's help, as typed. */
function exampleLines(notes: string): string[] {
  const [, lines] = /^Examples?:\n((?: {2}.*\n?)+)/m.exec(notes) ?? [];
  if (lines === undefined) return [];
  const exampleTexts = lines.trimEnd().split('\n');
  return ['.PP', '.RS', '.nf', ...exampleTexts.map((line) => escapeRoff(line.slice(2))), '.fi', '.RE'];
}

/** Escapes the syntax of roff, and characters outside ASCII, which not every roff reads. */
const escapeRoff = (plain: string): string =>
  plain
    .replaceAll('\\', '\\e')
    .replaceAll('-', '\\-')
    .replaceAll("'", '\\(aq')
    .replace(/^\./, '\\&.')
    .replaceAll(
      /\P{ASCII}/gu,
      (character) => `\\[u${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')}]`,
    );
