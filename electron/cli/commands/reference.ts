/** `parlor completion` and `parlor man`: generated from the definitions of the commands. */
import { Argument, Command } from 'commander';
import { helpWith } from '../arguments.ts';
import { completionScript, type Shell, shells } from '../reference/completion.ts';
import { manPage } from '../reference/man-page.ts';
import { outlineOf } from '../reference/outline.ts';

export function completionCommand(): Command {
  return new Command('completion')
    .description('Print a script that completes commands and options in your shell when you press Tab.')
    .addArgument(new Argument('<shell>', 'your shell').choices(shells))
    .addHelpText(
      'after',
      helpWith(
        'source <(parlor completion bash)    # in ~/.bashrc\nsource <(parlor completion zsh)     # in ~/.zshrc\nparlor completion fish | source     # in ~/.config/fish/config.fish',
      ),
    )
    .action((shell: Shell, _flags: object, command: Command) => {
      process.stdout.write(completionScript(shell, outlineOf(command.parent!)));
    });
}

export function manCommand(): Command {
  return new Command('man')
    .description('Print the manual page, in roff.')
    .addHelpText('after', helpWith('parlor man | man -l -'))
    .action((_flags: object, command: Command) => {
      process.stdout.write(manPage(outlineOf(command.parent!)));
    });
}
