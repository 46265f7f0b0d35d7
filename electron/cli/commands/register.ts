import { Command } from 'commander';
import { type CommonOptions, commonOptions, withParlor } from '../session.ts';

export function registerCommand(): Command {
  return commonOptions(new Command('register'))
    .description('register at a community, or change name and bio there')
    .requiredOption('--nickname <name>', 'name at the table')
    .option('--bio <text>', 'a few words about you', '')
    .action((options: CommonOptions & { nickname: string; bio: string }) =>
      withParlor(options, async ({ bridge }) => {
        const { nickname, bio } = options;
        process.stdout.write(`${JSON.stringify(await bridge.identity.register({ nickname, bio }))}\n`);
      }),
    );
}
