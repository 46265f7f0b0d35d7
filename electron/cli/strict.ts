/** Checks every command's options and arguments before it does anything, derived from their definitions. */
import type { Command, CommanderError, Option } from 'commander';
import { ParlorError } from '../../shared/errors.ts';

/**
 * Makes a command and its subcommands throw `bad_arguments` for what commander rejects, for an option with two values, for an empty value
 * that is not `<text>`, and for a value that is an option of the same command, since its own value is then missing.
 */
export function strict(command: Command): Command {
  // The failure is printed by the caller that runs the command line.
  command.configureOutput({ writeErr: () => {}, outputError: () => {} });
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : usageError(command, error);
  });
  for (const option of command.options) watch(command, option);
  command.hook('preAction', (_, acting) => {
    if (acting === command) refuseEmptyArguments(command);
  });
  for (const below of command.commands) strict(below);
  return command;
}

const bad = (message: string): ParlorError => new ParlorError('bad_arguments', message);

export const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** Whether the option collects several values. */
export const isRepeatable = ({ variadic, defaultValue }: Option): boolean => variadic || Array.isArray(defaultValue);

/** Whether an empty value has a meaning. */
export const takesEmpty = ({ flags }: Option): boolean => flags.endsWith('<text>');

function watch(command: Command, option: Option): void {
  let given = false;
  command.on(`option:${option.name()}`, (value: string | null | undefined) => {
    if (given && takesValue(option) && !isRepeatable(option)) throw bad(`${option.long} was given more than once.`);
    given = true;
    if (value === '' && !takesEmpty(option)) throw bad(`${option.long} must not be empty.`);
    if (command.options.some(({ long }) => long === value))
      throw bad(`${option.long} needs a value; ${value} is another option.`);
  });
}

function refuseEmptyArguments({ registeredArguments, args }: Command): void {
  for (const [index, argument] of registeredArguments.entries())
    if (!argument.variadic && args[index] === '') throw bad(`<${argument.name()}> must not be empty.`);
}

function usageError(command: Command, { code, message }: CommanderError): ParlorError {
  if (code === 'commander.help') {
    const names = command.commands.map((below) => below.name()).join(', ');
    return bad(`${command.name()} needs one of its commands: ${names}.`);
  }
  // `error: unknown option '--sever'\n(Did you mean --server?)`
  const [what = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const sentence = `${what.charAt(0).toUpperCase()}${what.slice(1)}`.replace(/\.?$/, '.');
  return bad(hint === '' ? sentence : `${sentence} ${hint.replace(/^\((.*)\)$/, '$1')}`);
}
