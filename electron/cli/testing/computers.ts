/** Two simulated computers, a and b, and a community on the router between them. */
import { join } from 'node:path';
import { type Entry, entryPath } from '../../installation.ts';
import { buildNetwork, type Network } from './namespaces.ts';
import { isEvent, openPrograms, type RunningProgram } from './programs.ts';

export interface Computers {
  network: Network;
  /** Address of the community. */
  server: string;
  /** Starts a program of Parlor on a computer. */
  runOn(computer: string, program: Entry, ...args: string[]): RunningProgram;
  /** Starts any program, outside the simulated network. */
  start(command: string, args: string[]): RunningProgram;
  /** Kills all programs still running. */
  dispose(): Promise<void>;
}

/** The identities of both computers are registered; each has its own folder in `dir`. */
export async function openComputers(dir: string): Promise<Computers> {
  const network = await buildNetwork(['a', 'b']);
  const { start, killAll } = openPrograms();

  const runOn = (computer: string, program: Entry, ...args: string[]) =>
    start(...network.commandInside(computer, [process.execPath, entryPath(program), ...args]));

  async function dispose(): Promise<void> {
    killAll();
    await network.dispose();
  }

  /** Resolves with the address of the community. */
  async function openCommunity(): Promise<string> {
    const service = runOn(
      'router',
      'service',
      ...['--host', network.routerAddress, '--port', '0', '--data-dir', join(dir, 'community'), '--difficulty', '1'],
    );
    const server = String((await service.waitFor(isEvent('listening'))).url);
    for (const computer of ['a', 'b']) {
      const dataDir = ['--data-dir', join(dir, computer)];
      await runOn(computer, 'cli', 'init', ...dataDir, '--nickname', computer, '--insecure-plain-key').ended;
      // Plain http is confirmed once; later commands need no flag.
      const community = ['--server', server, '--allow-plain-http'];
      await runOn(computer, 'cli', 'register', ...dataDir, '--nickname', computer, ...community).ended;
    }
    return server;
  }

  const server = await openCommunity().catch(async (error: unknown) => {
    await dispose();
    throw error;
  });
  return { network, server, runOn, start, dispose };
}
