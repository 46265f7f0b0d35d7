/** `parlor completion`: prints a completion script, generated from all commands. */
import { Argument, Command } from 'commander';
import { helpText } from '../arguments.ts';
import { writeOutput } from '../output/terminal.ts';
import { completionScript, type Shell, shells } from '../reference/completion.ts';
import { outlineOf } from '../reference/outline.ts';

export function completionCommand(): Command {
  return new Command('completion')
    .description('Print a script that completes commands and options in your shell when you press Tab.')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText(
      'after',
      helpText(
        'source <(parlor completion bash)    # in ~/.bashrc\nsource <(parlor completion zsh)     # in ~/.zshrc\nparlor completion fish | source     # in ~/.config/fish/config.fish',
      ),
    )
    .action((shell: Shell, _flags: object, command: Command) => {
      writeOutput(completionScript(shell, outlineOf(command.parent!)));
    });
}
