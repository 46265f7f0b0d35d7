import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Command } from 'commander';

const script = fileURLToPath(new URL('../../../service/main.ts', import.meta.url));

/** The service is a program of its own, with its own words: they are handed on as they are. */
export function serviceCommand(): Command {
  return new Command('service')
    .description('serve a community; all that follows is the service’s own, see parlor service --help')
    .argument('[args...]')
    .helpOption(false)
    .allowUnknownOption()
    .passThroughOptions()
    .action(async (args: string[]) => {
      const child = spawn(process.execPath, [script, ...args], { stdio: 'inherit' });
      // The child ends in its own time; this process only waits for it.
      for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
      const [code] = (await once(child, 'exit')) as [number | null];
      process.exitCode = code ?? 1;
    });
}
