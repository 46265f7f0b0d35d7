/** The commands as data, for shell completion and the manual page. */
import type { EventEmitter } from 'node:events';
import type { Command } from 'commander';

export interface OutlineOption {
  /** `-q, --query <words>` */
  flags: string;
  short: string | undefined;
  long: string;
  description: string;
  /** Whether a value follows. */
  valueKind: 'none' | 'required' | 'optional';
  choices: readonly string[];
  defaultValue: string | null;
}

export interface OutlineArgument {
  /** `<spec>` or `[folder]` */
  placeholder: string;
  description: string;
  choices: readonly string[];
  defaultValue: string | null;
}

export interface Outline {
  /** `parlor session list` */
  path: string;
  name: string;
  description: string;
  arguments: readonly OutlineArgument[];
  options: readonly OutlineOption[];
  commands: readonly Outline[];
  /** The text below the options in --help: examples and exit codes. */
  notes: string;
}

export function outlineOf(command: Command, parent = ''): Outline {
  const path = `${parent} ${command.name()}`.trimStart();
  return {
    path,
    name: command.name(),
    description: command.description(),
    arguments: command.registeredArguments.map((argument) => {
      const name = `${argument.name()}${argument.variadic ? '...' : ''}`;
      return {
        placeholder: argument.required ? `<${name}>` : `[${name}]`,
        description: argument.description,
        choices: argument.argChoices ?? [],
        defaultValue: defaultText(argument.defaultValue),
      };
    }),
    options: command.options
      .filter(({ hidden }) => !hidden)
      .map(({ flags, short, long, description, required, optional, argChoices = [], defaultValue }) => ({
        flags,
        short,
        long: long!,
        description,
        valueKind: required ? 'required' : optional ? 'optional' : 'none',
        choices: argChoices,
        defaultValue: defaultText(defaultValue),
      })),
    commands: command.commands.map((subcommand) => outlineOf(subcommand, path)),
    notes: notesOf(command),
  };
}

/** Null for what the program sets itself, such as an empty list. */
const defaultText = (value: unknown): string | null =>
  (typeof value === 'string' && value !== '') || typeof value === 'number' ? String(value) : null;

/** The command itself, then all commands below it, depth first. */
export const flatten = (outline: Outline): Outline[] => [outline, ...outline.commands.flatMap(flatten)];

/** The text added by addHelpText('after'), which commander keeps only in event listeners. */
function notesOf(command: Command): string {
  const parts: string[] = [];
  const context = { error: false, command, write: (part: string) => void parts.push(part) };
  (command as unknown as EventEmitter).emit('afterHelp', context);
  return parts.join('').trim();
}
