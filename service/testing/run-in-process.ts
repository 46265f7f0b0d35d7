import { vi } from 'vitest';
import { run } from '../commands/run.ts';
import type { CommandResult } from './process.ts';

/** Runs a subcommand in this process, faster than `runService`. Only for commands that leave nothing open, such as `check`. */
export async function runInProcess(args: readonly string[]): Promise<CommandResult> {
  const previousMask = process.umask();
  const output = { out: '', err: '' };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      output.out += text;
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      output.err += text;
      return true;
    }),
  ];
  try {
    return { code: await run(args, {}), ...output };
  } finally {
    process.umask(previousMask);
    for (const spy of spies) spy.mockRestore();
  }
}
