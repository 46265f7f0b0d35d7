/** The commands of the program that have no subcommands. */
import type { Command } from 'commander';

export interface Leaf {
  path: string[];
  command: Command;
}

export const leavesOf = (command: Command, path: string[]): Leaf[] =>
  command.commands.length === 0
    ? [{ path, command }]
    : command.commands.flatMap((subcommand) => leavesOf(subcommand, [...path, subcommand.name()]));
