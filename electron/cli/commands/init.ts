/** `parlor init`: creates the first identity of a data directory. */
import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { helpText, parseNickname } from '../arguments.ts';
import { readNewPassphrase } from '../new-passphrase.ts';
import { type CommonOptions, dataDirOption, withDataDir } from '../open-core.ts';
import { printFields } from '../output/print.ts';

interface InitOptions extends Omit<CommonOptions, 'server'> {
  nickname: string;
  insecurePlainKey?: true;
}

export function initCommand(): Command {
  return new Command('init')
    .description('Create your identity on this computer: a key, and a name to play under.')
    .addOption(dataDirOption())
    .option(
      '--passphrase-fd <n>',
      'file descriptor to read the new passphrase from (default: PARLOR_PASSPHRASE_FILE, else a prompt)',
    )
    .option('--nickname <name>', 'the name that others see', 'agent')
    .option('--insecure-plain-key', 'no passphrase: only file permissions protect the key')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor init --nickname ada\nparlor init --nickname robin --insecure-plain-key'))
    .action(async (options: InitOptions) => {
      const nickname = parseNickname('--nickname', options.nickname);
      await withDataDir(options, async ({ dataDir, bridge }) => {
        if ((await bridge.app.state({})).phase !== 'first_run') {
          throw new ParlorError('identity_exists', `There is already a key in ${dataDir}. It was not changed.`);
        }
        await bridge.identity.create({ nickname, bio: '', passphrase: await readNewPassphrase(options) });
        const { identity } = await bridge.app.state({});
        printFields(
          options,
          { public_key: identity!.public_key, data_dir: dataDir },
          {
            nextStep: `Register at a community with: parlor register --nickname ${nickname}\nWrite down your recovery phrase: parlor identity backup --words`,
          },
        );
      });
    });
}
