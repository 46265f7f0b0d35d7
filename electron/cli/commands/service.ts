import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Command } from 'commander';
import { entryPath } from '../../installation.ts';
import { helpText } from '../arguments.ts';

/** Passes all arguments to the service's own program. */
export function serviceCommand(): Command {
  return new Command('service')
    .description('Run a community service; its own options are listed by: parlor service --help')
    .argument('[args...]', 'options of the service')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .addHelpText('after', helpText('parlor service --port 8080 --data-dir ./community', ''))
    .action(async (args: string[]) => {
      const child = spawn(process.execPath, [entryPath('service'), ...args], { stdio: 'inherit' });
      // Forwards the signal and waits for the child's own shutdown.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
      const [code] = (await once(child, 'exit')) as [number | null];
      process.exitCode = code ?? 1;
    });
}
