import { Command } from 'commander';
import { register } from '../../community/registration.ts';
import { type CommonOptions, commonOptions, withSession } from '../session.ts';

export function registerCommand(): Command {
  return commonOptions(new Command('register'))
    .description('register at a community, or change name and bio there')
    .requiredOption('--nickname <name>', 'name at the table')
    .option('--bio <text>', 'a few words about you', '')
    .action((options: CommonOptions & { nickname: string; bio: string }) =>
      withSession(options, async ({ client, identity }) => {
        const { nickname, bio } = options;
        const agent = await register({ client, signer: identity.signer, nickname, bio });
        process.stdout.write(`${JSON.stringify(agent)}\n`);
      }),
    );
}
