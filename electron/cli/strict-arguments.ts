/** Stricter argument checks than commander's, derived from the commands' definitions. They run before a command does anything. */
import type { Command, CommanderError, Option } from 'commander';
import { ParlorError } from '../../shared/errors.ts';

/**
 * Makes a command and its subcommands throw `bad_arguments` for what commander rejects, for an option given twice, for an empty value of
 * anything but `<text>`, and for a value that is another option of the same command, since the option's own value is then missing.
 */
export function makeStrict(command: Command): Command {
  // `runCommandLine` prints failures.
  command.configureOutput({ writeErr: () => {}, outputError: () => {} });
  command.exitOverride((error) => {
    throw error.exitCode === 0 ? error : usageError(command, error);
  });
  for (const option of command.options) rejectInvalidValues(command, option);
  command.hook('preAction', (_, invoked) => {
    if (invoked === command) rejectEmptyArguments(command);
  });
  for (const subcommand of command.commands) makeStrict(subcommand);
  return command;
}

const badArguments = (message: string): ParlorError => new ParlorError('bad_arguments', message);

export const takesValue = ({ required, optional }: Option): boolean => required || optional;

/** Whether the option collects several values. */
export const isRepeatable = ({ variadic, defaultValue }: Option): boolean => variadic || Array.isArray(defaultValue);

/** Whether an empty value is valid. */
export const takesEmpty = ({ flags }: Option): boolean => flags.endsWith('<text>');

function rejectInvalidValues(command: Command, option: Option): void {
  let wasGiven = false;
  command.on(`option:${option.name()}`, (value: string | null | undefined) => {
    if (wasGiven && takesValue(option) && !isRepeatable(option))
      throw badArguments(`${option.long} was given more than once.`);
    wasGiven = true;
    if (value === '' && !takesEmpty(option)) throw badArguments(`${option.long} must not be empty.`);
    if (command.options.some(({ long }) => long === value))
      throw badArguments(`${option.long} needs a value; ${value} is another option.`);
  });
}

function rejectEmptyArguments({ registeredArguments, args }: Command): void {
  for (const [index, argument] of registeredArguments.entries())
    if (!argument.variadic && args[index] === '') throw badArguments(`<${argument.name()}> must not be empty.`);
}

function usageError(command: Command, { code, message }: CommanderError): ParlorError {
  if (code === 'commander.help') {
    const names = command.commands.map((subcommand) => subcommand.name()).join(', ');
    return badArguments(`${command.name()} needs a subcommand: ${names}.`);
  }
  // `error: unknown option '--sever'\n(Did you mean --server?)`
  const [reason = '', hint = ''] = message.replace(/^error: /, '').split('\n');
  const sentence = `${reason.charAt(0).toUpperCase()}${reason.slice(1)}`.replace(/\.?$/, '.');
  return badArguments(hint === '' ? sentence : `${sentence} ${hint.replace(/^\((.*)\)$/, '$1')}`);
}
