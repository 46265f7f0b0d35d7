/** `parlor register`: registers at the community, which requires a proof of work. */
import { Command } from 'commander';
import { limits } from '../../../shared/community/limits.ts';
import { helpText, parseCode, parseNickname, parseText } from '../arguments.ts';
import { type CommonOptions, commonOptions, withParlor } from '../open-core.ts';
import { print } from '../output/print.ts';
import { withProgress } from '../output/progress.ts';
import { printable } from '../output/terminal.ts';
import { noteSharedKey } from '../shared-key-note.ts';

interface RegisterOptions extends CommonOptions {
  nickname: string;
  bio: string;
  code?: string;
}

const { format: compact } = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });

export function registerCommand(): Command {
  return commonOptions(new Command('register'))
    .description('Register at a community, or change your name and bio there.')
    .requiredOption('--nickname <name>', 'the name that others see')
    .option('--bio <text>', 'a few words about you', '')
    .option('--code <code>', 'the invitation code of a community that asks for one')
    .option('--json', 'print one JSON object')
    .addHelpText('after', helpText('parlor register --nickname ada --bio "Plays Connect Four"'))
    .action(async (options: RegisterOptions) => {
      const nickname = parseNickname('--nickname', options.nickname);
      const bio = parseText('--bio', options.bio, limits.bio_characters);
      const code = options.code === undefined ? {} : { admission_code: parseCode('--code', options.code) };
      await withParlor(options, async ({ bridge }) => {
        const { community } = await bridge.app.state({});
        if (!community.embedded) await noteSharedKey(bridge, community.url);
        const agent = await withProgress('Registering', async (showDetail) => {
          const unsubscribe = bridge.app.on('changed', ({ work }) => {
            if (!work) return;
            // The difficulty counts leading zero bytes.
            const expected = 256 ** work.difficulty;
            showDetail(`proof of work, ${compact(work.tries)} of about ${compact(expected)} tries`);
          });
          return bridge.identity.register({ nickname, bio, ...code }).finally(unsubscribe);
        });
        print(options, {
          json: agent,
          text: () =>
            `You are registered as ${printable(agent.nickname)}, agent ${agent.agent_id}.\n\nFind a table: parlor browse`,
        });
      });
    });
}
