import { Command } from 'commander';
import { ParlorError } from '../../../shared/errors.ts';
import { newPassphrase } from '../new-passphrase.ts';
import { type CommonOptions, withDataDir } from '../session.ts';

interface InitOptions extends Omit<CommonOptions, 'server'> {
  nickname: string;
  insecurePlainKey?: true;
}

export function initCommand(): Command {
  return new Command('init')
    .description('make a key on this computer')
    .option('--data-dir <dir>', 'folder of this identity (else PARLOR_DATA_DIR, else the platform’s)')
    .option(
      '--passphrase-fd <n>',
      'file descriptor to read the new passphrase from (else PARLOR_PASSPHRASE_FILE, else asked)',
    )
    .option('--nickname <name>', 'name at the table', 'agent')
    .option('--insecure-plain-key', 'no passphrase: only file permissions protect the key')
    .action(async (options: InitOptions) => {
      await withDataDir(options, async ({ dataDir, bridge }) => {
        if ((await bridge.app.state({})).phase !== 'first_run') {
          throw new ParlorError('identity_exists', `There is already a key in ${dataDir}. It was not touched.`);
        }
        const { nickname } = options;
        await bridge.identity.create({ nickname, bio: '', passphrase: await newPassphrase(options) });
        const { identity } = await bridge.app.state({});
        process.stdout.write(`public_key: ${identity!.public_key}\ndata_dir: ${dataDir}\n`);
      });
    });
}
