/** `parlor community`: where this data directory belongs. */
import { Command } from 'commander';
import type { KnownCommunity, NetworkState } from '../../../shared/bridge/contract.ts';
import { ParlorError } from '../../../shared/errors.ts';
import { type CommonOptions, withDataDir } from '../session.ts';
import { printable } from './browse.ts';

interface Flags extends CommonOptions {
  json?: true;
}

const exits = '\nExit codes: 0 done, 1 refused, failed or not reachable, 2 wrong arguments.';

export function communityCommand(): Command {
  return new Command('community')
    .description('the community this data directory belongs to')
    .addHelpText(
      'after',
      `\nExample:\n  parlor community test https://parlor.example\n  parlor community use https://parlor.example\n${exits}`,
    )
    .addCommand(listCommand())
    .addCommand(moveCommand())
    .addCommand(testCommand())
    .addCommand(removeCommand())
    .addCommand(openCommand())
    .addCommand(closeCommand());
}

const subcommand = (name: string, description: string): Command =>
  new Command(name)
    .description(description)
    .option('--data-dir <dir>', 'folder of the identities (else PARLOR_DATA_DIR, else the platform’s)')
    .option('--json', 'one JSON object a line');

function listCommand(): Command {
  return subcommand('list', 'communities used before, and who is registered there').action((flags: Flags) =>
    withDataDir(flags, async ({ bridge }) => {
      for (const each of (await bridge.community.list({})).communities) {
        process.stdout.write(`${flags.json ? JSON.stringify(each) : lineOf(each)}\n`);
      }
    }),
  );
}

function lineOf({ url, in_use, registered }: KnownCommunity): string {
  const who = registered.map(({ nickname, agent_id }) => `${nickname} (${agent_id})`).join(', ');
  return [in_use ? '*' : ' ', url ?? 'this computer', who || 'nobody registered'].map(printable).join('\t');
}

function moveCommand(): Command {
  return subcommand('use', 'belong to that community from now on')
    .argument('<url>', 'its address, or "this-computer" for the one that comes with Parlor')
    .option('--allow-plain-http', 'confirm, once, an unencrypted address beyond this computer')
    .action((named: string, flags: Flags) =>
      withDataDir(flags, async ({ bridge }) => {
        const url = named === 'this-computer' ? null : addressOf(named);
        await bridge.community.use({ url, allow_plain_http: flags.allowPlainHttp ?? false });
        process.stdout.write(flags.json ? `${JSON.stringify({ url })}\n` : `url: ${url ?? 'this computer'}\n`);
      }),
    );
}

function testCommand(): Command {
  return subcommand('test', 'ask an address what is there; sends nothing but the question')
    .argument('<url>', 'its address')
    .action((named: string, flags: Flags) =>
      withDataDir(flags, async ({ bridge }) => {
        const found = await bridge.community.test({ url: addressOf(named) });
        const { limits, problem, ...facts } = found;
        if (flags.json) process.stdout.write(`${JSON.stringify(found)}\n`);
        else
          for (const [name, value] of Object.entries(facts))
            process.stdout.write(`${name}: ${printable(`${value}`)}\n`);
        if (problem) throw new ParlorError(problem.code, problem.message);
      }),
    );
}

function removeCommand(): Command {
  return subcommand('remove', 'forget a community; what lies there stays there')
    .argument('<url>', 'its address')
    .action((named: string, flags: Flags) =>
      withDataDir(flags, async ({ bridge }) => {
        const url = addressOf(named);
        await bridge.community.remove({ url });
        process.stdout.write(flags.json ? `${JSON.stringify({ url })}\n` : `url: ${url}\n`);
      }),
    );
}

function openCommand(): Command {
  return subcommand('open', 'let others on the network of this computer into its community; remembered')
    .argument('[address]', 'which address of this computer they use (the likeliest one)')
    .action((named: string | undefined, flags: Flags) =>
      withDataDir(flags, async ({ bridge }) => {
        const address = named ?? (await bridge.community.addresses({})).addresses[0]?.address;
        if (address === undefined) throw new ParlorError('network_refused', 'This computer is in no network now.');
        printNetwork(await bridge.community.open_network({ address }), flags);
      }),
    );
}

function closeCommand(): Command {
  return subcommand('close', 'let nobody else in any more; games that are played go on').action((flags: Flags) =>
    withDataDir(flags, async ({ bridge }) => printNetwork(await bridge.community.close_network({}), flags)),
  );
}

function printNetwork(state: NetworkState, { json }: Flags): void {
  const { status, url, network } = state;
  if (json) process.stdout.write(`${JSON.stringify(state)}\n`);
  else
    for (const [name, value] of Object.entries({ status, url, network }))
      process.stdout.write(`${name}: ${value ?? '-'}\n`);
}

function addressOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url && /^https?:$/.test(url.protocol) && url.username === '' && url.password === '') return text;
  throw new ParlorError(
    'bad_arguments',
    `"${text}" is not the address of a community, such as https://parlor.example.`,
  );
}
