import { vi } from 'vitest';
import { run } from '../commands/run.ts';
import type { CommandResult } from './process.ts';

/** Runs a subcommand in this process, faster than `runService`. Only for commands that leave nothing open, such as `check`. */
export async function runInProcess(args: readonly string[]): Promise<CommandResult> {
  const mask = process.umask();
  const written = { out: '', err: '' };
  const spies = [
    vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
      written.out += text;
      return true;
    }),
    vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
      written.err += text;
      return true;
    }),
  ];
  try {
    return { code: await run(args, {}), ...written };
  } finally {
    process.umask(mask);
    for (const spy of spies) spy.mockRestore();
  }
}
